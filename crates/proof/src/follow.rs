//! Plays a connection out: an answer to every intrusion, down to stones that touch.
//!
//! A certificate says that two ends are connected; a [`Follower`] keeps the promise. It holds a list of **open**
//! full connections, which together still join the two ends of the last step, and whose own ends are stones or
//! edges by now:
//!
//! - An AND over a stone is its two parts: both are opened.
//! - An OR waits. A stone of the opponent in its carrier is answered by the key of one of its semi connections that
//!   the stone does not touch; the two parts of that semi connection are opened in its place.
//! - A captured cell is answered on its partner. The opponent's stone there is then dead: it may count as an own
//!   stone, in every connection that wants the cell.
//!
//! Carriers of what is open share nothing but captured cells, so a stone elsewhere needs no answer. When nothing is
//! open any more, stones join the ends.

use board::{Cell, CellSet};

use crate::{CapturedCells, Certificate, CertificateRule, CertificateStep, ConnectionKind};

/// Plays a full connection for its owner.
#[derive(Debug, Clone)]
pub struct Follower<'a> {
    steps: &'a [CertificateStep],
    /// Numbers of OR steps that are not played out.
    open: Vec<usize>,
    /// Steps that were opened at any time. Parts share steps, so a certificate has many more paths than steps.
    opened: Vec<bool>,
    captured: Vec<CapturedCells>,
    /// Own stones that were played, and dead stones of the opponent, which are as good.
    held: CellSet,
}

/// The answer that an intrusion requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntrusionAnswer {
    /// This cell.
    Play(Cell),
    /// Nothing: the connection holds as it is, and the owner may play anywhere.
    Nothing,
}

impl<'a> Follower<'a> {
    /// Begins with a certificate that was checked. None if its last step is not full, or where a step is a
    /// trial, whose position is another one.
    #[must_use]
    pub fn new(certificate: &'a Certificate) -> Option<Self> {
        let steps = certificate.steps.as_slice();
        let last = steps.len().checked_sub(1)?;
        let has_trial = steps.iter().any(|step| matches!(step.rule, CertificateRule::Trial { .. }));
        if steps[last].kind != ConnectionKind::Full || has_trial {
            return None;
        }
        let mut follower = Self {
            steps,
            open: Vec::new(),
            opened: vec![false; steps.len()],
            captured: Vec::new(),
            held: CellSet::EMPTY,
        };
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

    /// The opponent has put a stone on an empty cell. None if the certificate has no answer: it was not checked,
    /// or the cell was not empty.
    #[must_use]
    pub fn answer(&mut self, intrusion: Cell) -> Option<IntrusionAnswer> {
        if !self.needs().contains(intrusion) {
            return Some(IntrusionAnswer::Nothing);
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
            return Some(IntrusionAnswer::Nothing);
        }
        if let Some(&Some(partner)) = partners.first() {
            self.held |= CellSet::of(intrusion).with(partner);
            return Some(IntrusionAnswer::Play(partner));
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
        Some(if has_key { IntrusionAnswer::Nothing } else { IntrusionAnswer::Play(key) })
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
    fn parts(&self, number: usize, wanted: impl Fn(&CertificateStep) -> bool) -> Vec<usize> {
        match &self.steps[number].rule {
            CertificateRule::Or { parts, .. } => {
                parts.iter().copied().filter(|&part| wanted(&self.steps[part])).collect()
            }
            _ => Vec::new(),
        }
    }

    fn key(&self, part: usize) -> Option<Cell> {
        match self.steps[part].kind {
            ConnectionKind::Semi(key) => Some(key),
            ConnectionKind::Full => None,
        }
    }

    /// Plays the key of a semi connection, which is full from now on.
    fn take(&mut self, part: usize, key: Cell) {
        self.held |= CellSet::of(key);
        self.open(part);
    }

    /// Opens a full connection between stones: each step once, since to keep it twice is to keep it.
    fn open(&mut self, number: usize) {
        let mut waiting = vec![number];
        while let Some(number) = waiting.pop() {
            if std::mem::replace(&mut self.opened[number], true) {
                continue;
            }
            match &self.steps[number].rule {
                CertificateRule::And { parts, captured } => {
                    self.captured.extend(captured);
                    waiting.extend(parts);
                }
                CertificateRule::Or { captured, .. } => {
                    self.captured.extend(captured);
                    self.open.push(number);
                }
                CertificateRule::Adjacent | CertificateRule::Trial { .. } => {}
            }
        }
    }
}
