//! `hexwright chance`: who wins at random, which cells decide, and what that says about Random-Turn and Bidding Hex.

mod heat_map;

use std::{
    fs,
    io::IsTerminal,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use board::{Cell, Color, Position};
use chance::{Analysis, Arithmetic, BalancedSample, Coin, Estimate, Sample, Sampler, analyze_observed, fits};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use record::{Picture, TextStyle};
use serde_json::{Map, Value, json};

use crate::{output::Answer, position_args::PositionArgs};

/// A position, and how to look at it.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The probability that Black gets the next move, or an empty cell
    #[arg(long, value_name = "P", default_value_t = 0.5)]
    coin: f64,
    /// How to count
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    method: Method,
    /// Random fillings, for the methods that sample
    #[arg(long, default_value_t = 10_000_000)]
    fillings: u64,
    /// Seed of the random fillings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Draw a heat map of the critical cells: as text, or into a file (.svg)
    #[arg(long, short = 'p', value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    picture: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long, conflicts_with = "picture")]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Method {
    /// Exact fractions where possible, else floating-point numbers, else sampling; what is done is said
    Auto,
    /// Exact fractions: a fair coin, a shorter side of at most 16, at most 255 empty cells
    Fractions,
    /// Exact up to a stated rounding error: any coin, a shorter side of at most 16
    Float,
    /// Random fillings, with 95 % intervals: any board
    Sample,
    /// Cohen's fillings for ordinary Hex: equally many stones of each colour, the side to move first
    Cohen,
}

/// What is known, whatever the method.
struct Findings {
    method: &'static str,
    black_wins: Estimate,
    /// The value as a fraction, if it was counted.
    fraction: Option<String>,
    best: Vec<Cell>,
    critical: Vec<(Cell, Estimate)>,
    fillings: Option<u64>,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let position = args.position.position()?;
    let coin = Coin::new(args.coin)?;
    if matches!(args.method, Method::Sample | Method::Cohen) && args.fillings == 0 {
        bail!("--fillings: found 0: expected at least 1");
    }
    let method = match args.method {
        Method::Auto => choose(&position, coin, args.fillings),
        method => method,
    };
    if method == Method::Cohen {
        return cohen(args, &position, coin);
    }
    let findings = match method {
        Method::Sample => sample(&position, coin, args)?,
        Method::Float => exact(&position, coin, Arithmetic::Float)?,
        _ => exact(&position, coin, Arithmetic::Fractions)?,
    };
    if args.json {
        println!("{}", findings.json(&position, coin));
    } else {
        findings.print(&position, coin);
        if let Some(path) = &args.picture {
            let heat: Vec<(Cell, f64)> = findings.critical.iter().map(|&(cell, e)| (cell, e.value)).collect();
            show(&heat_map::picture(&position, "critical", &heat, &findings.best), path)?;
        }
    }
    Ok(Answer::Done)
}

/// Draws a picture on the terminal, or into a file.
fn show(picture: &Picture, path: &Path) -> Result<()> {
    if path.as_os_str() == "-" {
        let colored = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let style = if colored { TextStyle::Colored } else { TextStyle::Plain };
        print!("\n{}", picture.text(style));
        return Ok(());
    }
    if path.extension().is_none_or(|extension| extension != "svg") {
        bail!("--picture: found {}: expected a file that ends in .svg, or nothing for text", path.display());
    }
    fs::write(path, picture.svg()).with_context(|| format!("cannot write {}", path.display()))
}

/// The best method for a position; a fallback is announced.
fn choose(position: &Position, coin: Coin, fillings: u64) -> Method {
    if !fits(position.size()) {
        eprintln!(
            "note: a board of {} is too large for the exact method (shorter side at most {}): {fillings} random fillings instead",
            position.size(),
            chance::MAX_WIDTH
        );
        return Method::Sample;
    }
    let fractions = coin.is_fair() && position.empty_cells().len() <= 255;
    if fractions { Method::Fractions } else { Method::Float }
}

fn exact(position: &Position, coin: Coin, arithmetic: Arithmetic) -> Result<Findings> {
    let bar = progress_bar(1000);
    let analysis: Analysis = analyze_observed(position, coin, arithmetic, &mut |done| {
        bar.set_position((done * 1000.0) as u64);
    })?;
    bar.finish_and_clear();
    let estimate = |value| Estimate { value, margin: analysis.error };
    Ok(Findings {
        method: if arithmetic == Arithmetic::Float { "float" } else { "fractions" },
        black_wins: estimate(analysis.black_wins),
        fraction: analysis.black_wins_exact.map(|wins| wins.to_string()),
        best: analysis.best.clone(),
        critical: analysis.critical.iter().map(|c| (c.cell, estimate(c.probability))).collect(),
        fillings: None,
    })
}

fn sample(position: &Position, coin: Coin, args: &Args) -> Result<Findings> {
    const ROUND: u64 = 1 << 24;
    let bar = progress_bar(args.fillings);
    let mut sampler = Sampler::new(position, coin, args.seed);
    let mut left = args.fillings;
    while left > 0 {
        sampler.run(left.min(ROUND));
        left -= left.min(ROUND);
        bar.set_position(args.fillings - left);
    }
    bar.finish_and_clear();
    let sample: Sample = sampler.sample();
    let over = position.winner().is_some();
    Ok(Findings {
        method: "sample",
        black_wins: sample.black_wins(),
        fraction: None,
        best: sample.best().filter(|_| !over).into_iter().collect(),
        critical: sample.critical()?,
        fillings: Some(sample.fillings),
    })
}

/// Hidden where there is no terminal, and where the work is done at once.
fn progress_bar(steps: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {percent:>3} % {elapsed}");
    ProgressBar::new(steps).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

impl Findings {
    fn print(&self, position: &Position, coin: Coin) {
        let size = position.size();
        let Estimate { value, margin } = self.black_wins;
        let how = match (&self.fraction, self.fillings) {
            (Some(fraction), _) => format!("exactly {fraction}"),
            (None, Some(fillings)) => format!("± {margin:.6}, from {fillings} random fillings"),
            (None, None) => format!("error at most {margin:.1e}"),
        };
        println!("Black wins     {value:.6}   {how}");
        println!("White wins     {:.6}", 1.0 - value);
        if let Some(winner) = position.winner() {
            println!("The game is over: {winner} has won.");
            return;
        }
        let names: Vec<String> = self.best.iter().map(|&cell| size.name(cell).to_string()).collect();
        let most = self.most_critical();
        println!("best moves     {}   critical with probability {most:.6}", names.join(" "));
        if coin.is_fair() {
            println!(
                "bidding        Black wins with more than {:.4} % of the chips, White with more than {:.4} %",
                100.0 * (1.0 - value),
                100.0 * value
            );
            println!("best bid       {:.4} % of all chips", 50.0 * most);
        } else {
            println!(
                "coin           Black moves with probability {}; bidding needs a fair one",
                coin.share(Color::Black)
            );
        }
    }

    fn most_critical(&self) -> f64 {
        self.critical.iter().map(|&(_, estimate)| estimate.value).fold(0.0, f64::max)
    }

    fn json(&self, position: &Position, coin: Coin) -> Value {
        let size = position.size();
        let by_cell = |value: fn(&Estimate) -> f64| -> Map<String, Value> {
            let pairs = self.critical.iter();
            pairs.map(|(cell, estimate)| (size.name(*cell).to_string(), value(estimate).into())).collect()
        };
        let mut answer = json!({
            "size": size.to_string(),
            "method": self.method,
            "coin": coin.share(Color::Black),
            "black_wins": self.black_wins.value,
            "best": self.best.iter().map(|&cell| size.name(cell).to_string()).collect::<Vec<_>>(),
            "critical": by_cell(|estimate| estimate.value),
            "winner": position.winner().map(|winner| winner.to_string()),
        });
        if let Some(fraction) = &self.fraction {
            answer["black_wins_exact"] = fraction.as_str().into();
        }
        if let Some(fillings) = self.fillings {
            answer["fillings"] = fillings.into();
            answer["margin"] = self.black_wins.margin.into();
            answer["critical_margin"] = by_cell(|estimate| estimate.margin).into();
        } else {
            answer["error"] = self.black_wins.margin.into();
        }
        if coin.is_fair() {
            answer["richman"] =
                json!({ "black": 1.0 - self.black_wins.value, "white": self.black_wins.value });
            answer["bid"] = (self.most_critical() / 2.0).into();
        }
        answer
    }
}

/// Cohen's fillings: not a solution of anything, but a first idea of a position of ordinary Hex.
fn cohen(args: &Args, position: &Position, coin: Coin) -> Result<Answer> {
    if !coin.is_fair() {
        bail!(
            "--coin: found {}: expected 0.5 with --method cohen, in which both colours take turns",
            args.coin
        );
    }
    let size = position.size();
    let sample = BalancedSample::of(position, args.fillings, args.seed);
    let black_wins = sample.black_wins();
    let best = sample.best().filter(|_| position.winner().is_none());
    let wins: Vec<(Cell, Estimate)> =
        sample.cells.iter().map(|counts| (counts.cell, Estimate::of(counts.won, counts.taken))).collect();
    if args.json {
        let by_cell: Map<String, Value> =
            wins.iter().map(|&(cell, wins)| (size.name(cell).to_string(), wins.value.into())).collect();
        let answer = json!({
            "size": size.to_string(),
            "method": "cohen",
            "to_move": sample.to_move.to_string(),
            "fillings": sample.fillings,
            "black_wins": black_wins.value,
            "margin": black_wins.margin,
            "best": best.iter().map(|&cell| size.name(cell).to_string()).collect::<Vec<_>>(),
            "wins_with": by_cell,
        });
        println!("{answer}");
        return Ok(Answer::Done);
    }
    println!(
        "Black wins     {:.6}   ± {:.6}, from {} fillings with equally many stones, {} first",
        black_wins.value, black_wins.margin, sample.fillings, sample.to_move
    );
    if let Some(best) = best {
        let with = wins.iter().find(|&&(cell, _)| cell == best).map_or(0.0, |&(_, wins)| wins.value);
        println!(
            "best move      {}   {} wins {with:.6} of the fillings in which it has it",
            size.name(best),
            sample.to_move
        );
    }
    if let Some(path) = &args.picture {
        let heat: Vec<(Cell, f64)> = wins.iter().map(|&(cell, wins)| (cell, wins.value)).collect();
        show(&heat_map::picture(position, "wins with the cell", &heat, best.as_slice()), path)?;
    }
    Ok(Answer::Done)
}
