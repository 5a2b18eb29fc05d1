//! Sets of positions for tuning and for reporting: limits are chosen on one, figures are reported on the other.
//!
//! Players of different kinds play each other from random openings. Each game gives a position from its second quarter
//! (`early`), its third (`middle`) and its last (`late`), and one that the solver examines when it starts from the game
//! (`search`). Whole games go to one set, and no position of a set is the image of another one under the symmetries of
//! the board. The provers choose nothing here, except that the solver prunes with them: positions are not sorted by whether
//! they are decided.

use std::{collections::HashSet, fmt::Write as _};

use board::{BoardSize, Color, Game, Move, Position, Symmetry, random_below, with_words};
use player::{Limits, Player, Request};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use solver::{
    Expansion, Knowledge, ProverSettings, Provers, Solver, SolverContext, SolverLimits, SolverSettings,
};
use std::sync::Mutex;

use crate::{ExperimentError, Lab, error::require};

/// The players, and the positions that they look at for a move.
const PLAYERS: [(&str, Option<u64>); 7] = [
    ("playouts", Some(200)),
    ("level:n=3", None),
    ("hexy", Some(12)),
    ("level:n=7", None),
    ("queenbee", Some(60)),
    ("neural", Some(20)),
    ("fillings", Some(400)),
];

/// Positions that the solver examines in one search.
const SEARCH: u64 = 1000;

/// Kinds of positions, by the part of the game.
const PARTS: [(&str, usize); 3] = [("early", 1), ("middle", 2), ("late", 3)];

/// How the sets are made.
#[derive(Debug, Clone, clap::Args)]
pub struct SetSettings {
    /// Sizes of the boards
    #[arg(long, value_delimiter = ',', default_value = "7,8,9,11,13", value_name = "SIZES")]
    pub sizes: Vec<usize>,
    /// Positions of each kind and size in each set
    #[arg(long, short = 'n', default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub count: u32,
    /// Random seed: another one gives positions that no limits were tuned on
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Two sets without a common position, one position a line as `hexwright bench connections --file` reads them.
#[derive(Debug, Clone)]
pub struct PositionSets {
    /// Limits are chosen on these.
    pub tuning: String,
    /// Figures are reported on these.
    pub reporting: String,
}

/// Plays the games and searches from them.
///
/// # Errors
/// [`ExperimentError`] where a size is out of range or a player fails.
pub fn position_sets(settings: &SetSettings, lab: &Lab<'_>) -> Result<PositionSets, ExperimentError> {
    let mut sets = [String::new(), String::new()];
    let mut seen = HashSet::new();
    let games = 2 * u64::from(settings.count);
    lab.watcher.begin(games * settings.sizes.len() as u64, "games");
    for &side in &settings.sizes {
        require!(side >= 5, "--sizes: found {side}: expected at least 5");
        let size = BoardSize::square(side)?;
        let mut players = PLAYERS.iter().map(|(spec, _)| lab.player(spec)).collect::<Result<Vec<_>, _>>()?;
        let mut number = 0;
        let mut lacking = [games / 2; 2];
        while lacking != [0; 2] {
            let mut random = random_of(settings.seed, side, number);
            // Even games go to one set and odd ones to the other, until each is full.
            let set = number as usize % 2;
            number += 1;
            if lacking[set] == 0 {
                continue;
            }
            require!(!lab.watcher.is_over(), "stopped: expected to play all games");
            let moves = play(size, &mut players, &mut random)?;
            let Some(found) = positions_of(size, &moves, &mut random) else { continue };
            let first = found.iter().map(|(_, position)| first_image(position)).collect::<Vec<_>>();
            let is_new = first
                .iter()
                .enumerate()
                .all(|(index, image)| !seen.contains(image) && !first[..index].contains(image));
            if !is_new {
                continue;
            }
            seen.extend(first);
            for (kind, position) in &found {
                write_line(&mut sets[set], kind, position);
            }
            lacking[set] -= 1;
            lab.watcher.advance(1);
        }
    }
    let [tuning, reporting] = sets;
    let [tuning, reporting] = [("tuning", tuning), ("reporting", reporting)]
        .map(|(name, lines)| format!("{}{}", heading(name, settings), sorted(&lines)));
    Ok(PositionSets { tuning, reporting })
}

fn heading(name: &str, settings: &SetSettings) -> String {
    let sizes: Vec<String> = settings.sizes.iter().map(ToString::to_string).collect();
    format!(
        "# The {name} set: hexwright positions --sizes {} --count {} --seed {}\n\
         # A line: size, kind and side to move | Black's stones | White's stones.\n",
        sizes.join(","),
        settings.count,
        settings.seed
    )
}

/// Lines by kind within each size, so that a reader finds them; the order of the games stays.
fn sorted(lines: &str) -> String {
    let mut lines: Vec<&str> = lines.lines().collect();
    lines.sort_by_key(|line| {
        let mut words = line.split(' ');
        (words.next().and_then(|size| size.parse::<usize>().ok()), words.next())
    });
    lines.iter().fold(String::new(), |text, line| text + line + "\n")
}

fn random_of(seed: u64, side: usize, number: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (number << 8 | side as u64))
}

/// A game of two players from an opening of two random stones; its moves.
fn play(
    size: BoardSize,
    players: &mut [Box<dyn Player>],
    random: &mut Xoshiro256PlusPlus,
) -> Result<Vec<board::Cell>, ExperimentError> {
    let pair = [0; 2].map(|_| random_below(random, players.len()));
    let mut game = Game::new(size, false);
    let mut moves = Vec::new();
    for player in pair {
        players[player].new_game();
    }
    while game.outcome().is_none() {
        let mv = if moves.len() < 2 {
            let cells: Vec<_> = game.position().empty_cells().iter().collect();
            Move::Place(cells[random_below(random, cells.len())])
        } else {
            let player = pair[moves.len() % 2];
            let limits = Limits { nodes: PLAYERS[player].1, ..Limits::default() };
            let seed = random_below(random, 1 << 30) as u64;
            players[player].choose(&Request::new(&game, seed).with_limits(limits))?.mv
        };
        let Some(cell) = mv.cell() else { break };
        game.play(mv)?;
        moves.push(cell);
    }
    Ok(moves)
}

/// One position of each kind; none where the game was too short.
fn positions_of(
    size: BoardSize,
    moves: &[board::Cell],
    random: &mut Xoshiro256PlusPlus,
) -> Option<Vec<(&'static str, Position)>> {
    let mut found = Vec::new();
    for (kind, quarter) in PARTS {
        let [from, to] = [quarter, quarter + 1].map(|quarter| quarter * moves.len() / 4);
        // The last position of a game is over.
        let at = from + random_below(random, to.checked_sub(from).filter(|&span| span > 0)?);
        found.push((kind, Position::after(size, &moves[..at]).ok()?));
    }
    // Searches of larger boards start later: there they still find something.
    let percent = (5 * size.cols() + 5).clamp(30, 75);
    let root: Position = Position::after(size, &moves[..moves.len() * percent / 100]).ok()?;
    let seed = random_below(random, 1 << 30) as u64;
    found.push(("search", with_words!(size, W => searched::<W>(&root.resize(), seed))?.resize()));
    Some(found)
}

/// A position that the solver examined, each with the same chance.
fn searched<const W: usize>(root: &Position<W>, seed: u64) -> Option<Position> {
    struct Sample<W> {
        provers: W,
        kept: Option<Position>,
        seen: usize,
        random: Xoshiro256PlusPlus,
    }
    struct Sampled<'a, const W: usize>(&'a Mutex<Sample<Provers<W>>>);
    impl<const W: usize> Knowledge<W> for Sampled<'_, W> {
        fn examine(&mut self, position: &Position<W>, expansion: &mut Expansion<W>) {
            let Ok(mut sample) = self.0.lock() else { return };
            let Sample { provers, kept, seen, random } = &mut *sample;
            provers.examine(position, expansion);
            *seen += 1;
            if *seen > 1 && random_below(random, *seen - 1) == 0 {
                *kept = Some(position.resize());
            }
        }
    }
    let size = root.size();
    let settings = SolverSettings { table_bytes: 16 << 20, ..SolverSettings::default() };
    let random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let provers = Provers::new(size, ProverSettings::default());
    let sample = Mutex::new(Sample { provers, kept: None, seen: 0, random });
    let limits = SolverLimits { nodes: Some(SEARCH) };
    let context = SolverContext { limits, ..SolverContext::default() };
    Solver::<W>::new(settings).solve(root, || Sampled(&sample), &context);
    sample.into_inner().ok()?.kept
}

/// The same for all images of a position.
fn first_image(position: &Position) -> (Vec<u64>, Vec<u64>, bool) {
    let images = Symmetry::of(position.size()).iter().map(|&symmetry| {
        let image = position.image(symmetry);
        let [black, white] = Color::BOTH.map(|color| image.stones(color).words().to_vec());
        (black, white, image.to_move() == Color::Black)
    });
    images.min().expect("every position is its own image")
}

fn write_line(text: &mut String, kind: &str, position: &Position) {
    let size = position.size();
    let names = |color| {
        let names = position.stones(color).iter().map(|cell| size.name(cell).to_string());
        names.collect::<Vec<_>>().join(" ")
    };
    let [black, white] = Color::BOTH.map(names);
    // Writing to a string does not fail.
    let _ = writeln!(text, "{} {kind} {} | {black} | {white}", size.cols(), position.to_move());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_two_sets_without_a_common_position() {
        let settings = SetSettings { sizes: vec![5, 6], count: 3, seed: 7 };
        let sets = position_sets(&settings, &Lab::default()).expect("two sets");
        let again = position_sets(&settings, &Lab::default()).expect("the same sets");
        assert_eq!((&sets.tuning, &sets.reporting), (&again.tuning, &again.reporting));
        let images = |text: &str| {
            let cases = crate::bench::cases(text).expect("lines that the benchmark reads");
            cases.iter().map(|case| first_image(&case.position)).collect::<HashSet<_>>()
        };
        let [tuning, reporting] = [&sets.tuning, &sets.reporting].map(|text| images(text));
        assert_eq!((tuning.len(), reporting.len()), (24, 24));
        assert!(tuning.is_disjoint(&reporting));
        let other = SetSettings { seed: 8, ..settings };
        assert_ne!(position_sets(&other, &Lab::default()).expect("other sets").tuning, sets.tuning);
    }
}
