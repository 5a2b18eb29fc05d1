//! Virtual connections as HexGUI asks for and draws them. Edges are `north south west east`.
//!
//! A connection is one line: colour, both ends, `full` or `semi`, the rule, the carrier in brackets, a second pair of
//! brackets for stones, which HexGUI insists on and which stays empty, and the key of a semi connection.

use board::{CellSet, Color, Edge, Position};
use connection::{CertificateRule, Connection, ConnectionKind, ConnectionSettings, Connections, End};

use crate::htp::{Analyze, Arguments, Command, Engine, Failure, HtpPart};

pub(crate) const PART: HtpPart = HtpPart {
    title: "Virtual connections",
    commands: &[
        Command {
            name: "vc-build",
            arguments: "color",
            about: "builds the connections of both colours from nothing; replies the cells outside the colour's must-play region as HexGUI's inferior cells",
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
    /// The settings that it was built from.
    of: Position,
    connections: Connections<{ board::MAX_WORDS }>,
    /// How many stones each `vc-build-incremental` since has put into it.
    added: Vec<usize>,
}

impl Set {
    fn new(of: Position) -> Self {
        Self { of, connections: Connections::new(&of, ConnectionSettings::default()), added: Vec::new() }
    }
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
    engine.part::<Built>().0 = None;
    let connections = built(engine);
    // HexGUI shows cells outside the region as it shows inferior cells: the cell and an x.
    let outside = connections.position().empty_cells().minus(connections.must_play_of(color));
    let size = connections.position().size();
    Ok(outside
        .iter()
        .map(|cell| format!("{} x ", size.name(cell)))
        .collect::<String>()
        .trim_end()
        .to_string())
}

fn build_incremental(engine: &mut Engine, arguments: &Arguments) -> Result<String, Failure> {
    let color = arguments.color(0)?;
    let Set { connections, added, .. } = set(engine);
    let mut cells = Vec::new();
    for number in 1..arguments.len().max(2) {
        let cell = arguments.cell(number, connections.position().size())?;
        if connections.position().at(cell).is_some() || cells.contains(&cell) {
            return Err(arguments.bad(number, "an empty cell"));
        }
        cells.push(cell);
    }
    for &cell in &cells {
        connections.place(color, cell)?;
    }
    added.push(cells.len());
    Ok(String::new())
}

fn undo_incremental(engine: &mut Engine) -> Result<String, Failure> {
    let Set { connections, added, .. } = set(engine);
    let stones = added.pop().ok_or(Failure::NothingAdded)?;
    for _ in 0..stones {
        connections.undo();
    }
    Ok(String::new())
}

fn between(engine: &mut Engine, arguments: &Arguments, semi: bool) -> Result<String, Failure> {
    let color = arguments.color(0)?;
    let connections = built(engine);
    let ends = [end(connections, arguments, color, 1)?, end(connections, arguments, color, 2)?];
    let wanted = |connection: &Connection<_>| (connection.kind != ConnectionKind::Full) == semi;
    let lines: Vec<_> = connections
        .between(color, ends)
        .filter(wanted)
        .map(|connection| line(connections, &connection))
        .collect();
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
    let connections = built(engine);
    let cell = arguments.cell(0, connections.position().size())?;
    let color = connections.position().to_move().opponent();
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
