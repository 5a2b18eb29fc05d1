//! Inferior cells and decompositions, in the form that HexGUI draws.

use board::{BoardSize, Cell, CellSet, Color, Position, with_words};
use connection::{ConnectionSettings, Connections};
use inferior::{
    Class, InferiorAnalysis, InferiorEngine as Inferior, InferiorFinding, find_combinatorial_decomposition,
    find_splitting_decomposition,
};

use crate::htp::{Analyze, Arguments, Command, Engine, Failure, HtpPart};

pub(crate) const PART: HtpPart = HtpPart {
    title: "Inferior cells",
    commands: &[
        Command {
            name: "compute-inferior",
            arguments: "[color]",
            about: "each cell that the colour need not search: `f`, class (`d` dead, `c` captured, `p` permanently inferior) and colour for a filled-in cell; `iv`, `ir` or `id` with the answer or better move in brackets for a vulnerable, reversible or dominated one",
            analyze: Some(Analyze { kind: "inferior", label: "Compute Inferior", arguments: "%m" }),
            run: |engine, arguments, _| inferior(engine, arguments, true),
        },
        Command {
            name: "compute-fillin",
            arguments: "[color]",
            about: "the filled-in cells alone, as `compute-inferior` writes them",
            analyze: Some(Analyze { kind: "inferior", label: "Compute Fillin", arguments: "%m" }),
            run: |engine, arguments, _| inferior(engine, arguments, false),
        },
        Command {
            name: "find-comb-decomp",
            arguments: "[color]",
            about: "cells to fill in for the colour because a connection decides their part of the board; nothing if there are none",
            analyze: Some(Analyze { kind: "plist", label: "Find Comb Decomp", arguments: "%c" }),
            run: |engine, arguments, _| combinatorial(engine, arguments),
        },
        Command {
            name: "find-split-decomp",
            arguments: "[color]",
            about: "a group of the colour, with filled-in stones, that touches both edges of the opponent; nothing if there is none",
            analyze: Some(Analyze { kind: "plist", label: "Find Split Decomp", arguments: "%c" }),
            run: |engine, arguments, _| split(engine, arguments),
        },
    ],
};

fn inferior(engine: &Engine, arguments: &Arguments, with_moves: bool) -> Result<String, Failure> {
    let mut position = *engine.session.position();
    position.set_to_move(arguments.color_or(0, position.to_move())?);
    Ok(with_words!(position.size(), W => findings::<W>(&position.resize(), with_moves)))
}

/// The cells and what was found about them, as HexGUI reads it.
fn findings<const W: usize>(position: &Position<W>, with_moves: bool) -> String {
    let size = position.size();
    let mut finder = Inferior::new(size);
    let analysis = if with_moves { finder.analyse(position) } else { finder.fill_in(position) };
    let words = position.empty_cells().iter().filter_map(|cell| Some((cell, word(analysis, cell, size)?)));
    let pairs: Vec<String> = words.map(|(cell, word)| format!(" {} {word}", size.name(cell))).collect();
    wrapped(&pairs)
}

/// What was found about a cell, as HexGUI reads it; none where there is nothing.
pub(super) fn word<const W: usize>(
    analysis: &InferiorAnalysis<W>,
    cell: Cell,
    size: BoardSize,
) -> Option<String> {
    let finding = analysis.finding(cell);
    let code = match finding.class()? {
        Class::Dead => "fd",
        Class::Captured => "fc",
        Class::PermanentlyInferior => "fp",
        Class::Vulnerable => "iv",
        Class::CapturedReversible => "ir",
        Class::Dominated | Class::StarDominated => "id",
    };
    let detail = match finding {
        InferiorFinding::Vulnerable { killer: other, .. }
        | InferiorFinding::CapturedReversible { reverser: other, .. }
        | InferiorFinding::Dominated { by: other, .. } => format!("[{}]", size.name(other)),
        _ => finding.fill().map_or_else(String::new, |color| color.letter().to_ascii_lowercase().to_string()),
    };
    Some(format!("{code}{detail}"))
}

/// Pairs of a cell and a word, in lines of at most forty columns.
fn wrapped(pairs: &[String]) -> String {
    const COLUMNS: usize = 40;
    let mut text = String::new();
    let mut column = 0;
    for pair in pairs {
        if column + pair.len() > COLUMNS {
            text.push('\n');
            column = 0;
        }
        text += pair;
        column += pair.len();
    }
    text
}

/// The position of the session with what can be filled in.
fn filled_in<const W: usize>(position: &Position<W>) -> Position<W> {
    let mut finder = Inferior::new(position.size());
    let analysis = finder.fill_in(position);
    let mut filled = *position;
    for color in Color::BOTH {
        for cell in analysis.filled(color) {
            let placed = filled.place(color, cell);
            debug_assert!(placed.is_ok(), "only empty cells are filled in, and once");
        }
    }
    filled
}

fn combinatorial(engine: &Engine, arguments: &Arguments) -> Result<String, Failure> {
    let position = engine.session.position();
    let color = arguments.color_or(0, position.to_move())?;
    Ok(with_words!(position.size(), W => {
        let filled = filled_in::<W>(&position.resize());
        let found = find_combinatorial_decomposition(&Connections::new(&filled, ConnectionSettings::default()), color);
        list(&filled, found.map_or(CellSet::EMPTY, |found| found.carrier))
    }))
}

fn split(engine: &Engine, arguments: &Arguments) -> Result<String, Failure> {
    let position = engine.session.position();
    let color = arguments.color_or(0, position.to_move())?;
    Ok(with_words!(position.size(), W => {
        let filled = filled_in::<W>(&position.resize());
        list(&filled, find_splitting_decomposition(&filled, color).unwrap_or(CellSet::EMPTY))
    }))
}

fn list<const W: usize>(position: &Position<W>, cells: CellSet<W>) -> String {
    let names: Vec<String> = cells.iter().map(|cell| position.size().name(cell).to_string()).collect();
    names.join(" ")
}
