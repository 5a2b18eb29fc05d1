//! `hexwright review`: judges every move of a game, by proof if possible and otherwise by search.

use std::{path::PathBuf, time::Duration};

use analysis::{
    Basis, Judgement, Quality, Review, ReviewAnswer, ReviewLimits, ReviewObserver, ReviewRequest, review,
    review_solver,
};
use anyhow::{Context, Result, bail};
use board::{BoardSize, Cell, Color, Game, Move};
use indicatif::ProgressBar;
use player::Clock;
use record::{Action, NodeId, Ply, Record};

use crate::{
    interrupt,
    output::Answer,
    player_args,
    position_args::PositionArgs,
    solved::{self, StoreArgs},
};

/// Which game, and what the review may spend.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hexwright review --file game.sgf
  hexwright review --file game.sgf --time 2m --sgf judged.sgf
  hexwright review --size 5 --moves \"b4 c3 d2 a5\" --nodes 500 --visits 50")]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Time for the whole game: 30s, 2m [default: 30s, unless --nodes and --visits say otherwise]
    #[arg(long, short = 't', value_name = "TIME", value_parser = player::parse_duration)]
    time: Option<Duration>,
    /// Positions that the solver may examine for each position of the game
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Visits of the player's search for each position of the game
    #[arg(long, value_name = "N")]
    visits: Option<u64>,
    /// Who judges what the solver cannot prove
    #[arg(long, short = 'p', default_value = "neural")]
    player: String,
    /// Write the game with the judgements as comments and the refutations as variations to this SGF file
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let game = args.position.game()?;
    if game.turns().is_empty() {
        bail!("found no moves to review: expected a game, by --file or --moves");
    }
    let mut player = player_args::create(&args.player).context("--player")?;
    let usual = (args.nodes.is_none() && args.visits.is_none()).then_some(Duration::from_secs(30));
    let limits = ReviewLimits { time: args.time.or(usual), proof_nodes: args.nodes, visits: args.visits };
    let progress =
        Progress { bar: ProgressBar::new(game.turns().len() as u64 + 1), watch: interrupt::Watch::start() };
    let request = ReviewRequest {
        clock: &progress.watch,
        stop: progress.watch.stop(),
        observer: &progress,
        ..ReviewRequest::new(&game, limits)
    };
    let store = args.store.open()?;
    let mut solver = review_solver(solved::archive(store.as_ref()));
    let found = review(&request, &mut solver, player.as_mut())?;
    solved::finish(store.as_ref())?;
    progress.bar.finish_and_clear();
    if let Some(path) = &args.sgf {
        let record = annotated(args, &game, &found)?;
        std::fs::write(path, record::sgf::write(&[record])).with_context(|| path.display().to_string())?;
    }
    if args.json {
        let answer = ReviewAnswer::of(game.size(), &found, progress.watch.elapsed());
        println!("{}", serde_json::to_string(&answer)?);
    } else {
        print_text(game.size(), &found);
    }
    Ok(Answer::Done)
}

/// Counts the judged positions, keeps the time, and passes an interrupt on.
struct Progress {
    bar: ProgressBar,
    watch: interrupt::Watch,
}

impl ReviewObserver for Progress {
    fn judged(&self, positions: &[Judgement]) {
        let known = positions.iter().filter(|judgement| judgement.basis != Basis::Unknown).count();
        self.bar.set_position(known as u64);
    }
}

const NAMES: [&str; 2] = ["Black", "White"];

fn print_text(size: BoardSize, found: &Review) {
    for (judged, after) in found.moves.iter().zip(&found.positions[1..]) {
        let mark = match judged.quality {
            Quality::Blunder => "??",
            Quality::Mistake => "?",
            Quality::Inaccuracy => "?!",
            _ => "",
        };
        let chance = match after.basis {
            Basis::Unknown => "?".to_string(),
            Basis::Estimate => format!("{:.0} %", 100.0 * after.black),
            Basis::Proof => format!("{} wins", if after.black > 0.5 { "Black" } else { "White" }),
        };
        println!(
            "{:>3}. {:<5} {:<12} {:<2}  {chance:<12}{}",
            judged.number,
            judged.color,
            judged.mv.name(size).to_string(),
            mark,
            if judged.quality.is_bad() || judged.quality == Quality::Inaccuracy {
                judged.in_words(size, NAMES)
            } else {
                String::new()
            }
        );
    }
    let bad = |color: Color, quality: Quality| {
        found.moves.iter().filter(|judged| judged.color == color && judged.quality == quality).count()
    };
    for color in Color::BOTH {
        println!(
            "{color}: {} blunders, {} mistakes, {} inaccuracies",
            bad(color, Quality::Blunder),
            bad(color, Quality::Mistake),
            bad(color, Quality::Inaccuracy)
        );
    }
    let proved = found.positions.iter().filter(|judgement| judgement.basis == Basis::Proof).count();
    println!("{proved} of {} positions proved", found.positions.len());
}

/// The game as a record, with a comment at every judged move and the lines of bad ones as variations.
fn annotated(args: &Args, game: &Game, found: &Review) -> Result<Record> {
    let plies = |record: &Record, id: NodeId| -> Vec<NodeId> {
        record.path_to(id).into_iter().filter(|&id| record.node(id).ply().is_some()).collect()
    };
    // A record with passes has nodes that are no moves of the game: then the game alone is written.
    let given = args.position.record()?.filter(|(record, id)| plies(record, *id).len() == found.moves.len());
    let (mut record, nodes) = match given {
        Some((record, id)) => {
            let nodes = plies(&record, id);
            (record, nodes)
        }
        None => {
            let record = Record::from_game(game);
            let nodes = plies(&record, record.last());
            (record, nodes)
        }
    };
    let size = game.size();
    for (judged, &id) in found.moves.iter().zip(&nodes) {
        let words = judged.in_words(size, NAMES);
        let comment = record.node(id).comment().map_or(words.clone(), |old| format!("{old}\n{words}"));
        record.node_mut(id).set_comment(&comment);
        if !judged.quality.is_bad() {
            continue;
        }
        add_line(&mut record, id, judged.color.opponent(), &judged.refutation);
        if let (Some(parent), Some(Move::Place(better))) = (record.parent(id), judged.better) {
            let line: Vec<Cell> = std::iter::once(better).chain(judged.better_line.iter().copied()).collect();
            add_line(&mut record, parent, judged.color, &line);
        }
    }
    Ok(record)
}

/// Adds a line of play below a node.
fn add_line(record: &mut Record, from: NodeId, first: Color, cells: &[Cell]) {
    let (mut at, mut color) = (from, first);
    for &cell in cells {
        at = record.add_ply(at, Ply { color, action: Action::Place(cell) });
        color = color.opponent();
    }
}
