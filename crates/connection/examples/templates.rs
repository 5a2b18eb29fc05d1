//! Prints which edge templates the prover finds: a lone stone on row 1 to 5 of a board that is as wide as asked, and nothing
//! else. The table in `docs/explanation/connections.md` comes from here: `cargo run --release -p hexwright-connection --example templates`.
//!
//! Each row is tried with the default settings first. Where they prove nothing on any width, the thorough ones are taken,
//! with edges as middles, and then keys are tried too. `verify` checks every template that is printed.
#![allow(clippy::print_stdout, reason = "an example prints")]

use board::{BoardSize, Color, Edge, Position, with_words};
use connection::{ConnectionKind, ConnectionSettings, Connections, EdgeMiddles, End};

const WIDEST: usize = 14;

/// How much is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effort {
    Defaults,
    Thorough,
    TriedKeys,
}

/// A template: where its stone stands, how many cells it needs, how deep it is.
struct Template {
    col: usize,
    cells: usize,
    depth: usize,
}

fn main() -> Result<(), board::BoardError> {
    println!("row  width  column  cells of the smallest carrier  depth  proved with");
    for row in 0..5 {
        for effort in [Effort::Defaults, Effort::Thorough, Effort::TriedKeys] {
            let mut found = false;
            for width in 1..=WIDEST {
                let size = BoardSize::new(width, row + 2)?;
                let best = with_words!(size, W => smallest::<W>(size, row, effort));
                if let Some(Template { col, cells, depth }) = best {
                    println!(
                        "{:>3}  {width:>5}  {:>6}  {cells:>29}  {depth:>5}  {effort:?}",
                        row + 1,
                        col + 1
                    );
                    found = true;
                    if effort == Effort::TriedKeys {
                        // The least width is what is asked for, and wider boards take minutes.
                        break;
                    }
                }
            }
            if found {
                break;
            }
        }
    }
    Ok(())
}

/// The smallest full connection of a lone stone with the top edge, over all columns.
fn smallest<const W: usize>(size: BoardSize, row: usize, effort: Effort) -> Option<Template> {
    let settings = match effort {
        Effort::Defaults => ConnectionSettings::default(),
        Effort::Thorough | Effort::TriedKeys => {
            ConnectionSettings { edge_middles: EdgeMiddles::Always, ..ConnectionSettings::thorough() }
        }
    };
    let mut best: Option<Template> = None;
    for col in 0..size.cols() {
        let stone = size.at(col, row)?;
        let mut position = Position::<W>::empty(size);
        position.place(Color::Black, stone).ok()?;
        // The bottom edge must not help: White has the row below.
        for cell in size.iter().filter(|cell| cell.row(size) == row + 1) {
            position.place(Color::White, cell).ok()?;
        }
        let mut connections = Connections::new(&position, settings);
        let ends = [End::Cell(stone), End::Edge(Edge::Top)];
        if effort == Effort::TriedKeys {
            connections.try_keys(Color::Black, ends);
        }
        let fulls =
            connections.between(Color::Black, ends).filter(|found| found.kind == ConnectionKind::Full);
        let Some(full) = fulls.min_by_key(|found| found.carrier.len()) else { continue };
        let certificate = connections.certificate(&full)?;
        if let Err(error) = proof::check(&position.resize(), &certificate) {
            println!("row {}, width {}, column {}: refused: {error}", row + 1, size.cols(), col + 1);
            continue;
        }
        let cells = full.carrier.len();
        if best.as_ref().is_none_or(|best| cells < best.cells) {
            best = Some(Template { col, cells, depth: certificate.depth() });
        }
    }
    best
}
