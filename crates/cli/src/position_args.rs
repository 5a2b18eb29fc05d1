//! Positions on the command line, given the same way to every subcommand.

use anyhow::{Context, Result, bail};
use board::{BoardSize, Color, Game, Move, Position};

/// The position to work on.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Position")]
pub(crate) struct PositionArgs {
    /// Board size: a number for a square board, or columns x rows such as 11x9
    #[arg(long, short = 's', default_value = "11")]
    size: BoardSize,
    /// Moves from the empty board, Black first, alternating: "d5 e4 swap-pieces c3"
    #[arg(long, short = 'm', conflicts_with_all = ["black", "white"])]
    moves: Option<String>,
    /// Black's stones: "d5 c3"
    #[arg(long)]
    black: Option<String>,
    /// White's stones: "e4"
    #[arg(long)]
    white: Option<String>,
    /// The side to move [default: the side whose turn it is by the number of stones]
    #[arg(long, value_name = "COLOUR")]
    to_move: Option<Color>,
}

impl PositionArgs {
    /// The position that the arguments describe.
    pub(crate) fn position(&self) -> Result<Position> {
        let mut position = *self.game()?.position();
        if let Some(color) = self.to_move {
            position.set_to_move(color);
        }
        Ok(position)
    }

    /// The game that the arguments describe, for commands that care about the order of moves.
    pub(crate) fn game(&self) -> Result<Game> {
        if self.black.is_some() || self.white.is_some() {
            return self.stones().map(Game::from_position);
        }
        let mut game = Game::new(self.size, true);
        for name in self.moves.iter().flat_map(|moves| moves.split([' ', ',', ';', '\n', '\t'])) {
            if name.is_empty() {
                continue;
            }
            let number = game.turns().len() + 1;
            Move::parse(name, self.size)
                .and_then(|mv| game.play(mv))
                .with_context(|| format!("--moves, move {number}"))?;
        }
        Ok(game)
    }

    fn stones(&self) -> Result<Position> {
        let mut position = Position::empty(self.size);
        for (color, option, names) in
            [(Color::Black, "--black", &self.black), (Color::White, "--white", &self.white)]
        {
            for cell in self.size.cells_named(names.as_deref().unwrap_or("")).context(option)? {
                position.place(color, cell).context(option)?;
            }
        }
        let [black, white] = Color::BOTH.map(|color| position.stones(color).len());
        if black > white {
            position.set_to_move(Color::White);
        }
        if position.winner().is_some() && self.to_move.is_some() {
            bail!("the game is over in this position: expected no --to-move");
        }
        Ok(position)
    }
}
