//! A bound on the work that a file may ask for.

use crate::refusal::Check;

/// How many units of work a check may take: a unit is a byte to read, a cell to look at or a set of cells to
/// compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget(pub u64);

impl Budget {
    /// No bound but the size of the file.
    pub const UNLIMITED: Self = Self(u64::MAX);

    /// Takes units away.
    pub(crate) fn spend(&mut self, units: usize) -> Check<()> {
        let left = self.0.checked_sub(units as u64);
        self.0 = left.ok_or("found more work than the budget allows")?;
        Ok(())
    }
}
