//! `hexwright players`: the players, their settings, and the resources that they cost.

use anyhow::Result;
use player::{Cost, Kind, PlayerKind, Setting, Spec};
use players::REGISTRY;

use crate::output::Answer;

/// Options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hexwright players                        all players, a line each
  hexwright players hexy                   one player, its settings, and the memory and threads it needs
  hexwright players perfect:memory=1000    the same with these values
  hexwright players --json                 everything

Every option that takes a player accepts settings as NAME:key=value,key=value.")]
pub(crate) struct Args {
    /// A player, with settings or without
    player: Option<String>,
    /// Print JSON, as GET /api/players of the server answers, but without the limits of a shared machine
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let Some(spec) = &args.player else {
        if args.json {
            println!("{}", serde_json::to_string(&REGISTRY.0.iter().map(info).collect::<Vec<_>>())?);
        } else {
            REGISTRY.0.iter().for_each(|kind| println!("{:<9} {}", kind.name, kind.about));
            println!("\nhexwright players NAME lists the settings of one.");
        }
        return Ok(Answer::Done);
    };
    let spec = REGISTRY.read(spec)?;
    if args.json {
        println!("{}", serde_json::to_string(&info(spec.kind()))?);
    } else {
        print(&spec);
    }
    Ok(Answer::Done)
}

fn info(kind: &PlayerKind) -> analysis::PlayerInfo {
    analysis::player_info(kind, None)
}

fn print(spec: &Spec) {
    let kind = spec.kind();
    println!("{}: {}", kind.name, kind.about);
    for setting in kind.settings {
        let value = spec.text(setting.key);
        println!("\n  {}{}{value}", setting.key, if value.is_empty() { "" } else { "=" });
        println!("      {}", setting.about);
        println!("      {}", described(setting));
        if let Kind::Level(levels) = setting.kind {
            levels.iter().enumerate().for_each(|(index, about)| println!("      {:>2}  {about}", index + 1));
        }
    }
    let Cost { threads, bytes } = spec.cost();
    println!(
        "\nTakes {threads} {} and up to {} MB of memory.",
        plural(threads, "thread"),
        bytes.div_ceil(1 << 20)
    );
}

/// The values that a setting takes, and what they cost.
fn described(setting: &Setting) -> String {
    let mut text = setting.values();
    if !setting.unit.is_empty() {
        text += &format!(", in {}", setting.unit);
    }
    if setting.cost.threads > 0 {
        text += "; takes threads";
    }
    if setting.cost.bytes > 0 {
        text += "; takes memory";
    }
    if setting.slower {
        text += "; more takes longer";
    }
    text
}

fn plural(count: u64, word: &str) -> String {
    if count == 1 { word.to_string() } else { format!("{word}s") }
}
