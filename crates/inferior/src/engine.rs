//! The fixed point of fill-in and the pruning of moves.
//!
//! [`InferiorEngine::analyse`] runs these steps:
//!
//! 1. Bring the windows up to date with the position (only stones that changed cost anything).
//! 2. Fill in what patterns prove dead, captured or permanently inferior, until no window changes.
//! 3. Build both colours' graphs; fill in simplicial cells (dead) and pairs of cells that kill each other (captured). If
//!    there were any, go back to 2.
//! 4. Fill in dead regions. If there were any, go back to 2.
//! 5. Read what patterns say about moves; fill in pairs that kill each other by that. If there were any, go back to 2.
//! 6. Try each move of either colour: which cells would patterns then fill in? What a move kills is vulnerable to it, if
//!    with the help of a carrier; fill in pairs that kill each other so. If there were any, go back to 2.
//! 7. For the side to move, take away vulnerable cells, then captured-reversible ones, then dominated ones.
//!
//! # Why the steps may be combined
//!
//! *Fill-in.* Each fill keeps the winner, with either side to move and for all play outside the cells that the
//! argument needs; so the fills may be made one after the other, and a move that wins in the filled-in position wins in
//! the position itself.
//!
//! *Vulnerable cells.* Suppose that the side to move wins and let it play vulnerable cells as long as one wins. The
//! opponent kills each. The dead cell may be given to the opponent, so what is left is the position with more of the
//! opponent's stones, the side to move still winning; and what was vulnerable there still is (its killer is free, or
//! it is dead already). The board is finite, so in the end a cell that is not vulnerable wins, and since the opponent's
//! extra stones can only have hurt, it wins in the position itself.
//!
//! *Captured-reversible cells.* A move in such a set is answered by the reverser, and the set is then captured for the
//! mover: what is left is again the position with one more opponent's stone, and the set filled. The same argument
//! goes through if no killer, no reverser and nothing that they capture lies in a set; the engine takes sets one at a
//! time under this condition. There is one exception: the side to move may win with all cells used up. Then every move
//! wins, so it is enough to keep one: if nothing survives, the reversible cells come back.
//!
//! *Dominated cells.* Among the cells that are left, a cell goes if one that is still there is at least as good, or leads
//! to such a one through cells that went before it.

use board::{BoardSize, Cell, CellSet, Color, Geometry, Position};

use crate::{
    analysis::{DeadCellProof, InferiorAnalysis, InferiorFinding},
    decomposition::Side,
    graph::{Graph, Verdict},
    lookup::Lookup,
    region::dead_regions,
};

/// Which classes of inferior cells an engine looks for besides dead, captured, vulnerable and dominated ones: those that
/// were new in "Solving Hex: beyond humans" (2010). Each can be left out without changing a winner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InferiorClasses {
    /// Fills in permanently inferior cells.
    pub permanently_inferior: bool,
    /// Prunes captured-reversible moves.
    pub captured_reversible: bool,
    /// Prunes moves that star decomposition dominates.
    pub star_domination: bool,
}

impl Default for InferiorClasses {
    /// All classes.
    fn default() -> Self {
        Self { permanently_inferior: true, captured_reversible: true, star_domination: true }
    }
}

/// Finds inferior cells on boards of one size. It keeps its tables and buffers from one position to the next and
/// allocates nothing after it was made.
#[derive(Debug)]
pub struct InferiorEngine<const W: usize> {
    pub(crate) geometry: &'static Geometry<W>,
    pub(crate) classes: InferiorClasses,
    pub(crate) lookup: Lookup<W>,
    /// Empty cells around which a window may have changed.
    changed: CellSet<W>,
    pub(crate) graphs: [Graph<W>; 2],
    /// For each colour and cell: the opponent's answers that kill the colour's stone there by themselves.
    pub(crate) killers: [Box<[CellSet<W>]>; 2],
    /// Likewise, but with the help of the cells that the answer captures.
    pub(crate) distant_killers: [Box<[CellSet<W>]>; 2],
    /// For each colour and cell: what patterns fill in after a stone of the colour there.
    pub(crate) effects: [Box<[Effect<W>]>; 2],
    /// Cells whose windows have changed since they were last read for what they say about moves.
    stale_windows: CellSet<W>,
    /// Cells whose windows have changed since moves were last tried.
    stale_trials: CellSet<W>,
    /// For each cell: an answer that a pattern says kills the side to move's stone there, with the carrier that it needs.
    pub(crate) carried: Box<[Option<(Cell, CellSet<W>)>]>,
    /// For each cell: a better move by a connection of which that is the key, with the connection's carrier.
    pub(crate) joined: Box<[Option<(Cell, CellSet<W>)>]>,
    /// For each cell: the moves at least as good for the side to move.
    pub(crate) dominators: Box<[CellSet<W>]>,
    /// For each cell that was found dominated: by which.
    pub(crate) dominator: Box<[Option<Cell>]>,
    /// The groups of a position, for decompositions.
    pub(crate) sides: Vec<Side<W>>,
    pub(crate) analysis: InferiorAnalysis<W>,
}

/// The cells that patterns fill in after a move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effect<const W: usize> {
    /// Cells that the mover captures.
    pub(crate) captured: CellSet<W>,
    /// Cells that are then dead.
    pub(crate) dead: CellSet<W>,
    /// Cells that the opponent captures.
    pub(crate) conceded: CellSet<W>,
    /// The move and the cells whose windows were examined. The effect stays the same until one of them changes.
    seen: CellSet<W>,
}

impl<const W: usize> Effect<W> {
    const NONE: Self = Self {
        captured: CellSet::EMPTY,
        dead: CellSet::EMPTY,
        conceded: CellSet::EMPTY,
        seen: CellSet::EMPTY,
    };
}

impl<const W: usize> InferiorEngine<W> {
    /// An engine for boards of this size.
    ///
    /// # Panics
    /// If `W` words cannot hold the board.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        Self::with_classes(size, InferiorClasses::default())
    }

    /// An engine that looks for some classes only.
    ///
    /// # Panics
    /// If `W` words cannot hold the board.
    #[must_use]
    pub fn with_classes(size: BoardSize, classes: InferiorClasses) -> Self {
        let cells = size.cells();
        let mut lookup = Lookup::new(size);
        lookup.fills_inferior = classes.permanently_inferior;
        let sets = || vec![CellSet::EMPTY; cells].into_boxed_slice();
        Self {
            geometry: Geometry::of(size),
            classes,
            lookup,
            changed: CellSet::EMPTY,
            graphs: Color::BOTH.map(|color| Graph::new(color, cells)),
            killers: [sets(), sets()],
            distant_killers: [sets(), sets()],
            effects: Color::BOTH.map(|_| vec![Effect::NONE; cells].into_boxed_slice()),
            stale_windows: CellSet::EMPTY,
            stale_trials: CellSet::EMPTY,
            carried: vec![None; cells].into_boxed_slice(),
            joined: vec![None; cells].into_boxed_slice(),
            dominators: sets(),
            dominator: vec![None; cells].into_boxed_slice(),
            sides: Vec::with_capacity(cells),
            analysis: InferiorAnalysis {
                stones: [CellSet::EMPTY; 2],
                filled: [CellSet::EMPTY; 2],
                survivors: CellSet::EMPTY,
                winner: None,
                findings: vec![InferiorFinding::Nothing; cells].into_boxed_slice(),
            },
        }
    }

    /// Finds all that need not be searched in a position.
    ///
    /// # Panics
    /// If the position's board is of another size than the engine's.
    pub fn analyse(&mut self, position: &Position<W>) -> &InferiorAnalysis<W> {
        self.fill_in(position);
        if self.analysis.winner.is_none() {
            self.prune(position.to_move());
        }
        &self.analysis
    }

    /// Fills in what can be filled in; no move is pruned yet, so the empty cells survive.
    ///
    /// # Panics
    /// If the position's board is of another size than the engine's.
    pub fn fill_in(&mut self, position: &Position<W>) -> &InferiorAnalysis<W> {
        self.synchronise(position);
        self.settle(position.to_move());
        &self.analysis
    }

    /// Fills in, beginning where windows have changed, to the fixed point.
    pub(crate) fn settle(&mut self, to_move: Color) {
        // Which colour a dead cell gets makes no difference to the winner.
        let dead_color = to_move.opponent();
        loop {
            self.fill_patterns(dead_color);
            self.analysis.winner = self.winner();
            if self.analysis.winner.is_some() {
                break;
            }
            let more = self.fill_simplicial(to_move, dead_color)
                || self.fill_pairs()
                || self.fill_regions(dead_color)
                || self.read_windows(to_move)
                || self.try_moves(to_move);
            if !more {
                break;
            }
        }
        self.analysis.survivors =
            if self.analysis.winner.is_some() { CellSet::EMPTY } else { self.lookup.empty() };
    }

    /// The last answer.
    #[must_use]
    pub const fn analysis(&self) -> &InferiorAnalysis<W> {
        &self.analysis
    }

    fn winner(&self) -> Option<Color> {
        let stones = &self.analysis.stones;
        Color::BOTH.into_iter().find(|&color| self.geometry.joins(stones[color.index()], color))
    }

    /// Takes the stones off the windows that the new position does not have, and puts those on that it has.
    pub(crate) fn synchronise(&mut self, position: &Position<W>) {
        assert_eq!(position.size(), self.geometry.size(), "an engine is made for one size of board");
        for color in Color::BOTH {
            for cell in self.analysis.stones[color.index()].minus(position.stones(color)) {
                self.lookup.remove(cell, color);
            }
        }
        for color in Color::BOTH {
            for cell in position.stones(color).minus(self.analysis.stones[color.index()]) {
                self.lookup.place(cell, color);
            }
            self.analysis.stones[color.index()] = position.stones(color);
            self.analysis.filled[color.index()] = CellSet::EMPTY;
        }
        self.changed = self.lookup.empty();
        self.analysis.findings.fill(InferiorFinding::Nothing);
    }

    /// Fills in cells for a colour, all for one reason.
    pub(crate) fn fill(&mut self, cells: CellSet<W>, color: Color, finding: InferiorFinding<W>) {
        for cell in cells {
            self.lookup.place(cell, color);
            self.changed |= self.lookup.touched(cell);
            self.analysis.findings[cell.index()] = finding;
        }
        self.analysis.stones[color.index()] |= cells;
        self.analysis.filled[color.index()] |= cells;
    }

    /// Fills in what patterns prove, until no window changes.
    fn fill_patterns(&mut self, dead_color: Color) {
        while let Some(cell) = self.changed.first() {
            self.changed.remove(cell);
            if !self.lookup.empty().contains(cell) {
                continue;
            }
            let Some((window, facts)) = self.lookup.fill_at(cell) else { continue };
            // The cell may be left empty when another of its window is filled.
            self.changed.insert(cell);
            if facts.dead != 0 {
                let finding = InferiorFinding::Dead { color: dead_color, by: DeadCellProof::Pattern };
                self.fill(window.chosen(facts.dead), dead_color, finding);
                continue;
            }
            let region: CellSet<W> = window.region().iter().copied().collect();
            let [black, white] = facts.fill;
            let (color, set) = if black != 0 { (Color::Black, black) } else { (Color::White, white) };
            let cells = window.chosen(set);
            let finding = if cells == region {
                InferiorFinding::Captured { color, carrier: region }
            } else {
                InferiorFinding::PermanentlyInferior { color, carrier: region.minus(cells) }
            };
            self.fill(cells, color, finding);
        }
    }

    /// Fills simplicial cells of either colour's graph; says whether there were any. When there were none, killers and
    /// dominators are those of the position as it is.
    fn fill_simplicial(&mut self, to_move: Color, dead_color: Color) -> bool {
        let empty = self.lookup.empty();
        for cell in empty {
            self.dominators[cell.index()] = CellSet::EMPTY;
        }
        let mut dead = CellSet::EMPTY;
        for color in Color::BOTH {
            let graph = &mut self.graphs[color.index()];
            graph.build(self.geometry, &self.analysis.stones);
            for cell in empty {
                match graph.verdict(cell) {
                    Verdict::Dead => dead.insert(cell),
                    Verdict::Alive { killers, stand_ins } => {
                        self.killers[color.index()][cell.index()] = killers;
                        self.dominators[cell.index()] |= stand_ins;
                        if color != to_move {
                            self.dominators[cell.index()] |= killers;
                        }
                    }
                }
            }
        }
        self.fill(
            dead,
            dead_color,
            InferiorFinding::Dead { color: dead_color, by: DeadCellProof::Simplicial },
        );
        !dead.is_empty()
    }

    /// Adds what patterns say about moves to what the graphs say, and fills in pairs that kill each other by that; says
    /// whether there were any.
    fn read_windows(&mut self, to_move: Color) -> bool {
        let opponent = to_move.opponent();
        let changes = self.lookup.changes();
        self.stale_trials |= changes;
        self.stale_windows |= changes;
        for cell in self.stale_windows & self.lookup.empty() {
            self.lookup.read_moves(cell);
        }
        self.stale_windows = CellSet::EMPTY;
        for cell in self.lookup.empty() {
            self.carried[cell.index()] = None;
            self.joined[cell.index()] = None;
        }
        for first in self.lookup.empty() {
            for (window, facts) in self.lookup.moves_at(first) {
                for (i, &cell) in window.region().iter().enumerate() {
                    let [own, theirs] = [to_move, opponent].map(|color| facts.killers[color.index()][i]);
                    let stars =
                        if self.classes.star_domination { facts.stars[to_move.index()][i] } else { 0 };
                    let better = theirs | facts.dominators[to_move.index()][i] | stars;
                    if own != 0 {
                        self.killers[to_move.index()][cell.index()] |= window.chosen(own);
                    }
                    if theirs != 0 {
                        self.killers[opponent.index()][cell.index()] |= window.chosen(theirs);
                    }
                    if better != 0 {
                        self.dominators[cell.index()] |= window.chosen(better);
                    }
                    let carriers = &facts.carriers[to_move.index()][i];
                    if let Some(j) = carriers.iter().position(|&carrier| carrier != 0) {
                        self.carried[cell.index()] = Some((window.region()[j], window.chosen(carriers[j])));
                    }
                }
            }
        }
        self.fill_pairs()
    }

    /// Two cells that kill each other for a colour are captured for its opponent.
    fn fill_pairs(&mut self) -> bool {
        let mut used = CellSet::<W>::EMPTY;
        for color in Color::BOTH {
            let owner = color.opponent();
            for cell in self.lookup.empty() {
                if used.contains(cell) {
                    continue;
                }
                let killers = &self.killers[color.index()];
                let mut partners = killers[cell.index()].minus(used).iter();
                if let Some(partner) = partners.find(|other| killers[other.index()].contains(cell)) {
                    let carrier = CellSet::of(cell).with(partner);
                    used |= carrier;
                    self.fill(carrier, owner, InferiorFinding::Captured { color: owner, carrier });
                }
            }
        }
        !used.is_empty()
    }

    fn fill_regions(&mut self, dead_color: Color) -> bool {
        let dead = dead_regions(self.geometry, &self.analysis.stones);
        self.fill(dead, dead_color, InferiorFinding::Dead { color: dead_color, by: DeadCellProof::Region });
        !dead.is_empty()
    }

    /// Tries each move of either colour and notes what patterns fill in after it; then fills in pairs of cells that kill
    /// each other with the help of captured cells, and says whether there were any.
    ///
    /// If a move at `a` kills `b` and captures `A`, and one at `b` kills `a` and captures `B`, where `A` and `B` have no
    /// cell in common, then `a`, `b`, `A` and `B` are captured together: intrusions at `a` and `b` answer each other, and
    /// those in `A` or `B` are answered there, since of `a` and `b` one will be the mover's and the other dead.
    fn try_moves(&mut self, to_move: Color) -> bool {
        let empty = self.lookup.empty();
        for killers in &mut self.distant_killers {
            for cell in empty {
                killers[cell.index()] = CellSet::EMPTY;
            }
        }
        for color in Color::BOTH {
            for cell in empty {
                let effect = self.effect(cell, color);
                let killed = &mut self.distant_killers[color.opponent().index()];
                for dead in effect.dead {
                    killed[dead.index()].insert(cell);
                }
                if color == to_move {
                    for gained in effect.captured | effect.dead {
                        self.dominators[gained.index()].insert(cell);
                    }
                }
            }
        }
        self.stale_trials = CellSet::EMPTY;
        self.fill_distant_pairs(empty)
    }

    /// The cells that patterns fill in after a move; computed again only if a window changed.
    fn effect(&mut self, cell: Cell, color: Color) -> Effect<W> {
        let known = self.effects[color.index()][cell.index()];
        if known.seen.contains(cell) && !known.seen.intersects(&self.stale_trials) {
            return known;
        }
        let effect = self.try_move(cell, color);
        self.effects[color.index()][cell.index()] = effect;
        effect
    }

    /// The cells that patterns fill in after a move, for the mover only.
    fn try_move(&mut self, cell: Cell, color: Color) -> Effect<W> {
        let mut effect = Effect { seen: CellSet::of(cell), ..Effect::NONE };
        self.lookup.place(cell, color);
        let mut changed = self.lookup.touched(cell);
        while let Some(next) = changed.first() {
            changed.remove(next);
            if !self.lookup.empty().contains(next) {
                continue;
            }
            effect.seen.insert(next);
            let Some((window, facts)) = self.lookup.fill_at(next) else { continue };
            let dead = window.chosen(facts.dead);
            let captured =
                if dead.is_empty() { window.chosen(facts.fill[color.index()]) } else { CellSet::EMPTY };
            if dead.is_empty() && captured.is_empty() {
                // Sets that share no cell are captured together; of others one is enough.
                let conceded = window.chosen(facts.fill[color.opponent().index()]);
                if !conceded.intersects(&effect.conceded) {
                    effect.conceded |= conceded;
                }
                continue;
            }
            for cell in dead | captured {
                self.lookup.place(cell, color);
                changed |= self.lookup.touched(cell);
            }
            changed.insert(next);
            effect.dead |= dead;
            effect.captured |= captured;
        }
        for cell in effect.dead | effect.captured {
            self.lookup.remove(cell, color);
        }
        self.lookup.remove(cell, color);
        if effect.conceded.intersects(&(effect.dead | effect.captured)) {
            effect.conceded = CellSet::EMPTY;
        }
        effect
    }

    fn fill_distant_pairs(&mut self, empty: CellSet<W>) -> bool {
        let mut found = false;
        for color in Color::BOTH {
            let owner = color.opponent();
            for cell in empty {
                let free = self.lookup.empty();
                if !free.contains(cell) {
                    continue;
                }
                let pair = self.distant_killers[color.index()][cell.index()]
                    .iter()
                    .find_map(|other| self.distant_pair(cell, other, color))
                    .filter(|carrier| carrier.is_subset(&free));
                if let Some(carrier) = pair {
                    self.fill(carrier, owner, InferiorFinding::Captured { color: owner, carrier });
                    found = true;
                }
            }
        }
        found
    }

    /// The cells captured for the opponent of `color` if two cells kill each other for it.
    fn distant_pair(&self, cell: Cell, other: Cell, color: Color) -> Option<CellSet<W>> {
        let effects = &self.effects[color.opponent().index()];
        let by_other = effects[other.index()].captured;
        let by_cell = if self.killers[color.index()][other.index()].contains(cell) {
            CellSet::EMPTY
        } else if self.distant_killers[color.index()][other.index()].contains(cell) {
            effects[cell.index()].captured
        } else {
            return None;
        };
        let pair = CellSet::of(cell).with(other);
        let apart = !by_other.intersects(&by_cell) && !pair.intersects(&(by_other | by_cell));
        apart.then_some(pair | by_other | by_cell)
    }
}
