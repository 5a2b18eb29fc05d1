//! The solver: settings, limits, the game and its symmetry game, and the questions it answers.

use std::ops::ControlFlow;

use board::{Cell, Color, Position, with_words};

use crate::{
    Book, DecompositionError, Expert, Proof, Reason,
    guided::{Guide, Stop},
    proof::{Answer, Draft, NodeId},
    search::{Found, Search, Stopped},
    sight::Layer,
    table::Table,
};

/// In which order the moves of the rules are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// The paper's: the rules one after the other, then their preferences.
    Paper,
    /// By how few replies a move leaves the opponent for the current that flows through its cell; the rules after that.
    #[default]
    Replies,
    /// The same with the network in the program instead of the current: an expert's sense of good and bad moves.
    Network,
}

/// How the search works. Every setting is sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Where the virtual connections come from by which wins and threats are seen.
    pub layer: Layer,
    /// The most doubt that a line may have: the sum of the ranks of its moves among the candidates of their positions,
    /// counted from 0. The search begins without doubt and goes up to this.
    pub most_doubt: u32,
    /// In which order the moves of the rules are tried.
    pub order: Order,
    /// Also solve the symmetry game, which says whether no win exists.
    pub symmetry_game: bool,
    /// With a book or an expert: positions that the rules may examine for one move before the expert is asked.
    pub patience: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            layer: Layer::Prover,
            most_doubt: 24,
            order: Order::Replies,
            symmetry_game: true,
            patience: 1_000,
        }
    }
}

/// When to give up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// Positions to examine at the most.
    pub nodes: Option<u64>,
}

/// How far a search is.
#[derive(Debug, Clone, Copy)]
pub struct Status {
    /// Positions examined so far.
    pub examined: u64,
    /// Stones on the board in the position that is examined now.
    pub stones: usize,
    /// For whom a win is looked for.
    pub hero: Color,
}

/// Hears of every examined position and may end the search.
pub trait Observer {
    /// A position was examined. [`ControlFlow::Break`] ends the search.
    fn status(&self, status: &Status) -> ControlFlow<()>;
}

/// An observer that lets the search run.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {
    fn status(&self, _: &Status) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What the solver says of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// A win was found for this colour.
    Won(Color),
    /// Neither colour's win was found with the most doubt allowed: the rules are too weak.
    RulesTooWeak,
    /// A limit or the observer ended the search.
    Stopped,
}

/// What was done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Positions examined.
    pub examined: u64,
    /// Of these, in the symmetry game.
    pub in_symmetry_game: u64,
    /// The doubt at which the win was found, or the search ended.
    pub doubt: u32,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Who wins, as far as it is known.
    pub verdict: Verdict,
    /// How, where somebody wins.
    pub won: Option<Proof>,
    /// Whether the win was found in the symmetry game: no win exists for the side that was asked about.
    pub by_symmetry_game: bool,
    /// What was done.
    pub statistics: Statistics,
}

/// The solver.
#[derive(Debug, Clone, Copy, Default)]
pub struct Solver {
    settings: Settings,
}

impl Solver {
    /// A solver.
    #[must_use]
    pub const fn new(settings: Settings) -> Self {
        Self { settings }
    }

    /// Says who wins a position, and how. The win is looked for in turns: for the side that made the last move (whose
    /// game the paper solves), and in the symmetry game for the other.
    ///
    /// # Errors
    /// [`DecompositionError::Unproved`] for a pattern that does not hold.
    pub fn solve(
        &self,
        position: &Position,
        limits: Limits,
        observer: &dyn Observer,
    ) -> Result<Outcome, DecompositionError> {
        with_words!(position.size(), W => self.solve_in::<W>(&position.resize(), limits, observer))
    }

    /// The move that the rules propose for the side to move, and why; without a search beyond moves that win at once. `None`
    /// where no rule has a move, or the game is over.
    #[must_use]
    pub fn answer(&self, position: &Position) -> Option<(Cell, Reason)> {
        with_words!(position.size(), W => self.answer_in::<W>(&position.resize()))
    }

    fn answer_in<const W: usize>(&self, position: &Position<W>) -> Option<(Cell, Reason)> {
        if position.winner().is_some() {
            return None;
        }
        let table = Table::new(position.size());
        Search::new(&table, &self.settings, position.to_move(), &Silent).best_by_rules(position)
    }

    /// As [`Solver::solve`] with a guide for the beginning moves: a book, an expert, or both. With an expert the game and the
    /// symmetry game are searched one after the other, the winner's first if the expert knows who that is.
    ///
    /// # Errors
    /// [`DecompositionError::BookSize`] for a book of another board, and as [`Solver::solve`].
    pub fn solve_guided(
        &self,
        position: &Position,
        book: Option<&Book>,
        expert: Option<&mut dyn Expert>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> Result<Outcome, DecompositionError> {
        if let Some(book) = book.filter(|book| book.size() != position.size()) {
            let (book, board) = (book.size().to_string(), position.size().to_string());
            return Err(DecompositionError::BookSize { book, board });
        }
        let mut guide = self.guide(book, expert);
        with_words!(position.size(), W => self.guided_in::<W>(&position.resize(), &mut guide, limits, observer))
    }

    /// Solves a position with an expert where a book and the rules do not reach, and gives the book with which the same win
    /// is found without the expert: the search is repeated with the moves that were used until none is added.
    ///
    /// # Errors
    /// As [`Solver::solve_guided`].
    pub fn write_book(
        &self,
        position: &Position,
        book: &Book,
        expert: &mut dyn Expert,
        limits: Limits,
        observer: &dyn Observer,
    ) -> Result<(Book, Outcome), DecompositionError> {
        let mut book = book.clone();
        loop {
            let mut guide = self.guide(Some(&book), Some(&mut *expert));
            let outcome = with_words!(position.size(), W => {
                self.guided_in::<W>(&position.resize(), &mut guide, limits, observer)
            })?;
            let mut used = Book::new(book.size());
            for (position, cell) in &guide.used {
                used.add(position, *cell);
            }
            let grown = used.entries().iter().any(|(position, _)| book.get(position).is_none());
            if outcome.won.is_none() || !grown {
                return Ok((used, outcome));
            }
            book = used;
        }
    }

    const fn guide<'b, 'e>(
        &self,
        book: Option<&'b Book>,
        expert: Option<&'e mut dyn Expert>,
    ) -> Guide<'b, 'e> {
        let Settings { patience, most_doubt, .. } = self.settings;
        Guide { book, expert, patience, most_doubt, used: Vec::new() }
    }

    fn guided_in<const W: usize>(
        &self,
        position: &Position<W>,
        guide: &mut Guide<'_, '_>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> Result<Outcome, DecompositionError> {
        let table = Table::new(position.size());
        let asked = asked(position);
        let mut search = Search::new(&table, &self.settings, asked, observer);
        search.most = limits.nodes.unwrap_or(u64::MAX);
        let mut statistics = Statistics::default();
        for hero in [asked, asked.opponent()] {
            if position.has_won(hero.opponent()) || (hero != asked && !self.settings.symmetry_game) {
                continue;
            }
            guide.used.clear();
            search.hero = hero;
            let before = search.examined;
            let result = if position.has_won(hero) {
                Ok(joined(&mut search, position, hero))
            } else if position.to_move() == hero {
                search.guided_attack(position, guide).map(|answer| End::first(hero, answer))
            } else {
                search.guided_defend(position, guide).map(|node| End {
                    winner: hero,
                    first: None,
                    root: node,
                })
            };
            statistics.examined = search.examined;
            if hero != asked {
                statistics.in_symmetry_game = search.examined - before;
            }
            match result {
                Ok(end) => return end.outcome(&table, position, &search, statistics),
                Err(Stop::Failed) => {}
                Err(Stop::Stopped) => return Ok(without_win(Verdict::Stopped, statistics)),
            }
        }
        Ok(without_win(Verdict::RulesTooWeak, statistics))
    }

    fn solve_in<const W: usize>(
        &self,
        position: &Position<W>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> Result<Outcome, DecompositionError> {
        let table = Table::new(position.size());
        let asked = asked(position);
        let mut statistics = Statistics::default();
        let mut search = Search::new(&table, &self.settings, asked, observer);
        search.most = limits.nodes.unwrap_or(u64::MAX);
        if let Some(winner) = position.winner() {
            let end = joined(&mut search, position, winner);
            return end.outcome(&table, position, &search, statistics);
        }
        let both = [asked, asked.opponent()];
        let heroes = if self.settings.symmetry_game { &both[..] } else { &both[..1] };
        for doubt in 0..=self.settings.most_doubt {
            statistics.doubt = doubt;
            for &hero in heroes {
                search.hero = hero;
                let before = search.examined;
                let found = search.solve(position, doubt);
                statistics.examined = search.examined;
                if hero != asked {
                    statistics.in_symmetry_game += search.examined - before;
                }
                let mover = position.to_move();
                let end = match found {
                    Ok(Found::Wins(answer)) => End::first(mover, answer),
                    Ok(Found::Loses(root)) => End { winner: mover.opponent(), first: None, root },
                    Ok(Found::Nothing) => continue,
                    Err(Stopped) => return Ok(without_win(Verdict::Stopped, statistics)),
                };
                return end.outcome(&table, position, &search, statistics);
            }
        }
        Ok(without_win(Verdict::RulesTooWeak, statistics))
    }
}

/// Where a search has ended.
struct End {
    winner: Color,
    first: Option<(Cell, Reason)>,
    root: NodeId,
}

impl End {
    const fn first(winner: Color, answer: Answer) -> Self {
        Self { winner, first: Some((answer.cell, answer.reason)), root: answer.node }
    }

    fn outcome<const W: usize>(
        self,
        table: &Table<W>,
        position: &Position<W>,
        search: &Search<'_, W>,
        statistics: Statistics,
    ) -> Result<Outcome, DecompositionError> {
        let Self { winner, first, root } = self;
        let proof = Proof::new(table, position, winner, first, root, search.memory.nodes(winner))?;
        let by_symmetry_game = winner != asked(position);
        Ok(Outcome { verdict: Verdict::Won(winner), won: Some(proof), by_symmetry_game, statistics })
    }
}

/// The end of a game that is over.
fn joined<const W: usize>(search: &mut Search<'_, W>, position: &Position<W>, winner: Color) -> End {
    let chain = Draft::joined(position, winner).expect("the winner's chain joins the borders");
    End { winner, first: None, root: search.memory.add(winner, chain) }
}

/// Whose win the question is about: the side that made the last move, or on the empty board the side to move.
fn asked<const W: usize>(position: &Position<W>) -> Color {
    if position.occupied().is_empty() { position.to_move() } else { position.to_move().opponent() }
}

const fn without_win(verdict: Verdict, statistics: Statistics) -> Outcome {
    Outcome { verdict, won: None, by_symmetry_game: false, statistics }
}
