//! Makes a book of a won position: searches, selects and writes.

use board::{BoardSize, Cell, CellSet, Color, Geometry, Position, random_below};
use proof::{
    End,
    book::{Ends, Pattern, PatternBook, Placement, Point, Site, book_text, read_book},
};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng as _};

use crate::{
    BookletError,
    closed::Closed,
    game::Scope,
    search::{Search, Task},
    shape::Shape,
    shrink::{attempt, generalise},
    write::{Start, read, write},
};

/// How hard to look for patterns that answer an intrusion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Moves against it that are looked into.
    pub width: usize,
    /// How many tasks after these moves the search tries, one after another, until one succeeds.
    pub tries: usize,
}

/// How much work to spend on a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookletSettings {
    /// How hard to look for patterns.
    pub effort: Effort,
    /// Attempts to make the book smaller.
    pub rounds: usize,
    /// The attempts vary by this.
    pub seed: u64,
}

impl Default for BookletSettings {
    fn default() -> Self {
        Self { effort: Effort { width: 8, tries: 8 }, rounds: 1000, seed: 2 }
    }
}

/// Attempts without success after which the large patterns are searched again: where the set is close to the best, and an eighth of
/// it elsewhere.
const PATIENCE: usize = 2000;
const CLOSE: usize = 3;
/// Patterns with at most this many cells are then kept; one of these values.
const SMALL: [usize; 6] = [4, 6, 8, 10, 14, 20];
/// How much chance decides then; one of these.
const NOISE: [f64; 3] = [0.0, 2.0, 6.0];

/// Attempts after which the places of patterns that are out of use are forgotten.
const FORGOTTEN: usize = 50;

/// The expert's verdict on a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExpertVerdict {
    /// Who wins.
    pub winner: Color,
    /// The winner's move, where the winner is to move.
    pub key: Option<Cell>,
}

/// Somebody who knows who wins a position.
pub type PositionExpert<'a> = dyn FnMut(&Position) -> Option<ExpertVerdict> + 'a;

/// How far the work is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Patterns are being found.
    Finding {
        /// Tasks looked into.
        tasks: usize,
        /// Patterns so far.
        patterns: usize,
        /// The loser's moves on the board that they do not answer yet.
        open: usize,
    },
    /// The book is being made smaller.
    Choosing {
        /// Attempts done.
        round: usize,
        /// The fewest patterns that suffice so far.
        fewest: usize,
    },
}

/// Hears how far the work is, and says whether to go on.
pub(crate) type Progress<'a> = dyn FnMut(Stage) -> bool + 'a;

/// Takes a win apart into local patterns. `progress` hears how far it is and may end the work by returning false: finding
/// patterns then fails with those that were found, choosing them keeps the best choice so far. The `expert` need not be trusted, and
/// may know nothing. The book has passed [`read_book`].
///
/// # Errors
/// [`BookletError`] where the board is too large, or no decomposition was found.
pub fn make_book<'a>(
    start: Start<'a>,
    settings: BookletSettings,
    expert: &'a mut PositionExpert<'a>,
    progress: &mut Progress<'_>,
) -> Result<PatternBook, BookletError> {
    check_size(start.position.size())?;
    let random = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
    let mut maker = Maker::new(start, settings, random, expert);
    let mut set = maker.begin();
    match maker.find(&mut set, progress) {
        Some(closed) => maker.shrink(closed, progress),
        None if maker.search.ended => Err(BookletError::Ended(Box::new(maker.library(&set)?))),
        None => Err(BookletError::NotFound),
    }
}

/// Makes a book smaller, if that can be done; `settings` and the others as for [`make_book`].
///
/// # Errors
/// [`BookletError`] where the book's board is too large.
pub fn improve_book<'a>(
    book: &PatternBook,
    settings: BookletSettings,
    expert: &'a mut PositionExpert<'a>,
    progress: &mut Progress<'_>,
) -> Result<PatternBook, BookletError> {
    check_size(book.position.size())?;
    let start = Start { position: book.position, winner: book.winner, first: book.first, known: &[] };
    let random = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
    let mut maker = Maker::new(start, settings, random, expert);
    let closed = read(book, &mut maker.search.patterns);
    maker.shrink(closed, progress)
}

/// Whether a local game has room for the cells of a board.
///
/// # Errors
/// [`BookletError::TooLarge`] where it has not.
pub fn check_size(size: BoardSize) -> Result<(), BookletError> {
    if size.cells() > 121 { Err(BookletError::TooLarge(size)) } else { Ok(()) }
}

/// The search with what it is about.
struct Maker<'a> {
    search: Search<'a>,
    start: Start<'a>,
    settings: BookletSettings,
    /// The whole board as a task.
    whole: Task,
}

impl<'a> Maker<'a> {
    fn new(
        start: Start<'a>,
        settings: BookletSettings,
        random: Xoshiro256PlusPlus,
        expert: &'a mut PositionExpert<'a>,
    ) -> Self {
        let stones =
            start.first.into_iter().fold(start.position.stones(start.winner), CellSet::with).resize();
        let cells = start.position.empty_cells().resize().minus(stones);
        let whole = Task { stones, cells, goal: start.winner.edges().map(End::Edge), with: [None; 2] };
        let search = Search::new(&start.position, start.winner, settings.effort, random, expert);
        Self { search, start, settings, whole }
    }

    /// The patterns to begin with: the bridge, and those of other books.
    fn begin(&mut self) -> Vec<usize> {
        let bridge = [0, 1].map(|col| Site { point: Point { col, row: 0 }, ends: Ends(0b11) });
        let mut set = vec![self.search.patterns.add(Shape::of(&bridge).0)];
        for book in self.start.known {
            for (number, replies) in read(book, &mut self.search.patterns).members {
                if !set.contains(&number) {
                    set.push(number);
                }
                self.search.replies.insert(number, replies.clone());
                self.search.known.insert(number, replies);
            }
        }
        set
    }

    /// Finds patterns that win, and adds those that it finds on the way.
    fn find(&mut self, set: &mut Vec<usize>, progress: &mut Progress<'_>) -> Option<Closed> {
        // Existing joins are useful, and may suffice.
        for task in self.search.joined(self.whole.stones, self.whole.cells) {
            self.search.complete(&task, set, progress);
        }
        if let Some(root) = self.search.whole(&self.whole, set) {
            return self.close(set, root);
        }
        self.complete(set, progress)
    }

    /// Finds the large patterns again; small ones of a closed set are kept.
    fn rebuild(&mut self, closed: &Closed, progress: &mut Progress<'_>) -> Option<Closed> {
        let search = &mut self.search;
        let most = SMALL[random_below(&mut search.random, SMALL.len())];
        let mut set = closed.set(&search.patterns);
        set.retain(|&number| search.patterns.len_of(number) <= most);
        for number in &set {
            search.replies.insert(*number, closed.members.get(number).cloned().unwrap_or_default());
        }
        search.start_over();
        search.noise = NOISE[random_below(&mut search.random, NOISE.len())];
        let made = self.complete(&mut set, progress);
        self.search.noise = 0.0;
        made
    }

    /// The closed set of the whole board and what it needs.
    fn complete(&mut self, set: &mut Vec<usize>, progress: &mut Progress<'_>) -> Option<Closed> {
        self.search.make_room(set);
        let root = self.search.complete(&self.whole, set, progress)?;
        let root = self.search.whole(&self.whole, &[root])?;
        self.close(set, root)
    }

    /// A closed set of patterns that were found.
    fn close(&mut self, set: &[usize], root: Vec<(usize, Placement)>) -> Option<Closed> {
        let mut closed = self.found(set, root);
        let search = &mut self.search;
        for number in closed.set(&search.patterns) {
            if closed.mend(&mut search.patterns, number, Scope::First(0)) != 0 {
                return None;
            }
        }
        closed.tidy(&search.patterns);
        Some(closed)
    }

    /// Patterns that were found, with their answers as they were last made.
    fn found(&mut self, set: &[usize], root: Vec<(usize, Placement)>) -> Closed {
        let replies = &mut self.search.replies;
        let members = set.iter().map(|number| (*number, replies.remove(number).unwrap_or_default()));
        Closed { members: members.collect(), root }
    }

    /// All patterns that were found, as a book of a finished game, which needs none of them.
    fn library(&mut self, set: &[usize]) -> Result<PatternBook, BookletError> {
        let mut closed = self.found(set, Vec::new());
        let search = &mut self.search;
        // Small ones first: what rests on a pattern without answers goes after it.
        for number in closed.set(&search.patterns) {
            if closed.mend(&mut search.patterns, number, Scope::First(0)) != 0 {
                closed.members.remove(&number);
            }
        }
        let Start { position, winner, .. } = self.start;
        let size = position.size();
        // The loser's edge is a row of cells from one of the winner's edges to the other.
        let chain = Geometry::of(size).edge(winner.opponent().edges()[0]);
        let [black, white] = match winner {
            Color::Black => [chain, CellSet::EMPTY],
            Color::White => [CellSet::EMPTY, chain],
        };
        let won = Position::with_stones(size, black, white, winner.opponent())
            .map_err(|_| BookletError::NotFound)?;
        let start = Start { position: won, winner, first: None, known: &[] };
        read_book(&book_text(&write(&search.patterns, &closed, &start))).map_err(BookletError::Refused)
    }

    /// Makes a closed set smaller, and a book of it.
    fn shrink(&mut self, closed: Closed, progress: &mut Progress<'_>) -> Result<PatternBook, BookletError> {
        let mut best = closed.clone();
        let mut now = closed;
        let mut idle = 0;
        for round in 0..self.settings.rounds {
            let fewest = best.len();
            let stage = Stage::Choosing { round, fewest };
            if !progress(stage) {
                break;
            }
            let patience = if now.len() <= best.len() + CLOSE { PATIENCE } else { PATIENCE / 8 };
            if idle >= patience && best.root.len() == 1 {
                if let Some(next) = self.rebuild(&best, &mut |_| progress(stage)) {
                    now = next;
                }
                idle = 0;
            }
            if round % FORGOTTEN == 0 {
                self.search.forget([&best, &now]);
            }
            let before = now.len();
            if let Some(next) = attempt(&mut self.search.patterns, &now, &mut self.search.random) {
                now = next;
            }
            idle = if now.len() < before { 0 } else { idle + 1 };
            if now.len() <= best.len() {
                best = now.clone();
            }
        }
        self.polish(&mut best);
        let book = write(&self.search.patterns, &best, &self.start);
        // Nothing here has to be believed: what comes out is what the checker accepts.
        read_book(&book_text(&book)).map_err(BookletError::Refused)
    }

    /// Makes every pattern as small as the set allows, with few answers.
    fn polish(&mut self, closed: &mut Closed) {
        let Search { patterns, random, .. } = &mut self.search;
        for number in closed.set(patterns) {
            if !closed.is_root(number) {
                generalise(patterns, closed, number, random);
            }
            patterns.clear(number);
        }
        if let [(root, _)] = closed.root[..] {
            let mut smaller = closed.clone();
            let made = generalise(patterns, &mut smaller, root, random);
            if let Some(root) = made.and_then(|made| self.search.whole(&self.whole, &[made])) {
                smaller.root = root;
                *closed = smaller;
            }
        }
        closed.choose_answers(&mut self.search.patterns);
        closed.tidy(&self.search.patterns);
    }
}

/// The ends that a site has beyond the two that are joined.
pub(crate) fn helpers(pattern: &Pattern) -> usize {
    pattern.ends().saturating_sub(2).min(Ends::MOST)
}
