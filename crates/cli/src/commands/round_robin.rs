//! `hexwright round-robin A B C …`: all pairings, and the cross-table.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use arena::{CrossRow, CrossTable, Entrant, RoundRobin, RoundRobinProgress, Standing};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::{games_args::GamesArgs, output::Answer};

/// Who plays, and how.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hexwright round-robin random bridges mops queenbee --size 7 --games 10 --time 50ms
  hexwright round-robin level:n=1 level:n=2 level:n=3 --concurrency 2 --markdown
  hexwright round-robin hexy neural MoHex=\"htp:mohex\" --init MoHex=\"param_mohex max_time {seconds}\" --margin 2s

Run the same command again to resume a tournament.")]
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

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let folder =
        args.save.clone().unwrap_or_else(|| format!("matches/round-robin-{}", args.games.size).into());
    let round_robin = RoundRobin {
        entrants: args.entrants()?,
        size: args.games.size,
        openings: args.games.opening_list()?,
        pairs: args.games.pairs(GAMES),
        time: args.games.time,
        margin: args.games.margin,
        adjudicate: args.games.adjudicate,
        seed: args.games.seed,
        concurrency: usize::from(args.games.concurrency),
        folder,
    };
    let bar = ProgressBar::new(round_robin.games());
    bar.set_style(ProgressStyle::with_template("{bar:20} {pos}/{len} games  {eta} left  {msg}")?);
    let table = round_robin.play(&Report(&bar))?;
    bar.finish_and_clear();
    match (args.json, args.markdown) {
        (true, _) => {
            let mut value = serde_json::to_value(&table)?;
            value["size"] = json!(args.games.size.to_string());
            value["time"] = json!(args.games.time.to_string());
            println!("{value}");
        }
        (false, true) => print!("{}", markdown(&table)),
        (false, false) => println!("{}games in {}", text(&table), round_robin.folder.display()),
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

/// Counts games, and says how pairings ended.
struct Report<'a>(&'a ProgressBar);

impl RoundRobinProgress for Report<'_> {
    fn game(&self) {
        self.0.inc(1);
    }

    fn pairing(&self, names: [&str; 2], standing: &Standing) {
        let line = format!("{} : {}  {} : {}", names[0], names[1], standing.games[0], standing.games[1]);
        if self.0.is_hidden() {
            eprintln!("{line}");
        } else {
            self.0.println(line);
        }
    }
}

/// The heads of the columns and the rows, for people.
fn lines(table: &CrossTable) -> Vec<Vec<String>> {
    let numbers = (1..=table.rows.len()).map(|number| number.to_string());
    let head = ["", "player", "points", "Elo"].map(String::from).into_iter().chain(numbers).collect();
    let line = |(number, row): (usize, &CrossRow)| {
        let elo = format!("{:+.0} ± {:.0}", row.rating.elo, row.rating.error);
        let first =
            [(number + 1).to_string(), row.name.clone(), format!("{}/{}", row.points, row.games), elo];
        let result =
            |result: &Option<[u64; 2]>| result.map_or_else(|| "-".to_string(), |[won, _]| won.to_string());
        first.into_iter().chain(row.results.iter().map(result)).collect()
    };
    std::iter::once(head).chain(table.rows.iter().enumerate().map(line)).collect()
}

fn text(table: &CrossTable) -> String {
    let lines = lines(table);
    let widths: Vec<usize> = (0..lines[0].len())
        .map(|column| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for line in &lines {
        for (column, (entry, &width)) in line.iter().zip(&widths).enumerate() {
            // Names to the left, numbers to the right.
            text += &if column == 1 { format!("{entry:<width$}  ") } else { format!("{entry:>width$}  ") };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    if table.faults > 0 {
        text += &format!("{} games were lost by a crash, an illegal move or on time\n", table.faults);
    }
    text
}

fn markdown(table: &CrossTable) -> String {
    let mut text = String::new();
    for (number, line) in lines(table).iter().enumerate() {
        text += &format!("| {} |\n", line.join(" | "));
        if number == 0 {
            text += &format!("|{}\n", " --- |".repeat(line.len()));
        }
    }
    text
}
