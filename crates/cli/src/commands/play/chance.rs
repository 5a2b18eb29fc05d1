//! Random-Turn Hex and Bidding Hex in the terminal: people against players, players against each other, and replays.

use std::{
    fs,
    io::{BufRead, Write},
    path::PathBuf,
};

use anyhow::{Context, Result};
use board::{BoardSize, Cell, Color, Position};
use chance::{
    Arithmetic, BiddingGame, BiddingPhase, BiddingRules, ChancePlayer, Coin, Played, Purses, RandomTurnGame,
    RandomTurnPhase, Round, Seat, TieBreak, TieRule, Variant, analyze, bidding_record, fits, flip,
    random_turn_record, replay,
};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use record::{Picture, Record, TextStyle, sgf};

use crate::{lines::read_line, output::Answer};

/// A game to play.
pub(super) struct Setup {
    pub(super) start: Position,
    pub(super) variant: Variant,
    /// Who plays Black and White; `None` is a person at the terminal.
    pub(super) players: [Option<ChancePlayer>; 2],
    pub(super) seed: u64,
    /// Where the record goes.
    pub(super) save: Option<PathBuf>,
    pub(super) style: TextStyle,
}

/// The terminal: where people are asked, and where everything is shown.
struct Table<'a, I, O> {
    setup: &'a Setup,
    input: &'a mut I,
    output: &'a mut O,
    seats: [Option<Seat>; 2],
    /// Advises people who ask for a hint.
    adviser: Seat,
    random: Xoshiro256PlusPlus,
}

/// The input of a person at the terminal.
enum Said<T> {
    /// An answer to the question.
    Answer(T),
    /// The person gives up.
    Resign,
    /// The person leaves, or there is no more input.
    Quit,
}

const HELP: &str =
    "Answer the question, or say: hint, resign, quit (the record is kept), help. Cells are named a1, b3, ...";

/// Plays a game to its end, or until a person leaves, and saves the record after every stone.
pub(super) fn run(setup: &Setup, input: &mut impl BufRead, output: &mut impl Write) -> Result<Answer> {
    let seat = |index: usize| {
        setup.players[index]
            .map(|player| Seat::new(player, setup.seed.wrapping_mul(3).wrapping_add(index as u64)))
    };
    let mut table = Table {
        setup,
        input,
        output,
        seats: [seat(0), seat(1)],
        adviser: Seat::new(ChancePlayer::Exact, setup.seed),
        random: Xoshiro256PlusPlus::seed_from_u64(setup.seed),
    };
    let record = match setup.variant {
        Variant::RandomTurn(coin) => {
            let game = table.random_turn(RandomTurnGame::from_position(setup.start), coin)?;
            random_turn_record(&game, coin)
        }
        Variant::Bidding(rules, purses) => {
            let game = table.bidding(BiddingGame::from_position(setup.start, rules, purses))?;
            bidding_record(&game)
        }
    };
    if let Some(path) = &setup.save {
        setup.keep(record)?;
        writeln!(table.output, "record: {}", path.display())?;
    }
    Ok(Answer::Done)
}

impl Setup {
    /// Writes the record of the game so far, if it is wanted.
    fn keep(&self, mut record: Record) -> Result<()> {
        let Some(path) = &self.save else { return Ok(()) };
        for (name, player) in ["PB", "PW"].into_iter().zip(self.players) {
            record.set_info(name, &player.map_or("human".to_owned(), |player| player.to_string()));
        }
        fs::write(path, sgf::write(&[record])).with_context(|| format!("cannot write {}", path.display()))
    }
}

impl<I: BufRead, O: Write> Table<'_, I, O> {
    fn random_turn(&mut self, mut game: RandomTurnGame, coin: Coin) -> Result<RandomTurnGame> {
        loop {
            match game.phase() {
                RandomTurnPhase::Flip => game.flip(flip(coin, &mut self.random))?,
                RandomTurnPhase::Move(mover) => {
                    self.show(game.position(), game.turns().last().map(|turn| turn.cell))?;
                    writeln!(self.output, "The coin chooses {mover}.")?;
                    let cell = match &mut self.seats[mover.index()] {
                        Some(seat) => seat.cell(game.position())?.context("there is an empty cell")?,
                        None => match self.ask_cell(game.position(), mover, None)? {
                            Said::Answer(cell) => cell,
                            Said::Resign => {
                                game.resign(mover)?;
                                continue;
                            }
                            Said::Quit => return Ok(game),
                        },
                    };
                    game.play(cell)?;
                    self.setup.keep(random_turn_record(&game, coin))?;
                    writeln!(self.output, "{mover} moves at {}.", game.position().size().name(cell))?;
                }
                RandomTurnPhase::Over(winner) => {
                    self.show(game.position(), game.turns().last().map(|turn| turn.cell))?;
                    writeln!(self.output, "{winner} has won.")?;
                    return Ok(game);
                }
            }
        }
    }

    fn bidding(&mut self, mut game: BiddingGame) -> Result<BiddingGame> {
        loop {
            match game.phase() {
                BiddingPhase::Bids => {
                    self.show(game.position(), game.rounds().last().map(|round| round.cell))?;
                    writeln!(self.output, "{}", purses(game.rules(), game.purses()))?;
                    let mut bids = [0; 2];
                    let mut resigns = None;
                    // Sealed: neither side sees the other's bid before both are made.
                    for color in Color::BOTH {
                        match self.bid_of(&game, color)? {
                            Said::Answer(bid) => bids[color.index()] = bid,
                            Said::Resign => resigns = resigns.or(Some(color)),
                            Said::Quit => return Ok(game),
                        }
                    }
                    if let Some(color) = resigns {
                        game.resign(color)?;
                        continue;
                    }
                    game.bid(bids)?;
                    writeln!(self.output, "Black bids {}, White bids {}.", bids[0], bids[1])?;
                }
                BiddingPhase::Advantage(holder) => match self.takes(&game, holder)? {
                    Said::Answer(takes) => {
                        game.settle(takes)?;
                        let does = if takes {
                            "takes the move and hands the advantage chip over"
                        } else {
                            "declines"
                        };
                        writeln!(self.output, "Equal bids: {holder} {does}.")?;
                    }
                    Said::Resign => game.resign(holder)?,
                    Said::Quit => return Ok(game),
                },
                BiddingPhase::Flip => {
                    let mover = flip(Coin::FAIR, &mut self.random);
                    game.flip(mover)?;
                    writeln!(self.output, "Equal bids: the coin chooses {mover}.")?;
                }
                BiddingPhase::Move(mover) => {
                    let cell = match &mut self.seats[mover.index()] {
                        Some(seat) => {
                            seat.cell_after_bidding(&game, mover)?.context("there is an empty cell")?
                        }
                        None => match self.ask_cell(game.position(), mover, Some(&game))? {
                            Said::Answer(cell) => cell,
                            Said::Resign => {
                                game.resign(mover)?;
                                continue;
                            }
                            Said::Quit => return Ok(game),
                        },
                    };
                    game.play(cell)?;
                    self.setup.keep(bidding_record(&game))?;
                    writeln!(self.output, "{mover} moves at {}.", game.position().size().name(cell))?;
                }
                BiddingPhase::Over(winner) => {
                    self.show(game.position(), game.rounds().last().map(|round| round.cell))?;
                    writeln!(self.output, "{winner} has won.")?;
                    return Ok(game);
                }
            }
        }
    }

    fn show(&mut self, position: &Position, last: Option<Cell>) -> Result<()> {
        let mut picture = Picture::new(*position);
        picture.last_move = last;
        writeln!(self.output, "\n{}", picture.text(self.setup.style).trim_end())?;
        Ok(())
    }

    fn bid_of(&mut self, game: &BiddingGame, color: Color) -> Result<Said<u32>> {
        if let Some(seat) = &mut self.seats[color.index()] {
            return Ok(Said::Answer(seat.advise(game, color)?.map_or(0, |advice| advice.bid)));
        }
        let question = format!("{color}, your bid (0 to {})?", game.purses().of(color));
        self.ask(
            &question,
            |text| {
                let bid = text.parse().map_err(|_| format!("found '{text}': expected a whole number"))?;
                game.check_bid(color, bid).map_err(|error| error.to_string())?;
                Ok(bid)
            },
            |adviser| {
                let advice = adviser.advise(game, color)?;
                Ok(advice.map_or(String::new(), |advice| advice.explain(game.position().size())))
            },
        )
    }

    fn takes(&mut self, game: &BiddingGame, holder: Color) -> Result<Said<bool>> {
        if let Some(seat) = &mut self.seats[holder.index()] {
            return Ok(Said::Answer(seat.takes_tie(game, holder)?));
        }
        let question = format!(
            "Equal bids: {holder}, do you take the move and hand the advantage chip over (yes or no)?"
        );
        self.ask(
            &question,
            |text| match text {
                "yes" | "y" | "take" => Ok(true),
                "no" | "n" | "decline" => Ok(false),
                _ => Err(format!("found '{text}': expected yes or no")),
            },
            |adviser| Ok(if adviser.takes_tie(game, holder)? { "yes".to_owned() } else { "no".to_owned() }),
        )
    }

    fn ask_cell(
        &mut self,
        position: &Position,
        mover: Color,
        game: Option<&BiddingGame>,
    ) -> Result<Said<Cell>> {
        let size = position.size();
        self.ask(
            &format!("{mover}, your move?"),
            |text| {
                let cell = size.cell(text).map_err(|error| error.to_string())?;
                match position.at(cell) {
                    None => Ok(cell),
                    Some(holder) => Err(format!("{} is {holder}'s: expected an empty cell", size.name(cell))),
                }
            },
            |adviser| {
                let cell = match game {
                    Some(game) => adviser.cell_after_bidding(game, mover)?,
                    None => adviser.cell(position)?,
                };
                let Some(cell) = cell else { return Ok(String::new()) };
                Ok(format!("{}{}", size.name(cell), why_critical(position, cell)))
            },
        )
    }

    /// Asks until there is an answer.
    fn ask<T>(
        &mut self,
        question: &str,
        read: impl Fn(&str) -> Result<T, String>,
        hint: impl Fn(&mut Seat) -> Result<String>,
    ) -> Result<Said<T>> {
        loop {
            write!(self.output, "{question} ")?;
            self.output.flush()?;
            let Some(line) = read_line(self.input)? else {
                writeln!(self.output)?;
                return Ok(Said::Quit);
            };
            match line.trim().to_ascii_lowercase().as_str() {
                "" => {}
                "quit" | "exit" => return Ok(Said::Quit),
                "resign" => return Ok(Said::Resign),
                "help" | "?" => writeln!(self.output, "{HELP}")?,
                "hint" => {
                    let hint = hint(&mut self.adviser)?;
                    writeln!(self.output, "{hint}")?;
                }
                text => match read(text) {
                    Ok(answer) => return Ok(Said::Answer(answer)),
                    Err(message) => writeln!(self.output, "{message}")?,
                },
            }
        }
    }
}

/// Why the adviser plays a cell: how often it decides the game. Nothing on boards that are too large to count.
fn why_critical(position: &Position, cell: Cell) -> String {
    let Ok(analysis) = analyze(position, Coin::FAIR, Arithmetic::Float) else { return String::new() };
    let found = analysis.critical.iter().find(|critical| critical.cell == cell);
    found.map_or(String::new(), |critical| {
        let percent = 100.0 * critical.probability;
        format!(
            ": it decides the winner in {percent:.1} % of all ways to fill the board; no cell does more often"
        )
    })
}

fn purses(rules: BiddingRules, purses: Purses) -> String {
    let [black, white] = purses.chips;
    let advantage = match rules.ties {
        TieRule::Advantage => format!("; {} holds the advantage chip", purses.advantage),
        TieRule::Coin | TieRule::Always(_) => String::new(),
    };
    format!("Black has {black} chips, White {white}{advantage}.")
}

/// Shows a recorded game move by move: bids, chips, flips, and what the exact method says before each move.
pub(super) fn show_replay(record: &Record, style: TextStyle, output: &mut impl Write) -> Result<Answer> {
    let size = record.size();
    let show = |output: &mut dyn Write, position: &Position, last: Option<Cell>| -> Result<()> {
        let mut picture = Picture::new(*position);
        picture.last_move = last;
        writeln!(output, "{}", picture.text(style))?;
        Ok(())
    };
    let played = replay(record)?;
    let (winner, moves): (_, Vec<(Color, Cell, Option<Round>)>) = match &played {
        Played::RandomTurn(game) => {
            (game.winner(), game.turns().iter().map(|turn| (turn.mover, turn.cell, None)).collect())
        }
        Played::Bidding(game) => {
            writeln!(output, "{}", purses(game.rules(), game.start()))?;
            (
                game.winner(),
                game.rounds().iter().map(|round| (round.mover, round.cell, Some(*round))).collect(),
            )
        }
    };
    let mut position = match &played {
        Played::RandomTurn(game) => *game.position(),
        Played::Bidding(game) => *game.position(),
    };
    for &(_, cell, _) in &moves {
        position.clear(cell);
    }
    show(output, &position, None)?;
    let rules = if let Played::Bidding(game) = &played { Some(game.rules()) } else { None };
    let mut before = if let Played::Bidding(game) = &played { Some(game.start()) } else { None };
    for (number, (mover, cell, round)) in moves.into_iter().enumerate() {
        let verdict = verdict(&position, before)?;
        writeln!(output, "{}. {verdict}", number + 1)?;
        match round {
            Some(round) => writeln!(output, "   {}", story(&round, size, rules.unwrap_or_default()))?,
            None => writeln!(output, "   the coin chooses {mover}, who moves at {}", size.name(cell))?,
        }
        before = round.map(|round| round.purses);
        position.place(mover, cell)?;
        show(output, &position, Some(cell))?;
    }
    if let Some(winner) = winner {
        let how = if position.winner().is_some() { "" } else { " by resignation" };
        writeln!(output, "{winner} has won{how}.")?;
    }
    Ok(Answer::Done)
}

fn story(round: &Round, size: BoardSize, rules: BiddingRules) -> String {
    let tie = match round.tie {
        None => "",
        Some(TieBreak::Taken) => ", equal: the advantage chip is used",
        Some(TieBreak::Declined) => ", equal: the advantage chip is kept",
        Some(TieBreak::Coin) => ", equal: the coin decides",
        Some(TieBreak::Rule) => ", equal: the rules decide",
    };
    format!(
        "Black bids {}, White bids {}{tie}; {} moves at {}. {}",
        round.bids[0],
        round.bids[1],
        round.mover,
        size.name(round.cell),
        purses(rules, round.purses)
    )
}

/// The result of the exact method for a position, on boards where it takes only a moment.
fn verdict(position: &Position, purses: Option<Purses>) -> Result<String> {
    const MOMENT: usize = 12;
    let size = position.size();
    if !fits(size) || size.cols().min(size.rows()) > MOMENT {
        return Ok(String::new());
    }
    let analysis = analyze(position, Coin::FAIR, Arithmetic::Float)?;
    let best: Vec<String> = analysis.best.iter().map(|&cell| size.name(cell).to_string()).collect();
    let worth = purses.map_or(String::new(), |purses| {
        format!(", worth {:.2} chips", analysis.bid() * f64::from(purses.total()))
    });
    Ok(format!("Black wins {:.4} at random; best {}{worth}", analysis.black_wins, best.join(" ")))
}
