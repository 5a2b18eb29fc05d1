//! Games of chance as records, and back.
//!
//! A record of such a game is an ordinary tree of `B` and `W` moves, which any Hex viewer can show, with properties of our
//! own that keep what else happened. In the root:
//!
//! | property | values |
//! | --- | --- |
//! | `VARIANT` | `random-turn` or `bidding` |
//! | `COIN` | Random-Turn Hex: the probability that Black moves |
//! | `CHIPS` | Bidding Hex: Black's and White's chips, `100:100` |
//! | `ADVANTAGE` | Bidding Hex: who holds the advantage chip |
//! | `TIES`, `PAYMENT` | Bidding Hex: `advantage`, `coin`, `black` or `white`; `opponent` or `bank` |
//!
//! With each move: `COIN`, whom the coin chose; `BIDS`, Black's and White's bids; `TIE`, how equal bids were settled
//! (`taken`, `declined`, `coin`, `rule`); `CHIPS` and `ADVANTAGE` after the payment. Reading a record replays it by the rules
//! and refuses one in which they were broken.

use std::{fmt::Display, str::FromStr};

use board::{Cell, CellSet, Color, Position};
use record::{Action, Ending, GameResult, Ply, Property, PropertyValue, Record, RecordNode};

use crate::{
    BiddingGame, BiddingPhase, BiddingRules, ChanceError, Coin, Played, Purses, RandomTurnGame, TieBreak,
};

impl TieBreak {
    const NAMES: [(Self, &'static str); 4] =
        [(Self::Taken, "taken"), (Self::Declined, "declined"), (Self::Coin, "coin"), (Self::Rule, "rule")];

    fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(tie, _)| *tie == self).map_or("", |(_, name)| name)
    }
}

/// The record of a game of Random-Turn Hex.
#[must_use]
pub fn random_turn_record(game: &RandomTurnGame, coin: Coin) -> Record {
    let mut record = start_record(game.position(), game.turns().iter().map(|turn| turn.cell));
    record.set_info("VARIANT", "random-turn");
    record.set_info("COIN", &coin.share(Color::Black).to_string());
    for turn in game.turns() {
        let id = record.add_ply(record.last(), Ply { color: turn.mover, action: Action::Place(turn.cell) });
        record.node_mut(id).set_text("COIN", &turn.mover.to_string());
    }
    end_record(&mut record, game.position(), game.winner());
    record
}

/// The record of a game of Bidding Hex. A round whose stone is not played yet is left out.
#[must_use]
pub fn bidding_record(game: &BiddingGame) -> Record {
    let mut record = start_record(game.position(), game.rounds().iter().map(|round| round.cell));
    record.set_info("VARIANT", "bidding");
    record.set_info("TIES", &game.rules().ties.to_string());
    record.set_info("PAYMENT", &game.rules().payment.to_string());
    write_purses(record.root_mut(), game.start());
    for round in game.rounds() {
        let id = record.add_ply(record.last(), Ply { color: round.mover, action: Action::Place(round.cell) });
        let node = record.node_mut(id);
        push_pair(node, "BIDS", round.bids);
        if let Some(tie) = round.tie {
            node.set_text("TIE", tie.name());
        }
        write_purses(node, round.purses);
    }
    end_record(&mut record, game.position(), game.winner());
    record
}

/// Whether a record is one of a game of chance.
#[must_use]
pub fn is_chance_record(record: &Record) -> bool {
    record.info("VARIANT").is_some()
}

/// Replays the main line of a record by the rules of its game.
///
/// # Errors
/// [`ChanceError::Record`] with the node, where it is not the record of a game of chance or breaks the rules.
pub fn replay(record: &Record) -> Result<Played, ChanceError> {
    let variant = record.info("VARIANT");
    match variant.as_deref() {
        Some("random-turn") => replay_random_turn(record).map(Played::RandomTurn),
        Some("bidding") => replay_bidding(record).map(Played::Bidding),
        other => {
            Err(problem(0, &format!("VARIANT {}", other.unwrap_or("missing")), "random-turn or bidding"))
        }
    }
}

fn replay_random_turn(record: &Record) -> Result<RandomTurnGame, ChanceError> {
    let mut game = RandomTurnGame::from_position(start_position(record)?);
    for (number, node, ply) in plies(record) {
        match ply.action {
            Action::Place(cell) => {
                let mover: Color = property(number, node, "COIN", "black or white")?;
                if mover != ply.color {
                    return Err(problem(
                        number,
                        &format!("a move of {}", ply.color),
                        &format!("one of {mover}"),
                    ));
                }
                at(number, game.flip(mover))?;
                at(number, game.play(cell))?;
            }
            Action::Resign => at(number, game.resign(ply.color))?,
            action => {
                return Err(problem(number, &action.name(record.size()).to_string(), "a cell or resign"));
            }
        }
    }
    Ok(game)
}

fn replay_bidding(record: &Record) -> Result<BiddingGame, ChanceError> {
    let root = record.root();
    let rules = BiddingRules {
        ties: property(0, root, "TIES", "advantage, coin, black or white")?,
        payment: property(0, root, "PAYMENT", "opponent or bank")?,
    };
    let purses = at(0, read_purses(0, root)?.checked())?;
    let mut game = BiddingGame::from_position(start_position(record)?, rules, purses);
    for (number, node, ply) in plies(record) {
        let cell = match ply.action {
            Action::Place(cell) => cell,
            Action::Resign => {
                at(number, game.resign(ply.color))?;
                continue;
            }
            action => {
                return Err(problem(number, &action.name(record.size()).to_string(), "a cell or resign"));
            }
        };
        at(number, game.bid(pair(number, node, "BIDS")?))?;
        match game.phase() {
            BiddingPhase::Advantage(_) => {
                let tie: String = property(number, node, "TIE", "taken or declined")?;
                let takes = match tie.as_str() {
                    "taken" => true,
                    "declined" => false,
                    other => return Err(problem(number, &format!("TIE {other}"), "taken or declined")),
                };
                at(number, game.settle(takes))?;
            }
            BiddingPhase::Flip => at(number, game.flip(ply.color))?,
            _ => {}
        }
        if game.phase() != BiddingPhase::Move(ply.color) {
            return Err(problem(
                number,
                &format!("a move of {}", ply.color),
                "one of the winner of the bidding",
            ));
        }
        at(number, game.play(cell))?;
        let written = read_purses(number, node)?;
        if written != game.purses() {
            let [black, white] = game.purses().chips;
            let [found_black, found_white] = written.chips;
            return Err(problem(
                number,
                &format!("chips {found_black}:{found_white}, advantage {}", written.advantage),
                &format!("{black}:{white}, {}", game.purses().advantage),
            ));
        }
    }
    Ok(game)
}

/// A record with the stones that were there before the first of these moves.
fn start_record(position: &Position, played: impl Iterator<Item = Cell>) -> Record {
    let played: CellSet = played.collect();
    let mut record = Record::new(position.size());
    for color in Color::BOTH {
        let cells: Vec<Cell> = position.stones(color).minus(played).iter().collect();
        if !cells.is_empty() {
            record.root_mut().push(Property::Stones { color: Some(color), cells });
        }
    }
    record
}

fn end_record(record: &mut Record, position: &Position, winner: Option<Color>) {
    let Some(winner) = winner else { return };
    let ending = if position.winner().is_some() { Ending::Plain } else { Ending::Resignation };
    if ending == Ending::Resignation {
        record.add_ply(record.last(), Ply { color: winner.opponent(), action: Action::Resign });
    }
    record.set_result(GameResult { winner, ending });
}

fn start_position(record: &Record) -> Result<Position, ChanceError> {
    let mut position = Position::empty(record.size());
    for property in record.root().properties() {
        if let Property::Stones { color: Some(color), cells } = property {
            for &cell in cells {
                at(0, position.place(*color, cell).map_err(ChanceError::from))?;
            }
        }
    }
    Ok(position)
}

/// The moves of the main line, with the numbers of their nodes.
fn plies(record: &Record) -> impl Iterator<Item = (usize, &RecordNode, Ply)> {
    record
        .main_line()
        .map(|id| record.node(id))
        .enumerate()
        .filter_map(|(number, node)| node.ply().map(|ply| (number, node, ply)))
}

fn write_purses(node: &mut RecordNode, purses: Purses) {
    push_pair(node, "CHIPS", purses.chips);
    node.set_text("ADVANTAGE", &purses.advantage.to_string());
}

fn read_purses(number: usize, node: &RecordNode) -> Result<Purses, ChanceError> {
    let [black, white] = pair(number, node, "CHIPS")?;
    Ok(Purses::new(black, white, property(number, node, "ADVANTAGE", "black or white")?))
}

fn push_pair(node: &mut RecordNode, name: &str, [black, white]: [u32; 2]) {
    let values = vec![PropertyValue::from_pair(&black.to_string(), &white.to_string())];
    node.push(Property::Text { name: name.to_owned(), values });
}

fn pair(number: usize, node: &RecordNode, name: &str) -> Result<[u32; 2], ChanceError> {
    let parts = node.values(name).and_then(<[PropertyValue]>::first).and_then(PropertyValue::pair);
    let numbers =
        parts.and_then(|(black, white)| Some([black.trim().parse().ok()?, white.trim().parse().ok()?]));
    numbers.ok_or_else(|| {
        let found = node.text(name).unwrap_or_else(|| "missing".to_owned());
        problem(number, &format!("{name} {found}"), "two whole numbers, such as 17:19")
    })
}

fn property<T: FromStr>(
    number: usize,
    node: &RecordNode,
    name: &str,
    expected: &str,
) -> Result<T, ChanceError> {
    let text = node.text(name);
    text.as_deref().and_then(|text| text.parse().ok()).ok_or_else(|| {
        problem(number, &format!("{name} {}", text.unwrap_or_else(|| "missing".to_owned())), expected)
    })
}

/// Says where in the record a rule was broken.
fn at<T>(number: usize, result: Result<T, ChanceError>) -> Result<T, ChanceError> {
    result.map_err(|error| {
        let message = error.to_string();
        match message.split_once(": expected ") {
            Some((found, expected)) => {
                problem(number, found.strip_prefix("found ").unwrap_or(found), expected)
            }
            None => problem(number, &message, "a game by the rules"),
        }
    })
}

fn problem(number: usize, found: &(impl Display + ?Sized), expected: &str) -> ChanceError {
    let place = if number == 0 { "the root".to_owned() } else { format!("node {number}") };
    ChanceError::Record { place, found: found.to_string(), expected: expected.to_owned() }
}
