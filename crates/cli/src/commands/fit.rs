//! `hexwright fit`: the weights of the priors of `playouts` and `hexy`, from the moves of a stronger player.
//!
//! The teacher plays itself from balanced openings. Every position that the provers leave open gives one choice of a move, and one
//! question who wins. The conditional logit that makes the choices most likely gives the weights of a move's features; the same for two alternatives,
//! a win and a loss, says what the circuits' evaluation is worth.

use anyhow::{Result, ensure};
use arena::{balanced, every_first_stone};
use board::{BoardSize, Color, Game, Move};
use indicatif::{ProgressBar, ProgressStyle};
use learning::{ChoiceFit, ChoiceMade, fit_choices};
use player::{PRIOR_FEATURES, Request, Sight, prior_features};
use serde_json::json;

use crate::{output::Answer, players};

/// From what to learn.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hexwright fit                              the weights that playouts and hexy have
  hexwright fit --size 13 --games 20

docs/players.md says what the numbers are for.")]
pub(crate) struct Args {
    /// Board size: a number for a square board, or columns x rows such as 11x9
    #[arg(long, short = 's', default_value = "11")]
    size: BoardSize,
    /// Games that the teacher plays against itself
    #[arg(long, short = 'g', default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Whose moves are learnt from
    #[arg(long, short = 'p', value_name = "PLAYER", default_value = "neural:visits=200")]
    teacher: String,
    /// Everything random follows from this number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// What was seen in the teacher's games.
#[derive(Default)]
struct Seen {
    /// Choices of moves, by sight.
    moves: [Vec<ChoiceMade<{ PRIOR_FEATURES.len() }>>; Sight::ALL.len()],
    /// Wins and losses of the side to move: how far it was ahead, and one.
    results: Vec<ChoiceMade<2>>,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let openings = balanced(args.size).unwrap_or_else(|_| every_first_stone(args.size));
    ensure!(!openings.is_empty(), "--size {}: found no opening: expected a larger board", args.size);
    let mut teacher = players::create(&args.teacher)?;
    let bar = ProgressBar::new(u64::from(args.games))
        .with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {eta} left")?);
    let mut seen = Seen::default();
    for number in 0..args.games {
        let mut game = Game::new(args.size, false);
        // Openings spread over the list.
        for &cell in &openings[number as usize * 7919 % openings.len()] {
            game.play(Move::Place(cell))?;
        }
        teacher.new_game();
        let seed = args.seed.wrapping_add(u64::from(number));
        let mut ahead = Vec::new();
        let mut is_open = true;
        let winner = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner;
            }
            let choice = teacher.choose(&Request::new(&game, seed))?;
            // Once a game is decided, nothing more is to be learnt from it but who wins.
            is_open = is_open && seen.add(&game, choice.mv, &mut ahead);
            game.play(choice.mv)?;
        };
        for (mover, ahead) in ahead {
            let alternatives = vec![[ahead, 1.0], [0.0, 0.0]];
            seen.results.push(ChoiceMade { alternatives, chosen: usize::from(winner != mover) });
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    ensure!(!seen.results.is_empty(), "found no open position: expected more games, or a larger board");
    let moves = seen.moves.each_ref().map(|choices| fit_choices(choices));
    let result = fit_choices(&seen.results);
    if args.json {
        let sights = moves.map(
            |fit| json!({ "weights": fit.weights, "first": fit.first, "log_likelihood": fit.log_likelihood }),
        );
        println!(
            "{}",
            json!({ "positions": seen.results.len(), "features": PRIOR_FEATURES, "sights": sights, "value": result.weights })
        );
    } else {
        println!("{} positions of {} games", seen.results.len(), args.games);
        for (name, fit) in ["first", "second", "third"].iter().zip(&moves) {
            println!("at {name} sight: {}", in_words(fit));
        }
        let [slope, tempo] = result.weights;
        println!("logit of a win: {slope:.2} times ln(resistances) + {tempo:.2}");
    }
    Ok(Answer::Done)
}

impl Seen {
    /// Enters a position and the teacher's move. False if the provers decide the position.
    fn add(&mut self, game: &Game, mv: Move, ahead: &mut Vec<(Color, f64)>) -> bool {
        let Some(cell) = mv.cell() else { return true };
        let placed = game.turns().iter().rev().find_map(|turn| turn.mv.cell());
        let seen = Sight::ALL.map(|sight| prior_features(game.position(), placed, sight));
        let [Some(_), Some(_), Some((_, by))] = &seen else { return false };
        ahead.push((game.to_move(), *by));
        for (choices, (moves, _)) in self.moves.iter_mut().zip(seen.into_iter().flatten()) {
            // A move that the provers leave out, because another is as good, says nothing about the others.
            if let Some(chosen) = moves.iter().position(|(other, _)| *other == cell) {
                let alternatives = moves.into_iter().map(|(_, features)| features).collect();
                choices.push(ChoiceMade { alternatives, chosen });
            }
        }
        true
    }
}

fn in_words<const N: usize>(fit: &ChoiceFit<N>) -> String {
    let weights: Vec<String> =
        PRIOR_FEATURES.iter().zip(fit.weights).map(|(name, weight)| format!("{name} {weight:.2}")).collect();
    format!("{}; the likeliest move is the teacher's in {:.0} %", weights.join(", "), 100.0 * fit.first)
}
