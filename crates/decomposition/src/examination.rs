//! What the rules see in a position: the paper's objects one by one, and the moves that each rule generates.

use board::{Cell, CellSet, Color, Position, with_words};

use crate::{
    analysis::Analysis,
    groups::{Group, Groups},
    rules::{MoveReason, YangRule, near, one_to_border, one_to_group, propose, propose_all},
    strings::{BorderType, FIRST, SECOND},
    table::Table,
};

/// A connected string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StringView {
    /// Its stones.
    pub stones: CellSet,
    /// Which borders it touches: the paper's StringType.
    pub border: BorderType,
}

/// A group: strings that are virtually connected to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupView {
    /// Its stones; none for a border without stones.
    pub stones: CellSet,
    /// Which borders it is virtually connected to: the paper's GroupType.
    pub border: BorderType,
    /// Whether it is a border itself, with the stones that touch it.
    pub is_border: bool,
}

/// How moves relate a group to another or to a border.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RelationKind {
    /// One move connects them.
    OneToConnect,
    /// One move leaves them one move from a connection, with some choice.
    OnePossibleConnect,
}

impl RelationKind {
    /// The paper's word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OneToConnect => "OneToConnect",
            Self::OnePossibleConnect => "OnePossibleConnect",
        }
    }
}

/// The moves that relate two groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupRelation {
    /// Which kind.
    pub kind: RelationKind,
    /// The numbers of the groups in [`ColorView::groups`].
    pub groups: [usize; 2],
    /// The moves.
    pub cells: CellSet,
}

/// What is seen of one colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColorView {
    /// The colour.
    pub color: Color,
    /// Its strings.
    pub strings: Vec<StringView>,
    /// Its groups, the borders last.
    pub groups: Vec<GroupView>,
    /// Which groups are how far from each other.
    pub relations: Vec<GroupRelation>,
}

/// A move that a rule generates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RankedMove {
    /// The move.
    pub cell: Cell,
    /// The first rule that generates it, and the group that the rule speaks of.
    pub reason: MoveReason,
    /// Among the moves of one rule, more is better.
    pub preference: i32,
}

/// All that the rules see in a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Examination {
    /// Both colours, Black first.
    pub colors: [ColorView; 2],
    /// The generated moves, best first; none where a string joins both borders.
    pub candidates: Vec<RankedMove>,
    /// Every move with every rule that generates it, in the order of the rules. Rule 6 generates the moves of rule 5
    /// again.
    pub generated: Vec<(YangRule, Cell)>,
}

/// Lists what the rules see in a position, and the moves that they generate for the side to move. Nothing is
/// searched.
#[must_use]
pub fn examine(position: &Position) -> Examination {
    with_words!(position.size(), W => examine_in::<W>(&position.resize()))
}

fn examine_in<const W: usize>(position: &Position<W>) -> Examination {
    let table = Table::new(position.size());
    let mut analyses = Color::BOTH.map(Analysis::<W>::new);
    for (analysis, color) in analyses.iter_mut().zip(Color::BOTH) {
        analysis.build(&table, position, color);
    }
    let mover = position.to_move();
    let [own, other] = [mover, mover.opponent()].map(|color| &analyses[color.index()]);
    let is_over = own.strings.joined || other.strings.joined;
    let candidates = if is_over { Vec::new() } else { propose(&table, own, other) };
    let ranked = |candidate: &crate::rules::Candidate<W>| RankedMove {
        cell: candidate.cell,
        reason: candidate.reason(mover),
        preference: candidate.preference,
    };
    Examination {
        candidates: candidates.iter().map(ranked).collect(),
        generated: if is_over { Vec::new() } else { propose_all(&table, own, other) },
        colors: [0, 1].map(|index| view(&analyses[index])),
    }
}

fn view<const W: usize>(analysis: &Analysis<W>) -> ColorView {
    let strings = &analysis.strings;
    let of_string = |number: usize| StringView {
        stones: strings.stones(number).resize(),
        border: match number {
            _ if strings.joined && number <= SECOND => BorderType::Both,
            FIRST => BorderType::First,
            SECOND => BorderType::Second,
            _ => BorderType::None,
        },
    };
    let strings: Vec<StringView> =
        (0..strings.len()).map(of_string).filter(|string| !string.stones.is_empty()).collect();
    let (color, mut groups, mut relations) = (analysis.color, Vec::new(), Vec::new());
    if !analysis.strings.joined {
        let all = Groups::of(analysis);
        let list: Vec<&Group<W>> = all.with_borders().collect();
        groups = list.iter().map(|group| group_view(group)).collect();
        for (a, first) in list.iter().enumerate() {
            for (b, second) in list.iter().enumerate().skip(a + 1) {
                let one = one_move(analysis, first, second);
                let kind = RelationKind::OneToConnect;
                if !one.is_empty() {
                    relations.push(GroupRelation { kind, groups: [a, b], cells: one.resize() });
                }
                let possible = possible_moves(analysis, first, second).minus(one);
                let kind = RelationKind::OnePossibleConnect;
                if !possible.is_empty() {
                    relations.push(GroupRelation { kind, groups: [a, b], cells: possible.resize() });
                }
            }
        }
    }
    ColorView { color, strings, groups, relations }
}

fn group_view<const W: usize>(group: &Group<W>) -> GroupView {
    GroupView { stones: group.stones.resize(), border: group.border, is_border: group.strings[0] <= SECOND }
}

/// The moves that join two groups, of which the second may be a border.
fn one_move<const W: usize>(analysis: &Analysis<W>, first: &Group<W>, second: &Group<W>) -> CellSet<W> {
    match second.strings[0] {
        side @ (FIRST | SECOND) if first.strings[0] > SECOND => one_to_border(analysis, first, side),
        _ => one_to_group(analysis, first, second),
    }
}

/// The moves from the first group that would have several ways on to the second, a border.
fn possible_moves<const W: usize>(analysis: &Analysis<W>, first: &Group<W>, second: &Group<W>) -> CellSet<W> {
    let side = second.strings[0];
    if side > SECOND || first.strings[0] <= SECOND {
        return CellSet::EMPTY;
    }
    let cells = near(analysis, first).minus(analysis.labelled(side));
    cells.iter().filter(|&cell| analysis.chances(side, cell) > 0).collect()
}
