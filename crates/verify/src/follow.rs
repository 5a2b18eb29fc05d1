//! Playing a connection out: an answer to every intrusion, down to stones that touch.
//!
//! A certificate says that two ends are connected; a [`Follower`] keeps the promise. It holds a list of **open** full
//! connections, which together still join the two ends of the last step, and whose own ends are stones or edges by now:
//!
//! - An AND over a stone is its two parts: both are opened.
//! - An OR waits. A stone of the opponent in its carrier is answered by the key of one of its semi connections that the stone does not touch; the
//!   two parts of that semi connection are opened in its place.
//! - A captured cell is answered on its partner. The opponent's stone there is then dead: it may count as an own stone, in every connection that wants the
//!   cell.
//!
//! Carriers of what is open share nothing but captured cells, so a stone elsewhere needs no answer. When nothing is open any more, stones
//! join the ends.

use board::{Cell, CellSet};

use crate::{Captured, Certificate, Kind, Rule, Step};

/// Plays a full connection for its owner.
#[derive(Debug, Clone)]
pub struct Follower<'a> {
    steps: &'a [Step],
    /// Numbers of OR steps that are not played out.
    open: Vec<usize>,
    captured: Vec<Captured>,
    /// Own stones that were played, and dead stones of the opponent, which are as good.
    held: CellSet,
}

/// What an intrusion asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// This cell.
    Play(Cell),
    /// Nothing: the connection holds as it is, and the owner may play anywhere.
    Nothing,
}

impl<'a> Follower<'a> {
    /// Begins with a certificate that was checked. None where its last step is not full, or where a step is a trial, whose position is
    /// another one.
    #[must_use]
    pub fn new(certificate: &'a Certificate) -> Option<Self> {
        let steps = certificate.steps.as_slice();
        let last = steps.len().checked_sub(1)?;
        let has_trial = steps.iter().any(|step| matches!(step.rule, Rule::Trial { .. }));
        if steps[last].kind != Kind::Full || has_trial {
            return None;
        }
        let mut follower = Self { steps, open: Vec::new(), captured: Vec::new(), held: CellSet::EMPTY };
        follower.open(last);
        Some(follower)
    }

    /// The empty cells that the connection still needs.
    #[must_use]
    pub fn needs(&self) -> CellSet {
        let mut cells = CellSet::EMPTY;
        for &number in &self.open {
            cells |= self.steps[number].carrier;
        }
        // Where the partner of a captured cell is gone, the cell is not captured any more.
        for captured in &self.captured {
            let pair = CellSet::of(captured.cell).with(captured.partner.unwrap_or(captured.cell));
            if captured.partner.is_some() && !pair.intersects(&self.held) {
                cells |= pair;
            }
        }
        cells.minus(self.held)
    }

    /// The opponent has put a stone on an empty cell. None where the certificate has no answer: it was not checked, or the cell was not empty.
    #[must_use]
    pub fn answer(&mut self, intrusion: Cell) -> Option<Answer> {
        if !self.needs().contains(intrusion) {
            return Some(Answer::Nothing);
        }
        let mut partners = Vec::new();
        for captured in &self.captured {
            if captured.cell == intrusion {
                partners.push(captured.partner);
            } else if captured.partner == Some(intrusion) {
                partners.push(Some(captured.cell));
            }
        }
        let is_dead = partners.iter().any(|partner| partner.is_none_or(|cell| self.held.contains(cell)));
        if is_dead {
            self.held |= CellSet::of(intrusion);
            return Some(Answer::Nothing);
        }
        if let Some(&Some(partner)) = partners.first() {
            self.held |= CellSet::of(intrusion).with(partner);
            return Some(Answer::Play(partner));
        }
        let place = self.open.iter().position(|&step| self.steps[step].carrier.contains(intrusion))?;
        let clear: Vec<usize> = self.parts(self.open[place], |step| !step.carrier.contains(intrusion));
        // A key that is there already costs no move.
        let ready =
            clear.iter().copied().find(|&part| self.key(part).is_some_and(|key| self.held.contains(key)));
        let part = ready.or_else(|| clear.first().copied())?;
        let key = self.key(part)?;
        self.open.swap_remove(place);
        let has_key = self.held.contains(key);
        self.take(part, key);
        Some(if has_key { Answer::Nothing } else { Answer::Play(key) })
    }

    /// A move of the owner that brings the end nearer, for when nothing needs an answer; none when nothing is open.
    pub fn advance(&mut self) -> Option<Cell> {
        while let Some(number) = self.open.pop() {
            let parts = self.parts(number, |_| true);
            let held =
                parts.iter().copied().find(|&part| self.key(part).is_some_and(|key| self.held.contains(key)));
            let part = held.or_else(|| parts.first().copied())?;
            let key = self.key(part)?;
            let has_key = self.held.contains(key);
            self.take(part, key);
            if !has_key {
                return Some(key);
            }
        }
        None
    }

    /// The parts of an OR that are as wanted.
    fn parts(&self, number: usize, wanted: impl Fn(&Step) -> bool) -> Vec<usize> {
        match &self.steps[number].rule {
            Rule::Or { parts, .. } => {
                parts.iter().copied().filter(|&part| wanted(&self.steps[part])).collect()
            }
            _ => Vec::new(),
        }
    }

    fn key(&self, part: usize) -> Option<Cell> {
        match self.steps[part].kind {
            Kind::Semi(key) => Some(key),
            Kind::Full => None,
        }
    }

    /// Plays the key of a semi connection, whose parts are full from now on.
    fn take(&mut self, part: usize, key: Cell) {
        self.held |= CellSet::of(key);
        if let Rule::And { parts, captured } = &self.steps[part].rule {
            self.captured.extend(captured);
            self.open(parts[0]);
            self.open(parts[1]);
        }
    }

    /// Opens a full connection between stones.
    fn open(&mut self, number: usize) {
        match &self.steps[number].rule {
            Rule::And { parts, captured } => {
                self.captured.extend(captured);
                self.open(parts[0]);
                self.open(parts[1]);
            }
            Rule::Or { captured, .. } => {
                self.captured.extend(captured);
                self.open.push(number);
            }
            Rule::Adjacent | Rule::Trial { .. } => {}
        }
    }
}
