//! The claims of local play about the cells of a region, in terms of states that serve for
//! others.

use crate::local_play::{EMPTY, OPPONENT, OWNER, Relation, pow3};

/// A statement about a region of empty cells, for the owner of the pattern. Cells are numbered as in the region; sets of
/// them are bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Claim {
    /// The colour of this cell never matters.
    Dead(u8),
    /// These cells may be filled with the owner's stones. If they are the whole region they are captured, otherwise
    /// permanently inferior, and the rest of the region is the carrier.
    Fill(u8),
    /// For the owner to move, the first cell need not be searched since the second is at least as good.
    Dominated(u8, u8),
    /// Likewise, where the second does not gain the first: star decomposition. [`Claim::Dominated`] is proven in general and
    /// then told apart by [`Claim::labelled`].
    Star(u8, u8),
    /// For the owner to move, the first cell need not be searched since the opponent's answer at the second kills it; the
    /// set is a carrier that the opponent captures by the answer.
    Vulnerable(u8, u8, u8),
    /// For the owner to move, the first set need not be searched: after the opponent's answer at the second cell, it is
    /// captured for the owner anyway.
    Reversible(u8, u8),
}

impl Claim {
    /// All claims about a region of this many cells, in a fixed order.
    pub(crate) fn all(region: usize) -> Vec<Self> {
        let cells = 0..region as u8;
        let pairs = || cells.clone().flat_map(|a| cells.clone().map(move |b| (a, b))).filter(|(a, b)| a != b);
        let mut claims: Vec<Self> = cells.clone().map(Self::Dead).collect();
        if region > 1 {
            claims.extend((1..1 << region).map(Self::Fill));
        }
        claims.extend(pairs().map(|(cell, by)| Self::Dominated(cell, by)));
        claims.extend(pairs().map(|(cell, by)| Self::Star(cell, by)));
        for (cell, killer) in pairs() {
            let rest = ((1 << region) - 1) & !(1 << cell | 1 << killer);
            let carriers = (0..1u8 << region).filter(|set| set & !rest == 0 && set.count_ones() != 1);
            claims.extend(carriers.map(|carrier| Self::Vulnerable(cell, killer, carrier)));
        }
        for reverser in cells.clone() {
            let rest = ((1 << region) - 1) & !(1 << reverser);
            let sets = (1..1u8 << region).filter(move |set| set & !rest == 0 && set.count_ones() > 1);
            claims.extend(sets.map(|set| Self::Reversible(set, reverser)));
        }
        claims
    }

    /// The cells that the claim speaks of; the others of its region only have to be empty.
    pub(crate) const fn cells(self) -> u8 {
        match self {
            Self::Dead(cell) => 1 << cell,
            Self::Fill(set) => set,
            Self::Dominated(a, b) | Self::Star(a, b) => 1 << a | 1 << b,
            Self::Vulnerable(a, b, carrier) => 1 << a | 1 << b | carrier,
            Self::Reversible(set, reverser) => set | 1 << reverser,
        }
    }

    /// The same claim with its cells renumbered.
    pub(crate) fn renumbered(self, number: impl Fn(u8) -> u8) -> Self {
        let set = |cells: u8| {
            (0..8).filter(|&cell| cells >> cell & 1 != 0).fold(0, |bits, cell| bits | 1 << number(cell))
        };
        match self {
            Self::Dead(cell) => Self::Dead(number(cell)),
            Self::Fill(cells) => Self::Fill(set(cells)),
            Self::Dominated(a, b) => Self::Dominated(number(a), number(b)),
            Self::Star(a, b) => Self::Star(number(a), number(b)),
            Self::Vulnerable(a, b, carrier) => Self::Vulnerable(number(a), number(b), set(carrier)),
            Self::Reversible(cells, reverser) => Self::Reversible(set(cells), number(reverser)),
        }
    }

    /// The claim with domination told apart: by star decomposition, if the better move does not gain the cell.
    pub(crate) fn labelled(self, relation: &Relation, region: usize) -> Self {
        match self {
            Self::Dominated(cell, by) if Self::Star(cell, by).holds(relation, region) => Self::Star(cell, by),
            claim => claim,
        }
    }

    /// Whether local play proves the claim.
    ///
    /// Domination compares two moves in the position at hand, so the rest of the region is empty there. The other claims
    /// are used after more stones have been played as well, so they must hold however the cells that they do not
    /// speak of have been filled meanwhile.
    pub(crate) fn holds(self, relation: &Relation, region: usize) -> bool {
        let stone = |cell: u8, digit: usize| digit * pow3(usize::from(cell));
        let stones = |set: u8, digit: usize| {
            (0..region).filter(|cell| set >> cell & 1 != 0).map(|cell| digit * pow3(cell)).sum::<usize>()
        };
        let whatever_else = |check: &dyn Fn(usize) -> bool| {
            (0..pow3(region))
                .filter(|&state| {
                    (0..region).all(|cell| {
                        self.cells() >> cell & 1 == 0 || crate::local_play::digit(state, cell) == EMPTY
                    })
                })
                .all(check)
        };
        match self {
            Self::Dead(cell) => whatever_else(&|state| {
                relation.serves(state + stone(cell, OPPONENT), state + stone(cell, OWNER))
            }),
            Self::Fill(set) => whatever_else(&|state| relation.serves(state, state + stones(set, OWNER))),
            Self::Dominated(cell, by) => relation.serves(stone(by, OWNER), stone(cell, OWNER)),
            Self::Star(cell, by) => {
                let after = stone(by, OWNER);
                relation.serves(after, stone(cell, OWNER))
                    && !relation.serves(after, after + stone(cell, OWNER))
            }
            // With the carrier and the cell itself in the opponent's hands the owner is no worse off.
            Self::Vulnerable(cell, killer, carrier) => whatever_else(&|state| {
                let killed = state + stone(killer, OPPONENT);
                let lost = stone(cell, OPPONENT) + stones(carrier, OPPONENT);
                relation.serves(killed + lost, killed + stone(cell, OWNER))
            }),
            Self::Reversible(set, reverser) => whatever_else(&|state| {
                let reversed = state + stone(reverser, OPPONENT);
                relation.serves(reversed, reversed + stones(set, OWNER))
            }),
        }
    }
}
