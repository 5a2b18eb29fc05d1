//! Cells that a strategy may count as played: dead cells, and pairs of which the owner gets one and kills a stone on the other.
//!
//! This is the part of `inferior` that the rules of strategies know, found in the same way for both colours. What is filled in
//! for the loser needs no rule, since a claim gives the loser everything outside of it. What is filled in for the winner becomes
//! a line `f`.

use board::{Cell, CellSet, Color, Geometry, Position};

/// Which chains of one colour each cell touches: one bit a chain, an edge counting as a stone.
struct Touching<'a, const W: usize> {
    geometry: &'a Geometry<W>,
    edges: [CellSet<W>; 2],
    edge_chains: [u128; 2],
    chains: Vec<u128>,
    own: CellSet<W>,
    empty: CellSet<W>,
}

/// The bit of a cell that counts as a stone, and is no chain's.
const PARTNER: u128 = 1 << 127;

impl<'a, const W: usize> Touching<'a, W> {
    /// Of the stones `own` of a colour; all cells but these and the empty ones are its opponent's.
    fn new(geometry: &'a Geometry<W>, color: Color, own: CellSet<W>, empty: CellSet<W>) -> Self {
        let edges = color.edges().map(|edge| geometry.edge(edge));
        let at_edges = edges.map(|edge| geometry.flood(edge, own));
        let edge_chains = if at_edges[0].intersects(&edges[1]) { [1, 1] } else { [1, 2] };
        let chains = vec![0; geometry.size().cells()];
        let mut touching = Self { geometry, edges, edge_chains, chains, own, empty };
        for edge in [0, 1] {
            touching.add(geometry.grow(at_edges[edge]) | edges[edge], edge_chains[edge]);
        }
        let (mut left, mut bit) = (own.minus(at_edges[0] | at_edges[1]), 4);
        // Where there are more chains than bits, the last ones touch nothing, and less is found.
        while let Some(first) = left.first()
            && bit < PARTNER
        {
            let chain = geometry.flood(CellSet::of(first), own);
            touching.add(geometry.grow(chain), bit);
            left = left.minus(chain);
            bit <<= 1;
        }
        touching
    }

    fn add(&mut self, cells: CellSet<W>, bit: u128) {
        cells.iter().for_each(|cell| self.chains[cell.index()] |= bit);
    }

    /// Whether a stone of the opponent on a cell changes nothing, once the partner is the colour's: those of its neighbours
    /// that may become the colour's hang together without it, pairwise.
    fn is_dead(&self, cell: Cell, partner: Option<Cell>) -> bool {
        let joined = partner.map_or(0, |partner| self.chains[partner.index()] | PARTNER);
        let with_partner = |chains: u128, is_beside: bool| {
            if is_beside || chains & joined != 0 { chains | joined } else { chains }
        };
        let beside =
            partner.map_or(CellSet::EMPTY, |partner| self.geometry.neighbour_set(partner).with(partner));
        let near = self.geometry.neighbours(cell).iter().copied();
        let near = near.filter(|&near| self.own.contains(near) || self.empty.contains(near));
        let mut seen: [(Option<Cell>, u128); 8] = [(None, 0); 8];
        let cells =
            near.map(|near| (Some(near), with_partner(self.chains[near.index()], beside.contains(near))));
        let edges = self.edges.iter().zip(self.edge_chains).filter(|(edge, _)| edge.contains(cell));
        let edges = edges.map(|(edge, chain)| {
            (None, with_partner(chain, partner.is_some_and(|partner| edge.contains(partner))))
        });
        for (count, (vertex, chains)) in cells.chain(edges).enumerate() {
            let hangs_together = |&(other, touched): &(Option<Cell>, u128)| {
                let touch = |a: Cell, b: Cell| self.geometry.neighbour_set(a).contains(b);
                touched & chains != 0 || vertex.zip(other).is_some_and(|(a, b)| touch(a, b))
            };
            if !seen[..count].iter().all(hangs_together) {
                return false;
            }
            seen[count] = (vertex, chains);
        }
        true
    }

    fn is_captured(&self, [a, b]: [Cell; 2]) -> bool {
        self.is_dead(a, Some(b)) && self.is_dead(b, Some(a))
    }

    /// An empty cell with which this one is captured.
    fn partner(&self, cell: Cell) -> Option<Cell> {
        let near = self.geometry.grow(self.geometry.grow(CellSet::of(cell))) & self.empty;
        near.without(cell).iter().find(|&other| self.is_captured([cell, other]))
    }
}

/// A position with what may be counted as played.
pub(super) struct Filled<const W: usize> {
    pub(super) position: Position<W>,
    before: Position<W>,
    winner: Color,
    /// The winner's captured pairs, each found with those before it.
    pairs: Vec<[Cell; 2]>,
}

/// The content of a line `f` besides its node, and its claim.
pub(super) struct TakenBack<const W: usize> {
    pub(super) more: CellSet<W>,
    pub(super) pairs: Vec<[Cell; 2]>,
    pub(super) stones: CellSet<W>,
    pub(super) cells: CellSet<W>,
}

impl<const W: usize> Filled<W> {
    /// Fills a position in until nothing more is found.
    pub(super) fn new(position: &Position<W>, winner: Color) -> Self {
        let mut filled = Self { position: *position, before: *position, winner, pairs: Vec::new() };
        while filled.add(winner) || filled.add(winner.opponent()) {}
        filled
    }

    /// Fills in a dead cell or a captured pair of a colour, and says whether there was one. Dead cells come one at a time, since
    /// each of two may be dead only while the other is empty. They are given to the loser, where they need no rule.
    fn add(&mut self, color: Color) -> bool {
        let (own, empty) = (self.position.stones(color), self.position.empty_cells());
        let touching = Touching::new(self.position.geometry(), color, own, empty);
        if let Some(cell) = empty.iter().find(|&cell| touching.is_dead(cell, None)) {
            self.place(self.winner.opponent(), cell);
            return true;
        }
        let pair = empty.iter().find_map(|cell| Some([cell, touching.partner(cell)?]));
        pair.into_iter().flatten().for_each(|cell| self.place(color, cell));
        if color == self.winner {
            self.pairs.extend(pair);
        }
        pair.is_some()
    }

    fn place(&mut self, color: Color, cell: Cell) {
        let placed = self.position.place(color, cell);
        debug_assert!(placed.is_ok(), "what is filled in is empty");
    }

    /// The rest of a claim about the filled-in position when pairs no longer count as stones. None if nothing has to be taken
    /// back.
    pub(super) fn take_back(&self, mut stones: CellSet<W>, mut cells: CellSet<W>) -> Option<TakenBack<W>> {
        let real = self.before.stones(self.winner);
        if stones.is_subset(&real) {
            return None;
        }
        let (mut more, mut pairs) = (CellSet::EMPTY, Vec::new());
        // The last pair first: it may be captured with the help of those before it, which are stones until then.
        for (number, &pair) in self.pairs.iter().enumerate().rev() {
            let both = CellSet::of(pair[0]).with(pair[1]);
            if !stones.intersects(&both) {
                continue;
            }
            let own = real | self.pairs[..number].iter().flatten().copied().collect();
            (stones, cells) = (stones.minus(both), cells | both);
            let help = self.help(pair, stones, cells, own);
            more |= help;
            stones |= help;
            pairs.push(pair);
        }
        Some(TakenBack { more, pairs, stones, cells })
    }

    /// Stones that a pair needs besides to be captured: the groups near to it, one after the other until it is.
    fn help(&self, pair: [Cell; 2], stones: CellSet<W>, cells: CellSet<W>, own: CellSet<W>) -> CellSet<W> {
        let geometry = self.position.geometry();
        let captures =
            |help: CellSet<W>| Touching::new(geometry, self.winner, stones | help, cells).is_captured(pair);
        let near = geometry.grow(geometry.grow(CellSet::of(pair[0]).with(pair[1])));
        let (mut help, mut left) = (CellSet::EMPTY, own);
        while let Some(cell) = (left & near).first()
            && !captures(help)
        {
            let group = geometry.flood(CellSet::of(cell), own);
            help |= group.minus(stones);
            left = left.minus(group);
        }
        debug_assert!(captures(help), "the pair was captured among these stones");
        help
    }
}
