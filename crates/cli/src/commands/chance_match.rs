//! `hexwright chance-match`: players of Random-Turn and Bidding Hex against each other.

use anyhow::{Result, bail};
use board::{BoardSize, Color};
use chance::{ChanceContest, ChancePlayer, ChanceScore, Coin, ContestGame, Played, Variant};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::{chip_args::ChipArgs, output::Answer};

/// Who plays, what, and how often.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The first player: exact, sample, sample:FILLINGS or random
    first: ChancePlayer,
    /// The second player
    second: ChancePlayer,
    /// The game
    #[arg(long, value_enum, default_value_t = Kind::Bidding)]
    game: Kind,
    /// Board size: a number for a square board, or columns x rows such as 11x9
    #[arg(long, short = 's', default_value = "7")]
    size: BoardSize,
    /// Games to play: an even number, since colours are exchanged within each pair
    #[arg(long, short = 'n', default_value_t = 200)]
    games: u32,
    /// The probability that Black moves in Random-Turn Hex
    #[arg(long, value_name = "P", default_value_t = 0.5)]
    coin: f64,
    #[command(flatten)]
    chips: ChipArgs,
    /// Seed of all chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Print a line for each game
    #[arg(long, short = 'v')]
    verbose: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// A coin decides who moves
    RandomTurn,
    /// Bids decide who moves
    Bidding,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    if args.games == 0 || args.games % 2 == 1 {
        bail!("--games: found {}: expected an even number from 2", args.games);
    }
    let variant = match args.game {
        Kind::RandomTurn => Variant::RandomTurn(Coin::new(args.coin)?),
        Kind::Bidding => Variant::Bidding(args.chips.rules(), args.chips.purses()?),
    };
    let contest = ChanceContest {
        size: args.size,
        variant,
        players: [args.first, args.second],
        pairs: args.games / 2,
        seed: args.seed,
    };
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {msg}, {eta} left");
    let bar = ProgressBar::new(args.games.into())
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut wins = 0;
    let score = contest.play(&mut |game| {
        wins += u32::from(game.first_won());
        bar.set_message(format!("{} won {wins}", args.first));
        bar.inc(1);
        if args.verbose {
            bar.suspend(|| eprintln!("{}", line(args, game)));
        }
    })?;
    bar.finish_and_clear();
    report(args, &score);
    Ok(Answer::Done)
}

fn line(args: &Args, game: &ContestGame) -> String {
    let [black, white] = match game.first {
        Color::Black => [args.first, args.second],
        Color::White => [args.second, args.first],
    };
    let (moves, chips) = match &game.played {
        Played::RandomTurn(played) => (played.turns().len(), String::new()),
        Played::Bidding(played) => {
            let [black, white] = played.purses().chips;
            (played.rounds().len(), format!(", chips {black}:{white}"))
        }
    };
    let winner = game.played.winner().map_or(String::new(), |winner| winner.to_string());
    format!("game {}: black {black}, white {white}: {winner} won after {moves} moves{chips}", game.number + 1)
}

fn report(args: &Args, score: &ChanceScore) {
    let (rate, margin) = (score.rate(), score.margin());
    let pairs = |wins: u8| score.pairs.iter().filter(|&&pair| pair == wins).count();
    if args.json {
        let answer = json!({
            "players": [args.first.to_string(), args.second.to_string()],
            "size": args.size.to_string(),
            "games": score.games(),
            "wins": score.wins(),
            "rate": rate,
            "margin": margin,
            "pairs": { "lost": pairs(0), "split": pairs(1), "won": pairs(2) },
        });
        println!("{answer}");
        return;
    }
    println!(
        "{} won {} of {} games against {} on {}: {:.1} % ± {:.1} % (95 %)",
        args.first,
        score.wins(),
        score.games(),
        args.second,
        args.size,
        100.0 * rate,
        100.0 * margin
    );
    println!("pairs: {} won, {} split, {} lost", pairs(2), pairs(1), pairs(0));
}
