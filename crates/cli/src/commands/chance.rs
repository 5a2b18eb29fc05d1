//! `hexwright chance`: the value of Random-Turn Hex, the critical cells, and the best bid.

mod heat_map;

use std::{
    fs,
    io::IsTerminal,
    path::{Path, PathBuf},
};

use analysis::{ChanceAnswer, ChanceFindings, ChanceMethod, ChancePlan, count_fillings};
use anyhow::{Context, Result, bail};
use board::{Color, Position};
use chance::{Coin, Estimate};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use record::{Picture, TextStyle};

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
    /// Exact fractions if possible, else floating-point numbers, else sampling; the output says which
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

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let position = args.position.position()?;
    let coin = Coin::new(args.coin)?;
    if matches!(args.method, Method::Sample | Method::Cohen) && args.fillings == 0 {
        bail!("--fillings: found 0: expected at least 1");
    }
    let method = match args.method {
        Method::Auto => best(&position, coin, args.fillings),
        Method::Fractions => ChanceMethod::Fractions,
        Method::Float => ChanceMethod::Float,
        Method::Sample => ChanceMethod::Sample,
        Method::Cohen => ChanceMethod::Cohen,
    };
    let plan = ChancePlan { coin, method, fillings: args.fillings, seed: args.seed };
    // Hidden where there is no terminal, and where the work is done at once.
    let style = ProgressStyle::with_template("{bar:40} {percent:>3} % {elapsed}");
    let bar = ProgressBar::new(1000).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let findings = count_fillings(&position, &plan, &mut |done| bar.set_position((done * 1000.0) as u64))?;
    bar.finish_and_clear();
    if args.json {
        println!("{}", serde_json::to_value(ChanceAnswer::of(&findings))?);
        return Ok(Answer::Done);
    }
    let name = match method {
        ChanceMethod::Cohen => {
            print_cohen(&findings);
            "wins with the cell"
        }
        _ => {
            print(&findings);
            "critical"
        }
    };
    if let Some(path) = &args.picture {
        let heat: Vec<_> = findings.cells.iter().map(|&(cell, estimate)| (cell, estimate.value)).collect();
        show(&heat_map::picture(&position, name, &heat, &findings.best), path)?;
    }
    Ok(Answer::Done)
}

/// The best method for a position; a fallback is announced.
fn best(position: &Position, coin: Coin, fillings: u64) -> ChanceMethod {
    let method = ChanceMethod::best(position, coin);
    if method == ChanceMethod::Sample {
        eprintln!(
            "note: a board of {} is too large for the exact method (shorter side at most {}): {fillings} random fillings instead",
            position.size(),
            chance::MAX_WIDTH
        );
    }
    method
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

fn print(findings: &ChanceFindings) {
    let ChanceFindings { position, coin, black_wins, fraction, best, fillings, .. } = findings;
    let size = position.size();
    let &Estimate { value, margin } = black_wins;
    let how = match (fraction, fillings) {
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
    let names: Vec<String> = best.iter().map(|&cell| size.name(cell).to_string()).collect();
    println!("best moves     {}   critical with probability {:.6}", names.join(" "), findings.greatest());
    if let Some(bid) = findings.bid() {
        println!(
            "bidding        Black wins with more than {:.4} % of the chips, White with more than {:.4} %",
            100.0 * (1.0 - value),
            100.0 * value
        );
        println!("best bid       {:.4} % of all chips", 100.0 * bid);
    } else {
        println!(
            "coin           Black moves with probability {}; bidding needs a fair one",
            coin.share(Color::Black)
        );
    }
}

fn print_cohen(findings: &ChanceFindings) {
    let ChanceFindings { position, black_wins, best, cells, fillings, .. } = findings;
    let mover = position.to_move();
    println!(
        "Black wins     {:.6}   ± {:.6}, from {} fillings with equally many stones, {mover} first",
        black_wins.value,
        black_wins.margin,
        fillings.unwrap_or_default()
    );
    for best in best {
        let with = cells.iter().find(|(cell, _)| cell == best).map_or(0.0, |(_, wins)| wins.value);
        println!(
            "best move      {}   {mover} wins {with:.6} of the fillings in which it has it",
            position.size().name(*best)
        );
    }
}
