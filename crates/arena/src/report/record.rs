//! A finished game as a record with clocks, and its final board.
//!
//! Besides the properties of SGF (`BL` and `WL` for the time that is left), each move has `TU`, the milliseconds it took as the
//! server measured them, which also games without a clock for the whole game have.

use crate::signals::{SignalReason, VariantTerms};
use board::{Color, Game, Move, SwapRule};
use chance::{Coin, bidding_record, random_turn_record};
use record::{Action, Ending, GameResult, NodeId, Picture, Ply, Record};

use crate::{ArenaError, Deed, GameDocument, Table};

/// The game as a record.
///
/// # Errors
/// [`ArenaError`] where it breaks the rules.
pub fn game_record(game: &GameDocument) -> Result<Record, ArenaError> {
    let table = game.table()?;
    let mut record = moves(&table);
    annotate(&mut record, &table);
    let reason = game.reason()?;
    match game.winner() {
        Some(winner) => {
            let loser = winner.opponent();
            let ending = match reason {
                SignalReason::Connection | SignalReason::Proof => Ending::Plain,
                SignalReason::Resignation => Ending::Resignation,
                SignalReason::Time => Ending::Time,
                SignalReason::Illegal | SignalReason::Disconnect | SignalReason::Absent => Ending::Forfeit,
            };
            let last = match ending {
                Ending::Resignation => Some(Action::Resign),
                Ending::Forfeit | Ending::Time => Some(Action::Forfeit),
                Ending::Plain => None,
            };
            if let Some(action) = last {
                record.add_ply(record.last(), Ply { color: loser, action });
            }
            record.set_result(GameResult { winner, ending });
        }
        None => record.set_info("RE", "Void"),
    }
    record.set_info("PB", &game.black);
    record.set_info("PW", &game.white);
    record.set_info("EV", &game.tournament);
    if game.pairing.round > 0 {
        record.set_info("RO", &game.pairing.round.to_string());
    }
    record.set_info("GN", &format!("game {}", game.game));
    record.set_info("DT", &date(game.ended));
    let clock = game.settings.clock;
    if clock.per_game > 0 {
        record.set_info("TM", &seconds(clock.per_game));
    }
    let mut overtime = Vec::new();
    if clock.per_move > 0 {
        overtime.push(format!("{} s a move", seconds(clock.per_move)));
    }
    if clock.increment > 0 {
        overtime.push(format!("{} s increment", seconds(clock.increment)));
    }
    if !overtime.is_empty() {
        record.set_info("OT", &overtime.join(", "));
    }
    record.root_mut().set_comment(&format!("The game ended by {reason}."));
    Ok(record)
}

/// The final board, with numbered stones where the game is Hex.
///
/// # Errors
/// [`ArenaError`] where the game breaks the rules.
pub fn game_picture(game: &GameDocument) -> Result<Picture, ArenaError> {
    let table = game.table()?;
    let VariantTerms::Hex { swap } = table.rules().variant else {
        return Ok(Picture::new(*table.position()));
    };
    let mut played = Game::new(table.rules().size, swap);
    for act in table.acts() {
        let mv = match act.deed {
            Deed::Place(cell) => Move::Place(cell),
            _ => Move::Swap(SwapRule::Pieces),
        };
        played.play(mv).map_err(|error| ArenaError::Act(error.to_string()))?;
    }
    Ok(Picture::of_game(&played, true))
}

fn moves(table: &Table) -> Record {
    if let Some(game) = table.random_turn() {
        let coin = match table.rules().variant {
            VariantTerms::RandomTurn { coin } => coin,
            _ => Coin::FAIR,
        };
        return random_turn_record(game, coin);
    }
    if let Some(game) = table.bidding() {
        return bidding_record(game);
    }
    let mut record = Record::new(table.rules().size);
    for act in table.acts() {
        let action = match act.deed {
            Deed::Place(cell) => Action::Place(cell),
            _ => Action::Swap(SwapRule::Pieces),
        };
        record.add_ply(record.last(), Ply { color: act.color, action });
    }
    record
}

/// Adds the clocks to the moves.
fn annotate(record: &mut Record, table: &Table) {
    let stones: Vec<NodeId> = record
        .main_line()
        .filter(|&id| record.node(id).ply().is_some_and(|ply| !matches!(ply.action, Action::Resign)))
        .collect();
    let has_clock = table.rules().clock.per_game > 0;
    let mut stones = stones.into_iter();
    // Bids come before the stone that they buy: their time is added to it.
    let mut used = [0; 2];
    for act in table.acts() {
        for color in Color::BOTH {
            used[color.index()] += act.used[color.index()];
        }
        if matches!(act.deed, Deed::Bids(_) | Deed::Tie { .. }) {
            continue;
        }
        let Some(id) = stones.next() else { return };
        let node = record.node_mut(id);
        if has_clock {
            node.set_seconds_left(act.color, act.left[act.color.index()] as f64 / 1000.0);
        }
        node.set_text("TU", &std::mem::take(&mut used)[act.color.index()].to_string());
    }
}

fn seconds(milliseconds: u64) -> String {
    (milliseconds as f64 / 1000.0).to_string()
}

/// The day of a time in milliseconds since 1970, as `2026-11-15`, in the Gregorian calendar (after Hinnant, "chrono-compatible
/// low-level date algorithms").
pub(super) fn date(milliseconds: u64) -> String {
    let days = milliseconds / 86_400_000 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let shifted = (5 * day + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + 400 * era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{:02}", day - (153 * shifted + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_have_their_dates() {
        for (days, text) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (20_772, "2026-11-15"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(date(days * 86_400_000 + 5), text);
        }
    }
}
