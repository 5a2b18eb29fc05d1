//! `hexwright groups`: what Yang's rules see in a position, and the moves that they generate.

use anyhow::Result;
use board::{BoardSize, CellSet, Color};
use decomposition::{ColorView, Examination, GroupView, RankedMove, examine};
use serde_json::{Value, json};

use crate::{output::Answer, position_args::PositionArgs};

/// Which position.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let position = args.position.position()?;
    let found = examine(&position);
    if args.json {
        println!("{}", as_json(position.size(), &found));
        return Ok(Answer::Done);
    }
    println!("{}", position.to_string().trim_end());
    for color in &found.colors {
        print_color(position.size(), color);
    }
    println!("moves that the rules generate for {}, best first:", position.to_move());
    for RankedMove { cell, reason, .. } in &found.candidates {
        println!("  {:<4} {}", position.size().name(*cell).to_string(), reason.line(position.size()));
    }
    if found.candidates.is_empty() {
        println!("  none");
    }
    Ok(Answer::Done)
}

fn names(size: BoardSize, cells: CellSet) -> String {
    cells.iter().map(|cell| size.name(cell).to_string()).collect::<Vec<_>>().join(" ")
}

/// A group by its stones, or the border that it is.
fn group_name(size: BoardSize, color: Color, group: &GroupView) -> String {
    match group.is_border {
        true => format!("the {} border", group.border.name(color).to_lowercase()),
        false => names(size, group.stones),
    }
}

fn print_color(size: BoardSize, view: &ColorView) {
    let ColorView { color, strings, groups, relations } = view;
    println!("{color}");
    for string in strings {
        println!("  string {}: {}", names(size, string.stones), string.border.name(*color));
    }
    for group in groups.iter().filter(|group| !group.is_border) {
        println!("  group {}: {}", names(size, group.stones), group.border.name(*color));
    }
    for relation in relations {
        let [first, second] = relation.groups.map(|group| group_name(size, *color, &groups[group]));
        println!("  {} {first} – {second}: {}", relation.kind.name(), names(size, relation.cells));
    }
}

fn as_json(size: BoardSize, found: &Examination) -> Value {
    let cells = |cells: CellSet| cells.iter().map(|cell| size.name(cell).to_string()).collect::<Vec<_>>();
    let color = |view: &ColorView| {
        let color = view.color;
        let strings: Vec<Value> = view
            .strings
            .iter()
            .map(|string| json!({ "stones": cells(string.stones), "type": string.border.name(color) }))
            .collect();
        let groups: Vec<Value> = view
            .groups
            .iter()
            .map(|group| json!({ "stones": cells(group.stones), "type": group.border.name(color), "border": group.is_border }))
            .collect();
        let relations: Vec<Value> = view
            .relations
            .iter()
            .map(|relation| json!({ "kind": relation.kind.name(), "groups": relation.groups, "cells": cells(relation.cells) }))
            .collect();
        json!({ "colour": color.to_string(), "strings": strings, "groups": groups, "relations": relations })
    };
    let candidate = |ranked: &RankedMove| json!({ "move": size.name(ranked.cell).to_string(), "rule": ranked.reason.rule.to_string(), "reason": ranked.reason.line(size) });
    json!({
        "colours": found.colors.each_ref().map(color),
        "candidates": found.candidates.iter().map(candidate).collect::<Vec<_>>(),
    })
}
