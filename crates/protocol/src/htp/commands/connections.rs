//! Virtual connections as HexGUI asks for and draws them. Edges are `north south west east`.
//!
//! The set is built for the game's position with everything filled in that the program knows to be dead, captured or settled by
//! a decomposition. Filled-in cells count as stones there: they belong to groups, and carriers leave them out.
//!
//! A connection is one line: colour, both ends, `full` or `semi`, the rule, the carrier in brackets, a second pair of
//! brackets for stones, which HexGUI insists on and which stays empty, and the key of a semi connection.

use board::{CellSet, Color, Edge, Position};
use connection::{CertificateRule, Connection, ConnectionKind, ConnectionSettings, Connections, End};
use inferior::InferiorEngine;

use super::inferior::word;
use crate::htp::{Analyze, Arguments, Command, Engine, Failure, HtpPart};

pub(crate) const PART: HtpPart = HtpPart {
    title: "Virtual connections",
    commands: &[
        Command {
            name: "vc-build",
            arguments: "color",
            about: "fills in, with decompositions, and builds the connections of both colours from nothing; replies the cells that the colour need not search as `compute-inferior` does, and `x` for other cells outside its must-play region",
            analyze: Some(Analyze { kind: "inferior", label: "VC Build", arguments: "%m" }),
            run: |engine, arguments, _| build(engine, arguments),
        },
        Command {
            name: "vc-build-incremental",
            arguments: "color cell...",
            about: "puts stones of a colour into the built set and updates it; the game stays as it is",
            analyze: None,
            run: |engine, arguments, _| build_incremental(engine, arguments),
        },
        Command {
            name: "vc-undo-incremental",
            arguments: "",
            about: "takes back the stones of the last `vc-build-incremental`",
            analyze: None,
            run: |engine, _, _| undo_incremental(engine),
        },
        Command {
            name: "vc-between-cells-full",
            arguments: "color end end",
            about: "the full connections between two ends, one a line",
            analyze: Some(Analyze { kind: "vc", label: "VC Between Cells (full)", arguments: "%c %P" }),
            run: |engine, arguments, _| between(engine, arguments, false),
        },
        Command {
            name: "vc-between-cells-semi",
            arguments: "color end end",
            about: "the semi connections between two ends, one a line, each with its key",
            analyze: Some(Analyze { kind: "vc", label: "VC Between Cells (semi)", arguments: "%c %P" }),
            run: |engine, arguments, _| between(engine, arguments, true),
        },
        Command {
            name: "vc-connected-to-full",
            arguments: "color end",
            about: "the ends that an end has a full connection with",
            analyze: Some(Analyze { kind: "plist", label: "VC Connected To (full)", arguments: "%c %p" }),
            run: |engine, arguments, _| connected_to(engine, arguments, false),
        },
        Command {
            name: "vc-connected-to-semi",
            arguments: "color end",
            about: "the ends that an end has a semi connection with",
            analyze: Some(Analyze { kind: "plist", label: "VC Connected To (semi)", arguments: "%c %p" }),
            run: |engine, arguments, _| connected_to(engine, arguments, true),
        },
        Command {
            name: "vc-get-mustplay",
            arguments: "color",
            about: "the must-play region of the colour, if it is to move",
            analyze: Some(Analyze { kind: "plist", label: "VC Must-Play", arguments: "%m" }),
            run: |engine, arguments, _| must_play(engine, arguments),
        },
        Command {
            name: "vc-intersection-full",
            arguments: "color end end",
            about: "the cells that all full connections between two ends share",
            analyze: Some(Analyze { kind: "plist", label: "VC Intersection (full)", arguments: "%c %P" }),
            run: |engine, arguments, _| {
                cells(engine, arguments, |set, color, ends| set.intersection(color, ends, false))
            },
        },
        Command {
            name: "vc-intersection-semi",
            arguments: "color end end",
            about: "the cells that all semi connections between two ends share",
            analyze: Some(Analyze { kind: "plist", label: "VC Intersection (semi)", arguments: "%c %P" }),
            run: |engine, arguments, _| {
                cells(engine, arguments, |set, color, ends| set.intersection(color, ends, true))
            },
        },
        Command {
            name: "vc-union-full",
            arguments: "color end end",
            about: "the cells that some full connection between two ends has",
            analyze: Some(Analyze { kind: "plist", label: "VC Union (full)", arguments: "%c %P" }),
            run: |engine, arguments, _| {
                cells(engine, arguments, |set, color, ends| set.union(color, ends, false))
            },
        },
        Command {
            name: "vc-union-semi",
            arguments: "color end end",
            about: "the cells that some semi connection between two ends has",
            analyze: Some(Analyze { kind: "plist", label: "VC Union (semi)", arguments: "%c %P" }),
            run: |engine, arguments, _| {
                cells(engine, arguments, |set, color, ends| set.union(color, ends, true))
            },
        },
        Command {
            name: "vc-maintenance-responses",
            arguments: "cell",
            about: "the answers of the side not to move to a stone of the side to move on the cell, for each full connection that it intrudes on",
            analyze: Some(Analyze { kind: "plist", label: "VC Maintenance Responses", arguments: "%p" }),
            run: |engine, arguments, _| responses(engine, arguments),
        },
        Command {
            name: "vc-set-stats",
            arguments: "[color]",
            about: "the number of connections in the built set, and their memory in bytes; the colour is ignored",
            analyze: Some(Analyze { kind: "string", label: "VC Set Stats", arguments: "%c" }),
            run: |engine, arguments, _| stats(engine, arguments),
        },
        Command {
            name: "vc-builder-stats",
            arguments: "[color]",
            about: "the number of connections derived during the build, including those dropped later; the colour is ignored",
            analyze: Some(Analyze { kind: "string", label: "VC Builder Stats", arguments: "%c" }),
            run: |engine, arguments, _| builder_stats(engine, arguments),
        },
    ],
};

/// The set that `vc-build` has built.
#[derive(Default)]
struct Built(Option<Set>);

struct Set {
    /// The game's position that it was built from.
    of: Position,
    /// The same with the stones that `vc-build-incremental` has put into it.
    now: Position,
    /// Of the filled-in position.
    connections: Connections<{ board::MAX_WORDS }>,
    /// What each `vc-build-incremental` since has changed.
    added: Vec<Added>,
}

/// The way back from a `vc-build-incremental`.
struct Added {
    before: Position,
    /// Stones to take out of the connections, or the connections before, where a stone contradicted what was filled in.
    undo: Result<usize, Box<Connections<{ board::MAX_WORDS }>>>,
}

impl Set {
    fn new(of: Position) -> Self {
        Self { of, now: of, connections: filled_in(&of).1, added: Vec::new() }
    }
}

/// What the program knows about a position: inferior cells, and the connections of the filled-in position.
fn filled_in(
    position: &Position,
) -> (InferiorEngine<{ board::MAX_WORDS }>, Connections<{ board::MAX_WORDS }>) {
    let mut engine = InferiorEngine::new(position.size());
    let mut connections = Connections::new(position, ConnectionSettings::default());
    engine.analyse_with(position, &mut connections);
    if engine.analysis().winner().is_some() {
        // The fill-in alone decides the game, and no connections were built for it.
        connections.build(&engine.filled_in(position));
    }
    (engine, connections)
}

/// The set of the present position; built where there is none.
fn set(engine: &mut Engine) -> &mut Set {
    let position = *engine.session.position();
    let built = engine.part::<Built>();
    if built.0.as_ref().is_none_or(|set| set.of != position) {
        built.0 = None;
    }
    built.0.get_or_insert_with(|| Set::new(position))
}

fn built(engine: &mut Engine) -> &mut Connections<{ board::MAX_WORDS }> {
    &mut set(engine).connections
}

fn build(engine: &mut Engine, arguments: &Arguments) -> Result<String, Failure> {
    let color = arguments.color(0)?;
    let position = *engine.session.position();
    let mut to_move = position;
    to_move.set_to_move(color);
    let (inferior, connections) = filled_in(&to_move);
    let must_play = connections.must_play_of(color);
    engine.part::<Built>().0 = Some(Set { of: position, now: position, connections, added: Vec::new() });
    let size = position.size();
    // HexGUI shows cells outside the region as it shows inferior cells: the cell and an x.
    let outside = |cell| (!must_play.contains(cell)).then(|| "x".to_string());
    let words = position.empty_cells().iter().filter_map(|cell| {
        let word = word(inferior.analysis(), cell, size).or_else(|| outside(cell))?;
        Some(format!("{} {word}", size.name(cell)))
    });
    Ok(words.collect::<Vec<_>>().join(" "))
}

fn build_incremental(engine: &mut Engine, arguments: &Arguments) -> Result<String, Failure> {
    let color = arguments.color(0)?;
    let Set { now, connections, added, .. } = set(engine);
    let mut after = *now;
    for number in 1..arguments.len().max(2) {
        let cell = arguments.cell(number, now.size())?;
        after.place(color, cell).map_err(|_| arguments.bad(number, "an empty cell"))?;
    }
    let stones = after.stones(color).minus(now.stones(color));
    let undo = if stones.is_subset(&connections.position().empty_cells()) {
        for cell in stones {
            connections.place(color, cell)?;
        }
        Ok(stones.len())
    } else {
        Err(Box::new(std::mem::replace(connections, filled_in(&after).1)))
    };
    added.push(Added { before: std::mem::replace(now, after), undo });
    Ok(String::new())
}

fn undo_incremental(engine: &mut Engine) -> Result<String, Failure> {
    let Set { now, connections, added, .. } = set(engine);
    let Added { before, undo } = added.pop().ok_or(Failure::NothingAdded)?;
    *now = before;
    match undo {
        Ok(stones) => (0..stones).for_each(|_| connections.undo()),
        Err(before) => *connections = *before,
    }
    Ok(String::new())
}

fn between(engine: &mut Engine, arguments: &Arguments, semi: bool) -> Result<String, Failure> {
    let color = arguments.color(0)?;
    let Set { now, connections, .. } = set(engine);
    let ends = [end(connections, arguments, color, 1)?, end(connections, arguments, color, 2)?];
    let wanted = |connection: &Connection<_>| (connection.kind != ConnectionKind::Full) == semi;
    let mut lines: Vec<_> = connections
        .between(color, ends)
        .filter(wanted)
        .map(|connection| line(connections, &connection))
        .collect();
    let are_edges = ends.iter().all(|end| matches!(end, End::Edge(_))) && ends[0] != ends[1];
    if !semi && are_edges && connections.position().has_won(color) && !now.has_won(color) {
        // What was filled in joins the edges: these cells, and those that it rests on, are the colour's.
        let cells = connections.position().stones(color) & now.empty_cells();
        let [from, to] = ends.map(|end| name(connections, end));
        lines.push(format!("{color} {from} {to} full all [ {} ] [ ]", list(connections, cells)));
    }
    Ok(if lines.is_empty() { String::new() } else { format!("\n{}", lines.join("\n")) })
}

fn connected_to(engine: &mut Engine, arguments: &Arguments, semi: bool) -> Result<String, Failure> {
    let color = arguments.color(0)?;
    let connections = built(engine);
    let end = end(connections, arguments, color, 1)?;
    let names: Vec<_> =
        connections.connected_to(color, end, semi).into_iter().map(|end| name(connections, end)).collect();
    Ok(names.join(" "))
}

fn must_play(engine: &mut Engine, arguments: &Arguments) -> Result<String, Failure> {
    let color = arguments.color(0)?;
    let connections = built(engine);
    Ok(list(connections, connections.must_play_of(color)))
}

fn cells(
    engine: &mut Engine,
    arguments: &Arguments,
    of: impl Fn(&Connections<{ board::MAX_WORDS }>, Color, [End; 2]) -> CellSet,
) -> Result<String, Failure> {
    let color = arguments.color(0)?;
    let connections = built(engine);
    let ends = [end(connections, arguments, color, 1)?, end(connections, arguments, color, 2)?];
    Ok(list(connections, of(connections, color, ends)))
}

fn responses(engine: &mut Engine, arguments: &Arguments) -> Result<String, Failure> {
    let Set { now, connections, .. } = set(engine);
    let cell = arguments.cell(0, now.size())?;
    let color = now.to_move().opponent();
    Ok(list(connections, connections.maintenance_replies(color, cell)))
}

fn stats(engine: &mut Engine, arguments: &Arguments) -> Result<String, Failure> {
    arguments.color_or(0, Color::Black)?;
    let counts = built(engine).counts();
    Ok(format!("fulls {} semis {} bytes {}", counts.fulls, counts.semis, counts.bytes))
}

fn builder_stats(engine: &mut Engine, arguments: &Arguments) -> Result<String, Failure> {
    arguments.color_or(0, Color::Black)?;
    Ok(format!("derived {}", built(engine).counts().derived))
}

fn line(
    connections: &Connections<{ board::MAX_WORDS }>,
    connection: &Connection<{ board::MAX_WORDS }>,
) -> String {
    let [from, to] = connection.ends.map(|end| name(connections, end));
    let certificate = connections.certificate(connection);
    let rule =
        match certificate.as_ref().and_then(|certificate| certificate.steps.last()).map(|step| &step.rule) {
            Some(CertificateRule::Adjacent) => "base",
            Some(CertificateRule::And { .. }) => "and",
            Some(CertificateRule::Or { .. }) => "or",
            Some(CertificateRule::Trial { .. }) | None => "all",
        };
    let carrier = list(connections, connection.carrier);
    let (kind, key) = match connection.kind {
        ConnectionKind::Full => ("full", String::new()),
        ConnectionKind::Semi(key) => ("semi", format!(" {}", connections.position().size().name(key))),
    };
    let brackets = if carrier.is_empty() { "[ ]".to_string() } else { format!("[ {carrier} ]") };
    format!("{} {from} {to} {kind} {rule} {brackets} [ ]{key}", connection.color)
}

fn list(connections: &Connections<{ board::MAX_WORDS }>, cells: CellSet) -> String {
    let size = connections.position().size();
    cells.iter().map(|cell| size.name(cell).to_string()).collect::<Vec<_>>().join(" ")
}

const EDGES: [(&str, Edge); 4] =
    [("north", Edge::Top), ("south", Edge::Bottom), ("west", Edge::Left), ("east", Edge::Right)];

fn name(connections: &Connections<{ board::MAX_WORDS }>, end: End) -> String {
    match end {
        End::Cell(cell) => connections.position().size().name(cell).to_string(),
        End::Edge(edge) => EDGES
            .iter()
            .find(|(_, other)| *other == edge)
            .map_or_else(String::new, |(name, _)| (*name).to_string()),
    }
}

fn end(
    connections: &Connections<{ board::MAX_WORDS }>,
    arguments: &Arguments,
    color: Color,
    number: usize,
) -> Result<End, Failure> {
    let text = arguments.text(number).to_ascii_lowercase();
    let edge = EDGES.iter().find(|(name, _)| *name == text);
    let end = match edge {
        Some((_, edge)) => End::Edge(*edge),
        None => End::Cell(arguments.cell(number, connections.position().size())?),
    };
    let own = match end {
        End::Edge(edge) => edge.color() == color,
        End::Cell(cell) => connections.position().at(cell).is_none_or(|holder| holder == color),
    };
    if own { Ok(end) } else { Err(arguments.bad(number, "an end of the colour: a cell or its edge")) }
}
