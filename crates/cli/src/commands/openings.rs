//! `hexwright openings`: openings of two stones that are about even, for `hexwright match --openings FILE`.

use std::time::Duration;

use anyhow::{Context, Result};
use arena::{Fillings, Judge, Opening, PlayerJudge, most_even, two_stones};
use board::BoardSize;
use indicatif::{ProgressBar, ProgressStyle};

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
    #[arg(long, default_value_t = 6400)]
    effort: u32,
    /// Everything random follows from this number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the openings with Black's chance as JSON
    #[arg(long)]
    json: bool,
}

/// What part of the effort a first look gets.
const BRIEF: u32 = 64;
/// How many times as many openings are looked at closely as are taken.
const CANDIDATES: usize = 4;

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let mut judge: Box<dyn Judge> = match args.judge.as_str() {
        "fillings" => Box::new(Fillings { seed: args.seed }),
        spec => Box::new(PlayerJudge { player: players::create(spec).context("--judge")? }),
    };
    // A brief look at all of them tells which are worth the full effort.
    let openings = two_stones(args.size);
    let brief = judged(&mut *judge, openings, args.size, (args.effort / BRIEF).max(1))?;
    let promising =
        most_even(brief, CANDIDATES * args.count).into_iter().map(|(opening, _)| opening).collect();
    let chosen = most_even(judged(&mut *judge, promising, args.size, args.effort)?, args.count);
    let name = |opening: &[board::Cell]| {
        opening.iter().map(|&cell| args.size.name(cell).to_string()).collect::<Vec<_>>().join(" ")
    };
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

fn judged(
    judge: &mut dyn Judge,
    openings: Vec<Opening>,
    size: BoardSize,
    effort: u32,
) -> Result<Vec<(Opening, f64)>> {
    let bar = ProgressBar::new(openings.len() as u64)
        .with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} openings, {eta} left")?);
    bar.enable_steady_tick(Duration::from_millis(200));
    let mut judged = Vec::new();
    for opening in bar.wrap_iter(openings.into_iter()) {
        let chance = judge.chance(&opening, size, effort)?;
        judged.push((opening, chance));
    }
    bar.finish_and_clear();
    Ok(judged)
}
