//! The solver over HTP, with the names and forms that HexGUI knows.
//!
//! A search runs in slices of half a second, between which HexGUI may be shown what is known; the table keeps everything, so
//! nothing is done twice. An interrupt or the time limit ends it with `empty`, and the next command goes on from there.

use std::{ops::ControlFlow, sync::atomic::Ordering, time::Duration};

use board::{Cell, Color, Position};
use solver::{Answer, AnySolver, Limits, Observer, ProverSettings, Settings, Status, Tried};

use crate::htp::{Analyze, Arguments, Command, Context, Engine, Failure, Parameter, Part, parameters};

pub(crate) const PART: Part = Part {
    title: "The solver",
    commands: &[
        Command {
            name: "dfpn-solve-state",
            arguments: "[color]",
            about: "who wins if the colour is to move: `black`, `white`, or `empty` where the time limit or an interrupt came first",
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
            about: "the best line of play that the last searches know",
            analyze: Some(Analyze { kind: "var", label: "DFPN Get PV", arguments: "%m" }),
            run: |engine, arguments, _| line(engine, arguments),
        },
        Command {
            name: "dfpn-get-bounds",
            arguments: "[color]",
            about: "each move that was looked at with `W` or `L`, or what is left to win and to lose, as `proof:disproof`",
            analyze: Some(Analyze { kind: "pspairs", label: "DFPN Get Bounds", arguments: "%m" }),
            run: |engine, arguments, _| {
                let bounds = |tried: &Tried| label(tried, ":");
                pairs(engine, arguments, bounds)
            },
        },
        Command {
            name: "dfpn-get-work",
            arguments: "[color]",
            about: "each move that was looked at with the positions examined below it",
            analyze: Some(Analyze { kind: "pspairs", label: "DFPN Get Work", arguments: "%m" }),
            run: |engine, arguments, _| pairs(engine, arguments, |tried| tried.work.to_string()),
        },
        Command {
            name: "dfpn-clear-tt",
            arguments: "",
            about: "forgets what the searches have found",
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
    fn solver(&mut self) -> &mut AnySolver {
        let settings = Settings {
            threads: self.threads,
            table_bytes: self.positions.saturating_mul(BYTES_PER_POSITION),
            ..Settings::default()
        };
        self.solver.get_or_insert_with(|| AnySolver::new(settings, ProverSettings::default()))
    }
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
    context: &'a Context<'a>,
    slice_end: Duration,
    end: Option<Duration>,
}

impl Watch<'_> {
    /// Whether the whole search is over, not only a slice.
    fn is_over(&self) -> bool {
        self.context.stop.load(Ordering::Relaxed)
            || self.end.is_some_and(|end| self.context.clock.elapsed() >= end)
    }
}

impl Observer for Watch<'_> {
    fn status(&self, _: &Status<'_>) -> ControlFlow<()> {
        let slice_over = self.context.clock.elapsed() >= self.slice_end;
        if slice_over || self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The position of the session with a colour to move.
fn position_for(engine: &Engine, arguments: &Arguments) -> Result<Position, Failure> {
    let mut position = *engine.session.position();
    let color = arguments.color_or(0, position.to_move())?;
    position.set_to_move(color);
    Ok(position)
}

/// When the time limit ends a search that begins now.
fn end_of(engine: &mut Engine, context: &Context<'_>) -> Option<Duration> {
    let seconds = engine.part::<Dfpn>().seconds;
    (seconds > 0.0).then(|| context.clock.elapsed() + Duration::from_secs_f64(seconds))
}

/// Searches until the position is solved, or the end.
fn solve(
    engine: &mut Engine,
    position: &Position,
    end: Option<Duration>,
    context: &Context<'_>,
) -> Option<Answer<{ board::MAX_WORDS }>> {
    let dfpn = engine.part::<Dfpn>();
    let live = dfpn.live_graphics;
    let solver = dfpn.solver();
    loop {
        let now = context.clock.elapsed();
        let watch = Watch { context, slice_end: now + SLICE, end };
        if watch.is_over() {
            return None;
        }
        let answer = solver.solve(position, Limits::default(), &watch);
        if answer.winner.is_some() {
            return Some(answer);
        }
        if live {
            (context.live)(&block(position, solver));
        }
    }
}

fn solve_state(engine: &mut Engine, arguments: &Arguments, context: &Context<'_>) -> Result<String, Failure> {
    let position = position_for(engine, arguments)?;
    if let Some(winner) = position.winner() {
        return Ok(winner.to_string());
    }
    let end = end_of(engine, context);
    let winner = solve(engine, &position, end, context).and_then(|answer| answer.winner);
    Ok(winner.map_or_else(|| "empty".to_string(), |winner| winner.to_string()))
}

fn find_winning(
    engine: &mut Engine,
    arguments: &Arguments,
    context: &Context<'_>,
) -> Result<String, Failure> {
    let position = position_for(engine, arguments)?;
    let (color, size) = (position.to_move(), position.size());
    if position.winner().is_some() {
        return Ok(String::new());
    }
    let end = end_of(engine, context);
    let mut winning = Vec::new();
    for cell in position.empty_cells() {
        let child = position.child(cell);
        let wins = child.has_won(color)
            || solve(engine, &child, end, context).is_some_and(|answer| answer.winner == Some(color));
        if wins {
            winning.push(size.name(cell).to_string());
        }
    }
    Ok(winning.join(" "))
}

fn line(engine: &mut Engine, arguments: &Arguments) -> Result<String, Failure> {
    let position = position_for(engine, arguments)?;
    let line = engine.part::<Dfpn>().solver().line(&position);
    Ok(names(&position, &line))
}

fn names(position: &Position, cells: &[Cell]) -> String {
    cells.iter().map(|&cell| position.size().name(cell).to_string()).collect::<Vec<_>>().join(" ")
}

fn pairs(
    engine: &mut Engine,
    arguments: &Arguments,
    text: impl Fn(&Tried) -> String,
) -> Result<String, Failure> {
    let position = position_for(engine, arguments)?;
    let size = position.size();
    let tried = engine.part::<Dfpn>().solver().tried(&position);
    let pair = |tried: &Tried| format!("{} {}", size.name(tried.cell), text(tried));
    Ok(tried.iter().map(pair).collect::<Vec<_>>().join(" "))
}

/// `W` where the move wins, `L` where it loses, otherwise what is left to do for each.
fn label(tried: &Tried, between: &str) -> String {
    // The numbers are those of the opponent, who moves next: what it must lose we must win.
    match tried.bounds.win() {
        Some(true) => "L".to_string(),
        Some(false) => "W".to_string(),
        None => format!("{}{between}{}", tried.bounds.disproof, tried.bounds.proof),
    }
}

/// What is known, as HexGUI draws it: the line, each move's numbers on its cell (`@` breaks a line there), and a sentence.
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
