//! One colour's analysis of a position: strings, the virtual connections between them and to empty cells, chains of them to
//! the borders, and the moves that would join the borders at once.
//!
//! Patterns are the axioms. From them follow, as in the paper, *chains* (connections over strings, with carriers that do not
//! overlap) and *OneToConnect* moves (an empty cell with virtual connections to two strings). Beyond the paper, several
//! OneToConnect moves between the same strings that have no cell in common make a virtual connection too, because the
//! opponent cannot take all of them; so the borders are often known to be reached where no drawn pattern fits.

use board::{Cell, CellSet, Color, Edge, Geometry, Position};

use crate::{
    strings::{FIRST, SECOND, StringId, Strings},
    table::{Instance, Place, Table},
};

/// How many carriers a pair of ends keeps.
const MOST: usize = 8;
/// How many OneToConnect moves of a pair are examined for a connection that needs none of them.
const MOST_SEMIS: usize = 48;
/// How many connections are made of the OneToConnect moves of a pair.
const MOST_MADE: usize = 2;
/// How many rounds of chains and OneToConnect moves are derived.
const ROUNDS: usize = 3;

/// The number of a virtual connection in [`Analysis`].
pub(crate) type FullId = u32;

/// A virtual connection: its ends are joined even if the opponent moves first.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Full<const W: usize> {
    pub(crate) carrier: CellSet<W>,
    pub(crate) why: Why,
}

/// Why a virtual connection holds.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Why {
    /// A pattern, between two cells or from a cell to an edge.
    Pattern { place: Place, from: Cell, to: Cell, edge: Option<Edge> },
    /// One connection after the other, over a string.
    Chain([FullId; 2]),
    /// OneToConnect moves without a common cell: their number, and the first of them in the list of parts.
    Or { first: u32, count: u32 },
}

/// A move that joins two ends: its virtual connections to both, which do not overlap.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Semi<const W: usize> {
    pub(crate) key: Cell,
    /// The empty cells that it needs, with the key.
    pub(crate) carrier: CellSet<W>,
    pub(crate) parts: [FullId; 2],
}

/// Up to [`MOST`] virtual connections between the same ends, none of which needs all the cells of another.
#[derive(Debug, Clone, Copy)]
pub(crate) struct List {
    len: u8,
    ids: [FullId; MOST],
}

impl List {
    const EMPTY: Self = Self { len: 0, ids: [0; MOST] };

    pub(crate) fn ids(&self) -> &[FullId] {
        &self.ids[..usize::from(self.len)]
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// The analysis of one colour in one position. Buffers are kept from one position to the next.
#[derive(Debug)]
pub(crate) struct Analysis<const W: usize> {
    pub(crate) color: Color,
    pub(crate) empty: CellSet<W>,
    pub(crate) strings: Strings<W>,
    fulls: Vec<Full<W>>,
    parts: Vec<Semi<W>>,
    cells: usize,
    between: Vec<List>,
    to_cells: Vec<List>,
    /// The empty cells that a string has a virtual connection to.
    near: Vec<CellSet<W>>,
    /// Connections of strings to the borders, chains included.
    labels: [Vec<List>; 2],
    /// Connections of empty cells to the borders.
    cell_labels: [Vec<List>; 2],
    labelled: [CellSet<W>; 2],
    /// How many OneToConnect moves an empty cell would have to each border.
    chances: [Vec<u16>; 2],
    /// The moves that join the borders at once, smallest first.
    pub(crate) threats: Vec<Semi<W>>,
    /// A chain that joins the borders even if the opponent moves first.
    pub(crate) won: Option<Full<W>>,
    semis: Vec<Semi<W>>,
}

impl<const W: usize> Analysis<W> {
    pub(crate) fn new(color: Color) -> Self {
        Self {
            color,
            empty: CellSet::EMPTY,
            strings: Strings::default(),
            fulls: Vec::new(),
            parts: Vec::new(),
            cells: 0,
            between: Vec::new(),
            to_cells: Vec::new(),
            near: Vec::new(),
            labels: [Vec::new(), Vec::new()],
            cell_labels: [Vec::new(), Vec::new()],
            labelled: [CellSet::EMPTY; 2],
            chances: [Vec::new(), Vec::new()],
            threats: Vec::new(),
            won: None,
            semis: Vec::new(),
        }
    }

    /// Analyses a position.
    pub(crate) fn build(&mut self, table: &Table<W>, position: &Position<W>, color: Color) {
        self.build_stones(table, position.stones(color), position.empty_cells(), color);
    }

    /// Analyses stones and empty cells; all other cells are the opponent's.
    pub(crate) fn build_stones(
        &mut self,
        table: &Table<W>,
        own: CellSet<W>,
        empty: CellSet<W>,
        color: Color,
    ) {
        self.color = color;
        self.empty = empty;
        self.strings.find(Geometry::of(table.size()), own, color);
        self.cells = table.size().cells();
        self.fulls.clear();
        self.parts.clear();
        self.threats.clear();
        self.won = None;
        if self.strings.joined {
            return;
        }
        let count = self.strings.len();
        reset(&mut self.between, count * count);
        reset(&mut self.to_cells, count * self.cells);
        self.near.clear();
        self.near.resize(count, CellSet::EMPTY);
        for side in [FIRST, SECOND] {
            reset(&mut self.labels[side], count);
            reset(&mut self.cell_labels[side], self.cells);
            self.chances[side].clear();
            self.chances[side].resize(self.cells, 0);
        }
        self.match_patterns(table, own);
        self.connect_cells(table);
        self.connect_strings();
        for round in 0..ROUNDS {
            self.extend_labels();
            self.label_cells();
            if round + 1 < ROUNDS && !self.connect_borders(table) {
                break;
            }
        }
        self.find_won();
        self.find_threats();
    }

    pub(crate) fn full(&self, id: FullId) -> &Full<W> {
        &self.fulls[id as usize]
    }

    /// The parts of a connection made of OneToConnect moves.
    pub(crate) fn parts(&self, first: u32, count: u32) -> &[Semi<W>] {
        &self.parts[first as usize..(first + count) as usize]
    }

    /// The cells at which the patterns of a connection end.
    pub(crate) fn collect_ends(&self, full: &Full<W>, ends: &mut CellSet<W>) {
        match full.why {
            Why::Pattern { from, to, .. } => *ends = ends.with(from).with(to),
            Why::Chain(parts) => parts.iter().for_each(|&part| self.collect_ends(self.full(part), ends)),
            Why::Or { first, count } => {
                for part in self.parts(first, count).iter().flat_map(|semi| semi.parts) {
                    self.collect_ends(self.full(part), ends);
                }
            }
        }
    }

    /// The virtual connections between two strings, not those over other strings.
    pub(crate) fn between(&self, a: StringId, b: StringId) -> &List {
        &self.between[a * self.strings.len() + b]
    }

    /// The patterns from a string to an empty cell.
    pub(crate) fn to_cell(&self, string: StringId, cell: Cell) -> &List {
        &self.to_cells[string * self.cells + cell.index()]
    }

    /// The empty cells that a string has a virtual connection to.
    pub(crate) fn near(&self, string: StringId) -> CellSet<W> {
        self.near[string]
    }

    /// The connections of a string to a border.
    pub(crate) fn label(&self, side: StringId, string: StringId) -> &List {
        &self.labels[side][string]
    }

    /// The connections of an empty cell to a border.
    pub(crate) fn cell_label(&self, side: StringId, cell: Cell) -> &List {
        &self.cell_labels[side][cell.index()]
    }

    /// The empty cells with a connection to a border.
    pub(crate) fn labelled(&self, side: StringId) -> CellSet<W> {
        self.labelled[side]
    }

    /// How many OneToConnect moves to a border an empty cell would have if it were a stone.
    pub(crate) fn chances(&self, side: StringId, cell: Cell) -> u16 {
        self.chances[side][cell.index()]
    }

    /// Two connections, one of each list, that do not overlap; those with the fewest cells.
    pub(crate) fn disjoint(&self, left: &List, right: &List) -> Option<[FullId; 2]> {
        let mut best: Option<(usize, [FullId; 2])> = None;
        for &a in left.ids() {
            for &b in right.ids() {
                let (x, y) = (self.full(a).carrier, self.full(b).carrier);
                if !x.intersects(&y) {
                    let size = (x | y).len();
                    if best.is_none_or(|(least, _)| size < least) {
                        best = Some((size, [a, b]));
                    }
                }
            }
        }
        best.map(|(_, ids)| ids)
    }

    /// Patterns whose cells are empty, from strings to strings and to empty cells.
    fn match_patterns(&mut self, table: &Table<W>, own: CellSet<W>) {
        let fits = |instance: &Instance<W>, empty: &CellSet<W>| {
            instance.carrier.is_subset(empty) && instance.more.is_subset(&own)
        };
        let empty = self.empty;
        for stone in own {
            let Some(string) = self.strings.of(stone) else { continue };
            for instance in table.of_cell(stone) {
                if !fits(instance, &empty) {
                    continue;
                }
                let Instance { near, other, carrier, place, .. } = *instance;
                let full = Full { carrier, why: Why::Pattern { place, from: near, to: other, edge: None } };
                if empty.contains(other) {
                    self.add_to_cell(string, other, full);
                } else if let Some(to) = self.strings.of(other).filter(|&to| to != string) {
                    self.add_between(string, to, full);
                }
            }
        }
        for (border, edge) in self.color.edges().into_iter().enumerate() {
            for cell in empty | own {
                let string = self.strings.of(cell);
                if string == Some(border) {
                    continue;
                }
                for instance in table.to_edge(edge, cell) {
                    if !fits(instance, &empty) || (string.is_none() && !instance.more.is_empty()) {
                        continue;
                    }
                    let why = Why::Pattern { place: instance.place, from: cell, to: cell, edge: Some(edge) };
                    let full = Full { carrier: instance.carrier, why };
                    match string {
                        Some(string) => self.add_between(string, border, full),
                        None => self.add_to_cell(border, cell, full),
                    }
                }
            }
        }
    }

    fn add_between(&mut self, a: StringId, b: StringId, full: Full<W>) {
        let count = self.strings.len();
        let Self { between, fulls, .. } = self;
        if let Some(id) = add(&mut between[a * count + b], fulls, full) {
            between[b * count + a] = between[a * count + b];
            debug_assert!((id as usize) < fulls.len());
        }
    }

    fn add_to_cell(&mut self, string: StringId, cell: Cell, full: Full<W>) {
        let at = string * self.cells + cell.index();
        add(&mut self.to_cells[at], &mut self.fulls, full);
        self.near[string].insert(cell);
    }

    /// A cell reaches what its pattern's other cell, the key, reaches by a full connection; unless that is known.
    fn reach_over(
        &mut self,
        cell: Cell,
        instance: &Instance<W>,
        id: FullId,
        known: &List,
    ) -> Option<Semi<W>> {
        let Instance { near: from, other: key, place, .. } = *instance;
        let far = self.full(id).carrier;
        if far.contains(cell) || far.intersects(&instance.carrier) {
            return None;
        }
        let carrier = (far | instance.carrier).with(key);
        if self.contains_known(known, &carrier) {
            return None;
        }
        let why = Why::Pattern { place, from, to: key, edge: None };
        self.fulls.push(Full { carrier: instance.carrier, why });
        let near = self.fulls.len() as FullId - 1;
        Some(Semi { key, carrier, parts: [near, id] })
    }

    /// OneToConnect moves between an empty cell, as if it were a stone, and a string, that have no cell in common connect them.
    fn connect_cells(&mut self, table: &Table<W>) {
        let mut semis = std::mem::take(&mut self.semis);
        let mut found: Vec<(StringId, Cell, Full<W>)> = Vec::new();
        for cell in self.empty {
            for string in SECOND + 1..self.strings.len() {
                semis.clear();
                let near = self.near[string];
                let known = *self.to_cell(string, cell);
                for instance in table.of_cell(cell) {
                    let key = instance.other;
                    if !near.contains(key)
                        || !instance.more.is_empty()
                        || !instance.carrier.is_subset(&self.empty)
                    {
                        continue;
                    }
                    let ids = *self.to_cell(string, key);
                    for &id in ids.ids() {
                        semis.extend(self.reach_over(cell, instance, id, &known));
                    }
                }
                for full in self.or(&mut semis, &known) {
                    found.push((string, cell, full));
                }
            }
        }
        self.semis = semis;
        for (string, cell, full) in found {
            self.add_to_cell(string, cell, full);
        }
    }

    /// OneToConnect moves between two strings that have no cell in common connect them.
    fn connect_strings(&mut self) {
        let count = self.strings.len();
        for a in 0..count {
            for b in a + 1..count {
                if (a, b) == (FIRST, SECOND) {
                    continue;
                }
                let mut semis = std::mem::take(&mut self.semis);
                semis.clear();
                for key in self.near(a) & self.near(b) {
                    self.push_semis(&mut semis, key, self.to_cell(a, key), self.to_cell(b, key));
                }
                let known = *self.between(a, b);
                for full in self.or(&mut semis, &known) {
                    self.add_between(a, b, full);
                }
                self.semis = semis;
            }
        }
    }

    /// Chains over strings to the borders.
    fn extend_labels(&mut self) {
        let count = self.strings.len();
        for side in [FIRST, SECOND] {
            for string in SECOND + 1..count {
                let direct = *self.between(string, side);
                for &id in direct.ids() {
                    let carrier = self.full(id).carrier;
                    add_known(&mut self.labels[side][string], &self.fulls, carrier, id);
                }
            }
            // Every round goes one string further.
            for _ in 0..4 {
                let mut changed = false;
                for string in SECOND + 1..count {
                    for over in SECOND + 1..count {
                        if over == string || self.between(string, over).is_empty() {
                            continue;
                        }
                        let (near, far) = (*self.between(string, over), self.labels[side][over]);
                        for &a in near.ids() {
                            for &b in far.ids() {
                                let (x, y) = (self.full(a).carrier, self.full(b).carrier);
                                if x.intersects(&y) {
                                    continue;
                                }
                                let full = Full { carrier: x | y, why: Why::Chain([a, b]) };
                                let Self { labels, fulls, .. } = self;
                                changed |= add(&mut labels[side][string], fulls, full).is_some();
                            }
                        }
                    }
                }
                if !changed {
                    break;
                }
            }
        }
    }

    /// Connections of empty cells to the borders: patterns, and patterns to strings that are connected.
    fn label_cells(&mut self) {
        for side in [FIRST, SECOND] {
            for string in 0..self.strings.len() {
                if string == 1 - side {
                    continue;
                }
                for cell in self.near(string) {
                    let near = *self.to_cell(string, cell);
                    if string == side {
                        for &id in near.ids() {
                            let carrier = self.full(id).carrier;
                            add_known(&mut self.cell_labels[side][cell.index()], &self.fulls, carrier, id);
                        }
                        continue;
                    }
                    let far = self.labels[side][string];
                    for &a in near.ids() {
                        for &b in far.ids() {
                            let (x, y) = (self.full(a).carrier, self.full(b).carrier);
                            if x.intersects(&y) || y.contains(cell) {
                                continue;
                            }
                            let full = Full { carrier: x | y, why: Why::Chain([a, b]) };
                            let Self { cell_labels, fulls, .. } = self;
                            add(&mut cell_labels[side][cell.index()], fulls, full);
                        }
                    }
                }
            }
            let labels = &self.cell_labels[side];
            self.labelled[side] = self.empty.iter().filter(|cell| !labels[cell.index()].is_empty()).collect();
        }
    }

    /// OneToConnect moves to a border that have no cell in common connect a string or an empty cell to it. Says whether
    /// anything new came out.
    fn connect_borders(&mut self, table: &Table<W>) -> bool {
        let mut changed = false;
        let mut semis = std::mem::take(&mut self.semis);
        for side in [FIRST, SECOND] {
            for string in SECOND + 1..self.strings.len() {
                semis.clear();
                for key in self.near(string) & self.labelled[side] {
                    self.push_semis(&mut semis, key, self.to_cell(string, key), self.cell_label(side, key));
                }
                let known = self.labels[side][string];
                for full in self.or(&mut semis, &known) {
                    let Self { labels, fulls, .. } = self;
                    changed |= add(&mut labels[side][string], fulls, full).is_some();
                }
            }
            // The same for empty cells, as if they were stones; what they are joined to are patterns between empty cells.
            let mut found: Vec<(Cell, Full<W>)> = Vec::new();
            for cell in self.empty {
                semis.clear();
                let known = self.cell_labels[side][cell.index()];
                for instance in table.of_cell(cell) {
                    let key = instance.other;
                    if !self.labelled[side].contains(key)
                        || !instance.more.is_empty()
                        || !instance.carrier.is_subset(&self.empty)
                    {
                        continue;
                    }
                    let ids = self.cell_labels[side][key.index()];
                    for &id in ids.ids() {
                        semis.extend(self.reach_over(cell, instance, id, &known));
                    }
                }
                self.chances[side][cell.index()] = semis.len() as u16;
                for full in self.or(&mut semis, &known) {
                    found.push((cell, full));
                }
            }
            for (cell, full) in found {
                let Self { cell_labels, fulls, .. } = self;
                if add(&mut cell_labels[side][cell.index()], fulls, full).is_some() {
                    self.labelled[side].insert(cell);
                    changed = true;
                }
            }
        }
        self.semis = semis;
        changed
    }

    fn find_won(&mut self) {
        let mut best: Option<Full<W>> = None;
        for &id in self.between(FIRST, SECOND).ids() {
            let full = *self.full(id);
            if best.is_none_or(|best| full.carrier.len() < best.carrier.len()) {
                best = Some(full);
            }
        }
        for string in SECOND + 1..self.strings.len() {
            let [first, second] = [FIRST, SECOND].map(|side| self.labels[side][string]);
            if let Some([a, b]) = self.disjoint(&first, &second) {
                let carrier = self.full(a).carrier | self.full(b).carrier;
                if best.is_none_or(|best| carrier.len() < best.carrier.len()) {
                    best = Some(Full { carrier, why: Why::Chain([a, b]) });
                }
            }
        }
        self.won = best;
    }

    fn find_threats(&mut self) {
        let mut threats = std::mem::take(&mut self.threats);
        for key in self.labelled[FIRST] & self.labelled[SECOND] {
            self.push_semis(&mut threats, key, self.cell_label(FIRST, key), self.cell_label(SECOND, key));
        }
        threats.sort_by_key(|threat| (threat.carrier.len(), threat.key));
        if self.won.is_none() {
            let mut semis = std::mem::take(&mut self.semis);
            semis.clear();
            semis.extend(threats.iter().take(4 * MOST_SEMIS));
            self.won = self.or(&mut semis, &List::EMPTY).into_iter().min_by_key(|full| full.carrier.len());
            self.semis = semis;
        }
        self.threats = threats;
    }

    fn push_semis(&self, semis: &mut Vec<Semi<W>>, key: Cell, left: &List, right: &List) {
        for &a in left.ids() {
            for &b in right.ids() {
                let (x, y) = (self.full(a).carrier, self.full(b).carrier);
                if !x.intersects(&y) {
                    semis.push(Semi { key, carrier: (x | y).with(key), parts: [a, b] });
                }
            }
        }
    }

    fn contains_known(&self, known: &List, carrier: &CellSet<W>) -> bool {
        known.ids().iter().any(|&id| self.full(id).carrier.is_subset(carrier))
    }

    /// Connections from OneToConnect moves of the same ends that have no cell in common: few moves and few cells, unless
    /// what is known already needs no more.
    fn or(&mut self, semis: &mut Vec<Semi<W>>, known: &List) -> Vec<Full<W>> {
        semis.retain(|semi| !self.contains_known(known, &semi.carrier));
        let Some(all) = semis.iter().map(|semi| semi.carrier).reduce(|a, b| a & b) else { return Vec::new() };
        if !all.is_empty() {
            return Vec::new();
        }
        semis.sort_by_key(|semi| (semi.carrier.len(), semi.key));
        semis.truncate(MOST_SEMIS);
        let mut found: Vec<Full<W>> = Vec::new();
        for start in 0..semis.len().min(MOST_MADE) {
            let mut chosen = vec![start];
            let (mut common, mut union) = (semis[start].carrier, semis[start].carrier);
            while !common.is_empty() {
                let rank = |semi: &Semi<W>| ((semi.carrier & common).len(), semi.carrier.minus(union).len());
                let Some(next) = (0..semis.len()).min_by_key(|&other| rank(&semis[other])) else { break };
                let left = common & semis[next].carrier;
                if left == common {
                    break;
                }
                common = left;
                union |= semis[next].carrier;
                chosen.push(next);
            }
            let idle = self.contains_known(known, &union)
                || found.iter().any(|other| other.carrier.is_subset(&union));
            if common.is_empty() && !idle {
                let first = self.parts.len() as u32;
                let count = chosen.len() as u32;
                self.parts.extend(chosen.into_iter().map(|number| semis[number]));
                found.push(Full { carrier: union, why: Why::Or { first, count } });
            }
        }
        found
    }
}

fn reset(lists: &mut Vec<List>, len: usize) {
    lists.clear();
    lists.resize(len, List::EMPTY);
}

/// Adds a connection unless a known one needs no more cells. The largest makes room where the list is full.
fn add<const W: usize>(list: &mut List, fulls: &mut Vec<Full<W>>, full: Full<W>) -> Option<FullId> {
    let id = fulls.len() as FullId;
    if !add_known(list, fulls, full.carrier, id) {
        return None;
    }
    fulls.push(full);
    Some(id)
}

fn add_known<const W: usize>(list: &mut List, fulls: &[Full<W>], carrier: CellSet<W>, id: FullId) -> bool {
    let cells = |id: FullId| fulls[id as usize].carrier;
    if list.ids().iter().any(|&old| cells(old).is_subset(&carrier)) {
        return false;
    }
    let mut kept = List::EMPTY;
    for &old in list.ids() {
        if !carrier.is_subset(&cells(old)) {
            kept.ids[usize::from(kept.len)] = old;
            kept.len += 1;
        }
    }
    if usize::from(kept.len) == MOST {
        let largest = (0..MOST).max_by_key(|&at| cells(kept.ids[at]).len()).unwrap_or(0);
        if cells(kept.ids[largest]).len() <= carrier.len() {
            *list = kept;
            return false;
        }
        kept.ids[largest] = id;
    } else {
        kept.ids[usize::from(kept.len)] = id;
        kept.len += 1;
    }
    *list = kept;
    true
}
