//! The weights of the priors of `playouts` and `hexy`, from the moves of a stronger player.
//!
//! The teacher plays itself from balanced openings. Every position that the provers leave open gives one choice of a move, and
//! one question who wins. The conditional logit that makes the choices most likely gives the weights of a move's features; the
//! same for two alternatives, a win and a loss, says what the circuits' evaluation is worth.

use arena::{balanced, every_first_stone};
use board::{BoardSize, Color, Game, Move};
use learning::{ChoiceFit, ChoiceMade, fit_choices};
use player::Request;
use players::{PRIOR_FEATURES, PriorDepth, prior_features};
use serde::{Serialize, Serializer};

use crate::{ExperimentError, Lab, error::require};

/// From what to learn.
#[derive(Debug, Clone, clap::Args)]
pub struct FitSettings {
    /// Board size: a number for a square board, or columns x rows such as 11x9
    #[arg(long, short = 's', default_value = "11")]
    pub size: BoardSize,
    /// Games that the teacher plays against itself
    #[arg(long, short = 'g', default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub games: u32,
    /// The teacher, whose moves are learnt
    #[arg(long, short = 'p', value_name = "PLAYER", default_value = "neural:visits=200")]
    pub teacher: String,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// The weights of a move's features at one sight.
pub type PriorFit = ChoiceFit<{ PRIOR_FEATURES.len() }>;

/// The learnt weights.
#[derive(Debug, Clone)]
pub struct FitResult {
    /// Positions that the provers left open.
    pub positions: usize,
    /// The weights of features, at the first sight, the second and the third.
    pub sights: [PriorFit; PriorDepth::ALL.len()],
    /// The logit of a win: the factor of the logarithm of the resistances' ratio, and what having the move is worth.
    pub value: [f64; 2],
}

impl Serialize for FitResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fit<'a> {
            weights: &'a [f64],
            first: f64,
            log_likelihood: f64,
        }
        #[derive(Serialize)]
        struct Fitted<'a> {
            positions: usize,
            features: &'a [&'static str],
            sights: Vec<Fit<'a>>,
            value: [f64; 2],
        }
        let sights = self.sights.iter().map(|fit| Fit {
            weights: &fit.weights,
            first: fit.first,
            log_likelihood: fit.log_likelihood,
        });
        let (features, sights) = (&PRIOR_FEATURES[..], sights.collect());
        Fitted { positions: self.positions, features, sights, value: self.value }.serialize(serializer)
    }
}

/// The observations from the teacher's games.
#[derive(Default)]
struct Seen {
    /// Choices of moves, by sight.
    moves: [Vec<ChoiceMade<{ PRIOR_FEATURES.len() }>>; PriorDepth::ALL.len()],
    /// Wins and losses of the side to move: how far it was ahead, and one.
    results: Vec<ChoiceMade<2>>,
}

/// Lets the teacher play, and fits the weights to its moves.
///
/// # Errors
/// [`ExperimentError`] where there is no such player, or its games leave nothing to learn from.
pub fn fit(settings: &FitSettings, lab: &Lab<'_>) -> Result<FitResult, ExperimentError> {
    let openings = balanced(settings.size).unwrap_or_else(|_| every_first_stone(settings.size));
    require!(!openings.is_empty(), "--size {}: found no opening: expected a larger board", settings.size);
    let mut teacher = lab.player(&settings.teacher)?;
    lab.watcher.begin(u64::from(settings.games), "games");
    let mut seen = Seen::default();
    for number in 0..settings.games {
        let mut game = Game::new(settings.size, false);
        // Openings spread over the list.
        for &cell in &openings[number as usize * 7919 % openings.len()] {
            game.play(Move::Place(cell))?;
        }
        teacher.new_game();
        let seed = settings.seed.wrapping_add(u64::from(number));
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
        lab.watcher.advance(1);
    }
    require!(!seen.results.is_empty(), "found no open position: expected more games, or a larger board");
    Ok(FitResult {
        positions: seen.results.len(),
        sights: seen.moves.each_ref().map(|choices| fit_choices(choices)),
        value: fit_choices(&seen.results).weights,
    })
}

impl Seen {
    /// Enters a position and the teacher's move. False if the provers decide the position.
    fn add(&mut self, game: &Game, mv: Move, ahead: &mut Vec<(Color, f64)>) -> bool {
        let Some(cell) = mv.cell() else { return true };
        let placed = game.turns().iter().rev().find_map(|turn| turn.mv.cell());
        let seen = PriorDepth::ALL.map(|sight| prior_features(game.position(), placed, sight));
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
