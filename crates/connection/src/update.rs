//! Updates the set of connections after a stone; the update can be undone.
//!
//! An opponent's stone only takes away. The rules make larger carriers from smaller ones, and a carrier that was left out
//! because it contains a smaller one contains the stone too, if the smaller one does; so what remains is what a build
//! from nothing would find.
//!
//! An own stone merges the groups that it touches into one end, and leaves every carrier that contains its cell without
//! it; a semi connection whose key it is becomes full. Those, and all connections of the merged end, wait again as if
//! they were new, and the rules are applied to them and to what they meet. Ends that capture other cells than before are
//! treated likewise.
//!
//! The result is that of a build from nothing wherever no limit of the settings was hit. Where one was, both hold the
//! smallest carriers of what they have seen, and that may differ; every connection is sound all the same.

use board::{Cell, CellSet, Color, Position};

use crate::{
    ends::{NO_NODE, Node, Site},
    facts::{Entry, Reason, Tag, full, semi},
    prover::{Prover, list_at},
};

/// The data for undoing a stone, besides the journals of the lists.
#[derive(Debug, Clone)]
pub(crate) struct Saved<const W: usize> {
    sites: Vec<Site<W>>,
    at: Vec<Node>,
    pairs: Vec<CellSet<W>>,
    any_captured: CellSet<W>,
    log: usize,
    parts: usize,
    limited: bool,
    won: bool,
}

impl<const W: usize> Prover<W> {
    /// Updates the set for a stone that was just put on `cell` of `position`.
    pub(crate) fn play(&mut self, position: &Position<W>, cell: Cell, color: Color) {
        self.save();
        if self.won {
            return;
        }
        if color == self.sites.color {
            self.own_stone(position, cell);
        } else {
            self.opponent_stone(cell);
        }
        if self.won {
            return;
        }
        if self.settings.captured {
            self.update_captured(position);
        }
        self.close();
    }

    /// Takes the last stone back.
    pub(crate) fn undo(&mut self) {
        let Some(saved) = self.saved.pop() else { return };
        self.sites.sites = saved.sites;
        self.sites.at = saved.at;
        self.sites.pairs = saved.pairs;
        self.sites.any_captured = saved.any_captured;
        self.facts.lists.roll_back();
        self.facts.log.truncate(saved.log);
        self.facts.parts.truncate(saved.parts);
        self.facts.limited = saved.limited;
        self.fulls_at.roll_back();
        self.won = saved.won;
    }

    fn save(&mut self) {
        self.saved.push(Saved {
            sites: self.sites.sites.clone(),
            at: self.sites.at.clone(),
            pairs: self.sites.pairs.clone(),
            any_captured: self.sites.any_captured,
            log: self.facts.log.len(),
            parts: self.facts.parts.len(),
            limited: self.facts.limited,
            won: self.won,
        });
        self.facts.updating = true;
        self.facts.capturable = CellSet::UNIVERSE;
        self.facts.lists.checkpoint();
        self.fulls_at.checkpoint();
    }

    fn opponent_stone(&mut self, cell: Cell) {
        let node = self.sites.at(cell);
        self.sites[node].alive = false;
        self.sites.at[cell.index()] = NO_NODE;
        for other in 0..self.sites.len() as Node {
            // The end was part of the sets around other ends, so they lose it with the rest.
            for to_stone in [false, true] {
                self.fulls_at.retain(list_at(other, to_stone), |carrier, _| !carrier.contains(cell));
            }
            if other != node {
                self.facts.lists.clear(full([node, other]));
                self.facts.lists.clear(semi([node, other]));
            }
        }
        for to_stone in [false, true] {
            self.fulls_at.clear(list_at(node, to_stone));
        }
        for list in 0..self.facts.lists.count() {
            self.facts.lists.retain(list, |carrier, _| !carrier.contains(cell));
        }
    }

    fn own_stone(&mut self, position: &Position<W>, cell: Cell) {
        let node = self.sites.at(cell);
        let merged = self.touched(position, cell);
        if merged.contains(&0) && merged.contains(&1) {
            self.won = true;
            return;
        }
        // The first of them takes the others in. What it had before and the stone does not shorten has met all else
        // already, so it stays.
        let home = merged.first().copied().unwrap_or(node);
        let keeps = |end: Node| end == home && home != node;
        // Changed connections are removed first and offered again when the ends are final.
        let mut fulls = Vec::new();
        let mut semis = Vec::new();
        let is_merged = |end: Node| end == node || merged.contains(&end);
        let alive: Vec<Node> = self.sites.alive().collect();
        for (index, &y) in alive.iter().enumerate() {
            for &x in &alive[..index] {
                let moved = [x, y].into_iter().any(|end| is_merged(end) && !keeps(end));
                if is_merged(x) && is_merged(y) {
                    self.facts.lists.clear(full([x, y]));
                    self.facts.lists.clear(semi([x, y]));
                    continue;
                }
                let ends = [x, y].map(|end| if is_merged(end) { home } else { end });
                let changed = |carrier: &CellSet<W>| moved || carrier.contains(cell);
                let lists = &mut self.facts.lists;
                for (list, out) in [(full([x, y]), &mut fulls), (semi([x, y]), &mut semis)] {
                    lists.retain(list, |carrier, tag| {
                        let stays = !changed(carrier);
                        if !stays {
                            out.push((ends, carrier.without(cell), tag.entry));
                        }
                        stays
                    });
                }
            }
        }
        for &end in &alive {
            for to_stone in [false, true] {
                self.fulls_at.retain(list_at(end, to_stone), |carrier, tag| {
                    let stays = |end: Node| !is_merged(end) || keeps(end);
                    !carrier.contains(cell) && stays(tag.other) && stays(end)
                });
            }
        }
        for &end in merged.iter().chain([&node]) {
            let cells = self.sites[end].cells;
            self.sites[end].alive = false;
            self.sites[home].cells |= cells;
        }
        for stone in self.sites[home].cells {
            self.sites.at[stone.index()] = home;
        }
        let site = &mut self.sites[home];
        site.alive = true;
        site.stone = true;
        site.own_cell = CellSet::EMPTY;
        for (ends, carrier, entry) in fulls {
            let new = Entry { carrier, ends, ..self.facts.log[entry as usize] };
            self.facts.offer_full(self.sites.limits(&self.settings, ends), new, Some(entry));
        }
        for (ends, carrier, entry) in semis {
            let new = Entry { carrier, ends, ..self.facts.log[entry as usize] };
            let played = match new.reason {
                Reason::Key(key, _) | Reason::Trial(key) => key == node,
                _ => false,
            };
            if played {
                self.facts.offer_full(self.sites.limits(&self.settings, ends), new, Some(entry));
            } else {
                let limits = self.sites.limits(&self.settings, ends);
                self.facts.offer_semi(limits, &new, carrier.len(), Some(entry));
            }
        }
    }

    /// The groups and edges that a cell touches.
    fn touched(&self, position: &Position<W>, cell: Cell) -> Vec<Node> {
        let geometry = position.geometry();
        let mut touched: Vec<Node> = geometry
            .neighbours(cell)
            .iter()
            .map(|&neighbour| self.sites.at(neighbour))
            .filter(|&end| end != NO_NODE && self.sites[end].stone)
            .collect();
        for (index, edge) in self.sites.color.edges().into_iter().enumerate() {
            if geometry.edge(edge).contains(cell) {
                touched.push(index as Node);
            }
        }
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    /// Computes again which cells each end captures, and lets the connections of ends that capture something else wait again.
    fn update_captured(&mut self, position: &Position<W>) {
        let before = std::mem::take(&mut self.sites.pairs);
        let ranges: Vec<(u32, u32)> = self.sites.sites.iter().map(|site| site.pairs).collect();
        self.sites.find_captured(position);
        let alive: Vec<Node> = self.sites.alive().collect();
        let pairs_of =
            |pairs: &[CellSet<W>], (start, end): (u32, u32)| pairs[start as usize..end as usize].to_vec();
        let mut changed = Vec::new();
        for &end in &alive {
            let old = pairs_of(&before, ranges[usize::from(end)]);
            let new = pairs_of(&self.sites.pairs, self.sites[end].pairs);
            let is_lost = |pair: &CellSet<W>| pair.is_subset(&position.empty_cells()) && !new.contains(pair);
            if !self.facts.limited && old.iter().any(is_lost) {
                // Another partner was found first: what was built on the old pair holds, but a build from nothing would
                // not have it. Where a limit was hit the two differ anyway.
                return self.restart(position);
            }
            let gained =
                new.iter().filter(|pair| !old.contains(pair)).fold(CellSet::EMPTY, |all, &pair| all | pair);
            if !gained.is_empty() {
                changed.push((end, gained));
            }
        }
        for (end, gained) in changed {
            for &other in &alive {
                if other != end {
                    self.wait_again([end, other], &gained);
                }
            }
        }
    }

    /// Proves everything from nothing, with the ends numbered as they are.
    fn restart(&mut self, position: &Position<W>) {
        for list in 0..self.facts.lists.count() {
            self.facts.lists.clear(list);
        }
        for list in 0..self.fulls_at.count() {
            self.fulls_at.clear(list);
        }
        self.facts.forget_waiting();
        self.offer_neighbours(position);
    }

    /// Lets the connections of a pair that have one of these cells wait as if they were new.
    fn wait_again(&mut self, ends: [Node; 2], cells: &CellSet<W>) {
        let lists = &mut self.facts.lists;
        let mut fulls = Vec::new();
        lists.retain(full(ends), |carrier, tag| {
            let stays = !carrier.intersects(cells);
            if !stays {
                fulls.push((*carrier, tag.entry));
            }
            stays
        });
        let mut sizes = Vec::new();
        if lists.carriers(semi(ends)).iter().any(|carrier| carrier.intersects(cells)) {
            for Tag { seen, size, .. } in lists.tags_mut(semi(ends)) {
                *seen = false;
                sizes.push(usize::from(*size));
            }
        }
        if !fulls.is_empty() {
            for (list, there) in self.lists_at(ends).into_iter().zip([ends[1], ends[0]]) {
                let cells = cells.minus(self.sites[there].own_cell);
                self.fulls_at.retain(list, |carrier, tag| tag.other != there || !carrier.intersects(&cells));
            }
        }
        for (carrier, entry) in fulls {
            let new = Entry { carrier, ends, ..self.facts.log[entry as usize] };
            self.facts.offer_full(self.sites.limits(&self.settings, ends), new, Some(entry));
        }
        for size in sizes {
            self.facts.refresh(ends, size);
        }
    }
}
