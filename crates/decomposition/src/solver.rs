//! The solver: settings, limits, the game and its symmetry game, and the questions it answers.

use std::ops::ControlFlow;

use board::{Cell, Color, Position, with_words};

use crate::{
    DecompositionError, Proof, Reason,
    search::{Search, Stop},
    table::Table,
};

/// How the search works. Every setting is sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// The most doubt that a line may have: the sum of the ranks of its moves among the candidates of their positions,
    /// counted from 0. The search begins without doubt and goes up to this.
    pub most_doubt: u32,
    /// Order the candidates by what the opponent must do after them, the rules after that; otherwise by the rules alone.
    pub look_ahead: bool,
    /// Also solve the symmetry game, which says whether no win exists.
    pub symmetry_game: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { most_doubt: 12, look_ahead: true, symmetry_game: true }
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

    fn solve_in<const W: usize>(
        &self,
        position: &Position<W>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> Result<Outcome, DecompositionError> {
        let table = Table::new(position.size());
        let asked =
            if position.occupied().is_empty() { position.to_move() } else { position.to_move().opponent() };
        let mut searches: Vec<Search<'_, W>> = vec![Search::new(&table, &self.settings, asked, observer)];
        if self.settings.symmetry_game {
            searches.push(Search::new(&table, &self.settings, asked.opponent(), observer));
        }
        let mut statistics = Statistics::default();
        for doubt in 0..=self.settings.most_doubt {
            statistics.doubt = doubt;
            for number in 0..searches.len() {
                let spent: u64 = searches.iter().map(|search| search.examined).sum();
                let search = &mut searches[number];
                search.most = search.examined + limits.nodes.unwrap_or(u64::MAX / 2).saturating_sub(spent);
                let hero = search.hero();
                let result = if position.has_won(hero.opponent()) {
                    Err(Stop::Failed)
                } else if position.has_won(hero) || position.to_move() != hero {
                    search.defend(position, doubt, 0).map(|node| (None, node))
                } else {
                    let answer = search.attack(position, doubt, 0);
                    answer.map(|answer| (Some((answer.cell, answer.reason)), answer.node))
                };
                let won = match result {
                    Ok((first, root)) => Some(Proof::new(position, hero, first, root, &search.nodes)),
                    Err(Stop::Failed) => None,
                    Err(Stop::Stopped) => {
                        count(&mut statistics, &searches);
                        return Ok(Outcome {
                            verdict: Verdict::Stopped,
                            won: None,
                            by_symmetry_game: false,
                            statistics,
                        });
                    }
                    Err(Stop::Error(error)) => return Err(error),
                };
                if won.is_some() {
                    count(&mut statistics, &searches);
                    let by_symmetry_game = number == 1;
                    return Ok(Outcome { verdict: Verdict::Won(hero), won, by_symmetry_game, statistics });
                }
            }
        }
        count(&mut statistics, &searches);
        Ok(Outcome { verdict: Verdict::RulesTooWeak, won: None, by_symmetry_game: false, statistics })
    }
}

fn count<const W: usize>(statistics: &mut Statistics, searches: &[Search<'_, W>]) {
    statistics.examined = searches.iter().map(|search| search.examined).sum();
    statistics.in_symmetry_game = searches.get(1).map_or(0, |search| search.examined);
}
