//! Groups: a string and all strings that it is virtually connected to, whether or not the carriers overlap.

use board::CellSet;

use crate::{
    analysis::Analysis,
    strings::{BorderType, FIRST, SECOND, StringId},
};

/// Strings that are virtually connected to each other.
#[derive(Debug, Clone)]
pub(crate) struct Group<const W: usize> {
    /// Their numbers.
    pub(crate) strings: Vec<StringId>,
    /// Their stones; none for a border without stones.
    pub(crate) stones: CellSet<W>,
    /// Which borders the group is virtually connected to.
    pub(crate) border: BorderType,
}

/// The groups of a colour. Borders are groups of their own: to be connected to a border is the group's type.
#[derive(Debug, Clone)]
pub(crate) struct Groups<const W: usize> {
    list: Vec<Group<W>>,
}

impl<const W: usize> Groups<W> {
    pub(crate) fn of(analysis: &Analysis<W>) -> Self {
        let count = analysis.strings.len();
        let mut list = Vec::new();
        let mut taken = vec![false; count];
        for string in SECOND + 1..count {
            if taken[string] {
                continue;
            }
            taken[string] = true;
            let mut strings = vec![string];
            let mut next = 0;
            while next < strings.len() {
                for (other, taken) in taken.iter_mut().enumerate().skip(SECOND + 1) {
                    if !*taken && !analysis.between(strings[next], other).is_empty() {
                        *taken = true;
                        strings.push(other);
                    }
                }
                next += 1;
            }
            let reaches = |side| strings.iter().any(|&string| !analysis.label(side, string).is_empty());
            let border = BorderType::of([reaches(FIRST), reaches(SECOND)]);
            let stones = strings.iter().fold(CellSet::EMPTY, |all, &s| all | analysis.strings.stones(s));
            list.push(Group { strings, stones, border });
        }
        for (string, border) in [(FIRST, BorderType::First), (SECOND, BorderType::Second)] {
            list.push(Group { strings: vec![string], stones: analysis.strings.stones(string), border });
        }
        Self { list }
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Group<W>> {
        self.list.iter().filter(|group| group.strings[0] > SECOND)
    }

    /// All groups, the borders last.
    pub(crate) fn with_borders(&self) -> impl Iterator<Item = &Group<W>> {
        self.list.iter()
    }

    pub(crate) fn of_type(&self, border: BorderType) -> impl Iterator<Item = &Group<W>> {
        self.list.iter().filter(move |group| group.border == border)
    }

    /// The group of a string.
    pub(crate) fn with(&self, string: StringId) -> Option<&Group<W>> {
        self.list.iter().find(|group| group.strings.contains(&string))
    }
}
