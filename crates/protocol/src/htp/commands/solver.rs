//! The solver over HTP, with the names and forms that HexGUI knows.
//!
//! A search runs in slices of half a second, between which HexGUI may be shown what is known; the table keeps everything, so
//! nothing is done twice. An interrupt or the time limit ends it with `empty`, and the next command goes on from there.

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use analysis::{Moves, Plan, SolveObserver, solve};
use board::{Cell, Color, Position};
use solver::{
    AnySolver, Archive, ProverSettings, SearchedMove, SolverObserver, SolverSettings, SolverStatus,
};

use crate::htp::{Analyze, Arguments, Command, Engine, Failure, HtpContext, HtpPart, Parameter, parameters};

pub(crate) const PART: HtpPart = HtpPart {
    title: "The solver",
    commands: &[
        Command {
            name: "dfpn-solve-state",
            arguments: "[color]",
            about: "who wins if the colour plays a stone next: `black`, `white`, or `empty` if the time limit or an interrupt came first; `ask solve` says what a swap is worth",
            analyze: Some(Analyze { kind: "string", label: "DFPN Solve State", arguments: "%m" }),
            run: |engine, arguments, context| solve_state(engine, arguments, context),
        },
        Command {
            name: "dfpn-solver-find-winning",
            arguments: "[color]",
            about: "the moves that are proved to win for the colour within the time limit",
            analyze: Some(Analyze { kind: "plist", label: "DFPN Find Winning", arguments: "%m" }),
            run: |engine, arguments, context| find_winning(engine, arguments, context),
        },
        Command {
            name: "dfpn-get-pv",
            arguments: "[color]",
            about: "the principal variation of the last searches",
            analyze: Some(Analyze { kind: "var", label: "DFPN Get PV", arguments: "%m" }),
            run: |engine, arguments, _| line(engine, arguments),
        },
        Command {
            name: "dfpn-get-bounds",
            arguments: "[color]",
            about: "each examined move with `W`, `L`, or its numbers as `proof:disproof`",
            analyze: Some(Analyze { kind: "pspairs", label: "DFPN Get Bounds", arguments: "%m" }),
            run: |engine, arguments, _| {
                let bounds = |tried: &SearchedMove| label(tried, ":");
                pairs(engine, arguments, bounds)
            },
        },
        Command {
            name: "dfpn-get-work",
            arguments: "[color]",
            about: "each examined move with the number of nodes below it",
            analyze: Some(Analyze { kind: "pspairs", label: "DFPN Get Work", arguments: "%m" }),
            run: |engine, arguments, _| pairs(engine, arguments, |tried| tried.work.to_string()),
        },
        Command {
            name: "dfpn-clear-tt",
            arguments: "",
            about: "clears the results of all searches",
            analyze: Some(Analyze { kind: "none", label: "DFPN Clear TT", arguments: "" }),
            run: |engine, _, _| {
                engine.part::<Dfpn>().solver = None;
                Ok(String::new())
            },
        },
        Command {
            name: "param_dfpn",
            arguments: "[name [value]]",
            about: "lists or sets `timelimit` (seconds, 0 for none), `threads`, `tt_size` (positions in the table) and `use_guifx` (HexGUI draws the search while it runs)",
            analyze: Some(Analyze { kind: "param", label: "DFPN Parameters", arguments: "" }),
            run: |engine, arguments, _| parameters::answer(engine, arguments, PARAMETERS),
        },
    ],
};

/// The solver and its parameters.
struct Dfpn {
    solver: Option<AnySolver>,
    seconds: f64,
    threads: usize,
    /// Positions in the table.
    positions: usize,
    live_graphics: bool,
}

impl Default for Dfpn {
    fn default() -> Self {
        Self { solver: None, seconds: 0.0, threads: 1, positions: 1 << 19, live_graphics: false }
    }
}

/// About what a position takes in the table, on boards up to 13x13.
const BYTES_PER_POSITION: usize = 256;

impl Dfpn {
    fn solver(&mut self, archive: Option<Arc<dyn Archive>>) -> &mut AnySolver {
        let settings = SolverSettings {
            threads: self.threads,
            table_bytes: self.positions.saturating_mul(BYTES_PER_POSITION),
            ..SolverSettings::default()
        };
        self.solver
            .get_or_insert_with(|| AnySolver::new(settings, ProverSettings::default()).with_archive(archive))
    }
}

/// The solver of a session.
fn solver(engine: &mut Engine) -> &mut AnySolver {
    let archive = engine.archive.clone();
    engine.part::<Dfpn>().solver(archive)
}

const PARAMETERS: &[Parameter] = &[
    Parameter {
        kind: "string",
        name: "timelimit",
        get: |engine| engine.part::<Dfpn>().seconds.to_string(),
        set: |engine, arguments| {
            engine.part::<Dfpn>().seconds = arguments.number(1, 0.0..=1e9)?;
            Ok(())
        },
    },
    Parameter {
        kind: "string",
        name: "threads",
        get: |engine| engine.part::<Dfpn>().threads.to_string(),
        set: |engine, arguments| {
            let threads = arguments.number(1, 1..=256)?;
            let dfpn = engine.part::<Dfpn>();
            (dfpn.threads, dfpn.solver) = (threads, None);
            Ok(())
        },
    },
    Parameter {
        kind: "string",
        name: "tt_size",
        get: |engine| engine.part::<Dfpn>().positions.to_string(),
        set: |engine, arguments| {
            // Up to 256 gigabytes; memory is taken when a search begins.
            let positions = arguments.number(1, 0..=1 << 30)?;
            let dfpn = engine.part::<Dfpn>();
            (dfpn.positions, dfpn.solver) = (positions, None);
            Ok(())
        },
    },
    Parameter {
        kind: "bool",
        name: "use_guifx",
        get: |engine| parameters::switch(engine.part::<Dfpn>().live_graphics),
        set: |engine, arguments| {
            engine.part::<Dfpn>().live_graphics = arguments.switch(1)?;
            Ok(())
        },
    },
];

/// How long the solver works before HexGUI is shown what it knows.
const SLICE: Duration = Duration::from_millis(500);

/// Ends a slice of a search: after its time, at the time limit, or at an interrupt.
struct Watch<'a> {
    context: &'a HtpContext<'a>,
    /// When the slice ends, in milliseconds of the context's clock.
    slice_end: AtomicU64,
    end: Option<Duration>,
    live_graphics: bool,
}

impl<'a> Watch<'a> {
    fn new(engine: &mut Engine, context: &'a HtpContext<'a>) -> Self {
        let &mut Dfpn { seconds, live_graphics, .. } = engine.part::<Dfpn>();
        let end = (seconds > 0.0).then(|| context.clock.elapsed() + Duration::from_secs_f64(seconds));
        Self { context, slice_end: AtomicU64::new(0), end, live_graphics }
    }

    fn begin_slice(&self) {
        let end = self.elapsed() + SLICE;
        self.slice_end.store(end.as_millis() as u64, Ordering::Relaxed);
    }
}

impl SolverObserver for Watch<'_> {
    fn status(&self, _: &SolverStatus<'_>) -> ControlFlow<()> {
        let slice_over = self.elapsed().as_millis() as u64 >= self.slice_end.load(Ordering::Relaxed);
        if slice_over || self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl SolveObserver for Watch<'_> {
    fn elapsed(&self) -> Duration {
        self.context.clock.elapsed()
    }

    /// Whether the whole search is over, not only a slice.
    fn is_over(&self) -> bool {
        self.context.stop.load(Ordering::Relaxed) || self.end.is_some_and(|end| self.elapsed() >= end)
    }

    fn begin(&self, _: Option<Cell>) {
        self.begin_slice();
    }

    fn goes_on(&self, solver: &AnySolver, position: &Position) -> bool {
        if self.live_graphics {
            (self.context.live)(&block(position, solver));
        }
        self.begin_slice();
        !self.is_over()
    }
}

/// The position of the session with a colour to move.
fn position_for(engine: &Engine, arguments: &Arguments) -> Result<Position, Failure> {
    let mut position = *engine.session.position();
    let color = arguments.color_or(0, position.to_move())?;
    position.set_to_move(color);
    Ok(position)
}

fn solve_state(
    engine: &mut Engine,
    arguments: &Arguments,
    context: &HtpContext<'_>,
) -> Result<String, Failure> {
    let position = position_for(engine, arguments)?;
    let watch = Watch::new(engine, context);
    let winner = solve(solver(engine), &position, &Plan::default(), &watch).winner();
    Ok(winner.map_or_else(|| "empty".to_string(), |winner| winner.to_string()))
}

fn find_winning(
    engine: &mut Engine,
    arguments: &Arguments,
    context: &HtpContext<'_>,
) -> Result<String, Failure> {
    let position = position_for(engine, arguments)?;
    let watch = Watch::new(engine, context);
    let plan = Plan { moves: Moves::EachToItsEnd, ..Plan::default() };
    let found = solve(solver(engine), &position, &plan, &watch).findings;
    let wins = found.iter().filter(|finding| finding.winner == Some(position.to_move()));
    let winning: Vec<Cell> = wins.filter_map(|finding| finding.after).collect();
    Ok(names(&position, &winning))
}

fn line(engine: &mut Engine, arguments: &Arguments) -> Result<String, Failure> {
    let position = position_for(engine, arguments)?;
    let line = solver(engine).line(&position);
    Ok(names(&position, &line))
}

fn names(position: &Position, cells: &[Cell]) -> String {
    cells.iter().map(|&cell| position.size().name(cell).to_string()).collect::<Vec<_>>().join(" ")
}

fn pairs(
    engine: &mut Engine,
    arguments: &Arguments,
    text: impl Fn(&SearchedMove) -> String,
) -> Result<String, Failure> {
    let position = position_for(engine, arguments)?;
    let size = position.size();
    let tried = solver(engine).tried(&position);
    let pair = |tried: &SearchedMove| format!("{} {}", size.name(tried.cell), text(tried));
    Ok(tried.iter().map(pair).collect::<Vec<_>>().join(" "))
}

/// `W` where the move wins, `L` where it loses, otherwise what is left to do for each.
fn label(tried: &SearchedMove, between: &str) -> String {
    // The numbers are those of the opponent, who moves next: what it must lose we must win.
    match tried.bounds.win() {
        Some(true) => "L".to_string(),
        Some(false) => "W".to_string(),
        None => format!("{}{between}{}", tried.bounds.disproof, tried.bounds.proof),
    }
}

/// The current knowledge, as HexGUI draws it: the line, each move's numbers on its cell (`@` breaks a line there), and a sentence.
fn block(position: &Position, solver: &AnySolver) -> String {
    let size = position.size();
    let tried = solver.tried(position);
    let line = solver.line(position);
    let mut mover: Color = position.to_move();
    let mut text = "gogui-gfx:\ndfpn\nVAR".to_string();
    for &cell in &line {
        text.push_str(&format!(" {} {}", mover.letter(), size.name(cell)));
        mover = mover.opponent();
    }
    text.push_str("\nLABEL");
    for tried in &tried {
        text.push_str(&format!(" {} {}", size.name(tried.cell), label(tried, "@@")));
    }
    let lost = tried.iter().filter(|tried| tried.bounds.win() == Some(true)).count();
    let work: u64 = tried.iter().map(|tried| u64::from(tried.work)).sum();
    text.push_str(&format!(
        "\nTEXT {lost}/{} proven losses, {work} positions, var: {}\n\n",
        tried.len(),
        names(position, &line)
    ));
    text
}
