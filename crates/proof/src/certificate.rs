//! The contents of a certificate.

use board::{Cell, CellSet, Color, Edge, MAX_WORDS};

/// An end of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum End {
    /// An edge of the colour, with all groups that touch it.
    Edge(Edge),
    /// An empty cell, or the group that has a stone on this cell.
    Cell(Cell),
}

/// Who may move first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ConnectionKind {
    /// Holds even if the opponent moves first.
    Full,
    /// Holds if the colour moves first, by playing this key.
    Semi(Cell),
}

/// One or two empty cells that an end captures: once the end is the colour's own, the opponent's stone on one of
/// them is dead as soon as the other, if there is another, is own too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CapturedCells {
    /// The end that captures.
    pub by: End,
    /// The cell.
    pub cell: Cell,
    /// The answer to a stone on it, which is captured likewise; none if the stone is dead at once.
    pub partner: Option<Cell>,
}

/// By which rule a step follows from earlier ones, which it names by their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CertificateRule {
    /// The ends are neighbours; the carrier is empty.
    Adjacent,
    /// Two full connections share an end and their carriers do not overlap, except in captured cells. The shared
    /// end is an own group or edge (the step is full) or an empty cell, which is the key of the step (the step is
    /// semi). Over a group or edge one of the two may be semi: the step is then semi with the same key.
    And {
        /// The two connections.
        parts: [usize; 2],
        /// Where they may overlap.
        captured: Vec<CapturedCells>,
    },
    /// Semi connections between the same ends have no cell in common, except captured ones: the step is full.
    Or {
        /// The semi connections.
        parts: Vec<usize>,
        /// The cells that they may share.
        captured: Vec<CapturedCells>,
    },
    /// A full connection between the same ends once a stone is on the key: the step is semi.
    Trial {
        /// The certificate of the full connection, in the position with the stone.
        steps: Vec<CertificateStep>,
    },
}

/// One connection and why it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertificateStep {
    /// Its ends.
    pub ends: [End; 2],
    /// Full or semi.
    pub kind: ConnectionKind,
    /// The empty cells that it needs; the ends are not among them, the key is.
    pub carrier: CellSet<MAX_WORDS>,
    /// Why it holds.
    pub rule: CertificateRule,
}

impl CertificateStep {
    /// The same step where all numbers of steps are greater by `offset`.
    #[must_use]
    pub fn moved(mut self, offset: usize) -> Self {
        match &mut self.rule {
            CertificateRule::Adjacent | CertificateRule::Trial { .. } => {}
            CertificateRule::And { parts, .. } => parts.iter_mut().for_each(|part| *part += offset),
            CertificateRule::Or { parts, .. } => parts.iter_mut().for_each(|part| *part += offset),
        }
        self
    }
}

/// A connection of one colour, proved step by step; the last step is what is claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// Whose connection.
    pub color: Color,
    /// Each follows from earlier ones.
    pub steps: Vec<CertificateStep>,
}

impl Certificate {
    /// The depth of the connection in Anshelevich's sense: how many moves it takes to realise it when the opponent
    /// draws it out and the colour does not.
    #[must_use]
    pub fn depth(&self) -> usize {
        depth_of(&self.steps)
    }

    /// The answer to the opponent's stone on a cell of the carrier of a full connection. None for a cell that the
    /// connection does not need, or that is captured without an answer.
    #[must_use]
    pub fn reply(&self, intrusion: Cell) -> Option<Cell> {
        reply(&self.steps, self.steps.len().checked_sub(1)?, intrusion)
    }
}

fn depth_of(steps: &[CertificateStep]) -> usize {
    let mut depths: Vec<usize> = Vec::with_capacity(steps.len());
    for step in steps {
        let depth = match &step.rule {
            CertificateRule::Adjacent => 0,
            CertificateRule::And { parts, .. } => {
                let both_full = parts.iter().all(|&part| steps[part].kind == ConnectionKind::Full);
                let key = usize::from(both_full && step.kind != ConnectionKind::Full);
                // Parts that share steps may double the sum with each step.
                parts.iter().fold(key, |sum, &part| sum.saturating_add(depths[part]))
            }
            CertificateRule::Or { parts, .. } => {
                let best = |cell: Cell| {
                    let clear = parts.iter().filter(|&&part| !steps[part].carrier.contains(cell));
                    clear.map(|&part| depths[part]).min()
                };
                step.carrier.iter().filter_map(best).max().unwrap_or(0).saturating_add(1)
            }
            CertificateRule::Trial { steps } => depth_of(steps).saturating_add(1),
        };
        depths.push(depth);
    }
    depths.last().copied().unwrap_or(0)
}

fn reply(steps: &[CertificateStep], mut number: usize, intrusion: Cell) -> Option<Cell> {
    let partner = |captured: &[CapturedCells]| {
        captured.iter().find_map(|captured| match captured.partner {
            Some(partner) if captured.cell == intrusion => Some(partner),
            Some(partner) if partner == intrusion => Some(captured.cell),
            _ => None,
        })
    };
    loop {
        match &steps.get(number)?.rule {
            CertificateRule::And { parts, captured } => {
                if let Some(partner) = partner(captured) {
                    return Some(partner);
                }
                // Parts come before their step, so this ends.
                number = *parts.iter().find(|&&part| steps[part].carrier.contains(intrusion))?;
            }
            CertificateRule::Or { parts, captured } => {
                let clear = parts.iter().find(|&&part| !steps[part].carrier.contains(intrusion));
                return match clear.map(|&part| steps[part].kind) {
                    Some(ConnectionKind::Semi(key)) => Some(key),
                    _ => partner(captured),
                };
            }
            CertificateRule::Adjacent | CertificateRule::Trial { .. } => return None,
        }
    }
}
