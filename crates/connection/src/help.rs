//! Edges that help: an OR in which some of the semi connections go by way of an edge.
//!
//! Let `z` have a small full connection with an edge, and the edge a semi connection with `y`. If their carriers do not
//! overlap, there is a semi connection `z - y` with the same key. To let edges be middles of every AND would find it
//! too, and make all cells of the first row neighbours of each other, which doubles the work; most of what comes out says
//! no more than that both ends reach the edge. It counts only where it meets semi connections of `z - y` that do not
//! use the edge: the opponent cannot stop both. So it is looked for there alone, when all else is done, for pairs that
//! have no full connection yet, and only while the game is not decided. It decides what ladders and second-row escapes
//! decide, as long as one of the ways leads back to the edge.

use board::CellSet;

use crate::{
    EdgeMiddles,
    ends::Node,
    facts::{Facts, full, semi},
    prover::Prover,
};

/// The most cells of the full connection between an end and the edge that helps it: a bridge. Larger ones decided no
/// further position of those in `docs/explanation/connections.md`.
const REACH: usize = 2;

/// How often an edge helps where it helps again.
const TIMES: usize = 3;

/// An end that an edge helps, with its full connection to the edge.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Helped<const W: usize> {
    pub(crate) end: Node,
    pub(crate) edge: Node,
    pub(crate) carrier: CellSet<W>,
    pub(crate) entry: u32,
}

impl<const W: usize> Prover<W> {
    /// Applies OR with the help of each edge, and then the other rules to what it gave, until what is known is enough.
    pub(crate) fn help_until(&mut self, is_enough: impl Fn(&Facts<W>) -> bool) {
        let times = match self.settings.edge_middles {
            EdgeMiddles::Helping => 1,
            EdgeMiddles::HelpingAgain => TIMES,
            EdgeMiddles::Never | EdgeMiddles::Always => 0,
        };
        if self.won || self.settings.rounds != usize::MAX {
            return;
        }
        for _ in 0..times {
            let known = self.facts.log.len();
            for edge in 0..2 {
                self.find_helped(edge);
                self.help_by(edge);
            }
            self.close_until(&is_enough);
            if self.facts.log.len() == known || is_enough(&self.facts) {
                break;
            }
        }
    }

    fn find_helped(&mut self, edge: Node) {
        let Self { sites, facts, helped, .. } = self;
        helped.clear();
        for end in sites.alive().filter(|&end| end > 1) {
            let list = full([edge, end]);
            let carriers = facts.lists.carriers(list).iter().zip(facts.lists.tags(list));
            let small = carriers.into_iter().find(|(_, tag)| usize::from(tag.size) <= REACH);
            helped.extend(small.map(|(&carrier, tag)| Helped { end, edge, carrier, entry: tag.entry }));
        }
    }

    fn help_by(&mut self, edge: Node) {
        let Self { settings, sites, facts, or, helped, .. } = self;
        let again = settings.edge_middles == EdgeMiddles::HelpingAgain;
        for far in sites.alive().filter(|&far| far != edge) {
            let on = semi([edge, far]);
            if facts.lists.is_empty(on) {
                continue;
            }
            let on_common = facts.lists.common(on);
            for near in helped.iter().filter(|near| near.end != far) {
                let ends = [near.end, far];
                if facts.lists.is_empty(semi(ends)) || !again && !facts.lists.is_empty(full(ends)) {
                    continue;
                }
                let captured = sites[near.end].captured | sites[far].captured;
                let common = facts.lists.common(semi(ends)) & (on_common | near.carrier);
                if common.is_subset(&captured) && !near.carrier.intersects(&sites[far].own_cell) {
                    or.apply_with_help(sites.limits(settings, ends), sites, facts, near, far);
                }
            }
        }
    }
}
