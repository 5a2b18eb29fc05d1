//! Positions on the command line, given the same way to every subcommand.

use std::sync::OnceLock;

use anyhow::{Context, Result, bail};
use board::{BoardSize, Color, Game, Move, Position};
use record::{NodeId, Record, RecordNode};

use crate::record_input;

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
    /// A file (SGF, HexWorld, trmph, HexWiki, list of moves, drawn board), "-" for standard input, or a link; the board
    /// size is the record's
    #[arg(long, short = 'f', value_name = "FILE|LINK", conflicts_with_all = ["moves", "black", "white"])]
    file: Option<String>,
    /// Use the position after this many moves of the record [default: its end, or the cursor of a HexWorld link]
    #[arg(long, value_name = "N", requires = "file")]
    move_number: Option<usize>,
    /// The game to use if the file has several, counted from 1
    #[arg(long, value_name = "N", requires = "file", default_value = "1")]
    game_number: usize,
    /// The side to move [default: by the number of stones]
    #[arg(long, value_name = "COLOUR")]
    to_move: Option<Color>,
    /// The content of `--file`: standard input can be read only once.
    #[arg(skip)]
    read: OnceLock<(Record, NodeId)>,
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

    /// The game that the arguments describe; with `--to-move` its position alone.
    pub(crate) fn game_to_move(&self) -> Result<Game> {
        Ok(if self.to_move.is_some() { Game::from_position(self.position()?) } else { self.game()? })
    }

    /// The game that the arguments describe, for commands that care about the order of moves.
    pub(crate) fn game(&self) -> Result<Game> {
        if let Some((record, id)) = self.record_node()? {
            return Ok(record.game_at(id)?);
        }
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

    /// The node of the record that the position is at, if `--file` is given, for commands that use what it says.
    pub(crate) fn node(&self) -> Result<Option<RecordNode>> {
        Ok(self.record_node()?.map(|(record, id)| record.node(id).clone()))
    }

    /// The record that `--file` names and the node that the position is at, if `--file` is given, for commands that write it.
    pub(crate) fn record(&self) -> Result<Option<(Record, NodeId)>> {
        Ok(self.record_node()?.map(|(record, id)| (record.clone(), id)))
    }

    /// The record that `--file` names, if it is given, and the node that `--move-number` names.
    fn record_node(&self) -> Result<Option<(&Record, NodeId)>> {
        let Some(file) = &self.file else { return Ok(None) };
        if let Some((record, id)) = self.read.get() {
            return Ok(Some((record, *id)));
        }
        let records = record_input::read(file, self.size)?;
        let count = records.len();
        let index = self.game_number.checked_sub(1).filter(|index| *index < count);
        let Some(record) = index.and_then(|index| records.into_iter().nth(index)) else {
            bail!("found --game-number {}: expected 1 to {count}, the games in {file}", self.game_number);
        };
        let id = match self.move_number {
            Some(number) => record.after_moves(number),
            // A link shows the position that its cursor is on, which may have moves after it.
            None => record.cursor().unwrap_or_else(|| record.last()),
        };
        let (record, id) = self.read.get_or_init(|| (record, id));
        Ok(Some((record, *id)))
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
