//! `hexwright openings`: openings of two stones that are about even, for `hexwright match --openings FILE`, or the chances of every first
//! stone.

use anyhow::{Context, Result, bail};
use arena::{FillingsJudge, Judge, PlayerJudge, find_even, judge_first_stones};
use board::BoardSize;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::{output::Answer, player_args};

/// Options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Board size: a number for a square board, or columns x rows such as 11x9
    #[arg(long, short = 's', default_value = "11")]
    size: BoardSize,
    /// How many openings
    #[arg(long, short = 'n', default_value_t = 64)]
    count: usize,
    /// Judge every first stone instead: a map of Black's chances in thousandths, without the swap; --judge names a player
    #[arg(long, conflicts_with_all = ["count", "json"])]
    first: bool,
    /// Who judges: "fillings" (random full boards), or a player that says how good its position is
    #[arg(long, default_value = "fillings")]
    judge: String,
    /// Random fillings, or nodes of the player that judges, for each opening
    #[arg(long, default_value_t = 6400)]
    effort: u32,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the openings with Black's chance as JSON
    #[arg(long)]
    json: bool,
}

/// An opening of two stones.
#[derive(Serialize)]
struct EvenOpening {
    opening: String,
    /// Black's chance with Black to move.
    black: f64,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let bar = ProgressBar::new(0)
        .with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} openings, {eta} left")?);
    let mut tell = |all: usize| {
        if bar.length() != Some(all as u64) {
            bar.reset();
            bar.set_length(all as u64);
        }
        bar.inc(1);
    };
    if args.first {
        return first_stones(args, &mut tell, &bar);
    }
    let mut judge: Box<dyn Judge> = match args.judge.as_str() {
        "fillings" => Box::new(FillingsJudge { seed: args.seed }),
        spec => Box::new(PlayerJudge { player: player_args::create(spec).context("--judge")? }),
    };
    let chosen = find_even(&mut *judge, args.size, args.count, args.effort, &mut tell)?;
    bar.finish_and_clear();
    let name = |opening: &[board::Cell]| {
        opening.iter().map(|&cell| args.size.name(cell).to_string()).collect::<Vec<_>>().join(" ")
    };
    if args.json {
        let list: Vec<EvenOpening> = chosen
            .iter()
            .map(|(opening, chance)| EvenOpening { opening: name(opening), black: *chance })
            .collect();
        println!("{}", serde_json::to_value(list)?);
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

/// Prints the map of first stones as `crates/players/data/judged-openings.txt` has it.
fn first_stones(args: &Args, tell: &mut dyn FnMut(usize), bar: &ProgressBar) -> Result<Answer> {
    if args.judge == "fillings" {
        bail!("--judge: found fillings: expected a player with --first, such as neural");
    }
    let mut judge = PlayerJudge { player: player_args::create(&args.judge).context("--judge")? };
    let chances = judge_first_stones(&mut judge, args.size, args.effort, tell)?;
    bar.finish_and_clear();
    println!(
        "# hexwright openings --first --size {} --judge {} --effort {}",
        args.size, args.judge, args.effort
    );
    println!("size {}", args.size.cols());
    for (number, row) in chances.chunks(args.size.cols()).enumerate() {
        let row: Vec<String> = row.iter().map(|chance| format!("{:.0}", 1000.0 * chance)).collect();
        println!("{:number$}{}", "", row.join(" "));
    }
    Ok(Answer::Done)
}
