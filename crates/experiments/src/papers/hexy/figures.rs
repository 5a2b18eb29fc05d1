//! Figures 5, 7 and 8: virtual connections, the rules that prove them, and one that the rules do not prove.
//!
//! Our copy of the paper has lost its figures. The positions are drawn after their captions; they are in
//! `data/papers.json`.

use std::time::Duration;

use board::{CellSet, Color, Edge, MAX_WORDS, Position};
use connection::{
    Certificate, CertificateRule, Connection, ConnectionKind, ConnectionSettings, Connections, End,
    end_in_words,
};
use record::{Picture, Shade, Tint};
use serde::Serialize;
use solver::{AnySolver, ProverSettings, SolverLimits, SolverSettings};

use super::{
    super::{
        ClaimOutcome, Experiment, PaperFinding,
        finding::or_dash,
        sources::{DrawnPosition, PaperClaim},
    },
    faithful_rules,
};
use crate::{ExperimentError, Lab};

/// The paper's N.
const MOST: usize = 20;

/// Figure 5.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct DepthFigureSettings {
    /// Virtual connections that a pair of ends keeps, the paper's N
    #[arg(long, default_value_t = MOST)]
    pub(crate) most: usize,
}

/// Figure 7.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct TheoremSettings {}

/// Figure 8.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BraidSettings {}

/// A full connection with its proof.
struct Proved {
    carrier: CellSet<MAX_WORDS>,
    certificate: Certificate,
}

fn ends(drawn: &DrawnPosition, position: &Position) -> Result<[End; 2], ExperimentError> {
    let end = |name: &String| match name.as_str() {
        "top" => Ok(End::Edge(Edge::Top)),
        "bottom" => Ok(End::Edge(Edge::Bottom)),
        cell => position.size().cell(cell).map(End::Cell),
    };
    let [a, b] = drawn.ends.each_ref().map(end);
    Ok([a?, b?])
}

/// The full connection of the ends with the least depth, checked by `verify`.
fn prove(
    position: &Position,
    ends: [End; 2],
    rules: ConnectionSettings,
) -> Result<Option<Proved>, ExperimentError> {
    let connections = Connections::new(position, rules);
    let certified = |found: Connection<MAX_WORDS>| {
        Some(Proved { carrier: found.carrier, certificate: connections.certificate(&found)? })
    };
    let fulls = connections.between(Color::Black, ends).filter(|found| found.kind == ConnectionKind::Full);
    let best =
        fulls.filter_map(certified).min_by_key(|found| (found.certificate.depth(), found.carrier.len()));
    if let Some(best) = &best {
        let check = proof::check(position, &best.certificate);
        check.map_err(|error| {
            ExperimentError::unexpected(format!("a certificate is refused: {error}: a bug"))
        })?;
    }
    Ok(best)
}

/// The position with the ends named and the carrier shaded.
fn picture(drawn: &DrawnPosition, position: &Position, carrier: CellSet<MAX_WORDS>) -> String {
    let mut picture = Picture::new(*position);
    for (name, label) in drawn.ends.iter().zip(["x", "y"]) {
        if let Ok(cell) = position.size().cell(name) {
            picture.labels.insert(cell, label.to_string());
        }
    }
    picture.shades.push(Shade {
        cells: carrier,
        tint: Tint::Yellow,
        pattern: record::FillPattern::Solid,
        name: None,
    });
    picture.svg()
}

#[derive(Debug, Serialize)]
struct DepthFound {
    figure: String,
    paper: Option<usize>,
    depth: Option<usize>,
    carrier: Option<usize>,
    steps: Option<usize>,
}

impl Experiment for DepthFigureSettings {
    const NAME: &'static str = "hexy-depths";

    fn within(_: Duration) -> String {
        String::new()
    }

    fn run(&self, claim: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let drawn: Vec<DrawnPosition> = claim.read("positions")?;
        lab.watcher.begin(drawn.len() as u64, "positions");
        let mut found = Vec::new();
        let mut figures = Vec::new();
        for drawn in &drawn {
            let position = drawn.position()?;
            let proved = prove(&position, ends(drawn, &position)?, faithful_rules(self.most, usize::MAX))?;
            let carrier = proved.as_ref().map_or(CellSet::EMPTY, |proved| proved.carrier);
            figures.push((drawn, picture(drawn, &position, carrier)));
            found.push(DepthFound {
                figure: drawn.name.clone(),
                paper: drawn.depth,
                depth: proved.as_ref().map(|proved| proved.certificate.depth()),
                carrier: proved.as_ref().map(|proved| proved.carrier.len()),
                steps: proved.as_ref().map(|proved| proved.certificate.steps.len()),
            });
            lab.watcher.advance(1);
        }
        let same = found.iter().filter(|found| found.depth == found.paper).count();
        let proved = found.iter().filter(|found| found.depth.is_some()).count();
        let list =
            found.iter().map(|found| or_dash(found.depth, |depth| depth.to_string())).collect::<Vec<_>>();
        let outcome = match () {
            () if same == found.len() => ClaimOutcome::Holds,
            () if proved == found.len() => ClaimOutcome::Differs,
            () => ClaimOutcome::DoesNotHold,
        };
        let because = format!(
            "The rules AND and OR prove {proved} of the {} connections, {same} of them with the paper's depth. The checker of \
             proofs accepts each. The boards are drawn after the captions, since our copy of the paper has lost its figures: ladder \
             and chain are as long as their depths ask for.",
            found.len()
        );
        let rows = found.iter().zip(&drawn).map(|(found, drawn)| {
            let number = |value: Option<usize>| or_dash(value, |value| value.to_string());
            [
                found.figure.clone(),
                drawn.about.clone(),
                number(found.paper),
                number(found.depth),
                number(found.carrier),
                number(found.steps),
            ]
        });
        let heads = [
            "figure",
            "connection",
            "depth in the paper",
            "depth",
            "cells of the carrier",
            "steps of the proof",
        ];
        let caption = "Depth: how many moves it takes to turn the virtual connection into a chain of stones";
        let mut finding = PaperFinding::new(outcome, format!("depths {}", list.join(", ")), because)
            .with_table(caption, heads, rows);
        for (drawn, svg) in figures {
            let caption = format!(
                "Figure {}: {}. The ends are x and y; a missing one is the edge. The yellow cells are the carrier.",
                drawn.name, drawn.about
            );
            finding = finding.with_figure(&drawn.name.replace('.', "-"), caption, svg);
        }
        finding.with_data(&found)
    }
}

impl Experiment for TheoremSettings {
    const NAME: &'static str = "hexy-theorem";

    fn within(_: Duration) -> String {
        String::new()
    }

    fn run(&self, claim: &PaperClaim, _: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let drawn: DrawnPosition = claim.read("position")?;
        let position = drawn.position()?;
        let Some(Proved { carrier, certificate }) =
            prove(&position, ends(&drawn, &position)?, faithful_rules(MOST, usize::MAX))?
        else {
            return Ok(PaperFinding::new(
                ClaimOutcome::DoesNotHold,
                "no proof",
                "The rules do not prove the connection.",
            ));
        };
        let name = |end: End| end_in_words(position.size(), end);
        let cells = |cells: CellSet<MAX_WORDS>| {
            cells.iter().map(|cell| position.size().name(cell).to_string()).collect::<Vec<_>>().join(" ")
        };
        let derived =
            certificate.steps.iter().enumerate().filter(|(_, step)| step.rule != CertificateRule::Adjacent);
        let mut ors = 0;
        let mut ands = 0;
        let mut numbers = vec![0; certificate.steps.len()];
        let rows: Vec<[String; 4]> = derived
            .enumerate()
            .map(|(row, (number, step))| {
                numbers[number] = row + 1;
                let of = |parts: &[usize]| {
                    let part = |&part: &usize| match numbers[part] {
                        0 => format!(
                            "{}–{}",
                            name(certificate.steps[part].ends[0]),
                            name(certificate.steps[part].ends[1])
                        ),
                        number => format!("step {number}"),
                    };
                    parts.iter().map(part).collect::<Vec<_>>().join(", ")
                };
                let rule = match &step.rule {
                    CertificateRule::Adjacent | CertificateRule::Trial { .. } => String::new(),
                    CertificateRule::And { parts, .. } => {
                        ands += 1;
                        format!("AND of {}", of(parts))
                    }
                    CertificateRule::Or { parts, .. } => {
                        ors += 1;
                        format!("OR({}) of {}", parts.len(), of(parts))
                    }
                };
                let ends = step.ends.map(name).join("–");
                [(row + 1).to_string(), ends, rule, cells(step.carrier)]
            })
            .collect();
        let expected: usize = claim.read("or_steps")?;
        let outcome = if ors == expected { ClaimOutcome::Holds } else { ClaimOutcome::Differs };
        let because = format!(
            "The prover finds the same proof: {ors} applications of OR, and AND between them ({ands}, since we count the two stones \
             that a key joins as an AND too). The checker of proofs accepts it. The board is drawn after the caption."
        );
        let svg = picture(&drawn, &position, carrier);
        PaperFinding::new(outcome, format!("{ors} times OR, depth {}", certificate.depth()), because)
            .with_table(
                "The proof, without its axioms (neighbouring cells)",
                ["step", "ends", "rule", "carrier"],
                rows,
            )
            .with_figure("position", format!("Figure 7: {}", drawn.about), svg)
            .with_data(&certificate.steps.len())
    }
}

impl Experiment for BraidSettings {
    const NAME: &'static str = "hexy-braid";

    fn within(_: Duration) -> String {
        String::new()
    }

    fn run(&self, claim: &PaperClaim, _: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let drawn: DrawnPosition = claim.read("position")?;
        let position = drawn.position()?;
        let ends = ends(&drawn, &position)?;
        // Without any limit, and with all that came after the paper but the trial of keys.
        let unlimited = ConnectionSettings::unlimited();
        let [faithful, wide] = [false, true].map(|captured| ConnectionSettings { captured, ..unlimited });
        let mut connections = Connections::new(&position, faithful);
        let complete = !connections.is_limited(Color::Black);
        let by_rules = connections.is_connected(Color::Black, ends);
        let by_more = Connections::new(&position, wide).is_connected(Color::Black, ends);
        let by_trial = connections.try_keys(Color::Black, ends);
        // The end of the braid are Black's edges, so who wins with White to move says whether it holds.
        let mut white_first = position;
        white_first.set_to_move(Color::White);
        let mut solver = AnySolver::new(
            SolverSettings::default(),
            ProverSettings { connections: false, ..ProverSettings::default() },
        );
        let answer = solver.solve(&white_first, SolverLimits::default(), &solver::SilentSolverObserver);
        let holds = answer.winner == Some(Color::Black);
        let outcome = ClaimOutcome::of(complete && holds && !by_rules);
        let because = format!(
            "A search without connections finds that the connection {}. AND and OR, applied until nothing new comes out, {} it; \
             with captured cells and edges as middles they {} it. Trying each key in turn {} it. The board is drawn after the caption.",
            if holds { "holds" } else { "does not hold" },
            if by_rules { "prove" } else { "do not prove" },
            if by_more { "prove" } else { "do not prove" },
            if by_trial { "proves" } else { "does not prove" },
        );
        let ours = if by_rules { "proved by AND and OR" } else { "holds, and AND and OR do not prove it" };
        let svg = picture(&drawn, &position, CellSet::EMPTY);
        PaperFinding::new(outcome, ours, because)
            .with_figure("position", format!("Figure 8: {}", drawn.about), svg)
            .with_data(&[complete, holds, by_rules, by_more, by_trial])
    }
}
