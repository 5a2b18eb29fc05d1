//! Why a connection holds, in words for a person: its derivation as numbered sentences, and the answer to each intrusion.

use board::{BoardSize, Cell, CellSet};
use proof::{CapturedCells, Certificate, CertificateRule, CertificateStep, ConnectionKind, End};

/// The answer to the opponent's stone on a cell of a carrier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntrusionReply {
    /// Where to answer.
    pub cell: Cell,
    /// Why that keeps the connection.
    pub why: String,
}

/// How an end is called: an edge, or a cell for itself or its group.
#[must_use]
pub fn end_in_words(size: BoardSize, end: End) -> String {
    match end {
        End::Edge(edge) => format!("the {edge} edge"),
        End::Cell(cell) => size.name(cell).to_string(),
    }
}

/// The answer to an intrusion into the carrier of a full connection, with its reason. `None` for a cell that the
/// connection does not need, or that is captured without an answer. The cell is the one that [`Certificate::reply`] gives.
#[must_use]
pub fn reply_in_words(certificate: &Certificate, size: BoardSize, intrusion: Cell) -> Option<IntrusionReply> {
    let Certificate { steps, .. } = certificate;
    let last = steps.last()?;
    if last.kind != ConnectionKind::Full || !last.carrier.contains(intrusion) {
        return None;
    }
    explain(steps, steps.len() - 1, size, intrusion)
}

fn explain(
    steps: &[CertificateStep],
    mut number: usize,
    size: BoardSize,
    intrusion: Cell,
) -> Option<IntrusionReply> {
    // Down to the part that the intrusion hits. Parts come before their step, so this ends.
    while let CertificateRule::And { parts, captured } = &steps.get(number)?.rule {
        if let Some(reply) = pair(size, captured, intrusion) {
            return Some(reply);
        }
        number = *parts.iter().find(|&&part| steps[part].carrier.contains(intrusion))?;
    }
    let step = steps.get(number)?;
    let [from, to] = step.ends.map(|end| end_in_words(size, end));
    match &step.rule {
        CertificateRule::Or { parts, captured } => {
            // One way in captured cells: they are the whole reason.
            if let Some(reply) = pair(size, captured, intrusion).filter(|_| parts.len() == 1) {
                return Some(reply);
            }
            let clear = parts.iter().find(|&&part| !steps[part].carrier.contains(intrusion));
            let Some((&part, ConnectionKind::Semi(key))) = clear.map(|part| (part, steps[*part].kind)) else {
                return pair(size, captured, intrusion);
            };
            let hit: Vec<String> = parts
                .iter()
                .filter(|&&part| steps[part].carrier.contains(intrusion))
                .filter_map(|&part| match steps[part].kind {
                    ConnectionKind::Semi(key) => Some(size.name(key).to_string()),
                    ConnectionKind::Full => None,
                })
                .collect();
            let rest = steps[part].carrier.without(key);
            let over =
                if rest.is_empty() { "at once".to_string() } else { format!("over {}", names(size, rest)) };
            // A long list says less than its length.
            let spoilt = match hit.as_slice() {
                [one] => format!("the way through {one}"),
                [_, _] | [_, _, _] => format!("the ways through {}", hit.join(" and ")),
                many => format!("{} of them", many.len()),
            };
            let why = format!(
                "{from} and {to} have {} ways to join without a common cell: {} spoils {spoilt}, and {} completes another {over}",
                parts.len(),
                size.name(intrusion),
                size.name(key),
            );
            Some(IntrusionReply { cell: key, why })
        }
        CertificateRule::Adjacent | CertificateRule::And { .. } | CertificateRule::Trial { .. } => None,
    }
}

/// The answer to a stone on a captured cell.
fn pair(size: BoardSize, captured: &[CapturedCells], intrusion: Cell) -> Option<IntrusionReply> {
    captured.iter().find_map(|captured| {
        let by = end_in_words(size, captured.by);
        // A cell that is dead without an answer is left to the rest of the proof, which has one.
        let answer = match captured.partner? {
            partner if captured.cell == intrusion => partner,
            partner if partner == intrusion => captured.cell,
            _ => return None,
        };
        let why = format!(
            "{} and {} are captured by {by}: if the opponent takes one, the owner takes the other",
            size.name(intrusion),
            size.name(answer)
        );
        Some(IntrusionReply { cell: answer, why })
    })
}

/// Why a connection holds, in one sentence: what its last step was made of.
#[must_use]
pub fn reason_in_words(certificate: &Certificate, size: BoardSize) -> Option<String> {
    let step = certificate.steps.last()?;
    let part = |&number: &usize| &certificate.steps[number];
    let over = |step: &CertificateStep| match step.carrier.is_empty() {
        true => "as neighbours".to_string(),
        false => format!("over {}", names(size, step.carrier)),
    };
    Some(match &step.rule {
        CertificateRule::Adjacent => "they are neighbours".to_string(),
        CertificateRule::And { parts, .. } => {
            let legs = parts.each_ref().map(part).map(|leg| {
                let [from, to] = leg.ends.map(|end| end_in_words(size, end));
                format!("{from} to {to} {}", over(leg))
            });
            legs.join(", then ")
        }
        CertificateRule::Or { parts, .. } => {
            let ways: Vec<String> = parts
                .iter()
                .map(part)
                .map(|way| match way.kind {
                    ConnectionKind::Semi(key) => format!("by {} {}", size.name(key), over(way)),
                    ConnectionKind::Full => over(way),
                })
                .collect();
            format!("{} ways without a common cell: {}", ways.len(), ways.join("; "))
        }
        CertificateRule::Trial { steps } => {
            format!("with the stone there it takes {} more steps", steps.len())
        }
    })
}

/// The derivation, one sentence a step; the last one is what is claimed.
#[must_use]
pub fn derivation_in_words(certificate: &Certificate, size: BoardSize) -> Vec<String> {
    certificate.steps.iter().map(|step| sentence(size, step)).collect()
}

fn sentence(size: BoardSize, step: &CertificateStep) -> String {
    let [from, to] = step.ends.map(|end| end_in_words(size, end));
    let kind = match step.kind {
        ConnectionKind::Full => "are connected".to_string(),
        ConnectionKind::Semi(key) => format!("can be connected by {}", size.name(key)),
    };
    let rule = match &step.rule {
        CertificateRule::Adjacent => "they are neighbours".to_string(),
        CertificateRule::And { parts: [a, b], .. } => format!("{} and {} follow each other", a + 1, b + 1),
        CertificateRule::Or { parts, .. } if parts.len() == 1 => {
            format!("{} needs no other cell", parts[0] + 1)
        }
        CertificateRule::Or { parts, .. } => {
            let parts: Vec<_> = parts.iter().map(|part| (part + 1).to_string()).collect();
            format!("{} have no cell in common", parts.join(", "))
        }
        CertificateRule::Trial { steps } => {
            format!("with the stone there it takes {} more steps", steps.len())
        }
    };
    let captured = match &step.rule {
        CertificateRule::And { captured, .. } | CertificateRule::Or { captured, .. }
            if !captured.is_empty() =>
        {
            let cells: CellSet = captured
                .iter()
                .flat_map(|captured| [Some(captured.cell), captured.partner])
                .flatten()
                .collect();
            format!(" but the captured {}", names(size, cells))
        }
        _ => String::new(),
    };
    let over =
        if step.carrier.is_empty() { String::new() } else { format!(", over {}", names(size, step.carrier)) };
    format!("{from} and {to} {kind}: {rule}{captured}{over}")
}

fn names<const W: usize>(size: BoardSize, cells: CellSet<W>) -> String {
    cells.iter().map(|cell| size.name(cell).to_string()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use board::{Color, Edge, Position};

    use super::*;
    use crate::{ConnectionSettings, Connections};

    /// The smallest full connection of a black stone to the top edge.
    fn to_the_top(side: usize, stone: &str) -> (BoardSize, Certificate) {
        let size = BoardSize::square(side).unwrap();
        let cell = size.cell(stone).unwrap();
        let mut position = Position::<1>::empty(size);
        position.place(Color::Black, cell).unwrap();
        let connections = Connections::new(&position, ConnectionSettings::default());
        let ends = [End::Cell(cell), End::Edge(Edge::Top)];
        let found = connections
            .between(Color::Black, ends)
            .filter(|found| found.kind == ConnectionKind::Full)
            .min_by_key(|found| found.carrier.len())
            .unwrap();
        (size, connections.certificate(&found).unwrap())
    }

    #[test]
    fn a_bridge_to_the_edge_is_explained() {
        let (size, certificate) = to_the_top(4, "b2");
        let reply = reply_in_words(&certificate, size, size.cell("b1").unwrap()).unwrap();
        assert_eq!(reply.cell, size.cell("c1").unwrap());
        assert_eq!(
            reply.why,
            "b1 and c1 are captured by the top edge: if the opponent takes one, the owner takes the other"
        );
        assert_eq!(reply_in_words(&certificate, size, size.cell("d4").unwrap()), None);
        let words = derivation_in_words(&certificate, size);
        assert_eq!(words.len(), certificate.steps.len());
        assert!(words.last().unwrap().contains("are connected"), "{words:?}");
        assert!(
            reason_in_words(&certificate, size).is_some_and(|reason| reason.contains("by b1")),
            "{words:?}"
        );
    }

    #[test]
    fn every_reply_is_the_certificates_own() {
        for (side, stone) in [(4, "b2"), (7, "d3"), (8, "d3")] {
            let (size, certificate) = to_the_top(side, stone);
            for cell in certificate.steps.last().unwrap().carrier {
                let reply =
                    reply_in_words(&certificate, size, cell).expect("words for every cell of the carrier");
                assert_eq!(Some(reply.cell), certificate.reply(cell), "{stone}: {}", size.name(cell));
                assert!(
                    reply.why.contains("ways to join") || reply.why.contains("captured"),
                    "{}",
                    reply.why
                );
            }
        }
    }
}
