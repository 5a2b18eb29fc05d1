//! `hexwright round-robin A B C …`: each against each, and the cross-table.
//!
//! Every pairing is a match of its own in a folder of its own, as `hexwright match` plays it: paired games, saved after
//! every game, gone on with by the same command. Pairings are played at the same time, not the games of a pairing.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use anyhow::{Context, Result, ensure};
use arena::{ArenaError, Contest, GameLog, GameRecord, Progress, Rating, Side, Standing, rate};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::{
    games_args::{GamesArgs, Make, folder_name},
    output::Answer,
};

/// Who plays, and how.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hexwright round-robin random bridges mops queenbee --size 7 --games 10 --time 50ms
  hexwright round-robin level:n=1 level:n=2 level:n=3 --concurrency 2 --markdown
  hexwright round-robin hexy neural MoHex=\"htp:mohex\" --init MoHex=\"param_mohex max_time {seconds}\" --margin 2s

The same command again goes on where the tournament was stopped.")]
pub(crate) struct Args {
    /// Two or more contestants: players such as bridges or neural:visits=800, htp:COMMAND for an HTP program, either with
    /// NAME= before it to be called so
    #[arg(required = true, num_args = 2.., value_name = "CONTESTANT")]
    contestants: Vec<String>,
    #[command(flatten)]
    games: GamesArgs,
    /// Command sent to an HTP program when it starts, such as MoHex="param_mohex max_time {seconds}"; may be given several
    /// times
    #[arg(long, value_name = "NAME=COMMAND")]
    init: Vec<String>,
    /// Folder for the matches [default: matches/round-robin-SIZE]
    #[arg(long, value_name = "FOLDER")]
    save: Option<PathBuf>,
    /// Print the table as Markdown
    #[arg(long)]
    markdown: bool,
    /// Print the result as JSON
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
}

/// Games of a pairing where nothing else is said.
const GAMES: usize = 20;

/// Someone who takes part.
struct Entrant {
    name: String,
    make: Make,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let entrants = args.entrants()?;
    let openings = args.games.opening_list()?;
    let folder =
        args.save.clone().unwrap_or_else(|| format!("matches/round-robin-{}", args.games.size).into());
    let pairings: Vec<[usize; 2]> = (0..entrants.len()).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
    let contests: Vec<Contest<'_>> = pairings
        .iter()
        .map(|pairing| Contest {
            sides: pairing.map(|number| Side {
                name: entrants[number].name.clone(),
                time: args.games.time,
                make: &*entrants[number].make,
            }),
            size: args.games.size,
            openings: openings.clone(),
            pairs: args.games.pairs(GAMES),
            concurrency: 1,
            margin: args.games.margin,
            adjudicate: args.games.adjudicate,
            seed: args.games.seed,
            sprt: None,
        })
        .collect();
    let bar = ProgressBar::new(contests.iter().map(|contest| 2 * contest.pairs as u64).sum());
    bar.set_style(ProgressStyle::with_template("{bar:20} {pos}/{len} games  {eta} left  {msg}")?);
    let standings = play(&contests, &folder, usize::from(args.games.concurrency), &bar)?;
    bar.finish_and_clear();
    let table = Table::new(&entrants, &pairings, &standings);
    match (args.json, args.markdown) {
        (true, _) => println!("{}", table.json(args)),
        (false, true) => print!("{}", table.markdown()),
        (false, false) => println!("{}games in {}", table.text(), folder.display()),
    }
    Ok(Answer::Done)
}

impl Args {
    fn entrants(&self) -> Result<Vec<Entrant>> {
        let mut entrants: Vec<Entrant> = Vec::new();
        for text in &self.contestants {
            let (name, spec) = named(text);
            let start = format!("{name}=");
            let init: Vec<String> =
                self.init.iter().filter_map(|init| init.strip_prefix(&start)).map(str::to_string).collect();
            ensure!(
                entrants.iter().all(|other| other.name != name),
                "found the contestant {name} twice: expected different names, such as second={spec}"
            );
            let make = self.games.maker(spec, &init, self.games.time)?;
            entrants.push(Entrant { name: name.to_string(), make });
        }
        let known =
            |init: &&String| !entrants.iter().any(|entrant| init.starts_with(&format!("{}=", entrant.name)));
        if let Some(init) = self.init.iter().find(known) {
            anyhow::bail!("--init: found '{init}': expected NAME=COMMAND with the name of a contestant");
        }
        Ok(entrants)
    }
}

/// A contestant's name and specification: `NAME=SPECIFICATION`, where a specification's own settings come after a colon.
fn named(text: &str) -> (&str, &str) {
    match text.split_once('=') {
        Some((name, spec)) if !name.contains(':') => (name, spec),
        _ => (text, text),
    }
}

/// Plays the matches, so many at the same time.
fn play(
    contests: &[Contest<'_>],
    folder: &Path,
    concurrency: usize,
    bar: &ProgressBar,
) -> Result<Vec<Standing>> {
    let next = AtomicUsize::new(0);
    let work = || -> Result<Vec<(usize, Standing)>> {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(contest) = contests.get(number) else { return Ok(done) };
            let result = play_match(contest, folder, bar);
            if result.is_err() {
                // The others finish their matches and take no new ones.
                next.store(contests.len(), Ordering::Relaxed);
            }
            done.push((number, result?));
        }
    };
    let results = thread::scope(|scope| {
        let workers: Vec<_> = (0..concurrency).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join()).collect::<Vec<_>>()
    });
    let mut standings = vec![Standing::default(); contests.len()];
    for result in results {
        match result {
            Ok(done) => done?.into_iter().for_each(|(number, standing)| standings[number] = standing),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
    Ok(standings)
}

fn play_match(contest: &Contest<'_>, folder: &Path, bar: &ProgressBar) -> Result<Standing> {
    let names = [0, 1].map(|side| contest.sides[side].name.clone());
    let folder = folder.join(folder_name(&names, contest.size));
    let games = folder.join("games");
    fs::create_dir_all(&games).with_context(|| folder.display().to_string())?;
    let path = folder.join("games.jsonl");
    let (log, earlier) = GameLog::open(&path, &contest.header()).with_context(|| {
        format!(
            "{}: expected the log of this match; name another folder with --save to begin anew",
            path.display()
        )
    })?;
    let standing = contest.play(Some(log), &earlier, &Report { contest, games: &games, bar });
    let standing = standing.with_context(|| format!("the games so far are in {}", path.display()))?;
    let line = format!("{} : {}  {} : {}", names[0], names[1], standing.games[0], standing.games[1]);
    if bar.is_hidden() {
        eprintln!("{line}");
    } else {
        bar.println(line);
    }
    Ok(standing)
}

/// Writes games as SGF and counts them.
struct Report<'a> {
    contest: &'a Contest<'a>,
    games: &'a Path,
    bar: &'a ProgressBar,
}

impl Progress for Report<'_> {
    fn game(&self, game: &GameRecord, _: &Standing) -> Result<(), ArenaError> {
        let path = self.games.join(format!("{:05}-{}.sgf", game.pair + 1, game.game + 1));
        if !path.exists() {
            fs::write(path, game.sgf(self.contest.size)?)?;
        }
        self.bar.inc(1);
        Ok(())
    }
}

/// The result: contestants by their points, and how each did against each.
struct Table {
    rows: Vec<Row>,
    faults: u64,
}

struct Row {
    name: String,
    rating: Rating,
    points: u64,
    games: u64,
    /// Games won against each row, in the order of the rows, and of how many; `None` against itself.
    results: Vec<Option<[u64; 2]>>,
}

impl Table {
    fn new(entrants: &[Entrant], pairings: &[[usize; 2]], standings: &[Standing]) -> Self {
        let count = entrants.len();
        let mut won = vec![vec![0; count]; count];
        let mut games = Vec::new();
        for (&[a, b], standing) in pairings.iter().zip(standings) {
            (won[a][b], won[b][a]) = (standing.games[0], standing.games[1]);
            games.extend((0..standing.games[0]).map(|_| (a, b)));
            games.extend((0..standing.games[1]).map(|_| (b, a)));
        }
        let ratings = rate(count, &games);
        let points = |player: usize| won[player].iter().sum::<u64>();
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&player| std::cmp::Reverse(points(player)));
        let results = |player: usize| {
            let against = |&other: &usize| {
                (other != player).then(|| [won[player][other], won[player][other] + won[other][player]])
            };
            order.iter().map(against).collect::<Vec<_>>()
        };
        let row = |&player: &usize| Row {
            name: entrants[player].name.clone(),
            rating: ratings[player],
            points: points(player),
            games: results(player).iter().flatten().map(|result| result[1]).sum(),
            results: results(player),
        };
        Self {
            rows: order.iter().map(row).collect(),
            faults: standings.iter().flat_map(|standing| standing.faults).sum(),
        }
    }

    /// The heads of the columns and the rows, for people.
    fn lines(&self) -> Vec<Vec<String>> {
        let numbers = (1..=self.rows.len()).map(|number| number.to_string());
        let head = ["", "player", "points", "Elo"].map(String::from).into_iter().chain(numbers).collect();
        let line = |(number, row): (usize, &Row)| {
            let elo = format!("{:+.0} ± {:.0}", row.rating.elo, row.rating.error);
            let first =
                [(number + 1).to_string(), row.name.clone(), format!("{}/{}", row.points, row.games), elo];
            let result = |result: &Option<[u64; 2]>| {
                result.map_or_else(|| "-".to_string(), |[won, _]| won.to_string())
            };
            first.into_iter().chain(row.results.iter().map(result)).collect()
        };
        std::iter::once(head).chain(self.rows.iter().enumerate().map(line)).collect()
    }

    fn text(&self) -> String {
        let lines = self.lines();
        let widths: Vec<usize> = (0..lines[0].len())
            .map(|column| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0))
            .collect();
        let mut text = String::new();
        for line in &lines {
            for (column, (entry, &width)) in line.iter().zip(&widths).enumerate() {
                // Names to the left, numbers to the right.
                text +=
                    &if column == 1 { format!("{entry:<width$}  ") } else { format!("{entry:>width$}  ") };
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        if self.faults > 0 {
            text += &format!("{} games were lost by a crash, an illegal move or on time\n", self.faults);
        }
        text
    }

    fn markdown(&self) -> String {
        let lines = self.lines();
        let mut text = String::new();
        for (number, line) in lines.iter().enumerate() {
            text += &format!("| {} |\n", line.join(" | "));
            if number == 0 {
                text += &format!("|{}\n", " --- |".repeat(line.len()));
            }
        }
        text
    }

    fn json(&self, args: &Args) -> serde_json::Value {
        let rows: Vec<_> = self
            .rows
            .iter()
            .map(|row| {
                let against: serde_json::Map<_, _> = self
                    .rows
                    .iter()
                    .zip(&row.results)
                    .filter_map(|(other, result)| {
                        let [won, games] = (*result)?;
                        Some((other.name.clone(), json!({ "won": won, "games": games })))
                    })
                    .collect();
                json!({
                    "name": row.name, "points": row.points, "games": row.games,
                    "elo": row.rating.elo, "error": row.rating.error, "against": against,
                })
            })
            .collect();
        json!({
            "size": args.games.size.to_string(), "time": args.games.time.to_string(),
            "faults": self.faults, "table": rows,
        })
    }
}
