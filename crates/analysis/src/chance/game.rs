//! Games of Random-Turn and Bidding Hex: a player's decision, the worth of each move, and records.
//!
//! A front end keeps its game as a list of events and sends all of it with each question. Bids are sealed by this: a question for
//! a bid has no place for one of its own.

use board::{BoardSize, Cell, Color, Position};
use chance::{
    Advice, Analysis, Arithmetic, BiddingGame, BiddingPhase, BiddingRules, ChanceError, ChancePlayer, Coin,
    Margins, Played, Purses, RandomTurnGame, RandomTurnPhase, Reason, Seat, TieBreak, analyze,
    bidding_record, is_chance_record, random_turn_record, replay,
};
use record::{Record, sgf};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{check_side, fair};
use crate::{
    AnswerProgress, Context, Error, Question, Service, Task,
    names::{BoardSide, CellName, ColorName, line, name},
};

/// The most random fillings that a question may ask for at once.
const MOST_FILLINGS: u64 = 20_000_000;
/// The most entries of a table of the discrete game: 8 MB, and a fraction of a second to make.
const MOST_STATES: u64 = 1 << 21;

/// A game of Random-Turn or Bidding Hex: the rules, and what has happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChanceGame {
    /// `random-turn` or `bidding`.
    #[schema(example = "bidding", pattern = "^(random-turn|bidding)$")]
    variant: String,
    /// Columns and rows.
    #[schema(value_type = Vec<BoardSide>, min_items = 2, max_items = 2, example = json!([7, 7]))]
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
    /// Bidding Hex: the holder of the advantage chip at the start.
    #[serde(default = "white")]
    #[schema(value_type = ColorName)]
    advantage: String,
    /// Bidding Hex, the side that moves after equal bids: `advantage`, `coin`, `black` or `white`.
    #[serde(default = "advantage")]
    #[schema(example = "advantage", pattern = "^(advantage|coin|black|white)$")]
    ties: String,
    /// Bidding Hex, the recipient of the winning bid: `opponent` (Richman) or `bank` (poorman).
    #[serde(default = "opponent")]
    #[schema(example = "opponent", pattern = "^(opponent|bank)$")]
    payment: String,
    /// The events, in order: `bids 17 19` (Black's first), `take` or `decline` (the advantage chip after equal bids), `flip black` (a
    /// coin), a cell such as `b2`, `resign white`.
    #[serde(default)]
    #[schema(example = json!(["bids 17 19", "d4"]))]
    events: Vec<String>,
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
    /// The game.
    ///
    /// # Errors
    /// [`Error::Question`] with what is wrong with it.
    pub fn played(&self) -> Result<Played, Error> {
        let size = BoardSize::new(self.size[0], self.size[1]).map_err(Error::bad)?;
        let most = 4 * size.cells();
        if self.events.len() > most {
            return Err(Error::bad(format!("found {} events: expected at most {most}", self.events.len())));
        }
        let mut start = Position::empty(size);
        for (color, names) in [(Color::Black, &self.black), (Color::White, &self.white)] {
            for name in names {
                let cell = size.cell(name).map_err(Error::bad)?;
                start.place(color, cell).map_err(Error::bad)?;
            }
        }
        let mut played = match self.variant.as_str() {
            "random-turn" => {
                self.coin()?;
                Played::RandomTurn(RandomTurnGame::from_position(start))
            }
            "bidding" => {
                let holder: Color = self.advantage.parse().map_err(Error::bad)?;
                let purses = Purses::new(self.chips[0], self.chips[1], holder).checked();
                let rules = BiddingRules {
                    ties: self.ties.parse().map_err(Error::bad)?,
                    payment: self.payment.parse().map_err(Error::bad)?,
                };
                Played::Bidding(BiddingGame::from_position(start, rules, purses.map_err(Error::bad)?))
            }
            other => {
                return Err(Error::bad(format!(
                    "variant: found '{}': expected random-turn or bidding",
                    other.chars().take(30).collect::<String>()
                )));
            }
        };
        for (number, event) in self.events.iter().enumerate() {
            happen(&mut played, event)
                .map_err(|error| Error::bad(format!("event {}: {error}", number + 1)))?;
        }
        Ok(played)
    }

    fn coin(&self) -> Result<Coin, Error> {
        Ok(Coin::new(self.coin)?)
    }

    /// The game as SGF, with the names of the players. Bids whose stone is not played yet are left out.
    ///
    /// # Errors
    /// [`Error::Question`] with what is wrong with the game.
    pub fn sgf(&self, names: Option<&[String; 2]>) -> Result<String, Error> {
        let mut record = match self.played()? {
            Played::RandomTurn(game) => random_turn_record(&game, self.coin()?),
            Played::Bidding(game) => bidding_record(&game),
        };
        for (property, name) in ["PB", "PW"].into_iter().zip(names.into_iter().flatten()) {
            let name: String = name.chars().filter(|letter| !letter.is_control()).take(60).collect();
            record.set_info(property, &name);
        }
        Ok(sgf::write(&[record]))
    }

    /// The game of an SGF text, replayed by its rules.
    ///
    /// # Errors
    /// [`Error::Question`] where the text is no game of chance, or breaks the rules.
    pub fn read(text: &str) -> Result<Self, Error> {
        let records = sgf::read(text).map_err(Error::bad)?;
        let record: &Record = records.first().ok_or_else(|| Error::bad("found no game: expected one"))?;
        if !is_chance_record(record) {
            return Err(Error::bad(
                "found a game without VARIANT: expected one of Random-Turn or Bidding Hex",
            ));
        }
        let played = replay(record)?;
        let coin = record.info("COIN").and_then(|text| text.parse().ok()).unwrap_or(0.5);
        Coin::new(coin)?;
        Ok(Self::of(&played, coin))
    }

    /// A game as questions carry it.
    #[must_use]
    pub fn of(played: &Played, coin: f64) -> Self {
        let (position, cells): (&Position, Vec<Cell>) = match played {
            Played::RandomTurn(game) => {
                (game.position(), game.turns().iter().map(|turn| turn.cell).collect())
            }
            Played::Bidding(game) => {
                (game.position(), game.rounds().iter().map(|round| round.cell).collect())
            }
        };
        let size = position.size();
        let name = |cell: Cell| name(size, cell);
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DecisionQuestion {
    /// The game.
    pub game: ChanceGame,
    /// `exact`, `sample`, `sample:FILLINGS` or `random`.
    #[schema(example = "exact")]
    pub player: String,
    /// For whom: `black` or `white`. Only bids ask for this; otherwise it is clear whose decision is next.
    #[serde(default = "white")]
    #[schema(value_type = ColorName)]
    pub color: String,
    /// The random seed.
    #[serde(default)]
    pub seed: u64,
}

/// A player's next decision.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
pub struct ChanceDecision {
    /// The bid, where the game waits for bids.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bid: Option<u32>,
    /// Whether to take the move and hand the advantage chip over, after equal bids.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub take: Option<bool>,
    /// The cell to play, if a stone is due now or after the bid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<CellName>)]
    pub cell: Option<String>,
    /// The reason for the bid, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The chance of winning after the bid, where the discrete game is solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
    /// The part of the chips that the bidder has, where the reason is Richman's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// With more than this part the bidder wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub richman: Option<f64>,
    /// The best real bid, in chips.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ideal_bid: Option<f64>,
}

impl ChanceDecision {
    /// A bid with its reason.
    #[must_use]
    pub fn bid(size: BoardSize, advice: &Advice) -> Self {
        let decision = Self {
            bid: Some(advice.bid),
            cell: Some(name(size, advice.cell)),
            reason: Some(advice.reason.to_string()),
            ..Self::default()
        };
        match &advice.reason {
            Reason::Table { chances } => Self { chance: Some(*chances), ..decision },
            Reason::Richman(margins) | Reason::Sampled(margins, _) => Self {
                share: Some(margins.share),
                richman: Some(margins.richman),
                ideal_bid: Some(margins.ideal),
                ..decision
            },
            Reason::Random => decision,
        }
    }
}

impl Question for DecisionQuestion {
    type Answer = ChanceDecision;

    fn prepare(self, _: &Service) -> Result<Task<ChanceDecision>, Error> {
        let played = self.game.played()?;
        let color: Color = self.color.parse().map_err(Error::bad)?;
        let player: ChancePlayer = self.player.parse()?;
        match player {
            ChancePlayer::Exact => check_side(position(&played).size(), TRY_SAMPLE)?,
            ChancePlayer::Sample(fillings) if fillings > MOST_FILLINGS => {
                return Err(Error::bad(format!(
                    "found {fillings} fillings: expected at most {MOST_FILLINGS}"
                )));
            }
            ChancePlayer::Sample(_) | ChancePlayer::Random => {}
        }
        if let Some(winner) = played.winner() {
            return Err(Error::bad(format!(
                "the game is over, {winner} has won: expected a game in progress"
            )));
        }
        let waits_for_a_coin = match &played {
            Played::RandomTurn(game) => game.phase() == RandomTurnPhase::Flip,
            Played::Bidding(game) => game.phase() == BiddingPhase::Flip,
        };
        if waits_for_a_coin {
            return Err(Error::bad("the game waits for a coin: expected one that waits for a player"));
        }
        Ok(Task::quick(move |_| {
            let mut seat = Seat::new(player, self.seed).with_most_states(MOST_STATES);
            Ok(decision(&mut seat, &played, color)?)
        }))
    }
}

/// The fallback if the exact method is too expensive.
const TRY_SAMPLE: &str = "; the player sample does any board";

fn decision(seat: &mut Seat, played: &Played, color: Color) -> Result<ChanceDecision, ChanceError> {
    let size = position(played).size();
    let name = |cell: Option<Cell>| cell.map(|cell| name(size, cell));
    let nothing = ChanceDecision::default();
    match played {
        Played::RandomTurn(game) => Ok(ChanceDecision { cell: name(seat.cell(game.position())?), ..nothing }),
        Played::Bidding(game) => match game.phase() {
            BiddingPhase::Move(mover) => {
                Ok(ChanceDecision { cell: name(seat.cell_after_bidding(game, mover)?), ..nothing })
            }
            BiddingPhase::Advantage(holder) => {
                Ok(ChanceDecision { take: Some(seat.takes_tie(game, holder)?), ..nothing })
            }
            _ => {
                let nothing_to_gain =
                    || ChanceDecision { bid: Some(0), reason: Some(String::new()), ..nothing };
                let advice = seat.advise(game, color)?;
                Ok(advice.map_or_else(nothing_to_gain, |advice| ChanceDecision::bid(size, &advice)))
            }
        },
    }
}

/// A game to look back on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChanceReviewQuestion {
    /// The game.
    pub game: ChanceGame,
}

/// The judgement of every move of a game.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ChanceReviewAnswer {
    /// One for each stone and one for the end; fewer where the time was over.
    pub rounds: Vec<ChanceRound>,
}

/// The result of the exact method before a move.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ChanceRound {
    /// The probability that Black wins.
    pub black_wins: f64,
    /// The best cells.
    #[schema(value_type = Vec<CellName>)]
    pub best: Vec<String>,
    /// The greatest probability that a cell decides the game.
    pub best_worth: f64,
    /// That of the cell which was played.
    pub worth: Option<f64>,
    /// Bidding Hex: the best real bid, in chips.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ideal: Option<f64>,
    /// Bidding Hex: Black's part of the chips.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<ChanceShare>,
}

/// A part of all chips.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct ChanceShare {
    /// Black's chips.
    pub has: f64,
    /// The share of the chips above which it wins.
    pub needs: f64,
}

/// How far a review is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChanceProgress {
    /// Rounds that are judged.
    pub rounds: usize,
    /// The total.
    pub of: usize,
}

impl Question for ChanceReviewQuestion {
    type Answer = ChanceReviewAnswer;

    fn prepare(self, service: &Service) -> Result<Task<ChanceReviewAnswer>, Error> {
        let played = self.game.played()?;
        let coin = if matches!(played, Played::Bidding(_)) { Coin::FAIR } else { self.game.coin()? };
        check_side(position(&played).size(), TRY_SAMPLE)?;
        let longest = service.longest;
        Ok(Task::quick(move |context| {
            let is_over = || context.is_past(longest);
            Ok(ChanceReviewAnswer { rounds: judge(&played, coin, context, &is_over)? })
        }))
    }
}

fn judge(
    played: &Played,
    coin: Coin,
    context: &Context<'_>,
    is_over: &dyn Fn() -> bool,
) -> Result<Vec<ChanceRound>, ChanceError> {
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
        if is_over() {
            break;
        }
        let analysis = analyze(&now, coin, Arithmetic::Float)?;
        let next = moves.get(number);
        rounds.push(round(&now, &analysis, next.map(|&(_, cell)| cell), played, number));
        let (rounds, of) = (rounds.len(), moves.len() + 1);
        (context.hear)(AnswerProgress::Chance(ChanceProgress { rounds, of }));
        if let Some(&(mover, cell)) = next {
            now.place(mover, cell)?;
        }
    }
    Ok(rounds)
}

/// The result of the exact method before a move.
fn round(
    now: &Position,
    analysis: &Analysis,
    cell: Option<Cell>,
    played: &Played,
    number: usize,
) -> ChanceRound {
    let worth = |cell: Cell| {
        let found = analysis.critical.iter().find(|critical| critical.cell == cell);
        found.map_or(0.0, |critical| critical.probability)
    };
    let margins = match played {
        Played::RandomTurn(_) => None,
        Played::Bidding(game) => {
            let purses = match number.checked_sub(1) {
                None => game.start(),
                Some(last) => game.rounds()[last].purses,
            };
            Some(Margins::exact(Color::Black, analysis, game.rules(), purses))
        }
    };
    ChanceRound {
        black_wins: analysis.black_wins,
        best: line(now.size(), &analysis.best),
        best_worth: analysis.most_critical(),
        worth: cell.map(worth),
        ideal: margins.as_ref().map(|margins| margins.ideal),
        share: margins.map(|margins| ChanceShare { has: margins.share, needs: margins.richman }),
    }
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
