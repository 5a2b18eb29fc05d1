//! `hexwright openings`: openings of two stones that are about even, for `hexwright match --openings FILE`.

use std::time::Duration;

use anyhow::{Context, Result};
use arena::{Fillings, Judge, PlayerJudge, most_even, two_stones};
use board::BoardSize;
use indicatif::{ProgressBar, ProgressStyle};
use player::Limits;

use crate::{output::Answer, players};

/// What to look for.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Board size: a number for a square board, or columns x rows such as 11x9
    #[arg(long, short = 's', default_value = "11")]
    size: BoardSize,
    /// How many openings
    #[arg(long, short = 'n', default_value_t = 64)]
    count: usize,
    /// Who judges: "fillings" (random full boards), or a player that says how good its position is
    #[arg(long, default_value = "fillings")]
    judge: String,
    /// Boards filled, or positions looked at by a player, for each opening
    #[arg(long, default_value_t = 4000)]
    effort: u32,
    /// Everything random follows from this number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the openings with Black's chance as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let mut judge: Box<dyn Judge> = match args.judge.as_str() {
        "fillings" => Box::new(Fillings { count: args.effort, seed: args.seed }),
        spec => {
            let limits = Limits { nodes: Some(u64::from(args.effort)), ..Limits::default() };
            Box::new(PlayerJudge { player: players::create(spec).context("--judge")?, limits })
        }
    };
    let openings = two_stones(args.size);
    let bar = ProgressBar::new(openings.len() as u64)
        .with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} openings, {eta} left")?);
    bar.enable_steady_tick(Duration::from_millis(200));
    let mut judged = Vec::new();
    for opening in openings {
        let chance = judge.chance(&opening, args.size)?;
        judged.push((opening, chance));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let name = |opening: &[board::Cell]| {
        opening.iter().map(|&cell| args.size.name(cell).to_string()).collect::<Vec<_>>().join(" ")
    };
    let chosen = most_even(judged, args.count);
    if args.json {
        let list: Vec<_> = chosen
            .iter()
            .map(|(opening, chance)| serde_json::json!({ "opening": name(opening), "black": chance }))
            .collect();
        println!("{}", serde_json::Value::from(list));
        return Ok(Answer::Done);
    }
    println!(
        "# hexwright openings --size {} --count {} --judge {} --effort {} --seed {}",
        args.size, args.count, args.judge, args.effort, args.seed
    );
    println!("# Black, White, and Black's chance with Black to move.");
    for (opening, chance) in chosen {
        println!("{:<8} # {chance:.3}", name(&opening));
    }
    Ok(Answer::Done)
}
