//! The referee of one game: rules, clocks, questions to the players, and the end of the game.
//!
//! A table is a state machine without input, output or a clock of its own: answers come in with the time of their arrival,
//! and [`Reaction`]s say which signals go to whom. What happened is a list of [`Act`]s; a table that is made again from its acts
//! goes on where it was.
//!
//! | what happens | how the game ends |
//! | --- | --- |
//! | a chain joins a colour's edges | that colour wins, `connection` |
//! | the winner is proved, where the rules allow it | that colour wins, `proof` |
//! | a player says `quit` | it loses, `resignation` |
//! | one answer more than allowed is not legal | it loses, `illegal` |
//! | no answer within its time and the lag credit | it loses, `time` |
//! | the player is not back in time, or was never there | it loses, `disconnect` or `absent`: the server says so |

mod act;
mod play;

use crate::signals::{ErrorCode, PlayerSignal, ServerSignal, SignalReason, Times, VariantTerms};
use board::{Color, Position};
use chance::{BiddingGame, RandomTurnGame};

pub use act::{Act, ActText, Deed};
use play::{Phase, Play};

use crate::{ArenaError, GameRules};

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActOutcome {
    /// Who won; `None` when both lost, because neither was there.
    pub winner: Option<Color>,
    /// Why.
    pub reason: SignalReason,
}

/// An action that the referee requests.
#[derive(Debug, Default)]
pub struct Reaction {
    /// Signals, in order, and to whom.
    pub signals: Vec<(Color, ServerSignal)>,
    /// An event to store.
    pub act: Option<Act>,
    /// A position whose winner may be proved. The game waits, and no clock runs, until [`Table::judged`].
    pub prove: Option<Position>,
}

/// A game of Hex, Random-Turn Hex or Bidding Hex, and its referee.
#[derive(Debug, Clone)]
pub struct Table {
    rules: GameRules,
    seed: u64,
    play: Play,
    left: [u64; 2],
    acts: Vec<Act>,
    /// Since when a colour is asked.
    asked: [Option<u64>; 2],
    /// A sealed bid and how long it took, while the other is awaited.
    sealed: [Option<(u32, u64)>; 2],
    wrong: [u32; 2],
    judging: bool,
    outcome: Option<ActOutcome>,
}

impl Table {
    /// A new game. Coins follow from the seed.
    #[must_use]
    pub fn new(rules: GameRules, seed: u64) -> Self {
        Self {
            rules,
            seed,
            play: Play::new(&rules, seed),
            left: [rules.clock.per_game; 2],
            acts: Vec::new(),
            asked: [None; 2],
            sealed: [None; 2],
            wrong: [0; 2],
            judging: false,
            outcome: None,
        }
    }

    /// A game made again from what happened in it. It waits for [`Table::begin`].
    ///
    /// # Errors
    /// [`ArenaError::Act`] where an act breaks the rules.
    pub fn restore(
        rules: GameRules,
        seed: u64,
        acts: impl IntoIterator<Item = Act>,
    ) -> Result<Self, ArenaError> {
        let mut table = Self::new(rules, seed);
        for act in acts {
            let applied = table.play.act(act.color, act.deed, seed);
            applied.map_err(|problem| ArenaError::Act(format!("{}: {problem}", act.text(rules.size))))?;
            table.left = act.left;
            table.acts.push(act);
        }
        if let Phase::Over(winner) = table.play.phase() {
            table.outcome = Some(ActOutcome { winner: Some(winner), reason: SignalReason::Connection });
        }
        Ok(table)
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &GameRules {
        &self.rules
    }

    /// The events so far.
    #[must_use]
    pub fn acts(&self) -> &[Act] {
        &self.acts
    }

    /// The stones on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.play.position()
    }

    /// How the game ended, if it has.
    #[must_use]
    pub const fn outcome(&self) -> Option<ActOutcome> {
        self.outcome
    }

    /// The game of Random-Turn Hex that is played here, if it is one.
    #[must_use]
    pub const fn random_turn(&self) -> Option<&RandomTurnGame> {
        match &self.play {
            Play::RandomTurn(game, _) => Some(game),
            _ => None,
        }
    }

    /// The game of Bidding Hex that is played here, if it is one.
    #[must_use]
    pub const fn bidding(&self) -> Option<&BiddingGame> {
        match &self.play {
            Play::Bidding(game) => Some(game),
            _ => None,
        }
    }

    /// Both players are there: asks the player that is to answer, or repeats the question.
    pub fn begin(&mut self, now: u64) -> Reaction {
        let mut reaction = Reaction::default();
        self.go_on(now, &mut reaction);
        reaction
    }

    /// A player says something about the game.
    pub fn answer(&mut self, color: Color, signal: &PlayerSignal, now: u64) -> Reaction {
        let mut reaction = Reaction::default();
        if self.outcome.is_some() {
            return reaction;
        }
        if *signal == PlayerSignal::Quit {
            self.lose(color, SignalReason::Resignation);
            return reaction;
        }
        let Some(since) = self.asked[color.index()] else {
            reaction.refuse(color, ErrorCode::Turn, "found an answer: expected none, you were not asked");
            return reaction;
        };
        let elapsed = now.saturating_sub(since);
        let Some(left) = self.rules.clock.after(self.left[color.index()], elapsed) else {
            self.lose(color, SignalReason::Time);
            return reaction;
        };
        match self.deed(color, signal, elapsed) {
            Ok(None) => {
                // A sealed bid: the other one is awaited.
                self.asked[color.index()] = None;
                self.left[color.index()] = left;
            }
            Ok(Some(deed)) => {
                if let Err(problem) = self.play.act(color, deed, self.seed) {
                    self.wrong_answer(color, &problem, &mut reaction);
                    return reaction;
                }
                self.asked = [None; 2];
                self.left[color.index()] = left;
                let used = self.used(color, deed, elapsed);
                let by = if matches!(deed, Deed::Bids(_)) { Color::Black } else { color };
                let act = Act { color: by, deed, used, left: self.left };
                self.acts.push(act);
                reaction.act = Some(act);
                self.announce(&act, &mut reaction);
                self.go_on(now, &mut reaction);
            }
            Err(problem) => self.wrong_answer(color, &problem, &mut reaction),
        }
        reaction
    }

    /// The prover has examined the position.
    pub fn judged(&mut self, winner: Option<Color>, now: u64) -> Reaction {
        let mut reaction = Reaction::default();
        if !std::mem::take(&mut self.judging) || self.outcome.is_some() {
            return reaction;
        }
        match winner {
            Some(winner) => {
                self.outcome = Some(ActOutcome { winner: Some(winner), reason: SignalReason::Proof });
            }
            None => self.ask(now, &mut reaction),
        }
        reaction
    }

    /// When the next player's time is over, if someone is asked.
    #[must_use]
    pub fn deadline(&self) -> Option<u64> {
        Color::BOTH.into_iter().filter_map(|color| self.deadline_of(color)).min()
    }

    /// Ends the game if someone's time is over.
    pub fn expire(&mut self, now: u64) {
        if self.outcome.is_some() {
            return;
        }
        let late = Color::BOTH.map(|color| self.deadline_of(color).filter(|&deadline| now > deadline));
        match late {
            [None, None] => {}
            [Some(_), None] => self.lose(Color::Black, SignalReason::Time),
            [None, Some(_)] => self.lose(Color::White, SignalReason::Time),
            [Some(black), Some(white)] if black < white => self.lose(Color::Black, SignalReason::Time),
            [Some(black), Some(white)] if white < black => self.lose(Color::White, SignalReason::Time),
            _ => self.outcome = Some(ActOutcome { winner: None, reason: SignalReason::Time }),
        }
    }

    /// A colour loses for this reason.
    pub fn lose(&mut self, color: Color, reason: SignalReason) {
        self.outcome.get_or_insert(ActOutcome { winner: Some(color.opponent()), reason });
        self.asked = [None; 2];
    }

    /// Both lose for this reason.
    pub fn void(&mut self, reason: SignalReason) {
        self.outcome.get_or_insert(ActOutcome { winner: None, reason });
        self.asked = [None; 2];
    }

    /// The stones that a player who comes back has to hear of before it is asked again.
    #[must_use]
    pub fn replay(&self, color: Color) -> Vec<(Color, String)> {
        let word = |act: &Act| match act.deed {
            Deed::Place(cell) => Some((act.color, self.rules.size.name(cell).to_string())),
            Deed::Swap => Some((act.color, "swap".to_string())),
            Deed::Bids(_) | Deed::Tie { .. } => None,
        };
        let mut stones: Vec<_> = self.acts.iter().filter_map(word).collect();
        // In Hex the question repeats the opponent's last move.
        if matches!(self.play, Play::Hex(_)) && self.is_next(color) {
            stones.pop();
        }
        stones
    }

    /// The question that is open for a player who comes back.
    #[must_use]
    pub fn open_question(&self, color: Color, now: u64) -> Option<ServerSignal> {
        self.asked[color.index()].map(|_| self.question(color, now))
    }

    /// Whether the next stone of a game of Hex is this colour's, asked already or not.
    fn is_next(&self, color: Color) -> bool {
        self.outcome.is_none() && self.play.phase() == Phase::Stone(color)
    }

    /// The meaning of an answer, if it answers the question; `None` for the first of two sealed bids.
    fn deed(&mut self, color: Color, signal: &PlayerSignal, elapsed: u64) -> Result<Option<Deed>, String> {
        let expected = match self.play.phase() {
            Phase::Stone(_) => "a cell",
            Phase::Bids => "a bid",
            Phase::Advantage(_) => "take or decline",
            Phase::Over(_) => "nothing",
        };
        match (self.play.phase(), signal) {
            (Phase::Stone(_), PlayerSignal::Stone(word)) => {
                let cell = self.rules.size.cell(word).map_err(|error| error.to_string())?;
                Ok(Some(Deed::Place(cell)))
            }
            (Phase::Stone(_), PlayerSignal::Swap) => Ok(Some(Deed::Swap)),
            (Phase::Advantage(_), PlayerSignal::Take) => Ok(Some(Deed::Tie { takes: true })),
            (Phase::Advantage(_), PlayerSignal::Decline) => Ok(Some(Deed::Tie { takes: false })),
            (Phase::Bids, &PlayerSignal::Bid(bid)) => {
                if let Some(game) = self.bidding() {
                    game.check_bid(color, bid).map_err(|error| error.to_string())?;
                }
                self.sealed[color.index()] = Some((bid, elapsed));
                match self.sealed {
                    [Some((black, _)), Some((white, _))] => Ok(Some(Deed::Bids([black, white]))),
                    _ => Ok(None),
                }
            }
            (_, other) => Err(format!("found '{other}': expected {expected}")),
        }
    }

    fn used(&mut self, color: Color, deed: Deed, elapsed: u64) -> [u64; 2] {
        if let Deed::Bids(_) = deed {
            return std::mem::take(&mut self.sealed).map(|bid| bid.map_or(0, |(_, used)| used));
        }
        let mut used = [0; 2];
        used[color.index()] = elapsed;
        used
    }

    fn wrong_answer(&mut self, color: Color, problem: &str, reaction: &mut Reaction) {
        reaction.refuse(color, ErrorCode::Illegal, problem);
        let wrong = &mut self.wrong[color.index()];
        *wrong += 1;
        if *wrong > self.rules.illegal_allowed {
            self.lose(color, SignalReason::Illegal);
        }
    }

    /// Tells what happened to those who do not know it and will not hear it with a question.
    fn announce(&self, act: &Act, reaction: &mut Reaction) {
        match (&self.play, act.deed) {
            (Play::RandomTurn(..) | Play::Bidding(_), Deed::Place(cell)) => {
                let cell = self.rules.size.name(cell).to_string();
                let signal = ServerSignal::Played { color: act.color, cell };
                reaction.signals.push((act.color.opponent(), signal));
            }
            (Play::Bidding(game), Deed::Bids(_) | Deed::Tie { .. }) => {
                if let Phase::Stone(mover) = self.play.phase() {
                    for color in Color::BOTH {
                        reaction.signals.push((color, ServerSignal::Bids { bids: game.bids(), mover }));
                    }
                }
            }
            _ => {}
        }
    }

    /// After an act: the end, a look at the position, or the next question.
    fn go_on(&mut self, now: u64, reaction: &mut Reaction) {
        if self.outcome.is_some() {
            return;
        }
        if let Phase::Over(winner) = self.play.phase() {
            self.outcome = Some(ActOutcome { winner: Some(winner), reason: SignalReason::Connection });
            return;
        }
        let is_hex = matches!(self.rules.variant, VariantTerms::Hex { .. });
        // Before the second stone is on the board there is nothing to prove that a swap would not undo.
        if self.rules.adjudicate && is_hex && self.acts.len() >= 2 {
            self.judging = true;
            reaction.prove = Some(*self.position());
            return;
        }
        self.ask(now, reaction);
    }

    fn ask(&mut self, now: u64, reaction: &mut Reaction) {
        let whom: &[Color] = match self.play.phase() {
            Phase::Bids => &Color::BOTH,
            Phase::Stone(color) | Phase::Advantage(color) => &[color],
            Phase::Over(_) => &[],
        };
        for &color in whom {
            self.asked[color.index()] = Some(now);
            reaction.signals.push((color, self.question(color, now)));
        }
    }

    fn question(&self, color: Color, now: u64) -> ServerSignal {
        let times = Times { own: self.time_of(color, now), other: self.time_of(color.opponent(), now) };
        match (&self.play, self.play.phase()) {
            (Play::Hex(_), _) => match self.acts.last().map(|act| act.deed) {
                Some(Deed::Place(cell)) => {
                    ServerSignal::Move { cell: self.rules.size.name(cell).to_string(), times }
                }
                Some(_) => ServerSignal::Swap(times),
                None => ServerSignal::Opening(times),
            },
            (Play::Bidding(game), Phase::Bids) => {
                let purses = game.purses();
                ServerSignal::Bid { chips: purses.chips, advantage: purses.advantage, times }
            }
            (Play::Bidding(game), Phase::Advantage(_)) => {
                ServerSignal::Advantage { bid: game.bids()[0], times }
            }
            _ => ServerSignal::Turn(times),
        }
    }

    /// The time of a colour for its answer: less what it has used if it is asked.
    fn time_of(&self, color: Color, now: u64) -> u64 {
        let used = self.asked[color.index()].map_or(0, |since| now.saturating_sub(since));
        self.rules.clock.allowance(self.left[color.index()]).saturating_sub(used)
    }

    fn deadline_of(&self, color: Color) -> Option<u64> {
        let clock = &self.rules.clock;
        self.asked[color.index()].map(|since| since + clock.allowance(self.left[color.index()]) + clock.lag)
    }
}

impl Reaction {
    fn refuse(&mut self, color: Color, code: ErrorCode, problem: &str) {
        self.signals.push((color, ServerSignal::error(code, problem)));
    }
}
