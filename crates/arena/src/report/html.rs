//! The HTML page of a tournament, which needs only its folder.

use std::fmt::{self, Write};

use record::escape_xml;

use super::{record::date, summaries};
use crate::{TournamentDocument, TournamentView};

/// A cross-table of more players than this would be wider than any screen.
const WIDEST_TABLE: usize = 64;

const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1c1c1e;background:#fff}
h1{font-size:1.7rem}h2{font-size:1.25rem;margin-top:2.2rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .6rem;border-bottom:1px solid #d5d5da;text-align:right;white-space:nowrap}
th{font-weight:600;background:#f4f4f6}td.name,th.name{text-align:left}td.self{background:#ececf0}
.wide{overflow-x:auto}.fault{color:#a3261b}
@media(prefers-color-scheme:dark){body{color:#e8e8ea;background:#17181b}th{background:#24262b}
th,td{border-color:#3a3c42}td.self{background:#2c2e34}a{color:#8ab4f8}.fault{color:#ff8a80}}";

/// The page. Names are escaped wherever they are shown.
#[must_use]
pub fn page(document: &TournamentDocument) -> String {
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = write_page(&mut page, document);
    page
}

fn write_page(page: &mut String, document: &TournamentDocument) -> fmt::Result {
    let TournamentView { settings, phase, players, ranks, fixtures } = &document.tournament;
    let name = escape_xml(&settings.name);
    writeln!(page, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(page, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    writeln!(page, "<title>{name}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{name}</h1>")?;
    let finished = fixtures.iter().filter(|fixture| fixture.reason.is_some()).count();
    let clock = settings.games.clock;
    let mut time = Vec::new();
    for (milliseconds, what) in
        [(clock.per_game, "a game"), (clock.increment, "more with each move"), (clock.per_move, "a move")]
    {
        if milliseconds > 0 {
            time.push(format!("{} s {what}", milliseconds as f64 / 1000.0));
        }
    }
    writeln!(
        page,
        "<p>{} ({}), {} on {}, {}. {} players, {finished} of {} games played.{}</p>",
        settings.format.name(),
        escape_xml(phase),
        escape_xml(&settings.games.variant),
        escape_xml(&settings.games.size),
        time.join(", "),
        players.len(),
        fixtures.len(),
        document
            .games
            .iter()
            .map(|game| game.ended)
            .max()
            .map(|last| format!(" Last game: {}.", date(last)))
            .unwrap_or_default()
    )?;
    standings(page, document)?;
    if ranks.len() <= WIDEST_TABLE {
        cross_table(page, document)?;
    }
    players_table(page, document)?;
    games(page, document)?;
    writeln!(
        page,
        "<p><a href=\"tournament.json\">Everything as JSON</a> · <a href=\"summaries.json\">summaries as JSON</a> · \
         <a href=\"games.sgf\">all games as SGF</a></p>\n</body>\n</html>"
    )
}

fn standings(page: &mut String, document: &TournamentDocument) -> fmt::Result {
    let ranks = &document.tournament.ranks;
    writeln!(
        page,
        "<h2>Standings</h2>\n<div class=\"wide\"><table>\n<tr><th>#</th><th class=\"name\">player</th>"
    )?;
    writeln!(page, "<th>points</th><th>wins</th><th>losses</th>")?;
    for (name, _) in ranks.first().map(|rank| rank.tie_breaks.as_slice()).unwrap_or_default() {
        writeln!(page, "<th>{}</th>", escape_xml(name))?;
    }
    writeln!(page, "<th>Elo</th></tr>")?;
    for rank in ranks {
        write!(page, "<tr><td>{}</td><td class=\"name\">{}</td>", rank.place, escape_xml(&rank.player))?;
        write!(page, "<td>{}</td><td>{}</td><td>{}</td>", rank.points, rank.wins, rank.losses)?;
        for (_, value) in &rank.tie_breaks {
            write!(page, "<td>{}</td>", (value * 1000.0).round() / 1000.0)?;
        }
        writeln!(page, "<td>{:+.0} ± {:.0}</td></tr>", rank.elo, rank.elo_error)?;
    }
    writeln!(page, "</table></div>")
}

/// Wins of the row's player against the column's.
fn cross_table(page: &mut String, document: &TournamentDocument) -> fmt::Result {
    let summaries = summaries(document);
    writeln!(
        page,
        "<h2>Cross-table</h2>\n<p>Games won by the player of the row against the player of the column.</p>"
    )?;
    write!(page, "<div class=\"wide\"><table>\n<tr><th>#</th><th class=\"name\">player</th>")?;
    for place in 1..=summaries.len() {
        write!(page, "<th>{place}</th>")?;
    }
    writeln!(page, "</tr>")?;
    for (place, row) in summaries.iter().enumerate() {
        write!(page, "<tr><td>{}</td><td class=\"name\">{}</td>", place + 1, escape_xml(&row.player))?;
        for column in &summaries {
            if column.player == row.player {
                write!(page, "<td class=\"self\"></td>")?;
                continue;
            }
            match row.against.get(&column.player) {
                Some([wins, losses]) if wins + losses == 1 => write!(page, "<td>{wins}</td>")?,
                Some([wins, losses]) => write!(page, "<td>{wins}/{}</td>", wins + losses)?,
                None => write!(page, "<td>·</td>")?,
            }
        }
        writeln!(page, "</tr>")?;
    }
    writeln!(page, "</table></div>")
}

fn players_table(page: &mut String, document: &TournamentDocument) -> fmt::Result {
    writeln!(
        page,
        "<h2>Players</h2>\n<div class=\"wide\"><table>\n<tr><th class=\"name\">player</th><th>with Black</th>"
    )?;
    writeln!(
        page,
        "<th>with White</th><th>seconds an answer</th><th>longest</th><th class=\"name\">lost by</th></tr>"
    )?;
    for summary in summaries(document) {
        let seconds = |milliseconds: f64| (milliseconds / 10.0).round() / 100.0;
        let mean = if summary.answers == 0 { 0.0 } else { summary.used as f64 / summary.answers as f64 };
        let lost: Vec<String> = summary
            .losses_by
            .iter()
            .map(|(reason, count)| format!("{} {count}", escape_xml(reason)))
            .collect();
        writeln!(
            page,
            "<tr><td class=\"name\">{}</td><td>{}/{}</td><td>{}/{}</td><td>{}</td><td>{}</td><td class=\"name\">{}</td></tr>",
            escape_xml(&summary.player),
            summary.black_wins,
            summary.black_games,
            summary.white_wins,
            summary.white_games,
            seconds(mean),
            seconds(summary.longest as f64),
            lost.join(", ")
        )?;
    }
    writeln!(page, "</table></div>")
}

fn games(page: &mut String, document: &TournamentDocument) -> fmt::Result {
    writeln!(page, "<h2>Games</h2>\n<div class=\"wide\"><table>\n<tr><th>game</th><th>round</th>")?;
    writeln!(
        page,
        "<th class=\"name\">Black</th><th class=\"name\">White</th><th class=\"name\">winner</th>"
    )?;
    writeln!(page, "<th class=\"name\">by</th><th>moves</th><th class=\"name\"></th></tr>")?;
    for game in &document.games {
        let winner = match game.winner.as_deref() {
            Some("black") => escape_xml(&game.black),
            Some(_) => escape_xml(&game.white),
            None => "none".to_string(),
        };
        let is_fault = game.reason().is_ok_and(|reason| reason.is_fault());
        let class = if is_fault { "name fault" } else { "name" };
        let number = game.game;
        writeln!(
            page,
            "<tr><td>{number}</td><td>{}</td><td class=\"name\">{}</td><td class=\"name\">{}</td>\
             <td class=\"name\">{winner}</td><td class=\"{class}\">{}</td><td>{}</td>\
             <td class=\"name\"><a href=\"games/{number}.svg\">board</a> <a href=\"games/{number}.sgf\">SGF</a></td></tr>",
            game.pairing.round,
            escape_xml(&game.black),
            escape_xml(&game.white),
            escape_xml(&game.reason),
            game.acts
                .iter()
                .filter(|act| !act.contains(':') && !act.contains(" take ") && !act.contains(" decline "))
                .count(),
        )?;
    }
    writeln!(page, "</table></div>")
}
