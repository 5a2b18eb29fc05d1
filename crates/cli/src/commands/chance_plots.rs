//! `hexwright chance-plots`: the pictures of `docs/explanation/random-turn-and-bidding.md`.

use anyhow::Result;
use experiments::chips::{ChipSettings, draw_chip_curves};

use crate::{bar::Bar, output::Answer};

/// Where the pictures go.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    settings: ChipSettings,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let path = draw_chip_curves(&args.settings, &Bar::new().lab())?;
    println!("{}", path.display());
    Ok(Answer::Done)
}
