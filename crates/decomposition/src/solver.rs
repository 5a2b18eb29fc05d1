//! The solver: settings, limits, the game and its symmetry game, and the questions it answers.

use std::ops::ControlFlow;

use board::{Cell, CellSet, Color, Position, with_words};

use crate::{
    DecompositionError, DecompositionProof, Expert, MoveReason, OpeningBook,
    guided::{Guide, Stop, Used},
    proof::{Draft, ProofNodeId, RegionAnswer},
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
pub struct DecompositionSettings {
    /// Where the virtual connections come from by which wins and threats are seen.
    pub layer: Layer,
    /// The most doubt that a line may have: the sum of the ranks of its moves among the candidates of their positions,
    /// counted from 0. The search begins without doubt and goes up to this.
    pub most_doubt: u32,
    /// In which order the moves of the rules are tried.
    pub order: Order,
    /// Also solve the symmetry game, which says whether no win exists.
    pub symmetry_game: bool,
    /// While a book is written: positions that the rules may examine for one move before the expert is asked.
    pub patience: u64,
}

impl Default for DecompositionSettings {
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

/// A win is left to the rules, first of all, if they may examine this many positions for each move that it takes an expert.
const REACH: u64 = 20;

/// When to give up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DecompositionLimits {
    /// Positions to examine at the most.
    pub nodes: Option<u64>,
}

/// How far a search is.
#[derive(Debug, Clone, Copy)]
pub struct DecompositionStatus {
    /// Positions examined so far.
    pub examined: u64,
    /// Stones on the board in the position that is examined now.
    pub stones: usize,
    /// For whom a win is looked for.
    pub hero: Color,
}

/// Hears of every examined position and may end the search.
pub trait DecompositionObserver {
    /// A position was examined. [`ControlFlow::Break`] ends the search.
    fn status(&self, status: &DecompositionStatus) -> ControlFlow<()>;
}

/// An observer that lets the search run.
#[derive(Debug, Clone, Copy, Default)]
pub struct SilentDecompositionObserver;

impl DecompositionObserver for SilentDecompositionObserver {
    fn status(&self, _: &DecompositionStatus) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The solver's verdict on a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecompositionVerdict {
    /// A win was found for this colour.
    Won(Color),
    /// Neither colour's win was found with the most doubt allowed: the rules are too weak.
    RulesTooWeak,
    /// A limit or the observer ended the search.
    Stopped,
}

/// The work that was done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DecompositionStatistics {
    /// Positions examined.
    pub examined: u64,
    /// Of these, in the symmetry game.
    pub in_symmetry_game: u64,
    /// The doubt at which the win was found, or the search ended.
    pub doubt: u32,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecompositionOutcome {
    /// Who wins, as far as it is known.
    pub verdict: DecompositionVerdict,
    /// How, where somebody wins.
    pub won: Option<DecompositionProof>,
    /// Whether the win was found in the symmetry game: no win exists for the side that was asked about.
    pub by_symmetry_game: bool,
    /// If neither side's win was found: the moves in the position that are not refuted so far.
    pub open: CellSet,
    /// The work that was done.
    pub statistics: DecompositionStatistics,
}

/// The solver.
#[derive(Debug, Clone, Copy, Default)]
pub struct DecompositionSolver {
    settings: DecompositionSettings,
}

impl DecompositionSolver {
    /// A solver.
    #[must_use]
    pub const fn new(settings: DecompositionSettings) -> Self {
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
        limits: DecompositionLimits,
        observer: &dyn DecompositionObserver,
    ) -> Result<DecompositionOutcome, DecompositionError> {
        with_words!(position.size(), W => self.solve_in::<W>(&position.resize(), limits, observer))
    }

    /// The move that the rules propose for the side to move, and why; without a search beyond moves that win at once. `None`
    /// where no rule has a move, or the game is over.
    #[must_use]
    pub fn answer(&self, position: &Position) -> Option<(Cell, MoveReason)> {
        with_words!(position.size(), W => self.answer_in::<W>(&position.resize()))
    }

    fn answer_in<const W: usize>(&self, position: &Position<W>) -> Option<(Cell, MoveReason)> {
        if position.winner().is_some() {
            return None;
        }
        let table = Table::new(position.size());
        Search::new(&table, &self.settings, position.to_move(), &SilentDecompositionObserver)
            .best_by_rules(position)
    }

    /// As [`DecompositionSolver::solve`] with the beginning moves of a book; where the book has none for the position, by the rules alone.
    ///
    /// # Errors
    /// [`DecompositionError::BookSize`] for a book of another board, and as [`DecompositionSolver::solve`].
    pub fn solve_with_book(
        &self,
        position: &Position,
        book: &OpeningBook,
        limits: DecompositionLimits,
        observer: &dyn DecompositionObserver,
    ) -> Result<DecompositionOutcome, DecompositionError> {
        check_size(book, position)?;
        let Some(hero) = book.speaks_for(position) else { return self.solve(position, limits, observer) };
        // There is no other solver to ask: the rules take as long as they need.
        let mut guide = Guide { patience: u64::MAX, ..self.guide(book) };
        with_words!(position.size(), W => {
            let position = position.resize();
            let table = Table::<W>::new(position.size());
            self.guided(&table, &position, hero, &mut guide, limits, observer).outcome(&table, &position)
        })
    }

    /// Solves a position with an expert where the rules do not reach, and gives the book with which the same win is found without the
    /// expert. Moves of the book that is given count as the expert's; those that have nothing to do with the position stay.
    ///
    /// 1. The whole win by the expert alone.
    /// 2. Moves whose wins take many more of the expert's (more than one for `REACH` positions of patience) belong into the
    ///    book. The rest is left to the rules; where they fail, the expert's move is added.
    /// 3. The search is repeated with this book until nothing is added.
    ///
    /// Where a limit ends this, the book has all moves that are known so far, for another try.
    ///
    /// # Errors
    /// As [`DecompositionSolver::solve_with_book`].
    pub fn write_book(
        &self,
        position: &Position,
        book: &OpeningBook,
        expert: &mut dyn Expert,
        limits: DecompositionLimits,
        observer: &dyn DecompositionObserver,
    ) -> Result<(OpeningBook, DecompositionOutcome), DecompositionError> {
        check_size(book, position)?;
        let Some(hero) = book.speaks_for(position).or_else(|| expert.winner(position)) else {
            let nothing = without_win(
                DecompositionVerdict::Stopped,
                position.empty_cells(),
                DecompositionStatistics::default(),
            );
            return Ok((book.clone(), nothing));
        };
        with_words!(position.size(), W => {
            self.write_book_in::<W>(&position.resize(), hero, book, expert, limits, observer)
        })
    }

    fn write_book_in<const W: usize>(
        &self,
        position: &Position<W>,
        hero: Color,
        book: &OpeningBook,
        expert: &mut dyn Expert,
        limits: DecompositionLimits,
        observer: &dyn DecompositionObserver,
    ) -> Result<(OpeningBook, DecompositionOutcome), DecompositionError> {
        let table = Table::<W>::new(position.size());
        let mut whole = Guide { patience: 0, expert: Some(&mut *expert), ..self.guide(book) };
        let guided = self.guided(&table, position, hero, &mut whole, limits, observer);
        let used = whole.used;
        let advice = OpeningBook::of(book.size(), &used);
        if guided.end.is_err() {
            return Ok((advice.with(book), guided.outcome(&table, position)?));
        }
        let reach = self.settings.patience / REACH;
        let large: Vec<Used> = used.into_iter().filter(|used| used.moves as u64 > reach).collect();
        let mut beginning = OpeningBook::of(book.size(), &large);
        let mut patience = self.settings.patience;
        loop {
            let mut guide = Guide {
                advice: Some(&advice),
                expert: Some(&mut *expert),
                patience,
                ..self.guide(&beginning)
            };
            let guided = self.guided(&table, position, hero, &mut guide, limits, observer);
            let used = OpeningBook::of(book.size(), &guide.used);
            if guided.end.is_err() {
                return Ok((advice.with(&used).with(book), guided.outcome(&table, position)?));
            }
            if used.is_part_of(&beginning) {
                return Ok((book.without(&advice).with(&used), guided.outcome(&table, position)?));
            }
            beginning = used;
            // If the rules solved it in time once, they can again, or nearly.
            patience = patience.saturating_mul(4);
        }
    }

    const fn guide<'b, 'e>(&self, book: &'b OpeningBook) -> Guide<'b, 'e> {
        let DecompositionSettings { patience, most_doubt, .. } = self.settings;
        Guide { book, advice: None, expert: None, patience, most_doubt, used: Vec::new() }
    }

    /// A search for the hero's win with a guide.
    fn guided<'a, const W: usize>(
        &'a self,
        table: &'a Table<W>,
        position: &Position<W>,
        hero: Color,
        guide: &mut Guide<'_, '_>,
        limits: DecompositionLimits,
        observer: &'a dyn DecompositionObserver,
    ) -> Guided<'a, W> {
        let mut search = Search::new(table, &self.settings, hero, observer);
        search.most = limits.nodes.unwrap_or(u64::MAX);
        let end = if position.has_won(hero) {
            Ok(joined(&mut search, position, hero))
        } else if position.to_move() == hero {
            search.guided_attack(position, guide).map(|answer| End::first(hero, answer))
        } else {
            let root = search.guided_defend(position, guide);
            root.map(|root| End { winner: hero, first: None, root })
        };
        Guided { search, end }
    }

    fn solve_in<const W: usize>(
        &self,
        position: &Position<W>,
        limits: DecompositionLimits,
        observer: &dyn DecompositionObserver,
    ) -> Result<DecompositionOutcome, DecompositionError> {
        let table = Table::new(position.size());
        let asked = asked(position);
        let mut statistics = DecompositionStatistics::default();
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
                    Err(Stopped) => {
                        let open = search.memory.open(position);
                        return Ok(without_win(DecompositionVerdict::Stopped, open, statistics));
                    }
                };
                return end.outcome(&table, position, &search, statistics);
            }
        }
        Ok(without_win(DecompositionVerdict::RulesTooWeak, search.memory.open(position), statistics))
    }
}

/// A search with a guide, and where it has ended.
struct Guided<'a, const W: usize> {
    search: Search<'a, W>,
    end: Result<End, Stop>,
}

impl<const W: usize> Guided<'_, W> {
    fn outcome(
        mut self,
        table: &Table<W>,
        position: &Position<W>,
    ) -> Result<DecompositionOutcome, DecompositionError> {
        let examined = self.search.examined;
        let in_symmetry_game = if self.search.hero == asked(position) { 0 } else { examined };
        let statistics = DecompositionStatistics { examined, in_symmetry_game, doubt: 0 };
        match self.end {
            Ok(end) => end.outcome(table, position, &self.search, statistics),
            Err(stop) => {
                let failed = stop == Stop::Failed;
                let verdict =
                    if failed { DecompositionVerdict::RulesTooWeak } else { DecompositionVerdict::Stopped };
                Ok(without_win(verdict, self.search.memory.open(position), statistics))
            }
        }
    }
}

/// Where a search has ended.
struct End {
    winner: Color,
    first: Option<(Cell, MoveReason)>,
    root: ProofNodeId,
}

impl End {
    const fn first(winner: Color, answer: RegionAnswer) -> Self {
        Self { winner, first: Some((answer.cell, answer.reason)), root: answer.node }
    }

    fn outcome<const W: usize>(
        self,
        table: &Table<W>,
        position: &Position<W>,
        search: &Search<'_, W>,
        statistics: DecompositionStatistics,
    ) -> Result<DecompositionOutcome, DecompositionError> {
        let Self { winner, first, root } = self;
        let proof =
            DecompositionProof::new(table, position, winner, first, root, search.memory.nodes(winner), 0)?;
        let by_symmetry_game = winner != asked(position);
        Ok(DecompositionOutcome {
            verdict: DecompositionVerdict::Won(winner),
            won: Some(proof),
            by_symmetry_game,
            open: CellSet::EMPTY,
            statistics,
        })
    }
}

fn check_size(book: &OpeningBook, position: &Position) -> Result<(), DecompositionError> {
    if book.size() == position.size() {
        return Ok(());
    }
    let (book, board) = (book.size().to_string(), position.size().to_string());
    Err(DecompositionError::BookSize { book, board })
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

const fn without_win(
    verdict: DecompositionVerdict,
    open: CellSet,
    statistics: DecompositionStatistics,
) -> DecompositionOutcome {
    DecompositionOutcome { verdict, won: None, by_symmetry_game: false, open, statistics }
}
