//! The thirteen rules: candidate moves from groups, their types and the relations between them, best first.

use std::fmt;

use board::{Cell, CellSet, Color, MAX_WORDS};

use crate::{
    analysis::{Analysis, Semi, Why},
    groups::{Group, Groups},
    strings::{BorderType, FIRST, SECOND, StringId},
    table::Table,
};

/// Which rule proposes a move. The numbers are the paper's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum YangRule {
    /// One of the thirteen.
    Numbered(u8),
    /// A cell that every win of the opponent at the next move needs; beyond the paper, which has rule 2 for this.
    MustPlay,
    /// A move that no rule has; tried when all others have failed.
    Rest,
    /// A move of the book.
    Book,
    /// A move after which a win that was proved elsewhere on the way holds again.
    Proved,
    /// A reply that was found to refute a plan of the other side.
    Refutes,
}

impl YangRule {
    /// The rule in words, for Black; White's borders are left and right instead of top and bottom.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Numbered(1) => "settles where the carriers of a TopBottom group overlap",
            Self::Numbered(2) => "takes the overlap of the opponent's winning group",
            Self::Numbered(3) => "one move joins a group of the top to the bottom",
            Self::Numbered(4) => "one move joins a group of the bottom to the top",
            Self::Numbered(5) => "one move joins a group of the top to a group of the bottom",
            Self::Numbered(6) => "one move joins a group of the bottom to a group of the top",
            Self::Numbered(7) => "brings a group of the top one move from the bottom",
            Self::Numbered(8) => "brings a group of the bottom one move from the top",
            Self::Numbered(9) => "brings a group of the top one move from a group of the bottom",
            Self::Numbered(10) => "brings a group of the bottom one move from a group of the top",
            Self::Numbered(11) => "joins a group that is one move from either border",
            Self::Numbered(12) => "joins a group of the top to a group that is one move from the bottom",
            Self::Numbered(_) => "joins a group of the bottom to a group that is one move from the top",
            Self::MustPlay => "needed by every win that the opponent threatens",
            Self::Rest => "no rule has it; tried after all others",
            Self::Book => "a move of the book",
            Self::Proved => "leads to a win that is proved already",
            Self::Refutes => "refutes the other side's plan",
        }
    }
}

impl fmt::Display for YangRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Numbered(number) => write!(f, "rule {number}"),
            Self::MustPlay => f.write_str("must-play"),
            Self::Rest => f.write_str("no rule"),
            Self::Book => f.write_str("book"),
            Self::Proved => f.write_str("proved before"),
            Self::Refutes => f.write_str("refutation"),
        }
    }
}

/// Why a move is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveReason {
    /// Which rule proposes it.
    pub rule: YangRule,
    /// The stones of the group that the rule speaks of; none if that is a border or there is no group.
    pub group: CellSet<MAX_WORDS>,
    /// The type of that group.
    pub border: BorderType,
    /// Whose group it is.
    pub color: Color,
}

/// A candidate move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate<const W: usize> {
    pub(crate) cell: Cell,
    pub(crate) rule: YangRule,
    pub(crate) group: CellSet<W>,
    pub(crate) border: BorderType,
    /// Among the moves of one rule, more is better.
    pub(crate) preference: i32,
}

impl<const W: usize> Candidate<W> {
    pub(crate) fn reason(&self, hero: Color) -> MoveReason {
        let color = if self.rule == YangRule::Numbered(2) { hero.opponent() } else { hero };
        MoveReason { rule: self.rule, group: self.group.resize(), border: self.border, color }
    }
}

/// The moves that the rules propose for `own`, each by the first rule that has it, best first.
pub(crate) fn propose<const W: usize>(
    table: &Table<W>,
    own: &Analysis<W>,
    other: &Analysis<W>,
) -> Vec<Candidate<W>> {
    let mut proposals = Proposals { seen: CellSet::EMPTY, list: Vec::new(), again: None };
    proposals.by_rules(table, own, other);
    let mut list = proposals.list;
    list.sort_by_key(|candidate| (candidate.rule, std::cmp::Reverse(candidate.preference)));
    list
}

/// Every move with every rule that has it, in the order of the rules.
pub(crate) fn propose_all<const W: usize>(
    table: &Table<W>,
    own: &Analysis<W>,
    other: &Analysis<W>,
) -> Vec<(YangRule, Cell)> {
    let mut proposals = Proposals { seen: CellSet::EMPTY, list: Vec::new(), again: Some(Vec::new()) };
    proposals.by_rules(table, own, other);
    let first = proposals.list.iter().map(|candidate| (candidate.rule, candidate.cell));
    let mut all: Vec<(YangRule, Cell)> = first.chain(proposals.again.unwrap_or_default()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

struct Proposals<const W: usize> {
    seen: CellSet<W>,
    list: Vec<Candidate<W>>,
    /// Moves that an earlier rule has, with the later rule, if they are asked for.
    again: Option<Vec<(YangRule, Cell)>>,
}

impl<const W: usize> Proposals<W> {
    /// Applies the thirteen rules in their order.
    fn by_rules(&mut self, table: &Table<W>, own: &Analysis<W>, other: &Analysis<W>) {
        let groups = Groups::of(own);
        // 1. and 2. Overlaps of what would win.
        for group in groups.of_type(BorderType::Both) {
            self.add_all(1, group, overlap(own, group), |_| 0);
        }
        for group in Groups::of(other).of_type(BorderType::Both) {
            self.add_all(2, group, overlap(other, group), |_| 0);
        }
        // A group that reaches both borders, but not at once, is also one that reaches either.
        let reaching =
            |border| groups.of_type(border).chain(groups.of_type(BorderType::Both)).collect::<Vec<_>>();
        let [first, second] = [reaching(BorderType::First), reaching(BorderType::Second)];
        // 3. and 4. One move to the opposite border.
        for (rule, from, side) in [(3, &first, SECOND), (4, &second, FIRST)] {
            for group in from {
                self.add_all(rule, group, one_to_border(own, group, side), |_| 0);
            }
        }
        // 5. and 6. One move to a group at the opposite border.
        for (rule, from, to) in [(5, &first, &second), (6, &second, &first)] {
            for group in from {
                for other in to {
                    self.add_all(rule, group, one_to_group(own, group, other), |_| 0);
                }
            }
        }
        // 7. and 8. A good chance to reach the opposite border.
        for (rule, from, side) in [(7, &first, SECOND), (8, &second, FIRST)] {
            for group in from {
                let cells = near(own, group).minus(own.labelled(side));
                let cells = cells.iter().filter(|&cell| own.chances(side, cell) > 0).collect();
                self.add_all(rule, group, cells, |cell| i32::from(own.chances(side, cell)));
            }
        }
        // 9. and 10. A good chance to reach a group at the opposite border.
        for (rule, from, to) in [(9, &first, &second), (10, &second, &first)] {
            for group in from {
                for other in to {
                    for cell in near(own, group) {
                        let chances = chances_to_group(table, own, cell, other);
                        if chances > 0 {
                            self.add(rule, group, cell, chances);
                        }
                    }
                }
            }
        }
        // 11. One move to either border.
        for group in groups.all() {
            let sides = [FIRST, SECOND].map(|side| one_to_border(own, group, side));
            self.add_sides(11, group, sides);
        }
        // 12. and 13. One move to a group that has one move to the opposite border.
        for (rule, from, side) in [(12, &first, SECOND), (13, &second, FIRST)] {
            for group in from {
                for middle in groups.of_type(BorderType::None) {
                    let sides = [one_to_group(own, group, middle), one_to_border(own, middle, side)];
                    self.add_sides(rule, middle, sides);
                }
            }
        }
    }

    fn add(&mut self, rule: u8, group: &Group<W>, cell: Cell, preference: i32) {
        let rule = YangRule::Numbered(rule);
        if self.seen.contains(cell) {
            self.again.iter_mut().for_each(|again| again.push((rule, cell)));
            return;
        }
        self.seen.insert(cell);
        // Moves from a stone on the board come before moves from a border.
        let preference = preference - if group.stones.is_empty() { 1000 } else { 0 };
        self.list.push(Candidate { cell, rule, group: group.stones, border: group.border, preference });
    }

    fn add_all(&mut self, rule: u8, group: &Group<W>, cells: CellSet<W>, prefer: impl Fn(Cell) -> i32) {
        for cell in cells {
            self.add(rule, group, cell, prefer(cell));
        }
    }

    /// The moves of two sides, if both have some: the side with fewer moves is preferred.
    fn add_sides(&mut self, rule: u8, group: &Group<W>, sides: [CellSet<W>; 2]) {
        if sides.iter().all(|side| !side.is_empty()) {
            for side in sides {
                self.add_all(rule, group, side, |_| -(side.len() as i32));
            }
        }
    }
}

/// The reason of a move that joins the borders at once.
pub(crate) fn reason_of_threat<const W: usize>(own: &Analysis<W>, threat: &Semi<W>) -> Candidate<W> {
    let groups = Groups::of(own);
    let over = threat.parts.map(|part| match own.full(part).why {
        Why::Chain([near, _]) => match own.full(near).why {
            Why::Pattern { from, .. } => own.strings.of(from),
            _ => None,
        },
        _ => None,
    });
    let group = |string: Option<StringId>| string.and_then(|string| groups.with(string));
    let candidate = |rule, group: Option<&Group<W>>, border| Candidate {
        cell: threat.key,
        rule: YangRule::Numbered(rule),
        group: group.map_or(CellSet::EMPTY, |group| group.stones),
        border,
        preference: 0,
    };
    match over.map(group) {
        [Some(top), Some(_)] => candidate(5, Some(top), BorderType::First),
        [Some(top), None] => candidate(3, Some(top), BorderType::First),
        [None, Some(bottom)] => candidate(4, Some(bottom), BorderType::Second),
        [None, None] => candidate(3, None, BorderType::First),
    }
}

/// Where the carriers of a group that reaches both borders overlap: the fewest cells.
fn overlap<const W: usize>(own: &Analysis<W>, group: &Group<W>) -> CellSet<W> {
    let mut best: Option<CellSet<W>> = None;
    for &string in &group.strings {
        for &a in own.label(FIRST, string).ids() {
            for &b in own.label(SECOND, string).ids() {
                let overlap = own.full(a).carrier & own.full(b).carrier;
                if best.is_none_or(|best| overlap.len() < best.len()) {
                    best = Some(overlap);
                }
            }
        }
    }
    best.unwrap_or(CellSet::EMPTY)
}

/// The empty cells that a group has a virtual connection to.
pub(crate) fn near<const W: usize>(own: &Analysis<W>, group: &Group<W>) -> CellSet<W> {
    group.strings.iter().fold(CellSet::EMPTY, |cells, &string| cells | own.near(string))
}

/// OneToConnect moves of a group to a border.
pub(crate) fn one_to_border<const W: usize>(
    own: &Analysis<W>,
    group: &Group<W>,
    side: StringId,
) -> CellSet<W> {
    let mut cells = CellSet::EMPTY;
    for &string in &group.strings {
        for cell in (own.near(string) & own.labelled(side)).minus(cells) {
            if own.disjoint(own.to_cell(string, cell), own.cell_label(side, cell)).is_some() {
                cells.insert(cell);
            }
        }
    }
    cells
}

/// OneToConnect moves between two groups.
pub(crate) fn one_to_group<const W: usize>(
    own: &Analysis<W>,
    group: &Group<W>,
    other: &Group<W>,
) -> CellSet<W> {
    let mut cells = CellSet::EMPTY;
    for &a in &group.strings {
        for &b in &other.strings {
            for cell in (own.near(a) & own.near(b)).minus(cells) {
                if own.disjoint(own.to_cell(a, cell), own.to_cell(b, cell)).is_some() {
                    cells.insert(cell);
                }
            }
        }
    }
    cells
}

/// How many OneToConnect moves an empty cell would have to a group.
fn chances_to_group<const W: usize>(
    table: &Table<W>,
    own: &Analysis<W>,
    cell: Cell,
    group: &Group<W>,
) -> i32 {
    let fits = |key: Cell, carrier: &CellSet<W>| {
        let lists = group.strings.iter().map(|&string| own.to_cell(string, key));
        lists.flat_map(|list| list.ids()).any(|&id| {
            let far = own.full(id).carrier;
            !far.contains(cell) && !far.intersects(carrier)
        })
    };
    let instances = table.of_cell(cell).iter().filter(|instance| {
        instance.more.is_empty()
            && own.empty.contains(instance.other)
            && instance.carrier.is_subset(&own.empty)
            && fits(instance.other, &instance.carrier)
    });
    instances.count() as i32
}
