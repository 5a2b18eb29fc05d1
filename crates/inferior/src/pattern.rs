//! Drawn patterns: the text form of what local play proves, as it stands in `data/patterns.txt`.
//!
//! A pattern is a claim about empty cells of Black's with some stones around them. `B` and `W` are stones that must be
//! there (an edge of the board counts as stones of its colour), `?` is any cell, and small letters are empty cells with
//! a part in the claim:
//!
//! | class | letters |
//! | --- | --- |
//! | `dead` | `x`: its colour never matters |
//! | `captured` | `c`: all of them may be filled with black stones |
//! | `permanently-inferior` | `p`: may be filled with black stones; `e`: the carrier |
//! | `dominated` | `x`: Black need not search it; `d`: the better move, after which `x` falls to Black anyway; `e`: must be empty |
//! | `star-dominated` | likewise, but `d` does not gain `x` |
//! | `vulnerable` | `x`: Black need not search it; `k`: White's answer that kills it; `c`: White then captures them; `e`: must be empty |
//! | `captured-reversible` | `c`: Black need not search them; `r`: White's answer after which they are captured for Black |

use std::fmt;

use crate::{
    claim::Claim,
    error::InferiorError,
    local_play::{OWNER, digit},
    window::{Point, SYMMETRIES, Window, transform},
};

/// A claim about a few empty cells and the stones around them that prove it. The owner of the claim is Black.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct InferiorPattern {
    /// The empty cells of the claim.
    pub(crate) region: Vec<Point>,
    /// The stones around them: a point, and whether it is Black's. Sorted.
    pub(crate) stones: Vec<(Point, bool)>,
    pub(crate) claim: Claim,
}

/// The statement of a pattern about its cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// The colour of the cell never matters.
    Dead,
    /// The owner can make the cells theirs even if the opponent moves first there.
    Captured,
    /// A stone of the owner may be added without changing the winner, given the empty cells of a carrier.
    PermanentlyInferior,
    /// The opponent's answer kills the stone.
    Vulnerable,
    /// The opponent's answer makes the cells captured for the mover, who would have had them anyway.
    CapturedReversible,
    /// Another move is at least as good.
    Dominated,
    /// Another move is at least as good by a pattern, though it does not gain the cell: domination by star decomposition.
    StarDominated,
}

impl Class {
    /// All classes, in the order in which an analysis applies them.
    pub const ALL: [Self; 7] = [
        Self::Dead,
        Self::Captured,
        Self::PermanentlyInferior,
        Self::Vulnerable,
        Self::CapturedReversible,
        Self::Dominated,
        Self::StarDominated,
    ];

    /// The name of the class in the data file and in printed answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dead => "dead",
            Self::Captured => "captured",
            Self::PermanentlyInferior => "permanently-inferior",
            Self::Vulnerable => "vulnerable",
            Self::CapturedReversible => "captured-reversible",
            Self::Dominated => "dominated",
            Self::StarDominated => "star-dominated",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl InferiorPattern {
    /// The class of the pattern's claim.
    #[must_use]
    pub const fn class(&self) -> Class {
        match self.claim {
            Claim::Dead(_) => Class::Dead,
            Claim::Fill(set) if set.count_ones() as usize == self.region.len() => Class::Captured,
            Claim::Fill(_) => Class::PermanentlyInferior,
            Claim::Dominated(..) => Class::Dominated,
            Claim::Star(..) => Class::StarDominated,
            Claim::Vulnerable(..) => Class::Vulnerable,
            Claim::Reversible(..) => Class::CapturedReversible,
        }
    }

    /// The pattern of a claim in a window whose ring has this code.
    pub(crate) fn from_window(window: &Window, ring: usize, claim: Claim) -> Self {
        let stones = window.ring.iter().enumerate().filter_map(|(cell, &point)| match digit(ring, cell) {
            crate::local_play::EMPTY => None,
            stone => Some((point, stone == OWNER)),
        });
        Self { region: window.region.clone(), stones: stones.collect(), claim }
    }

    /// The image of the pattern under a symmetry of the lattice, moved so that its region's cells come in order and the
    /// first is the origin.
    pub(crate) fn image(&self, symmetry: usize) -> Self {
        let moved: Vec<Point> = self.region.iter().map(|&point| transform(symmetry, point)).collect();
        let mut region = moved.clone();
        region.sort_unstable_by_key(|&(col, row)| (row, col));
        let origin = region[0];
        let shift = |(col, row): Point| (col - origin.0, row - origin.1);
        let claim = self.claim.renumbered(|cell| {
            region.iter().position(|point| *point == moved[usize::from(cell)]).unwrap_or(0) as u8
        });
        let mut stones: Vec<(Point, bool)> =
            self.stones.iter().map(|&(point, own)| (shift(transform(symmetry, point)), own)).collect();
        stones.sort_unstable();
        Self { region: region.into_iter().map(shift).collect(), stones, claim }
    }

    /// The least of the twelve images: two patterns that are images of each other have the same.
    /// A dead cell is dead for both, so there the images with colours exchanged count as well.
    pub(crate) fn canonical(&self) -> Self {
        let mut exchanged = self.clone();
        if self.class() == Class::Dead {
            exchanged.stones.iter_mut().for_each(|(_, own)| *own = !*own);
        }
        let images = (0..SYMMETRIES).flat_map(|symmetry| [self.image(symmetry), exchanged.image(symmetry)]);
        images.min_by_key(Self::sort_key).unwrap_or_else(|| self.clone())
    }

    /// The order of the data file: by class, then by size, then by what is drawn.
    pub(crate) fn sort_key(&self) -> (Class, usize, usize, Self) {
        (self.class(), self.region.len(), self.stones.len(), self.clone())
    }

    /// The letter that a cell of the region is drawn with.
    fn letter(&self, cell: u8) -> char {
        let has = |set: u8| set >> cell & 1 != 0;
        match self.claim {
            Claim::Dead(x) if x == cell => 'x',
            Claim::Fill(set) if has(set) => {
                if self.class() == Class::Captured {
                    'c'
                } else {
                    'p'
                }
            }
            Claim::Dominated(x, _) | Claim::Star(x, _) | Claim::Vulnerable(x, ..) if x == cell => 'x',
            Claim::Dominated(_, d) | Claim::Star(_, d) if d == cell => 'd',
            Claim::Vulnerable(_, k, _) if k == cell => 'k',
            Claim::Vulnerable(_, _, carrier) if has(carrier) => 'c',
            Claim::Reversible(set, _) if has(set) => 'c',
            Claim::Reversible(_, r) if r == cell => 'r',
            _ => 'e',
        }
    }

    /// Why the claim holds, in a few words.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self.claim {
            Claim::Dead(_) => "however the rest is filled, x joins nothing that is not joined without it",
            Claim::Fill(_) if self.class() == Class::Captured => {
                "whatever White plays first among c, Black's answer kills it"
            }
            Claim::Fill(_) => "at any time White's move at p can be answered so that it is dead",
            Claim::Dominated(..) => "after Black d, the cell x is Black's or dead",
            Claim::Star(..) => "a stone at d serves for a stone at x in every continuation",
            Claim::Vulnerable(..) => "after White k, x is dead",
            Claim::Reversible(..) => "after White r, the cells c are captured for Black",
        }
    }

    /// Reads the patterns of a data file.
    ///
    /// # Errors
    /// [`InferiorError::Pattern`] with the line and what was expected.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, InferiorError> {
        let mut patterns = Vec::new();
        let mut lines = text.lines().enumerate().peekable();
        while let Some((number, line)) = lines.next() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let class = line.split(':').next().unwrap_or("");
            let Some(class) = Class::ALL.into_iter().find(|known| known.name() == class) else {
                return Err(bad(number, format!("found '{line}', expected a class and a colon")));
            };
            let mut rows = Vec::new();
            while let Some((number, row)) = lines.next_if(|(_, row)| !row.is_empty()) {
                rows.push((number, row));
            }
            patterns.push(Self::parse(class, number, &rows)?);
        }
        Ok(patterns)
    }

    fn parse(class: Class, number: usize, rows: &[(usize, &str)]) -> Result<Self, InferiorError> {
        let mut cells: Vec<(Point, char)> = Vec::new();
        let mut stones = Vec::new();
        for (row, &(number, line)) in rows.iter().enumerate() {
            for (col, c) in line.chars().filter(|c| !c.is_whitespace()).enumerate() {
                let point = (col as i32, row as i32);
                match c {
                    '?' => {}
                    'B' | 'W' => stones.push((point, c == 'B')),
                    'x' | 'c' | 'p' | 'e' | 'd' | 'k' | 'r' => cells.push((point, c)),
                    _ => {
                        return Err(bad(
                            number,
                            format!("found '{}', expected ? B W x c p e d k r", c.escape_default()),
                        ));
                    }
                }
            }
        }
        let only = |letter: char| {
            let mut found =
                cells.iter().enumerate().filter(|(_, cell)| cell.1 == letter).map(|(i, _)| i as u8);
            match (found.next(), found.next()) {
                (Some(cell), None) => Ok(cell),
                _ => Err(bad(number, format!("expected exactly one {letter} in a pattern '{class}'"))),
            }
        };
        let set = |letter: char| {
            cells
                .iter()
                .enumerate()
                .filter(|(_, cell)| cell.1 == letter)
                .fold(0u8, |bits, (i, _)| bits | 1 << i)
        };
        if cells.is_empty() || cells.len() > crate::window::MAX_REGION {
            return Err(bad(number, format!("found {} empty cells, expected 1 to 4", cells.len())));
        }
        let claim = match class {
            Class::Dead => Claim::Dead(only('x')?),
            Class::Captured => Claim::Fill(set('c')),
            Class::PermanentlyInferior => Claim::Fill(set('p')),
            Class::Vulnerable => Claim::Vulnerable(only('x')?, only('k')?, set('c')),
            Class::CapturedReversible => Claim::Reversible(set('c'), only('r')?),
            Class::Dominated => Claim::Dominated(only('x')?, only('d')?),
            Class::StarDominated => Claim::Star(only('x')?, only('d')?),
        };
        let region: Vec<Point> = cells.into_iter().map(|(point, _)| point).collect();
        let ring = Window::around(&region).ring;
        if let Some((point, _)) = stones.iter().find(|(point, _)| !ring.contains(point)) {
            return Err(bad(
                number,
                format!("found a stone in row {} that touches no empty cell of the pattern", point.1 + 1),
            ));
        }
        let pattern = Self { region, stones, claim };
        if pattern.class() != class {
            return Err(bad(
                number,
                format!("found the letters of '{}', expected those of '{class}'", pattern.class()),
            ));
        }
        Ok(pattern.image(0))
    }
}

/// The text of a data file with these patterns.
#[must_use]
pub fn pattern_file(patterns: &[InferiorPattern]) -> String {
    let mut text = String::from(
        "\
# Patterns of inferior cells, derived by exhaustive local play: `hexwright patterns derive` writes this file and
# `hexwright patterns verify` proves every pattern again. Images under the twelve symmetries of the lattice and the
# exchange of colours are not listed. An edge of the board counts as stones of its colour.
#
# B W  stones that must be there      ?  any cell
# x    the inferior cell              d  the move that dominates it       k  White's answer that kills it
# c    cells captured (for Black, in 'vulnerable' for White)            r  White's answer that reverses
# p    may be filled for Black        e  must be empty
",
    );
    for pattern in patterns {
        text += &format!("\n{pattern}\n");
    }
    text
}

fn bad(number: usize, problem: String) -> InferiorError {
    InferiorError::Pattern { line: number + 1, problem }
}

impl fmt::Display for InferiorPattern {
    /// Draws the pattern as [`InferiorPattern::parse_all`] reads it: class and reason, then the rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.class(), self.reason())?;
        let points = || self.region.iter().copied().chain(self.stones.iter().map(|stone| stone.0));
        let (left, right) = points().fold((0, 0), |(l, r), (col, _)| (l.min(col), r.max(col)));
        let (top, bottom) = points().fold((0, 0), |(t, b), (_, row)| (t.min(row), b.max(row)));
        for row in top..=bottom {
            write!(f, "\n{}", " ".repeat((row - top) as usize))?;
            for col in left..=right {
                let point = (col, row);
                let cell = self.region.iter().position(|other| *other == point);
                let stone = self.stones.iter().find(|stone| stone.0 == point);
                let drawn = match (cell, stone) {
                    (Some(cell), _) => self.letter(cell as u8),
                    (None, Some((_, true))) => 'B',
                    (None, Some((_, false))) => 'W',
                    (None, None) => '?',
                };
                if col > left {
                    write!(f, " ")?;
                }
                write!(f, "{drawn}")?;
            }
        }
        Ok(())
    }
}
