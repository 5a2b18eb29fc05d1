//! Prints which edge templates the prover finds: a lone stone on row 1 to 5 of a board that is as wide as asked, and nothing
//! else. The table in `docs/connections.md` comes from here: `cargo run --release -p connection --example templates`.
#![allow(clippy::print_stdout, reason = "an example prints")]

use board::{BoardSize, Color, Edge, Position, with_words};
use connection::{Connections, End, Kind, Settings};

fn main() -> Result<(), board::BoardError> {
    println!("row  width  column  cells of the smallest carrier  depth");
    for row in 0..5 {
        for width in 1..=14 {
            let size = BoardSize::new(width, row + 2)?;
            let found = with_words!(size, W => smallest::<W>(size, row));
            if let Some((col, cells, depth)) = found {
                println!("{:>3}  {width:>5}  {:>6}  {cells:>29}  {depth:>5}", row + 1, col + 1);
            }
        }
    }
    Ok(())
}

/// The column from which the smallest full connection with the top edge starts, its size and its depth.
fn smallest<const W: usize>(size: BoardSize, row: usize) -> Option<(usize, usize, usize)> {
    let mut best: Option<(usize, usize, usize)> = None;
    for col in 0..size.cols() {
        let stone = size.at(col, row)?;
        let mut position = Position::<W>::empty(size);
        position.place(Color::Black, stone).ok()?;
        // The bottom edge must not help: White has the row below.
        for cell in size.iter().filter(|cell| cell.row(size) == row + 1) {
            position.place(Color::White, cell).ok()?;
        }
        let connections = Connections::new(&position, Settings::default());
        let ends = [End::Cell(stone), End::Edge(Edge::Top)];
        let fulls = connections.between(Color::Black, ends).filter(|found| found.kind == Kind::Full);
        let Some(full) = fulls.min_by_key(|found| found.carrier.len()) else { continue };
        let depth = connections.certificate(&full)?.depth();
        if best.is_none_or(|(_, cells, _)| full.carrier.len() < cells) {
            best = Some((col, full.carrier.len(), depth));
        }
    }
    best
}
