//! Virtual connections as HexGUI asks for and draws them. Edges are `north south west east`.
//!
//! A connection is one line: colour, both ends, `full` or `semi`, the rule, the carrier in brackets, a second pair of
//! brackets for stones, which HexGUI insists on and which stays empty, and the key of a semi connection.

use board::{CellSet, Color, Edge, Position};
use connection::{Connection, Connections, End, Kind, Rule, Settings};

use crate::htp::{Analyze, Arguments, Command, Engine, Failure, Part};

pub(crate) const PART: Part = Part {
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
            about: "where the colour must play, or lose, if it is to move",
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
            about: "how many connections the built set holds, and in how many bytes; the colour does not matter",
            analyze: Some(Analyze { kind: "string", label: "VC Set Stats", arguments: "%c" }),
            run: |engine, arguments, _| stats(engine, arguments),
        },
        Command {
            name: "vc-builder-stats",
            arguments: "[color]",
            about: "how many connections were derived while the set was built, also those that were dropped since; the colour does not matter",
            analyze: Some(Analyze { kind: "string", label: "VC Builder Stats", arguments: "%c" }),
            run: |engine, arguments, _| builder_stats(engine, arguments),
        },
    ],
};

/// The set that `vc-build` has built.
#[derive(Default)]
struct Built(Option<Set>);

struct Set {
    /// What it was built from.
    of: Position,
    connections: Connections<{ board::MAX_WORDS }>,
    /// How many stones each `vc-build-incremental` since has put into it.
    added: Vec<usize>,
}

impl Set {
    fn new(of: Position) -> Self {
        Self { of, connections: Connections::new(&of, Settings::default()), added: Vec::new() }
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
    let outside = connections.position().empty_cells().minus(must_play_of(connections, color));
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
        connections.place(color, cell).map_err(|error| Failure::Other(error.to_string()))?;
    }
    added.push(cells.len());
    Ok(String::new())
}

fn undo_incremental(engine: &mut Engine) -> Result<String, Failure> {
    let Set { connections, added, .. } = set(engine);
    let Some(stones) = added.pop() else {
        return Err(Failure::Other(
            "found no stones to take back: expected vc-build-incremental before".to_string(),
        ));
    };
    for _ in 0..stones {
        connections.undo();
    }
    Ok(String::new())
}

fn between(engine: &mut Engine, arguments: &Arguments, semi: bool) -> Result<String, Failure> {
    let color = arguments.color(0)?;
    let connections = built(engine);
    let ends = [end(connections, arguments, color, 1)?, end(connections, arguments, color, 2)?];
    let wanted = |connection: &Connection<_>| (connection.kind != Kind::Full) == semi;
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
    Ok(list(connections, must_play_of(connections, color)))
}

/// The must-play region of a colour as if it were to move.
fn must_play_of(connections: &Connections<{ board::MAX_WORDS }>, color: Color) -> CellSet {
    let opponent = color.opponent();
    let edges = opponent.edges().map(End::Edge);
    let mut kinds = connections.between(opponent, edges).map(|connection| connection.kind);
    if connections.position().has_won(opponent) || kinds.any(|kind| kind == Kind::Full) {
        return CellSet::EMPTY;
    }
    if connections.between(opponent, edges).next().is_none() {
        return connections.position().empty_cells();
    }
    connections.intersection(opponent, edges, true)
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
    // Connections of groups and edges: those between empty cells are plans and need no answer.
    let stones: Vec<End> = connections
        .ends(color)
        .into_iter()
        .filter(|end| match end {
            End::Edge(_) => true,
            End::Cell(cell) => connections.position().at(*cell).is_some(),
        })
        .collect();
    let mut answers = CellSet::EMPTY;
    for (index, &x) in stones.iter().enumerate() {
        for &y in &stones[..index] {
            for connection in connections.between(color, [x, y]) {
                if connection.kind == Kind::Full
                    && connection.carrier.contains(cell)
                    && let Some(certificate) = connections.certificate(&connection)
                    && let Some(reply) = certificate.reply(cell)
                {
                    answers.insert(reply);
                }
            }
        }
    }
    Ok(list(connections, answers))
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
            Some(Rule::Adjacent) => "base",
            Some(Rule::And { .. }) => "and",
            Some(Rule::Or { .. }) => "or",
            Some(Rule::Trial { .. }) | None => "all",
        };
    let carrier = list(connections, connection.carrier);
    let (kind, key) = match connection.kind {
        Kind::Full => ("full", String::new()),
        Kind::Semi(key) => ("semi", format!(" {}", connections.position().size().name(key))),
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
