//! Games of Random-Turn and Bidding Hex: what a player would do, what each move was worth, and their records.
//!
//! A page keeps its game as a list of events and sends all of it with each question. Bids are sealed by this: who asks a player for its bid has
//! no place to put its own.

use axum::{Json, extract::State as Shared, http::StatusCode};
use board::{BoardSize, Cell, Color, Position};
use chance::{
    Analysis, Arithmetic, BiddingGame, BiddingPhase, BiddingRules, ChanceError, ChancePlayer, Coin, Margins,
    Played, Purses, RandomTurnGame, RandomTurnPhase, Seat, TieBreak, analyze, bidding_record,
    is_chance_record, random_turn_record, replay,
};
use record::{Record, sgf};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::{
    chance::LONGEST_SIDE,
    jobs::{Accepted, Asker, accept},
};
use crate::{
    ApiError, State,
    aside::aside,
    body::Body,
    error::Problem,
    jobs::Context,
    schema::{CellName, ColorName, Side},
};

/// The most random fillings that a page may ask for at once.
const MOST_FILLINGS: u64 = 20_000_000;
/// The most entries of a table of the discrete game: 8 MB, and a fraction of a second to make.
const MOST_STATES: u64 = 1 << 21;

/// A game of Random-Turn or Bidding Hex: the rules, and what has happened.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChanceGame {
    /// `random-turn` or `bidding`.
    #[schema(example = "bidding", pattern = "^(random-turn|bidding)$")]
    variant: String,
    /// Columns and rows.
    #[schema(value_type = Vec<Side>, min_items = 2, max_items = 2, example = json!([7, 7]))]
    size: [usize; 2],
    /// Black's stones before the first event.
    #[serde(default)]
    #[schema(value_type = Vec<CellName>)]
    black: Vec<String>,
    /// White's stones before the first event.
    #[serde(default)]
    #[schema(value_type = Vec<CellName>)]
    white: Vec<String>,
    /// Random-Turn Hex: the probability that Black gets the next move.
    #[serde(default = "fair")]
    #[schema(minimum = 0, maximum = 1)]
    coin: f64,
    /// Bidding Hex: Black's and White's chips at the start.
    #[serde(default = "hundred_each")]
    #[schema(value_type = Vec<u32>, min_items = 2, max_items = 2)]
    chips: [u32; 2],
    /// Bidding Hex: who holds the advantage chip at the start.
    #[serde(default = "white")]
    #[schema(value_type = ColorName)]
    advantage: String,
    /// Bidding Hex, who moves after equal bids: `advantage`, `coin`, `black` or `white`.
    #[serde(default = "advantage")]
    #[schema(example = "advantage", pattern = "^(advantage|coin|black|white)$")]
    ties: String,
    /// Bidding Hex, where the winning bid goes: `opponent` (Richman) or `bank` (poorman).
    #[serde(default = "opponent")]
    #[schema(example = "opponent", pattern = "^(opponent|bank)$")]
    payment: String,
    /// What has happened, in order: `bids 17 19` (Black's first), `take` or `decline` (the advantage chip after equal bids), `flip black` (a
    /// coin), a cell such as `b2`, `resign white`.
    #[serde(default)]
    #[schema(example = json!(["bids 17 19", "d4"]))]
    events: Vec<String>,
}

fn fair() -> f64 {
    0.5
}
fn hundred_each() -> [u32; 2] {
    [100, 100]
}
fn white() -> String {
    "white".to_string()
}
fn advantage() -> String {
    "advantage".to_string()
}
fn opponent() -> String {
    "opponent".to_string()
}

impl ChanceGame {
    /// The game, or what is wrong with it.
    fn played(&self) -> Result<Played, ApiError> {
        let size = BoardSize::new(self.size[0], self.size[1]).map_err(ApiError::bad)?;
        let most = 4 * size.cells();
        if self.events.len() > most {
            return Err(ApiError::bad(format!(
                "found {} events: expected at most {most}",
                self.events.len()
            )));
        }
        let mut start = Position::empty(size);
        for (color, names) in [(Color::Black, &self.black), (Color::White, &self.white)] {
            for name in names {
                let cell = size.cell(name).map_err(ApiError::bad)?;
                start.place(color, cell).map_err(ApiError::bad)?;
            }
        }
        let mut played = match self.variant.as_str() {
            "random-turn" => {
                self.coin()?;
                Played::RandomTurn(RandomTurnGame::from_position(start))
            }
            "bidding" => {
                let holder: Color = self.advantage.parse().map_err(ApiError::bad)?;
                let purses = Purses::new(self.chips[0], self.chips[1], holder).checked();
                let rules = BiddingRules {
                    ties: self.ties.parse().map_err(ApiError::bad)?,
                    payment: self.payment.parse().map_err(ApiError::bad)?,
                };
                Played::Bidding(BiddingGame::from_position(start, rules, purses.map_err(ApiError::bad)?))
            }
            other => {
                return Err(ApiError::bad(format!(
                    "variant: found '{}': expected random-turn or bidding",
                    other.chars().take(30).collect::<String>()
                )));
            }
        };
        for (number, event) in self.events.iter().enumerate() {
            happen(&mut played, event)
                .map_err(|error| ApiError::bad(format!("event {}: {error}", number + 1)))?;
        }
        Ok(played)
    }

    fn coin(&self) -> Result<Coin, ApiError> {
        Coin::new(self.coin).map_err(ApiError::bad)
    }

    /// The page's form of a game.
    fn of(played: &Played, coin: f64) -> Self {
        let (position, cells): (&Position, Vec<Cell>) = match played {
            Played::RandomTurn(game) => {
                (game.position(), game.turns().iter().map(|turn| turn.cell).collect())
            }
            Played::Bidding(game) => {
                (game.position(), game.rounds().iter().map(|round| round.cell).collect())
            }
        };
        let size = position.size();
        let name = |cell: Cell| size.name(cell).to_string();
        let before = |color| {
            position.stones(color).iter().filter(|cell| !cells.contains(cell)).map(name).collect::<Vec<_>>()
        };
        let mut game = Self {
            variant: "random-turn".to_string(),
            size: [size.cols(), size.rows()],
            black: before(Color::Black),
            white: before(Color::White),
            coin,
            chips: hundred_each(),
            advantage: white(),
            ties: advantage(),
            payment: opponent(),
            events: Vec::new(),
        };
        let mut events = Vec::new();
        match played {
            Played::RandomTurn(game) => {
                for turn in game.turns() {
                    events.extend([format!("flip {}", turn.mover), name(turn.cell)]);
                }
            }
            Played::Bidding(bidding) => {
                game.variant = "bidding".to_string();
                game.chips = bidding.start().chips;
                game.advantage = bidding.start().advantage.to_string();
                game.ties = bidding.rules().ties.to_string();
                game.payment = bidding.rules().payment.to_string();
                for round in bidding.rounds() {
                    events.push(format!("bids {} {}", round.bids[0], round.bids[1]));
                    match round.tie {
                        Some(TieBreak::Taken) => events.push("take".to_string()),
                        Some(TieBreak::Declined) => events.push("decline".to_string()),
                        Some(TieBreak::Coin) => events.push(format!("flip {}", round.mover)),
                        Some(TieBreak::Rule) | None => {}
                    }
                    events.push(name(round.cell));
                }
            }
        }
        if let Some(winner) = played.winner().filter(|_| position.winner().is_none()) {
            events.push(format!("resign {}", winner.opponent()));
        }
        game.events = events;
        game
    }
}

fn position(played: &Played) -> &Position {
    match played {
        Played::RandomTurn(game) => game.position(),
        Played::Bidding(game) => game.position(),
    }
}

/// One event by the rules; the error is in words.
fn happen(played: &mut Played, event: &str) -> Result<(), String> {
    const EXPECTED: &str = "bids N N, take, decline, flip COLOUR, resign COLOUR or a cell";
    let odd = || format!("found '{}': expected {EXPECTED}", event.chars().take(30).collect::<String>());
    let color = |word: &str| word.parse::<Color>().map_err(|error| error.to_string());
    let words: Vec<&str> = event.split(' ').collect();
    let result = match (words.as_slice(), played) {
        (["bids", black, white], Played::Bidding(game)) => {
            let bid = |word: &str| word.parse::<u32>().map_err(|_| odd());
            game.bid([bid(black)?, bid(white)?])
        }
        (["take"], Played::Bidding(game)) => game.settle(true),
        (["decline"], Played::Bidding(game)) => game.settle(false),
        (["flip", mover], Played::Bidding(game)) => game.flip(color(mover)?),
        (["flip", mover], Played::RandomTurn(game)) => game.flip(color(mover)?),
        (["resign", loser], Played::Bidding(game)) => game.resign(color(loser)?),
        (["resign", loser], Played::RandomTurn(game)) => game.resign(color(loser)?),
        ([cell], played) => {
            let cell = position(played).size().cell(cell).map_err(|error| error.to_string())?;
            match played {
                Played::RandomTurn(game) => game.play(cell),
                Played::Bidding(game) => game.play(cell),
            }
        }
        _ => return Err(odd()),
    };
    result.map_err(|error: ChanceError| error.to_string())
}

/// A question to a player of chance.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DecisionQuestion {
    game: ChanceGame,
    /// `exact`, `sample`, `sample:FILLINGS` or `random`.
    #[schema(example = "exact")]
    player: String,
    /// For whom: `black` or `white`. Only bids ask for this; otherwise it is clear whose decision is next.
    #[serde(default = "white")]
    #[schema(value_type = ColorName)]
    color: String,
    /// Everything random follows from this.
    #[serde(default)]
    seed: u64,
}

/// Asks a player of chance for its next decision. The answer has `bid`, `cell` and `reason` while the game waits for bids, `take` (true or
/// false) after equal bids with the advantage chip, and `cell` when a stone is due.
#[utoipa::path(post, path = "/api/jobs/chance/decision", request_body = DecisionQuestion,
    responses((status = 202, body = Accepted), (status = 400, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn decide(
    Shared(state): Shared<State>,
    asker: Asker,
    Body(question): Body<DecisionQuestion>,
) -> Result<(StatusCode, Json<Accepted>), ApiError> {
    let played = question.game.played()?;
    let color: Color = question.color.parse().map_err(ApiError::bad)?;
    let player: ChancePlayer = question.player.parse().map_err(ApiError::bad)?;
    match player {
        ChancePlayer::Exact => check_size(position(&played).size())?,
        ChancePlayer::Sample(fillings) if fillings > MOST_FILLINGS => {
            return Err(ApiError::bad(format!(
                "found {fillings} fillings: expected at most {MOST_FILLINGS}"
            )));
        }
        ChancePlayer::Sample(_) | ChancePlayer::Random => {}
    }
    if let Some(winner) = played.winner() {
        return Err(ApiError::bad(format!(
            "the game is over, {winner} has won: expected a game in progress"
        )));
    }
    let waits_for_a_coin = match &played {
        Played::RandomTurn(game) => game.phase() == RandomTurnPhase::Flip,
        Played::Bidding(game) => game.phase() == BiddingPhase::Flip,
    };
    if waits_for_a_coin {
        return Err(ApiError::bad("the game waits for a coin: expected one that waits for a player"));
    }
    let work = move |_: &Context| {
        let mut seat = Seat::new(player, question.seed).with_most_states(MOST_STATES);
        decision(&mut seat, &played, color).map_err(|error| error.to_string())
    };
    accept(&state, asker, Box::new(work))
}

fn decision(seat: &mut Seat, played: &Played, color: Color) -> Result<Value, ChanceError> {
    let size = position(played).size();
    let name = |cell: Option<Cell>| cell.map(|cell| size.name(cell).to_string());
    match played {
        Played::RandomTurn(game) => Ok(json!({ "cell": name(seat.cell(game.position())?) })),
        Played::Bidding(game) => match game.phase() {
            BiddingPhase::Move(mover) => Ok(json!({ "cell": name(seat.cell_after_bidding(game, mover)?) })),
            BiddingPhase::Advantage(holder) => Ok(json!({ "take": seat.takes_tie(game, holder)? })),
            _ => {
                let advice = seat.advise(game, color)?;
                Ok(json!({
                    "bid": advice.as_ref().map_or(0, |advice| advice.bid),
                    "cell": name(advice.as_ref().map(|advice| advice.cell)),
                    "reason": advice.map_or_else(String::new, |advice| advice.reason.to_string()),
                }))
            }
        },
    }
}

/// A game to look back on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChanceReview {
    game: ChanceGame,
}

/// Says what each move of a game was worth. The answer has `rounds`, one for each stone and one for the end: `black_wins` (the probability before the move),
/// `best` (cells), `worth` and `best_worth` (the criticality of the cell that was played, and the greatest), and in Bidding Hex `ideal` (the best real
/// bid, in chips) and `share` (Black's part of the chips, and what it needs).
#[utoipa::path(post, path = "/api/jobs/chance/review", request_body = ChanceReview,
    responses((status = 202, body = Accepted), (status = 400, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn review(
    Shared(state): Shared<State>,
    asker: Asker,
    Body(question): Body<ChanceReview>,
) -> Result<(StatusCode, Json<Accepted>), ApiError> {
    let played = question.game.played()?;
    let coin = if matches!(played, Played::Bidding(_)) { Coin::FAIR } else { question.game.coin()? };
    check_size(position(&played).size())?;
    let work = move |context: &Context| judge(&played, coin, context).map_err(|error| error.to_string());
    accept(&state, asker, Box::new(work))
}

fn judge(played: &Played, coin: Coin, context: &Context) -> Result<Value, ChanceError> {
    let moves: Vec<(Color, Cell)> = match played {
        Played::RandomTurn(game) => game.turns().iter().map(|turn| (turn.mover, turn.cell)).collect(),
        Played::Bidding(game) => game.rounds().iter().map(|round| (round.mover, round.cell)).collect(),
    };
    let mut now = *position(played);
    for &(_, cell) in &moves {
        now.clear(cell);
    }
    let mut rounds = Vec::new();
    for number in 0..=moves.len() {
        if context.stop().load(std::sync::atomic::Ordering::Relaxed) || context.time_left().is_zero() {
            break;
        }
        let analysis = analyze(&now, coin, Arithmetic::Float)?;
        let next = moves.get(number);
        rounds.push(verdict(&now, &analysis, next.map(|&(_, cell)| cell), played, number));
        context.progress(json!({ "rounds": rounds.len(), "of": moves.len() + 1 }));
        if let Some(&(mover, cell)) = next {
            now.place(mover, cell)?;
        }
    }
    Ok(json!({ "rounds": rounds }))
}

/// What the exact method says before a move.
fn verdict(now: &Position, analysis: &Analysis, cell: Option<Cell>, played: &Played, number: usize) -> Value {
    let size = now.size();
    let worth = |cell: Cell| {
        analysis
            .critical
            .iter()
            .find(|critical| critical.cell == cell)
            .map_or(0.0, |critical| critical.probability)
    };
    let best: Vec<String> = analysis.best.iter().map(|&cell| size.name(cell).to_string()).collect();
    let mut value = json!({
        "black_wins": analysis.black_wins,
        "best": best,
        "best_worth": analysis.most_critical(),
        "worth": cell.map(worth),
    });
    if let Played::Bidding(game) = played {
        let purses = match number.checked_sub(1) {
            None => game.start(),
            Some(last) => game.rounds()[last].purses,
        };
        let margins = Margins::exact(Color::Black, analysis, game.rules(), purses);
        value["ideal"] = json!(margins.ideal);
        value["share"] = json!({ "has": margins.share, "needs": margins.richman });
    }
    value
}

fn check_size(size: BoardSize) -> Result<(), ApiError> {
    if size.cols().min(size.rows()) <= LONGEST_SIDE {
        return Ok(());
    }
    Err(ApiError::bad(format!(
        "board {size}: expected a shorter side of at most {LONGEST_SIDE}; the player sample does any board"
    )))
}

/// A game to write down.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChanceRecord {
    game: ChanceGame,
    /// Who has Black and who has White, for the record.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>, min_items = 2, max_items = 2)]
    names: Option<[String; 2]>,
}

/// A game of chance as text.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChanceText {
    /// SGF, as `hexwright play --game bidding --save` writes it.
    text: String,
}

/// Writes a game of chance as SGF. Bids whose stone is not played yet are left out.
#[utoipa::path(post, path = "/api/chance/write", request_body = ChanceRecord,
    responses((status = 200, body = ChanceText), (status = 400, body = Problem)))]
pub(crate) async fn write(Body(question): Body<ChanceRecord>) -> Result<Json<ChanceText>, ApiError> {
    let played = question.game.played()?;
    let mut record = match &played {
        Played::RandomTurn(game) => random_turn_record(game, question.game.coin()?),
        Played::Bidding(game) => bidding_record(game),
    };
    for (property, name) in ["PB", "PW"].into_iter().zip(question.names.iter().flatten()) {
        let name: String = name.chars().filter(|letter| !letter.is_control()).take(60).collect();
        record.set_info(property, &name);
    }
    Ok(Json(ChanceText { text: sgf::write(&[record]) }))
}

/// A record of a game of chance.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChanceReading {
    /// SGF.
    text: String,
}

/// Reads a game of chance and replays it by its rules.
#[utoipa::path(post, path = "/api/chance/read", request_body = ChanceReading,
    responses((status = 200, body = ChanceGame), (status = 400, body = Problem)))]
pub(crate) async fn read(Body(reading): Body<ChanceReading>) -> Result<Json<ChanceGame>, ApiError> {
    aside(move || read_game(&reading)).await.map(Json)
}

fn read_game(reading: &ChanceReading) -> Result<ChanceGame, ApiError> {
    let records = sgf::read(&reading.text).map_err(ApiError::bad)?;
    let record: &Record = records.first().ok_or_else(|| ApiError::bad("found no game: expected one"))?;
    if !is_chance_record(record) {
        return Err(ApiError::bad(
            "found a game without VARIANT: expected one of Random-Turn or Bidding Hex",
        ));
    }
    let played = replay(record).map_err(ApiError::bad)?;
    let coin = record.info("COIN").and_then(|text| text.parse().ok()).unwrap_or(0.5);
    Coin::new(coin).map_err(ApiError::bad)?;
    Ok(ChanceGame::of(&played, coin))
}

#[cfg(test)]
mod tests {
    use chance::{Payment, TieRule};

    use super::*;

    #[test]
    fn a_game_goes_into_events_and_back() {
        let game = ChanceGame {
            events: [
                "bids 17 19",
                "b2",
                "bids 5 5",
                "take",
                "b1",
                "bids 9 9",
                "decline",
                "a2",
                "resign black",
            ]
            .map(String::from)
            .to_vec(),
            variant: "bidding".to_string(),
            size: [3, 3],
            black: vec!["c3".to_string()],
            white: Vec::new(),
            coin: 0.5,
            chips: [100, 100],
            advantage: "white".to_string(),
            ties: "advantage".to_string(),
            payment: "bank".to_string(),
        };
        let played = game.played().unwrap();
        let again = ChanceGame::of(&played, 0.5);
        assert_eq!(again.events, game.events);
        assert_eq!((again.black, again.chips, again.payment), (game.black, game.chips, game.payment));
        let Played::Bidding(bidding) = played else { panic!("another game") };
        assert_eq!(bidding.rules(), BiddingRules { ties: TieRule::Advantage, payment: Payment::Bank });
    }
}
