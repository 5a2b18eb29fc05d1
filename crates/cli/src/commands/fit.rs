//! `hexwright fit`: the weights of the priors of `playouts` and `hexy`, from the moves of a stronger player.

use anyhow::Result;
use experiments::fit::{FitSettings, PriorFit, fit};
use players::PRIOR_FEATURES;

use crate::{bar::Bar, output::Answer};

/// From what to learn.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hexwright fit                              the weights that playouts and hexy have
  hexwright fit --size 13 --games 20

docs/explanation/players.md explains the weights.")]
pub(crate) struct Args {
    #[command(flatten)]
    settings: FitSettings,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let bar = Bar::new();
    let result = fit(&args.settings, &bar.lab())?;
    drop(bar);
    if args.json {
        println!("{}", serde_json::to_value(&result)?);
        return Ok(Answer::Done);
    }
    println!("{} positions of {} games", result.positions, args.settings.games);
    for (name, fit) in ["first", "second", "third"].iter().zip(&result.sights) {
        println!("at {name} sight: {}", in_words(fit));
    }
    let [slope, tempo] = result.value;
    println!("logit of a win: {slope:.2} times ln(resistances) + {tempo:.2}");
    Ok(Answer::Done)
}

fn in_words(fit: &PriorFit) -> String {
    let weights: Vec<String> =
        PRIOR_FEATURES.iter().zip(fit.weights).map(|(name, weight)| format!("{name} {weight:.2}")).collect();
    format!("{}; the likeliest move is the teacher's in {:.0} %", weights.join(", "), 100.0 * fit.first)
}
