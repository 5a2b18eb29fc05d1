//! `hexwright arena status`: the state of a server, or the standings of a tournament.

use anyhow::Result;
use arena::TournamentView;
use serde_json::Value;

use super::organise::ServerArgs;
use crate::output::Answer;

/// Options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A tournament, for its standings
    name: Option<String>,
    /// Print everything as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    server: ServerArgs,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let mut organiser = args.server.connect()?;
    let answer = match &args.name {
        Some(name) => organiser.ask(&format!("status {name}"))?,
        None => organiser.ask("status")?,
    };
    if args.json {
        println!("{answer}");
    } else if args.name.is_some() {
        print_tournament(&serde_json::from_value(answer)?);
    } else {
        print_status(&answer);
    }
    Ok(Answer::Done)
}

fn print_status(status: &Value) {
    let list = |key: &str| status[key].as_array().cloned().unwrap_or_default();
    let players = list("players");
    let connected = players.iter().filter(|player| player["connected"] == true).count();
    println!("{} players, {connected} connected; {} games being played", players.len(), list("games").len());
    for line in list("tournaments") {
        let word = |key: &str| line[key].as_str().unwrap_or_default().to_string();
        println!(
            "{:<20} {:<18} {:<8} {} players, {} of {} games played",
            word("name"),
            word("format"),
            word("phase"),
            line["players"],
            line["finished"],
            line["games"]
        );
    }
}

pub(super) fn print_tournament(view: &TournamentView) {
    let finished = view.fixtures.iter().filter(|fixture| fixture.reason.is_some()).count();
    println!(
        "{}: {}, {}, {finished} of {} games played",
        view.settings.name,
        view.settings.format.name(),
        view.phase,
        view.fixtures.len()
    );
    let widest = view.ranks.iter().map(|rank| rank.player.chars().count()).max().unwrap_or(0).max(6);
    println!("{:>4} {:<widest$} {:>6} {:>5} {:>6} {:>12}", "#", "player", "points", "wins", "losses", "Elo");
    for rank in &view.ranks {
        let elo = format!("{:+.0} ± {:.0}", rank.elo, rank.elo_error);
        println!(
            "{:>4} {:<widest$} {:>6} {:>5} {:>6} {elo:>12}",
            rank.place, rank.player, rank.points, rank.wins, rank.losses
        );
    }
}
