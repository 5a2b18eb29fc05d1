//! Section 4: a position for each of the thirteen rules.

use std::time::Duration;

use board::{Color, Position, parse_diagram};
use decomposition::{RankedMove, YangRule, examine};
use record::{FillPattern, Picture, Shade, Tint};
use serde::{Deserialize, Serialize};

use super::super::{ClaimOutcome, Experiment, PaperFinding, sources::PaperClaim};
use crate::{ExperimentError, Lab};

/// No options: the positions are in `data/papers.json`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct RuleSettings {}

/// A position in which a rule generates a move.
#[derive(Debug, Deserialize)]
struct RulePosition {
    rule: u8,
    rows: Vec<String>,
    cell: String,
}

#[derive(Debug, Serialize)]
struct RuleFound {
    rule: u8,
    generates: bool,
    first: bool,
    others: String,
}

impl Experiment for RuleSettings {
    const NAME: &'static str = "yang-rules";

    fn within(_: Duration) -> String {
        String::new()
    }

    fn run(&self, claim: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let drawn: Vec<RulePosition> = claim.read("positions")?;
        let count: usize = claim.read("rules")?;
        lab.watcher.begin(drawn.len() as u64, "positions");
        let mut found = Vec::new();
        let mut figures = Vec::new();
        for drawn in &drawn {
            let stones = parse_diagram(&drawn.rows.join("\n"))?;
            let [black, white] = Color::BOTH.map(|color| stones.stones(color));
            let position = Position::with_stones(stones.size(), black, white, Color::Black)?;
            let cell = position.size().cell(&drawn.cell)?;
            let examined = examine(&position);
            let rule = YangRule::Numbered(drawn.rule);
            let generates = examined.generated.contains(&(rule, cell));
            let reason = |ranked: &&RankedMove| ranked.cell == cell;
            let first =
                examined.candidates.iter().find(reason).is_some_and(|ranked| ranked.reason.rule == rule);
            let others: Vec<String> = examined
                .generated
                .iter()
                .filter(|(other, at)| *at == cell && *other != rule)
                .map(|(other, _)| other.to_string().trim_start_matches("rule ").to_string())
                .collect();
            let mut picture = Picture::new(position);
            let cells = examined
                .generated
                .iter()
                .filter(|(other, _)| *other == rule)
                .map(|(_, cell)| *cell)
                .collect();
            picture.shades.push(Shade { cells, tint: Tint::Yellow, pattern: FillPattern::Solid, name: None });
            picture.labels.insert(cell, drawn.rule.to_string());
            figures.push((drawn.rule, rule.words(), picture.svg()));
            found.push(RuleFound { rule: drawn.rule, generates, first, others: others.join(", ") });
            lab.watcher.advance(1);
        }
        let generate = found.iter().filter(|found| found.generates).count();
        let first = found.iter().filter(|found| found.first).count();
        let only_again: Vec<String> =
            found.iter().filter(|found| !found.first).map(|found| format!("rule {}", found.rule)).collect();
        let outcome = ClaimOutcome::of(generate == count && found.len() == count);
        let because = match only_again.as_slice() {
            [] => format!("Each of the {count} rules is the first reason for a move in its position."),
            list => format!(
                "Each of the {count} rules generates moves, and {first} are the first reason for one. The moves of {} are those of an earlier rule: \
                 a move that joins a group of the top to one of the bottom also joins the one of the bottom to that of the top.",
                list.join(" and ")
            ),
        };
        let rows = found.iter().zip(&drawn).map(|(found, drawn)| {
            [
                found.rule.to_string(),
                YangRule::Numbered(found.rule).words().to_string(),
                drawn.cell.clone(),
                if found.first { "yes" } else { "no" }.to_string(),
                if found.others.is_empty() { "–".to_string() } else { found.others.clone() },
            ]
        });
        let heads = ["rule", "in words, for Black", "move", "first reason for it", "other rules with it"];
        let mut finding = PaperFinding::new(
            outcome,
            format!("{generate} of {count} rules generate moves, {first} as the first reason"),
            because,
        )
        .with_table("The position of each rule is drawn below", heads, rows);
        for (rule, words, svg) in figures {
            finding = finding.with_figure(
                &format!("rule-{rule}"),
                format!("Rule {rule}: {words}. Yellow: its moves, Black to play."),
                svg,
            );
        }
        finding.with_data(&found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::papers::paper_claim;

    #[test]
    fn each_rule_has_a_position_in_which_it_generates_a_move() {
        let (_, claim) = paper_claim(RuleSettings::NAME).expect("the claim is in the file");
        let finding = RuleSettings {}.run(claim, &Lab::default()).expect("the positions are well drawn");
        assert_eq!(finding.outcome, ClaimOutcome::Holds, "{}", finding.because);
    }
}
