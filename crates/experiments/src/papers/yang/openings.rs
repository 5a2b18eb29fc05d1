//! Which openings the decomposition solver of Yang, Liao and Pawlak proves, by its rules alone and with a book.

use std::time::Duration;

use arena::Stopwatch;
use board::{BoardSize, Cell, Color, Position, Symmetry};
use decomposition::{
    DecompositionLimits, DecompositionOutcome, DecompositionSettings, DecompositionSolver, Layer,
    OpeningBook, standard_opening_book,
};
use proof::strategy::read_strategy;
use serde::{Serialize, Serializer};
use solver::{AnySolver, Method, ProverSettings, SolverLimits, SolverSettings};

use super::super::{
    ClaimOutcome, Experiment, PaperFinding,
    finding::{grouped, or_dash, short},
    sources::PaperClaim,
};
use crate::{
    ExperimentError, Lab,
    error::{Within as _, require},
};

/// Which openings, and what each may cost.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct YangSettings {
    /// Board size: columns and rows
    #[arg(long, default_value = "7")]
    pub(crate) size: BoardSize,
    /// Only these openings [default: all, one of each pair that a rotation exchanges]
    #[arg(long, value_name = "CELLS")]
    pub(crate) openings: Option<String>,
    /// Positions that the rules alone may examine
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    pub(crate) nodes: u64,
    /// See wins and threats by drawn patterns alone, as the paper does
    #[arg(long)]
    pub(crate) patterns: bool,
    /// Without the columns of the proof-number and the depth-first solver
    #[arg(long)]
    pub(crate) alone: bool,
    /// Time limit for each column of an opening
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = crate::parse_time)]
    pub(crate) time_limit: Duration,
    /// Files of books instead of the one in the program, separated by commas
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    pub(crate) book: Vec<String>,
}

/// The result of one solver.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct YangColumn {
    /// Who wins, where that is known.
    #[serde(serialize_with = "write_winner")]
    winner: Option<Color>,
    /// Positions that were examined.
    nodes: u64,
    /// The time.
    seconds: f64,
    /// The nodes of the strategy, which was checked.
    strategy_nodes: Option<usize>,
}

/// Which of the solvers proved an opening first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum YangSolved {
    /// The rules alone.
    Rules,
    /// The rules with the book.
    Book,
    /// Neither.
    No,
}

/// An opening.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct YangOpening {
    /// The cell.
    opening: String,
    /// The reason for it.
    solved: YangSolved,
    /// The rules alone.
    rules: YangColumn,
    /// The rules with the book.
    book: YangColumn,
    /// The proof-number solver.
    proof_number: YangColumn,
    /// The depth-first solver.
    depth_first: YangColumn,
}

fn write_winner<S: Serializer>(winner: &Option<Color>, serializer: S) -> Result<S::Ok, S::Error> {
    match winner {
        Some(winner) => serializer.collect_str(winner),
        None => serializer.serialize_none(),
    }
}

impl YangSolved {
    const fn words(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Book => "book",
            Self::No => "not proved",
        }
    }
}

impl YangColumn {
    /// A solver that was not asked.
    const NOTHING: Self = Self { winner: None, nodes: 0, seconds: 0.0, strategy_nodes: None };
}

/// The ten openings of 7x7 that take the fewest positions, by rules or with the book: one more than the paper solved.
const EASIEST: &str = "d4,f1,f2,d1,d3,e3,a1,b1,c1,c4";

impl Experiment for YangSettings {
    const NAME: &'static str = "yang-openings";

    fn within(time: Duration) -> String {
        match time.as_secs() {
            0..20 => "--size 4 --alone".to_string(),
            20..60 => "--size 5 --alone".to_string(),
            60..900 => format!("--alone --openings {EASIEST} --time-limit {}s", time.as_secs() / 12),
            seconds => format!("--alone --time-limit {}s", seconds / 25),
        }
    }

    fn run(&self, claim: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let openings = openings(self, lab)?;
        let asked = match &self.openings {
            Some(names) => self.size.cells_named(names).within("--openings")?.len(),
            None => self.size.cells().div_ceil(2),
        };
        let with = |solved| openings.iter().filter(|opening| opening.solved == solved).count();
        let (by_rules, by_book) = (with(YangSolved::Rules), with(YangSolved::Book));
        let proved = by_rules + by_book;
        let paper = claim.number("openings_7x7")? as usize;
        let is_papers_board = self.size == BoardSize::square(7)?;
        // As many as the paper are enough; fewer say nothing, because a limit ended the search of each of the others.
        let outcome = match () {
            () if is_papers_board && proved >= paper => ClaimOutcome::Holds,
            () => ClaimOutcome::Undecided,
        };
        let missing: Vec<&str> = openings
            .iter()
            .filter(|opening| opening.solved == YangSolved::No)
            .map(|opening| opening.opening.as_str())
            .collect();
        let tried = format!(
            "{proved} of the {} openings tried are proved; the paper has {paper} of 25",
            openings.len()
        );
        let because = match missing.as_slice() {
            _ if !is_papers_board => format!("The paper's board is 7x7; this run tried {}.", self.size),
            [] => format!("{tried}."),
            list => format!("{tried}. Not proved within the limits: {}.", list.join(", ")),
        };
        let because = format!("{because} Every strategy passed the checker of proofs.");
        let ours = format!(
            "{}: {proved} of {asked}, {by_rules} by rules alone and {by_book} with a book",
            self.size
        );
        let column = |column: &YangColumn| {
            let nodes = format!("{} in {} s", grouped(column.nodes), short(column.seconds));
            match column.winner {
                Some(winner) => format!("{winner}, {nodes}"),
                None if column.nodes == 0 => "–".to_string(),
                None => format!("open, {nodes}"),
            }
        };
        let rows = openings.iter().map(|opening| {
            let strategy = opening.rules.strategy_nodes.or(opening.book.strategy_nodes);
            [
                opening.opening.clone(),
                opening.solved.words().to_string(),
                column(&opening.rules),
                column(&opening.book),
                column(&opening.proof_number),
                column(&opening.depth_first),
                or_dash(strategy, |nodes| grouped(nodes as u64)),
            ]
        });
        let heads = [
            "opening",
            "proved by",
            "rules alone",
            "with the book",
            "proof-number solver",
            "depth-first solver",
            "local games of the strategy",
        ];
        let caption =
            format!("The openings of {} up to symmetry: the winner, positions examined, seconds", self.size);
        PaperFinding::new(outcome, ours, because).with_table(caption, heads, rows).with_data(&openings)
    }
}

/// Tries every opening.
fn openings(settings: &YangSettings, lab: &Lab<'_>) -> Result<Vec<YangOpening>, ExperimentError> {
    let size = settings.size;
    let given = books(settings, lab)?;
    let shipped = || standard_opening_book(size).filter(|book| !book.entries().is_empty());
    let book = given.as_ref().or_else(shipped);
    let cells = match &settings.openings {
        Some(names) => size.cells_named(names).within("--openings")?,
        None => size.iter().filter(|&cell| Symmetry::Rotation.cell(cell, size) >= cell).collect(),
    };
    lab.watcher.begin(cells.len() as u64, "openings");
    let mut openings = Vec::new();
    for cell in cells {
        if lab.watcher.is_over() {
            break;
        }
        lab.watcher.stage(&size.name(cell).to_string());
        let opening = opening(settings, book, cell, lab)?;
        let winner = opening.rules.winner.or(opening.book.winner);
        if let (Some(ours), Some(theirs)) = (winner, opening.proof_number.winner) {
            require!(ours == theirs, "{}: found {ours} as winner: expected {theirs}: a bug", size.name(cell));
        }
        openings.push(opening);
        lab.watcher.advance(1);
    }
    Ok(openings)
}

/// The books of files, joined; none where none is given.
fn books(settings: &YangSettings, lab: &Lab<'_>) -> Result<Option<OpeningBook>, ExperimentError> {
    let mut all = None::<OpeningBook>;
    for name in &settings.book {
        let what = format!("--book {name}");
        let text = String::from_utf8((lab.read)(name).within(&what)?).within(&what)?;
        let book = OpeningBook::read(&text).within(&what)?;
        let (found, size) = (book.size(), settings.size);
        require!(found == size, "{what}: found a book for {found}: expected one for {size}");
        all = Some(all.unwrap_or_else(|| OpeningBook::new(size)).with(&book));
    }
    Ok(all)
}

fn opening(
    settings: &YangSettings,
    book: Option<&OpeningBook>,
    cell: Cell,
    lab: &Lab<'_>,
) -> Result<YangOpening, ExperimentError> {
    let position = Position::after(settings.size, &[cell])?;
    let until = || lab.until(Some(settings.time_limit));
    let layer = if settings.patterns { Layer::Patterns } else { Layer::Prover };
    let solver =
        DecompositionSolver::new(DecompositionSettings { layer, ..DecompositionSettings::default() });
    let clock = Stopwatch::start();
    let limits = DecompositionLimits { nodes: Some(settings.nodes) };
    let rules = found(&solver.solve(&position, limits, &until())?, clock.seconds())?;
    let with_book = match book {
        Some(book) => {
            let clock = Stopwatch::start();
            let limits = DecompositionLimits::default();
            found(&solver.solve_with_book(&position, book, limits, &until())?, clock.seconds())?
        }
        None => YangColumn::NOTHING,
    };
    let other = |method: Method| {
        if settings.alone {
            return YangColumn::NOTHING;
        }
        let clock = Stopwatch::start();
        let settings = SolverSettings { method, ..SolverSettings::default() };
        let mut solver = AnySolver::new(settings, ProverSettings::default());
        let answer = solver.solve(&position, SolverLimits::default(), &until());
        let nodes = answer.statistics.expanded;
        YangColumn { winner: answer.winner, nodes, seconds: clock.seconds(), strategy_nodes: None }
    };
    Ok(YangOpening {
        opening: settings.size.name(cell).to_string(),
        solved: match (rules.winner, with_book.winner) {
            (Some(_), _) => YangSolved::Rules,
            (None, Some(_)) => YangSolved::Book,
            (None, None) => YangSolved::No,
        },
        rules,
        book: with_book,
        proof_number: other(Method::ProofNumber),
        depth_first: other(Method::DepthFirst),
    })
}

fn found(outcome: &DecompositionOutcome, seconds: f64) -> Result<YangColumn, ExperimentError> {
    let check = |text: &str| {
        let strategy = read_strategy(text, |_| {}).within("the strategy does not pass the check: a bug");
        strategy.map(|strategy| strategy.size().nodes)
    };
    Ok(YangColumn {
        winner: outcome.won.as_ref().map(|proof| proof.winner),
        nodes: outcome.statistics.examined,
        seconds,
        strategy_nodes: outcome.won.as_ref().map(|proof| check(&proof.strategy())).transpose()?,
    })
}
