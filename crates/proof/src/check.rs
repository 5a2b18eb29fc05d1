//! Certificates in memory, judged by `verify`.
//!
//! A certificate says what each step joins and needs. The judge derives that again from the rules alone, and both
//! must agree.
//!
//! A **trial** is the one rule that the files do not have. It says: with a stone on the key, these steps prove a
//! full connection of the same ends. So its steps are judged in the position with that stone, and what they need,
//! with the key, is a semi connection. The judge takes it as given ([`verify::Judge::assume`]). Trials may lie in
//! one another; each puts one more stone on the board, so they are never nested deeper than the board has cells.

use board::{Color, Position};
use verify::{Connection, Judge, Vertex};

use crate::{
    Certificate, CertificateError, CertificateRule, CertificateStep, ConnectionKind, End,
    kernel::{Court, cell, cell_set, vertex},
};

/// Checks every step of a certificate in a position.
///
/// # Errors
/// [`CertificateError`] with the first step that does not follow.
pub fn check(position: &Position, certificate: &Certificate) -> Result<(), CertificateError> {
    check_steps(position, certificate.color, &certificate.steps, "").map(|_| ())
}

/// The needs of the last of these steps, if all of them hold.
fn check_steps(
    position: &Position,
    color: Color,
    steps: &[CertificateStep],
    path: &str,
) -> Result<Connection, CertificateError> {
    let court = Court::new(position.size(), color);
    let [stones, region] = court.position(position);
    let refuse = |step: String, problem: String| CertificateError::Step { step, problem };
    let mut judge = Judge::new(&court.graph, stones, region)
        .map_err(|refusal| refuse(format!("{path}0"), refusal.problem))?;
    let mut last = None;
    for (number, step) in steps.iter().enumerate() {
        let path = format!("{path}{number}");
        let found = match &step.rule {
            CertificateRule::Trial { steps } => {
                let found = check_trial(position, color, step, steps, &path)?;
                judge.assume(found);
                found
            }
            _ => {
                let step = court.step(step).ok_or("an end is not on the board or the opponent's edge");
                let step = step.map_err(|problem| refuse(path.clone(), problem.to_string()))?;
                judge.step(&step).map_err(|refusal| refuse(path.clone(), refusal.problem))?
            }
        };
        let ends = step.ends.map(|end| court.end(end).and_then(|end| judge.end(end)));
        compare(step, ends, &found).map_err(|problem| refuse(path, problem.to_string()))?;
        last = Some(found);
    }
    last.ok_or(CertificateError::Empty)
}

/// Whether a step says what the rules derive.
fn compare(
    step: &CertificateStep,
    ends: [Option<Vertex>; 2],
    found: &Connection,
) -> Result<(), &'static str> {
    let [a, b] = found.ends.map(Some);
    let key = found.key.map_or(ConnectionKind::Full, |key| ConnectionKind::Semi(cell(key)));
    if ends != [a, b] && ends != [b, a] {
        Err("the ends are not those that the rule derives")
    } else if step.kind != key {
        Err("full or semi, or its key, is not what the rule derives")
    } else if step.carrier != cell_set(found.carrier) {
        Err("the carrier is not the one that the rule derives")
    } else {
        Ok(())
    }
}

/// The semi connection of a trial.
fn check_trial(
    position: &Position,
    color: Color,
    step: &CertificateStep,
    steps: &[CertificateStep],
    path: &str,
) -> Result<Connection, CertificateError> {
    let refuse =
        |problem: &str| CertificateError::Step { step: path.to_string(), problem: problem.to_string() };
    let ConnectionKind::Semi(key) = step.kind else {
        return Err(refuse("found a trial as full: expected semi"));
    };
    if step.ends.contains(&End::Cell(key)) {
        return Err(refuse("the key is an end"));
    }
    let mut with_key = *position;
    with_key.place(color, key).map_err(|_| refuse("the key is not empty"))?;
    let last = check_steps(&with_key, color, steps, &format!("{path}."))?;
    let ends = |position: &Position| {
        let court = Court::new(position.size(), color);
        let [stones, region] = court.position(position);
        let judge = Judge::new(&court.graph, stones, region).ok()?;
        let [x, y] = step.ends.map(|end| court.end(end).and_then(|end| judge.end(end)));
        Some([x?, y?])
    };
    let inside = ends(&with_key).ok_or_else(|| refuse("an end is not on the board"))?;
    let outside = ends(position).ok_or_else(|| refuse("an end is not on the board"))?;
    let [a, b] = last.ends;
    if last.key.is_some() || (inside != [a, b] && inside != [b, a]) {
        return Err(refuse("a trial does not end in a full connection of its ends"));
    }
    if outside[0] == outside[1] {
        return Err(refuse("found one end twice: expected two ends"));
    }
    Ok(Connection { ends: outside, key: Some(vertex(key)), carrier: last.carrier.with(vertex(key)) })
}
