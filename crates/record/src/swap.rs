//! The two ways of recording a swap, and a record in the other way.
//!
//! `swap-sides` exchanges the players' colours and leaves the stone; `swap-pieces` leaves the players' colours, changes the
//! stone's and mirrors it. Both lead to the same play: the board of one is the other's in a mirror, with colours exchanged.
//! So a record in one way can be rewritten in the other by mirroring everything after the swap.

use board::{BoardSize, Cell, Color, SwapRule, Symmetry};

use crate::{Action, GameResult, Ply, Property, Record};

impl Record {
    /// The same game with every swap written as this rule has it. A record without a swap of the other kind comes back as
    /// it is, and so does one on a rectangle, which has no mirror.
    #[must_use]
    pub fn with_swaps_as(mut self, rule: SwapRule) -> Self {
        if !self.size().is_square() {
            return self;
        }
        let mut mirrored = vec![false; self.len()];
        let mut on_main_line = vec![false; self.len()];
        self.main_line().for_each(|id| on_main_line[id.index()] = true);
        let mut result_changes = false;
        // Parents come before their children.
        for id in self.ids() {
            let from_parent = self.parent(id).is_some_and(|parent| mirrored[parent.index()]);
            let turns =
                matches!(self.node(id).ply(), Some(Ply { action: Action::Swap(other), .. }) if other != rule);
            let now = from_parent != turns;
            mirrored[id.index()] = now;
            result_changes |= turns && on_main_line[id.index()];
            let size = self.size();
            for property in self.node_mut(id).properties_mut() {
                match property {
                    Property::Move(ply) => {
                        if turns {
                            ply.action = Action::Swap(rule);
                        }
                        // The swap itself is still made by the colour that had the move before it.
                        if from_parent {
                            mirror_ply(ply, size);
                        }
                    }
                    property if now => mirror_property(property, size, from_parent),
                    _ => {}
                }
            }
        }
        if result_changes && let Some(result) = self.result() {
            self.set_result(GameResult { winner: result.winner.opponent(), ..result });
        }
        self
    }
}

const fn mirror(cell: Cell, size: BoardSize) -> Cell {
    Symmetry::Reflection.cell(cell, size)
}

fn mirror_ply(ply: &mut Ply, size: BoardSize) {
    ply.color = ply.color.opponent();
    if let Action::Place(cell) = &mut ply.action {
        *cell = mirror(*cell, size);
    }
}

fn mirror_property(property: &mut Property, size: BoardSize, exchange_clocks: bool) {
    match property {
        Property::Move(_) => {}
        Property::Stones { color, cells } => {
            *color = color.map(Color::opponent);
            cells.iter_mut().for_each(|cell| *cell = mirror(*cell, size));
        }
        Property::ToMove(color) => *color = color.opponent(),
        Property::Marks { cells, .. } => cells.iter_mut().for_each(|cell| *cell = mirror(*cell, size)),
        Property::Labels(texts) | Property::Shades(texts) => {
            texts.iter_mut().for_each(|(cell, _)| *cell = mirror(*cell, size));
        }
        Property::Arrows(arrows) => {
            for (from, to) in arrows {
                (*from, *to) = (mirror(*from, size), mirror(*to, size));
            }
        }
        // A colour's clock is its player's, and the players of the colours are exchanged.
        Property::Text { name, .. } if exchange_clocks => {
            let other = match name.as_str() {
                "BL" => "WL",
                "WL" => "BL",
                "OB" => "OW",
                "OW" => "OB",
                _ => return,
            };
            *name = other.to_string();
        }
        Property::Text { .. } => {}
    }
}
