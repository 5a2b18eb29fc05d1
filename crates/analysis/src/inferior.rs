//! Cells that need not be searched, and why.

use std::collections::BTreeMap;

use board::{Cell, Color, Position, with_words};
use connection::{ConnectionSettings, Connections};
use inferior::{Class, DeadCellProof, Domination, InferiorAnalysis, InferiorEngine, InferiorFinding};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Error, GameInput, Question, Service, Task,
    names::{CellName, ColorName, name, names},
};

/// Which cells need not be searched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InferiorQuestion {
    /// The game.
    pub game: GameInput,
    /// Whether to use connections too: they find more and take longer.
    #[serde(default)]
    pub connections: bool,
}

/// Why a cell need not be searched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct InferiorCell {
    /// `dead`, `captured`, `permanently inferior`, `vulnerable`, `captured-reversible`, `dominated` or `star-dominated`.
    pub class: String,
    /// The colour that the cell was filled in with.
    #[schema(value_type = Option<ColorName>)]
    pub filled: Option<String>,
    /// The method that found it: for a dead cell `pattern`, `simplicial` or `region`, for a dominated one `graph`, `gain`, `pattern`, `star` or
    /// `connection`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<String>,
    /// The cell that kills, reverses or dominates it.
    #[schema(value_type = Option<CellName>)]
    pub other: Option<String>,
    /// The cells that the argument needs.
    #[schema(value_type = Vec<CellName>)]
    pub carrier: Vec<String>,
    /// The reason in words.
    pub text: String,
}

/// Cells filled in for each colour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FilledCells {
    /// For Black.
    #[schema(value_type = Vec<CellName>)]
    pub black: Vec<String>,
    /// For White.
    #[schema(value_type = Vec<CellName>)]
    pub white: Vec<String>,
}

/// The cells that need not be searched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct InferiorAnswer {
    /// The side to move.
    #[schema(value_type = ColorName)]
    pub to_move: String,
    /// The cells that something was found about.
    pub cells: BTreeMap<String, InferiorCell>,
    /// The moves that remain for the side to move.
    #[schema(value_type = Vec<CellName>)]
    pub survivors: Vec<String>,
    /// The cells that were filled in.
    pub filled: FilledCells,
    /// The winner, if the filled-in stones join its edges.
    #[schema(value_type = Option<ColorName>)]
    pub winner: Option<String>,
    /// Whether the side to move has lost: none of its moves survives, or the opponent's edges are joined.
    pub lost: bool,
}

impl Question for InferiorQuestion {
    type Answer = InferiorAnswer;

    fn prepare(self, _: &Service) -> Result<Task<InferiorAnswer>, Error> {
        let position = *self.game.game_in_progress()?.position();
        Ok(Task::quick(move |_| {
            Ok(with_words!(position.size(), W => analyse::<W>(&position.resize(), self.connections)))
        }))
    }
}

fn analyse<const W: usize>(position: &Position<W>, with_connections: bool) -> InferiorAnswer {
    let mut engine = InferiorEngine::new(position.size());
    let analysis = if with_connections {
        let mut connections = Connections::new(position, ConnectionSettings::default());
        engine.analyse_with(position, &mut connections)
    } else {
        engine.analyse(position)
    };
    InferiorAnswer::of(position, analysis)
}

impl InferiorAnswer {
    /// The findings on the wire.
    #[must_use]
    pub fn of<const W: usize>(position: &Position<W>, analysis: &InferiorAnalysis<W>) -> Self {
        let size = position.size();
        let cells = position.empty_cells().iter().filter_map(|cell| {
            let finding = analysis.finding(cell);
            let entry = InferiorCell {
                class: finding.class().map(Class::name)?.to_string(),
                filled: finding.fill().map(|color| color.to_string()),
                how: how(&finding).map(str::to_string),
                other: other(&finding).map(|cell| name(size, cell)),
                carrier: names(size, finding.carrier(cell)),
                text: finding.in_words(size)?,
            };
            Some((name(size, cell), entry))
        });
        let winner = analysis.winner();
        Self {
            to_move: position.to_move().to_string(),
            cells: cells.collect(),
            survivors: names(size, analysis.survivors()),
            filled: FilledCells {
                black: names(size, analysis.filled(Color::Black)),
                white: names(size, analysis.filled(Color::White)),
            },
            winner: winner.map(|winner| winner.to_string()),
            lost: winner.map_or(analysis.survivors().is_empty(), |winner| winner != position.to_move()),
        }
    }
}

/// The cell that kills, reverses or dominates.
const fn other<const W: usize>(finding: &InferiorFinding<W>) -> Option<Cell> {
    match *finding {
        InferiorFinding::Vulnerable { killer: other, .. }
        | InferiorFinding::CapturedReversible { reverser: other, .. }
        | InferiorFinding::Dominated { by: other, .. } => Some(other),
        _ => None,
    }
}

/// The method that found a cell, if there are several.
const fn how<const W: usize>(finding: &InferiorFinding<W>) -> Option<&'static str> {
    match finding {
        InferiorFinding::Dead { by, .. } => Some(match by {
            DeadCellProof::Pattern => "pattern",
            DeadCellProof::Simplicial => "simplicial",
            DeadCellProof::Region => "region",
        }),
        InferiorFinding::Dominated { how, .. } => Some(match how {
            Domination::Graph => "graph",
            Domination::Gain => "gain",
            Domination::Pattern => "pattern",
            Domination::Star => "star",
            Domination::Connection => "connection",
        }),
        _ => None,
    }
}
