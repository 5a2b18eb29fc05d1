//! The reasons why a cell need not be searched, in words.

use board::{BoardSize, Cell, CellSet};

use crate::{DeadCellProof, Domination, InferiorFinding};

impl<const W: usize> InferiorFinding<W> {
    /// The finding as a sentence without its subject, which is the cell; `None` if nothing was found.
    #[must_use]
    pub fn in_words(&self, size: BoardSize) -> Option<String> {
        let cells = |cells: CellSet<W>| {
            cells.iter().map(|cell| size.name(cell).to_string()).collect::<Vec<_>>().join(" ")
        };
        let name = |cell: Cell| size.name(cell);
        Some(match *self {
            Self::Nothing => return None,
            Self::Dead { by: DeadCellProof::Pattern, .. } => {
                "dead: the stones around it leave it nothing to join".into()
            }
            Self::Dead { by: DeadCellProof::Simplicial, .. } => {
                "dead: its neighbours are all joined without it".into()
            }
            Self::Dead { by: DeadCellProof::Region, .. } => "dead: a group cuts its region off".into(),
            Self::Captured { color, carrier } => {
                format!("captured for {color}, who answers any intrusion among {}", cells(carrier))
            }
            Self::PermanentlyInferior { color, carrier } => {
                format!("permanently inferior, filled for {color} while {} stay open", cells(carrier))
            }
            Self::Vulnerable { killer, carrier } if carrier.is_empty() => {
                format!("vulnerable: the answer {} kills it", name(killer))
            }
            Self::Vulnerable { killer, carrier } => {
                format!(
                    "vulnerable: the answer {}, which captures {}, kills it",
                    name(killer),
                    cells(carrier)
                )
            }
            Self::CapturedReversible { reverser, carrier, .. } => {
                format!(
                    "captured-reversible: after the answer {} the cells {} are captured anyway",
                    name(reverser),
                    cells(carrier)
                )
            }
            Self::Dominated { by, how, carrier } => {
                let by = name(by);
                match how {
                    Domination::Graph => format!("dominated: {by} does all that it does on every path"),
                    Domination::Gain | Domination::Pattern => format!("dominated: {by} gains it"),
                    Domination::Star => format!(
                        "star-dominated: {by} serves for it in every continuation among {}",
                        cells(carrier)
                    ),
                    Domination::Connection => format!(
                        "dominated: {by} completes a connection by {}, which settles its part of the board",
                        cells(carrier)
                    ),
                }
            }
        })
    }
}
