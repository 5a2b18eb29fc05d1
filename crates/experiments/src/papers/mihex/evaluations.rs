//! Section 7: which of the three evaluations is best, and whether a combination is better.
//!
//! All play by the same search (`trees.rs`), once to the same depth and once for the same time. The combination is a
//! weighted sum of the three whose weights are fitted by logistic regression to the winners of games between them.

use std::time::Duration;

use arena::Stopwatch;
use board::{BoardSize, Cell, Color, Position, random_below, with_words};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use serde::Serialize;

use super::{
    super::{ClaimOutcome, Experiment, PaperFinding, finding::short, sources::PaperClaim},
    trees::{Judge, Measure, TreeSearch},
};
use crate::{ExperimentError, Lab};

/// How much to play.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct EvaluationSettings {
    /// Board size
    #[arg(long, short = 's', default_value = "8")]
    pub(crate) size: BoardSize,
    /// Games of each pairing, two from every opening with colours exchanged
    #[arg(long, short = 'g', default_value_t = 40, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    pub(crate) games: u64,
    /// The depth of the search at equal depth
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=10))]
    pub(crate) depth: u32,
    /// Milliseconds of a move at equal time
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) milliseconds: u64,
    /// Moves tried in a position
    #[arg(long, default_value_t = 12)]
    pub(crate) width: usize,
    /// Games from whose positions the combination is learnt
    #[arg(long, default_value_t = 200)]
    pub(crate) lessons: u64,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// How a move is limited.
#[derive(Debug, Clone, Copy)]
enum Limit {
    Depth(u32),
    Time(Duration),
}

/// The games of one limit.
#[derive(Debug, Serialize)]
struct CrossTable {
    limit: String,
    /// Games that the row's measure won against the column's.
    wins: [[u64; 4]; 4],
    games: u64,
    /// The mean depth that each reached.
    depth: [f64; 4],
}

#[derive(Debug, Serialize)]
struct EvaluationAnswer {
    weights: [f64; 3],
    /// The share of positions of other games whose winner each measure tells.
    tells: [f64; 4],
    tables: Vec<CrossTable>,
}

impl Experiment for EvaluationSettings {
    const NAME: &'static str = "mihex-evaluations";

    fn within(time: Duration) -> String {
        match time.as_secs() {
            0..10 => "--size 5 --games 2 --lessons 20 --milliseconds 2 --width 6".to_string(),
            10..60 => "--size 7 --games 6 --lessons 60 --milliseconds 5".to_string(),
            // A pairing takes about 0.6 s a game at 20 ms a move.
            seconds => format!("--games {}", (seconds / 6).next_multiple_of(2).clamp(8, 200)),
        }
    }

    fn run(&self, _: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let answer = with_words!(self.size, W => answer::<W>(self, lab));
        if lab.watcher.is_over() {
            return Ok(PaperFinding::new(
                ClaimOutcome::Undecided,
                "–",
                "The run was ended before all games were played.",
            ));
        }
        let names = Measure::ALL.map(Measure::name);
        let mut finding = PaperFinding::new(ClaimOutcome::Undecided, "", "");
        let mut verdicts = Vec::new();
        let mut clear = true;
        for table in &answer.tables {
            let points = table.wins.map(|row| row.iter().sum::<u64>());
            let single = (0..3).max_by_key(|&index| points[index]).unwrap_or(0);
            let rivals = (0..3).filter(|&index| index != single);
            // Clear: the best single one beats each other by more than two standard deviations.
            let beats = |a: usize, b: usize| {
                let surplus = table.wins[a][b] as f64 - table.games as f64 / 2.0;
                surplus > (table.games as f64).sqrt()
            };
            let rest: Vec<&str> =
                rivals.clone().filter(|&rival| !beats(single, rival)).map(|rival| names[rival]).collect();
            clear &= rest.is_empty();
            let combination = table.wins[3][single];
            let word = match () {
                () if beats(3, single) => "better than",
                () if beats(single, 3) => "worse than",
                () => "about as good as",
            };
            verdicts.push(format!(
                "At equal {} {} is best{}, and the combination is {word} it ({combination} of {} games).",
                table.limit,
                names[single],
                if rest.is_empty() {
                    String::new()
                } else {
                    format!(", not clearly ahead of {}", rest.join(" and "))
                },
                table.games
            ));
            let rows = (0..4).map(|row| {
                let score = |column: usize| {
                    if row == column { "–".to_string() } else { table.wins[row][column].to_string() }
                };
                [
                    names[row].to_string(),
                    score(0),
                    score(1),
                    score(2),
                    score(3),
                    points[row].to_string(),
                    format!("{:.1}", table.depth[row]),
                ]
            });
            let heads = ["evaluation", names[0], names[1], names[2], names[3], "points", "depth reached"];
            let caption = format!(
                "Games won on {} at equal {}, of {} against each other",
                self.size, table.limit, table.games
            );
            finding = finding.with_table(caption, heads, rows);
        }
        let rows =
            (0..4).map(|index| [names[index].to_string(), format!("{:.1} %", 100.0 * answer.tells[index])]);
        let weights = answer.weights.map(short);
        finding = finding.with_table(
            "Positions of other games whose winner the evaluation tells without a search",
            ["evaluation", "right"],
            rows,
        );
        finding.outcome = if clear { ClaimOutcome::Answered } else { ClaimOutcome::Undecided };
        finding.ours = verdicts.join(" ");
        let most = answer.tells[..3].iter().copied().fold(0.0, f64::max);
        let told = match answer.tells[3] > most {
            true => {
                "Without a search it tells the winner most often of all, but that is not what decides a game."
            }
            false => "It does not tell the winner more often than the best of the three either.",
        };
        finding.because = format!(
            "The combination is {} times the circuit resistance, {} times the two-distance and {} times the connectibility, learnt from {} games. \
             {told} A result counts as clear from two standard deviations on.",
            weights[0], weights[1], weights[2], self.lessons
        );
        finding.with_data(&answer)
    }
}

fn answer<const W: usize>(settings: &EvaluationSettings, lab: &Lab<'_>) -> EvaluationAnswer {
    let pairs = settings.games / 2;
    lab.watcher.begin(2 * settings.lessons + 2 * 6 * pairs * 2, "games");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
    let mut judge = Judge::<W>::new(settings.size, [1.0; 3]);
    lab.watcher.stage("learning the combination");
    let [lessons, test] = [0, 1].map(|_| lessons(settings, &mut judge, &mut random, lab));
    judge.weights = fitted(&lessons);
    let right = |value: &dyn Fn(&[f64; 3]) -> f64| {
        let told = test.iter().filter(|(measures, black_won)| (value(measures) > 0.0) == *black_won).count();
        told as f64 / test.len().max(1) as f64
    };
    let weights = judge.weights;
    let sum = |measures: &[f64; 3]| measures.iter().zip(&weights).map(|(value, weight)| value * weight).sum();
    let tells = [right(&|m| m[0]), right(&|m| m[1]), right(&|m| m[2]), right(&sum)];
    let limits = [
        (format!("depth ({} moves)", settings.depth), Limit::Depth(settings.depth)),
        (
            format!("time ({} ms a move)", settings.milliseconds),
            Limit::Time(Duration::from_millis(settings.milliseconds)),
        ),
    ];
    let tables = limits.map(|(name, limit)| {
        lab.watcher.stage(&format!("equal {name}"));
        cross_table(settings, name, limit, &mut judge, lab)
    });
    EvaluationAnswer { weights, tells, tables: tables.into() }
}

/// The measures of the positions of games, and whether Black won.
fn lessons<const W: usize>(
    settings: &EvaluationSettings,
    judge: &mut Judge<W>,
    random: &mut Xoshiro256PlusPlus,
    lab: &Lab<'_>,
) -> Vec<([f64; 3], bool)> {
    let mut all = Vec::new();
    for _ in 0..settings.lessons {
        if lab.watcher.is_over() {
            break;
        }
        let sides = [0, 1].map(|_| Measure::ALL[random_below(random, 3)]);
        let mut seen = Vec::new();
        let start = opening(settings.size, random);
        let winner = play(
            settings,
            judge,
            &start,
            sides,
            Limit::Depth(1),
            &mut [(0, 0); 4],
            &mut |judge, position| {
                seen.push(judge.all(position));
            },
        );
        all.extend(seen.into_iter().map(|measures| (measures, winner == Color::Black)));
        lab.watcher.advance(1);
    }
    all
}

/// The weights of logistic regression without a constant: what is good for Black is the mirror image of what is good
/// for White.
fn fitted(lessons: &[([f64; 3], bool)]) -> [f64; 3] {
    /// Steps and their size for measures of about the same size.
    const STEPS: usize = 400;
    const RATE: f64 = 0.5;
    let count = lessons.len().max(1) as f64;
    let spread: [f64; 3] = std::array::from_fn(|index| {
        let squares: f64 = lessons.iter().map(|(measures, _)| measures[index].powi(2)).sum();
        (squares / count).sqrt().max(1e-9)
    });
    let mut weights = [0.0; 3];
    for _ in 0..STEPS {
        let mut slope = [0.0; 3];
        for (measures, black_won) in lessons {
            let scaled: [f64; 3] = std::array::from_fn(|index| measures[index] / spread[index]);
            let sum: f64 = scaled.iter().zip(&weights).map(|(value, weight)| value * weight).sum();
            let error = f64::from(u8::from(*black_won)) - 1.0 / (1.0 + (-sum).exp());
            for (slope, value) in slope.iter_mut().zip(&scaled) {
                *slope += error * value / count;
            }
        }
        for (weight, slope) in weights.iter_mut().zip(slope) {
            *weight += RATE * slope;
        }
    }
    std::array::from_fn(|index| weights[index] / spread[index])
}

/// Every pair of measures, from the same openings with both colours.
fn cross_table<const W: usize>(
    settings: &EvaluationSettings,
    limit_name: String,
    limit: Limit,
    judge: &mut Judge<W>,
    lab: &Lab<'_>,
) -> CrossTable {
    let mut wins = [[0; 4]; 4];
    let mut depths = [(0, 0); 4];
    for first in 0..4 {
        for second in first + 1..4 {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
            for _ in 0..settings.games / 2 {
                let start = opening(settings.size, &mut random);
                for sides in [[first, second], [second, first]] {
                    if lab.watcher.is_over() {
                        break;
                    }
                    let measures = sides.map(|side| Measure::ALL[side]);
                    let winner = play(settings, judge, &start, measures, limit, &mut depths, &mut |_, _| ());
                    wins[sides[winner.index()]][sides[winner.opponent().index()]] += 1;
                    lab.watcher.advance(1);
                }
            }
        }
    }
    let depth = depths.map(|(sum, moves): (u64, u64)| sum as f64 / moves.max(1) as f64);
    CrossTable { limit: limit_name, wins, games: settings.games / 2 * 2, depth }
}

/// Two random stones on the inner part of the board, which decide little.
fn opening<const W: usize>(size: BoardSize, random: &mut Xoshiro256PlusPlus) -> Position<W> {
    let mut position = Position::empty(size);
    for _ in 0..2 {
        let empty: Vec<_> = position.empty_cells().iter().collect();
        position.play_unchecked(empty[random_below(random, empty.len())]);
    }
    position
}

/// Plays a game and returns the winner; `depths` sums the depths of the moves of each measure.
fn play<const W: usize>(
    settings: &EvaluationSettings,
    judge: &mut Judge<W>,
    start: &Position<W>,
    sides: [Measure; 2],
    limit: Limit,
    depths: &mut [(u64, u64); 4],
    see: &mut dyn FnMut(&mut Judge<W>, &Position<W>),
) -> Color {
    let mut position = *start;
    loop {
        if let Some(winner) = position.winner() {
            return winner;
        }
        see(judge, &position);
        let measure = sides[position.to_move().index()];
        let (cell, depth) = choose(settings, judge, &position, measure, limit);
        let index = Measure::ALL.iter().position(|other| *other == measure).unwrap_or(0);
        depths[index] = (depths[index].0 + u64::from(depth), depths[index].1 + 1);
        position.play_unchecked(cell);
    }
}

/// The move, and how deep it was searched.
fn choose<const W: usize>(
    settings: &EvaluationSettings,
    judge: &mut Judge<W>,
    position: &Position<W>,
    measure: Measure,
    limit: Limit,
) -> (Cell, u32) {
    /// No line of a game on a small board is searched deeper.
    const DEEPEST: u32 = 30;
    let any = position.empty_cells().first().expect("a game in progress has an empty cell");
    match limit {
        Limit::Depth(depth) => {
            let mut search = TreeSearch::new(judge, measure, settings.width, &|| false);
            (search.best(position, depth).unwrap_or(any), depth)
        }
        Limit::Time(time) => {
            let clock = Stopwatch::start();
            let over = || clock.seconds() >= time.as_secs_f64();
            let mut search = TreeSearch::new(judge, measure, settings.width, &over);
            let mut found = (any, 0);
            for depth in 1..=DEEPEST {
                let Some(cell) = search.best(position, depth) else { break };
                found = (cell, depth);
            }
            found
        }
    }
}
