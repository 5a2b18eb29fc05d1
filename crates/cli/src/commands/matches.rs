//! `hexwright match A B`: a match between two players or programs, saved after every game.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Result, bail};
use arena::{
    ArenaError, Contest, GameRecord, MatchProgress, MatchSide, SavedMatch, Sprt, Standing, folder_name,
};
use indicatif::{ProgressBar, ProgressStyle};
use player::TimeControl;
use serde_json::json;

use crate::{games_args::GamesArgs, output::Answer};

/// Who plays, and how.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hexwright match bridges random --size 7 --games 100 --openings all --time 100ms
  hexwright match neural \"htp:mohex\" --init-b \"param_mohex max_time {seconds}\" --time 1s --margin 2s
  hexwright match neural neural:visits=400 --sprt --elo0 0 --elo1 30

Run the same command again to resume a match. docs/how-to/matches.md has the rules and the file formats.")]
pub(crate) struct Args {
    /// The first contestant: a player such as bridges or neural:visits=800, or htp:COMMAND for an HTP program
    a: String,
    /// The second contestant
    b: String,
    #[command(flatten)]
    games: GamesArgs,
    /// Time of the first contestant [default: --time]
    #[arg(long, value_name = "TIME")]
    time_a: Option<TimeControl>,
    /// Time of the second contestant [default: --time]
    #[arg(long, value_name = "TIME")]
    time_b: Option<TimeControl>,
    /// Command sent to the first contestant, an HTP program, when it starts; {seconds} is its time; may be given several times
    #[arg(long = "init-a", value_name = "COMMAND")]
    init_a: Vec<String>,
    /// Command sent to the second contestant when it starts
    #[arg(long = "init-b", value_name = "COMMAND")]
    init_b: Vec<String>,
    /// Name of the first contestant [default: its specification]
    #[arg(long, value_name = "NAME")]
    name_a: Option<String>,
    /// Name of the second contestant
    #[arg(long, value_name = "NAME")]
    name_b: Option<String>,
    /// End the match as soon as the sequential test has decided
    #[arg(long)]
    sprt: bool,
    /// Elo difference of the hypothesis that the first contestant is not stronger
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true, requires = "sprt")]
    elo0: f64,
    /// Elo difference of the hypothesis that it is stronger
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 30.0,
        allow_negative_numbers = true,
        requires = "sprt"
    )]
    elo1: f64,
    /// Probability of accepting elo1 if elo0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt")]
    alpha: f64,
    /// Probability of accepting elo0 if elo1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt")]
    beta: f64,
    /// Folder for games.jsonl and the games as SGF [default: matches/A-B-SIZE]
    #[arg(long, value_name = "FOLDER")]
    save: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let openings = args.games.opening_list()?;
    let makers = [
        args.games.maker(&args.a, &args.init_a, args.time_of(0))?,
        args.games.maker(&args.b, &args.init_b, args.time_of(1))?,
    ];
    let names = args.names();
    let side = |index: usize| MatchSide {
        name: names[index].clone(),
        time: args.time_of(index),
        make: &*makers[index],
    };
    let contest = Contest {
        sides: [side(0), side(1)],
        size: args.games.size,
        openings,
        pairs: args.games.pairs(200),
        concurrency: usize::from(args.games.concurrency),
        margin: args.games.margin,
        adjudicate: args.games.adjudicate,
        seed: args.games.seed,
        sprt: args.sequential_test()?,
    };
    let saved = SavedMatch::open(&contest, &args.folder(&names))?;
    let (path, old) = (saved.path().to_path_buf(), saved.played_before());
    let report = Report { contest: &contest, bar: bar(&contest)?, old };
    if old > 0 {
        report.bar.println(format!("going on after {old} games in {}", path.display()));
    }
    let standing = saved.play(&report);
    report.bar.finish_and_clear();
    let standing = standing?;
    if args.json {
        println!("{}", as_json(&contest, &standing, &path));
    } else {
        print!("{}", as_text(&contest, &standing, &path));
    }
    Ok(Answer::Done)
}

impl Args {
    fn time_of(&self, side: usize) -> TimeControl {
        [self.time_a, self.time_b][side].unwrap_or(self.games.time)
    }

    /// Names for results: the specifications, told apart where they are the same.
    fn names(&self) -> [String; 2] {
        let a = self.name_a.clone().unwrap_or_else(|| self.a.clone());
        let b = self.name_b.clone().unwrap_or_else(|| self.b.clone());
        if a == b { [format!("{a} (1)"), format!("{b} (2)")] } else { [a, b] }
    }

    fn sequential_test(&self) -> Result<Option<Sprt>> {
        if !self.sprt {
            return Ok(None);
        }
        let is_share = |p: f64| p > 0.0 && p < 0.5;
        if self.elo0 >= self.elo1 || !is_share(self.alpha) || !is_share(self.beta) {
            bail!(
                "found elo0 {}, elo1 {}, alpha {}, beta {}: expected elo0 below elo1, and alpha and beta between 0 and 0.5",
                self.elo0,
                self.elo1,
                self.alpha,
                self.beta
            );
        }
        Ok(Some(Sprt { elo0: self.elo0, elo1: self.elo1, alpha: self.alpha, beta: self.beta }))
    }

    fn folder(&self, names: &[String; 2]) -> PathBuf {
        self.save.clone().unwrap_or_else(|| Path::new("matches").join(folder_name(names, self.games.size)))
    }
}

fn bar(contest: &Contest<'_>) -> Result<ProgressBar> {
    let bar = ProgressBar::new(2 * contest.pairs as u64);
    bar.set_style(ProgressStyle::with_template("{bar:20} {pos}/{len} {msg}  {eta} left")?);
    bar.enable_steady_tick(Duration::from_millis(500));
    Ok(bar)
}

/// Shows how the match stands.
struct Report<'a> {
    contest: &'a Contest<'a>,
    bar: ProgressBar,
    old: usize,
}

impl MatchProgress for Report<'_> {
    fn game(&self, game: &GameRecord, standing: &Standing) -> Result<(), ArenaError> {
        self.bar.set_position(standing.played());
        self.bar.set_message(line(self.contest, standing));
        // Without a terminal for a progress bar, print a line now and then.
        let every = (self.contest.pairs / 10).max(1) as u64 * 2;
        let is_new = standing.played() > self.old as u64;
        if self.bar.is_hidden() && is_new && standing.played().is_multiple_of(every) {
            eprintln!("{} games: {}", standing.played(), line(self.contest, standing));
        }
        if !game.detail.is_empty() && is_new {
            let text = format!(
                "game {}.{}: {} ({:?}, won by {})",
                game.pair + 1,
                game.game + 1,
                game.detail,
                game.ending,
                game.winner
            );
            if self.bar.is_hidden() { eprintln!("{text}") } else { self.bar.println(text) }
        }
        Ok(())
    }
}

/// The running score in a line.
fn line(contest: &Contest<'_>, standing: &Standing) -> String {
    let mut text = format!("{} : {}", standing.games[0], standing.games[1]);
    if let Some(elo) = standing.pairs.elo() {
        text.push_str(&format!(
            "  Elo {} [{}, {}]",
            points(elo.difference),
            points(elo.low),
            points(elo.high)
        ));
    }
    if let Some(sprt) = contest.sprt {
        let state = sprt.state(&standing.pairs);
        text.push_str(&format!("  LLR {:.2} [{:.2}, {:.2}]", state.llr, state.lower, state.upper));
    }
    text
}

fn points(elo: f64) -> String {
    if elo.is_infinite() {
        return if elo > 0.0 { "+inf".to_string() } else { "-inf".to_string() };
    }
    format!("{elo:+.0}")
}

fn as_text(contest: &Contest<'_>, standing: &Standing, path: &Path) -> String {
    let [a, b] = [0, 1].map(|side| &contest.sides[side].name);
    let pairs = standing.pairs;
    let score = 100.0 * standing.games[0] as f64 / standing.played().max(1) as f64;
    let mut text = format!(
        "{a} against {b} on {}: {} : {} ({score:.1} %)\n",
        contest.size, standing.games[0], standing.games[1]
    );
    if let Some(elo) = pairs.elo() {
        text.push_str(&format!(
            "Elo {}, 95 % interval {} to {}; likelihood of superiority {:.1} %\n",
            points(elo.difference),
            points(elo.low),
            points(elo.high),
            100.0 * elo.superiority
        ));
    }
    text.push_str(&format!(
        "pairs won {}, split {}, lost {}; games won by Black {}\n",
        pairs.won, pairs.split, pairs.lost, standing.black
    ));
    for (name, faults) in [a, b].into_iter().zip(standing.faults) {
        if faults > 0 {
            text.push_str(&format!("{name} lost {faults} games by a crash, an illegal move or on time\n"));
        }
    }
    if let Some(sprt) = contest.sprt {
        let state = sprt.state(&pairs);
        let verdict = match state.accepted() {
            Some(true) => format!("accepted: at least {} Elo", sprt.elo1),
            Some(false) => format!("rejected: at most {} Elo", sprt.elo0),
            None => "undecided".to_string(),
        };
        text.push_str(&format!(
            "sequential test {} against {} Elo: LLR {:.2} [{:.2}, {:.2}], {verdict}\n",
            sprt.elo0, sprt.elo1, state.llr, state.lower, state.upper
        ));
    }
    text.push_str(&format!("games in {}\n", path.display()));
    text
}

fn as_json(contest: &Contest<'_>, standing: &Standing, path: &Path) -> serde_json::Value {
    // JSON has no infinity: a bound that is missing is not there.
    let finite = |value: f64| value.is_finite().then_some(value);
    let elo = standing.pairs.elo().map(|elo| {
        json!({
            "difference": finite(elo.difference), "low": finite(elo.low), "high": finite(elo.high),
            "superiority": elo.superiority,
        })
    });
    let sprt = contest.sprt.map(|sprt| {
        let state = sprt.state(&standing.pairs);
        json!({
            "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta,
            "llr": state.llr, "lower": state.lower, "upper": state.upper, "accepted": state.accepted(),
        })
    });
    json!({
        "a": contest.sides[0].name, "b": contest.sides[1].name, "size": contest.size.to_string(),
        "won": standing.games[0], "lost": standing.games[1], "black": standing.black,
        "pairs": { "won": standing.pairs.won, "split": standing.pairs.split, "lost": standing.pairs.lost },
        "faults": standing.faults, "elo": elo, "sprt": sprt, "log": path.display().to_string(),
    })
}
