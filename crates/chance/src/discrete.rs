//! Bidding Hex with whole chips, solved by brute force: every arrangement of stones on the cells that still matter, with
//! every division of the chips and either holder of the advantage chip. The ground truth for small boards and endings.
//!
//! Bids are sealed, so a round is a matrix game: Black chooses a row, White a column. It has a saddle point in pure bids.
//! Let `x(k)` be the value for Black if it moves and pays `k`, and `y(k)` if White moves and pays `k`. More chips never
//! hurt, so `x` falls and `y` rises with `k`. Black's bid of `k` guarantees the least of `x(k)`, the tie at `k` and
//! `y(k + 1)`; White's bid of `k` concedes at most the greatest of `y(k)`, the tie at `k` and `x(k + 1)`. Where `x` falls
//! below `y` one bid of each meets the other's (the cases are in `docs/explanation/random-turn-and-bidding.md`). The solver does not
//! rely on that argument: it accepts a value only when a bid of Black guarantees it and a bid of White concedes no more.

use board::{Cell, CellSet, Color, Geometry, Position};

use crate::{Arithmetic, BiddingRules, ChanceError, Coin, Payment, Purses, TieRule, analyze, exact::fits};

/// Values of all positions and purses that play can lead to from one position.
#[derive(Debug, Clone)]
pub struct DiscreteTable {
    rules: BiddingRules,
    start: Position,
    /// The empty cells that can matter. A stone elsewhere is a pass, and no player needs to pass: a stone never hurts.
    live: Vec<Cell>,
    shelves: Shelves,
    /// Black's chances to win: for each arrangement of stones on the live cells, for each holder of the advantage chip,
    /// for each division of the chips. Only ties by coin make them other than 0 and 1, and since a game has at most one
    /// flip for each live cell, of which there are fewer than 24, `f32` holds them exactly.
    values: Vec<f32>,
}

impl DiscreteTable {
    /// Solves a position with at most `most_states` entries, four bytes each.
    ///
    /// # Errors
    /// [`ChanceError::TooManyStates`].
    pub fn solve(
        start: &Position,
        rules: BiddingRules,
        purses: Purses,
        most_states: u64,
    ) -> Result<Self, ChanceError> {
        let live = live_cells(start)?;
        Self::solve_cells(start, live, rules, purses, most_states)
    }

    /// Solves a position in which only these cells can matter.
    fn solve_cells(
        start: &Position,
        live: Vec<Cell>,
        rules: BiddingRules,
        purses: Purses,
        most_states: u64,
    ) -> Result<Self, ChanceError> {
        let shelves = Shelves::new(rules, purses.checked()?);
        let states = 3u128.saturating_pow(live.len() as u32).saturating_mul(shelves.len() as u128);
        if live.len() >= 24 || states > u128::from(most_states) {
            return Err(ChanceError::TooManyStates { states, most: most_states });
        }
        let mut table = Self { rules, start: *start, live, shelves, values: vec![0.0; states as usize] };
        // A stone makes the number of an arrangement greater, so going down all later positions are there already.
        for arrangement in (0..3usize.pow(table.live.len() as u32)).rev() {
            table.solve_arrangement(arrangement);
        }
        Ok(table)
    }

    /// The rules that were solved.
    #[must_use]
    pub const fn rules(&self) -> BiddingRules {
        self.rules
    }

    /// Whether the table has this position and these purses.
    #[must_use]
    pub fn contains(&self, position: &Position, purses: Purses) -> bool {
        self.arrangement(position).is_ok() && self.shelves.at(purses).is_ok()
    }

    /// Black's chances to win.
    ///
    /// # Errors
    /// [`ChanceError::NotInTable`].
    pub fn value(&self, position: &Position, purses: Purses) -> Result<f64, ChanceError> {
        let arrangement = self.arrangement(position)?;
        Ok(f64::from(self.shelf(arrangement)[self.shelves.at(purses)?]))
    }

    /// All bids of a colour that guarantee it the value, in rising order.
    ///
    /// # Errors
    /// [`ChanceError::NotInTable`].
    pub fn best_bids(
        &self,
        position: &Position,
        purses: Purses,
        color: Color,
    ) -> Result<Vec<u32>, ChanceError> {
        let arrangement = self.arrangement(position)?;
        let value = self.shelf(arrangement)[self.shelves.at(purses)?];
        if self.winner(arrangement).is_some() {
            return Ok((0..=purses.of(color)).collect());
        }
        let after = self.after_moves(arrangement);
        let auction = Auction { shelves: &self.shelves, rules: self.rules, after: &after, purses };
        Ok((0..=purses.of(color)).filter(|&bid| auction.guarantee(color, bid) == value).collect())
    }

    /// The best cell for the colour that has won the bidding and paid, and Black's chances after it; none if the game is
    /// over or no cell matters.
    ///
    /// # Errors
    /// [`ChanceError::NotInTable`].
    pub fn best_cell(
        &self,
        position: &Position,
        purses: Purses,
        mover: Color,
    ) -> Result<Option<(Cell, f64)>, ChanceError> {
        let arrangement = self.arrangement(position)?;
        let at = self.shelves.at(purses)?;
        let better = |value: f32, best: f32| match mover {
            Color::Black => value > best,
            Color::White => value < best,
        };
        let mut best: Option<(Cell, f32)> = None;
        for (index, &cell) in self.live.iter().enumerate() {
            if digit(arrangement, index) == 0 {
                let value = self.shelf(arrangement + stone(index, mover))[at];
                if best.is_none_or(|(_, best)| better(value, best)) {
                    best = Some((cell, value));
                }
            }
        }
        Ok(best.map(|(cell, value)| (cell, f64::from(value))))
    }

    /// The fewest chips with which Black is sure to win at a position against `total` less these, for each holder of the
    /// advantage chip (Black, White); none where even all chips are not enough. For games in which chips go to the
    /// opponent.
    ///
    /// # Errors
    /// [`ChanceError::NotInTable`].
    pub fn fewest_chips(&self, position: &Position) -> Result<[Option<u32>; 2], ChanceError> {
        let shelf = self.shelf(self.arrangement(position)?);
        let Shelves::Division { total, .. } = self.shelves else {
            return Err(ChanceError::NotInTable("division of the chips"));
        };
        Ok(Color::BOTH.map(|holder| {
            (0..=total).find(|&black| {
                let purses = Purses::new(black, total - black, holder);
                self.shelves.at(purses).is_ok_and(|at| shelf[at] == 1.0)
            })
        }))
    }

    /// The number of an arrangement: one digit to the base 3 for each live cell; 1 for a black stone, 2 for a white one.
    fn arrangement(&self, position: &Position) -> Result<usize, ChanceError> {
        let grown =
            Color::BOTH.into_iter().all(|color| self.start.stones(color).is_subset(&position.stones(color)));
        if !grown || position.size() != self.start.size() {
            return Err(ChanceError::NotInTable("position"));
        }
        let digits = self.live.iter().enumerate();
        Ok(digits.map(|(index, &cell)| position.at(cell).map_or(0, |color| stone(index, color))).sum())
    }

    fn shelf(&self, arrangement: usize) -> &[f32] {
        &self.values[arrangement * self.shelves.len()..][..self.shelves.len()]
    }

    fn winner(&self, arrangement: usize) -> Option<Color> {
        let geometry: &Geometry = self.start.geometry();
        Color::BOTH.into_iter().find(|&color| {
            let added: CellSet = (0..self.live.len())
                .filter(|&index| digit(arrangement, index) == color.index() + 1)
                .map(|index| self.live[index])
                .collect();
            geometry.joins(self.start.stones(color) | added, color)
        })
    }

    /// For each colour, the values after its best cell, by purses after the payment.
    fn after_moves(&self, arrangement: usize) -> [Vec<f32>; 2] {
        Color::BOTH.map(|mover| {
            let (worst, better): (f32, fn(f32, f32) -> f32) = match mover {
                Color::Black => (0.0, f32::max),
                Color::White => (1.0, f32::min),
            };
            let mut best = vec![worst; self.shelves.len()];
            for index in (0..self.live.len()).filter(|&index| digit(arrangement, index) == 0) {
                for (best, &value) in best.iter_mut().zip(self.shelf(arrangement + stone(index, mover))) {
                    *best = better(*best, value);
                }
            }
            best
        })
    }

    fn solve_arrangement(&mut self, arrangement: usize) {
        let range = arrangement * self.shelves.len()..(arrangement + 1) * self.shelves.len();
        if let Some(winner) = self.winner(arrangement) {
            self.values[range].fill(if winner == Color::Black { 1.0 } else { 0.0 });
            return;
        }
        let after = self.after_moves(arrangement);
        for at in 0..self.shelves.len() {
            let purses = self.shelves.purses(at);
            let auction = Auction { shelves: &self.shelves, rules: self.rules, after: &after, purses };
            self.values[range.start + at] = auction.value();
        }
    }
}

/// The empty cells that can matter, by exact counting; all of them on boards too large for it.
fn live_cells(position: &Position) -> Result<Vec<Cell>, ChanceError> {
    if position.winner().is_some() {
        return Ok(Vec::new());
    }
    let empty = position.empty_cells();
    if !fits(position.size()) || empty.len() > 255 {
        return Ok(empty.iter().collect());
    }
    let analysis = analyze(position, Coin::FAIR, Arithmetic::Fractions)?;
    let live = analysis.critical.iter().filter(|critical| critical.probability > 0.0);
    Ok(live.map(|critical| critical.cell).collect())
}

fn digit(arrangement: usize, index: usize) -> usize {
    arrangement / 3usize.pow(index as u32) % 3
}

fn stone(index: usize, color: Color) -> usize {
    (color.index() + 1) * 3usize.pow(index as u32)
}

/// How purses are numbered.
#[derive(Debug, Clone, Copy)]
enum Shelves {
    /// Chips go to the opponent: Black's chips say it all. With the advantage chip there are two such shelves.
    Division { total: u32, holders: usize },
    /// Chips go to the bank: any two numbers up to the first ones.
    Pair { most: [u32; 2], holders: usize },
}

impl Shelves {
    fn new(rules: BiddingRules, purses: Purses) -> Self {
        let holders = if rules.ties == TieRule::Advantage { 2 } else { 1 };
        match rules.payment {
            Payment::Opponent => Self::Division { total: purses.total(), holders },
            Payment::Bank => Self::Pair { most: purses.chips, holders },
        }
    }

    /// How many divisions for one holder.
    fn divisions(&self) -> usize {
        match *self {
            Self::Division { total, .. } => total as usize + 1,
            Self::Pair { most, .. } => (most[0] as usize + 1) * (most[1] as usize + 1),
        }
    }

    fn holders(&self) -> usize {
        match *self {
            Self::Division { holders, .. } | Self::Pair { holders, .. } => holders,
        }
    }

    fn len(&self) -> usize {
        self.divisions().saturating_mul(self.holders())
    }

    fn at(&self, purses: Purses) -> Result<usize, ChanceError> {
        let [black, white] = purses.chips;
        let holder = if self.holders() == 2 { purses.advantage.index() } else { 0 };
        let fits = match *self {
            Self::Division { total, .. } => purses.checked()?.total() == total,
            Self::Pair { most, .. } => black <= most[0] && white <= most[1],
        };
        if fits { Ok(self.number(black, white, holder)) } else { Err(ChanceError::NotInTable("purse")) }
    }

    #[inline]
    fn number(&self, black: u32, white: u32, holder: usize) -> usize {
        match *self {
            Self::Division { total, .. } => holder * (total as usize + 1) + black as usize,
            Self::Pair { most, .. } => {
                let width = most[1] as usize + 1;
                (holder * (most[0] as usize + 1) + black as usize) * width + white as usize
            }
        }
    }

    fn purses(&self, at: usize) -> Purses {
        let holder = Color::BOTH[at / self.divisions()];
        let division = at % self.divisions();
        match *self {
            Self::Division { total, .. } => Purses::new(division as u32, total - division as u32, holder),
            Self::Pair { most, .. } => {
                let width = most[1] as usize + 1;
                Purses::new((division / width) as u32, (division % width) as u32, holder)
            }
        }
    }
}

/// One round of bidding: what the bids lead to.
struct Auction<'a> {
    shelves: &'a Shelves,
    rules: BiddingRules,
    after: &'a [Vec<f32>; 2],
    purses: Purses,
}

impl Auction<'_> {
    /// The value if this colour moves and pays, and the advantage chip is then in these hands.
    #[inline]
    fn moves(&self, mover: Color, bid: u32, holder: Color) -> f32 {
        let Purses { chips: [black, white], .. } = self.purses.paid(mover, bid, self.rules.payment);
        let holder = if self.shelves.holders() == 2 { holder.index() } else { 0 };
        self.after[mover.index()][self.shelves.number(black, white, holder)]
    }

    /// The value if this colour outbids the other.
    #[inline]
    fn outbids(&self, mover: Color, bid: u32) -> f32 {
        self.moves(mover, bid, self.purses.advantage)
    }

    /// The value if both bid the same.
    #[inline]
    fn tie(&self, bid: u32) -> f32 {
        let [black, white] = Color::BOTH.map(|mover| self.outbids(mover, bid));
        match self.rules.ties {
            TieRule::Coin => (black + white) / 2.0,
            TieRule::Always(Color::Black) => black,
            TieRule::Always(Color::White) => white,
            TieRule::Advantage => match self.purses.advantage {
                Color::Black => self.moves(Color::Black, bid, Color::White).max(white),
                Color::White => self.moves(Color::White, bid, Color::Black).min(black),
            },
        }
    }

    /// The value for Black that a bid of a colour guarantees: at least this for a bid of Black, at most for one of White,
    /// against every bid of the other. The cheapest bid above it is the worst of all that are higher.
    #[inline]
    fn guarantee(&self, color: Color, bid: u32) -> f32 {
        let opponent = color.opponent();
        let worse: fn(f32, f32) -> f32 = if color == Color::Black { f32::min } else { f32::max };
        let mut guaranteed = if color == Color::Black { 1.0 } else { 0.0 };
        if bid > 0 {
            guaranteed = worse(guaranteed, self.outbids(color, bid));
        }
        if bid <= self.purses.of(opponent) {
            guaranteed = worse(guaranteed, self.tie(bid));
        }
        if bid < self.purses.of(opponent) {
            guaranteed = worse(guaranteed, self.outbids(opponent, bid + 1));
        }
        guaranteed
    }

    /// The value of the round: what Black's best bid guarantees and White's best bid concedes.
    fn value(&self) -> f32 {
        // Near the highest bid at which Black would still rather move than be paid, there is a best bid for each.
        let most = self.purses.of(Color::Black).min(self.purses.of(Color::White));
        let (mut low, mut high) = (0, most + 1);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.outbids(Color::Black, middle) >= self.outbids(Color::White, middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        let near = low.saturating_sub(1)..=low + 2;
        let [least, most] = self.bounds(near);
        if least == most {
            return least;
        }
        let [least, most] = self.bounds(0..=self.purses.of(Color::Black).max(self.purses.of(Color::White)));
        assert!(least == most, "a round of bidding has a saddle point in pure bids: {least} and {most}");
        least
    }

    /// The best that a bid of Black and a bid of White from this range guarantee.
    #[inline]
    fn bounds(&self, bids: std::ops::RangeInclusive<u32>) -> [f32; 2] {
        let (mut least, mut most) = (0.0f32, 1.0f32);
        for bid in bids {
            if bid <= self.purses.of(Color::Black) {
                least = least.max(self.guarantee(Color::Black, bid));
            }
            if bid <= self.purses.of(Color::White) {
                most = most.min(self.guarantee(Color::White, bid));
            }
        }
        [least, most]
    }
}

#[cfg(test)]
mod tests {
    use board::BoardSize;

    use super::*;

    /// The value by the definition: all pairs of bids, all cells, the best pure bid of each; panics without a saddle
    /// point. Rounds that end the recursion early are found by the rules of the board alone.
    fn naive(position: &Position, rules: BiddingRules, purses: Purses) -> f32 {
        if let Some(winner) = position.winner() {
            return if winner == Color::Black { 1.0 } else { 0.0 };
        }
        let after = |mover: Color, bid: u32, holder: Color| -> f32 {
            let purses = purses.paid(mover, bid, rules.payment).with_advantage(holder);
            let values = position.empty_cells().iter().map(|cell| {
                let mut child = *position;
                child.place(mover, cell).unwrap();
                naive(&child, rules, purses)
            });
            match mover {
                Color::Black => values.fold(0.0, f32::max),
                Color::White => values.fold(1.0, f32::min),
            }
        };
        let holder = purses.advantage;
        let outcome = |black: u32, white: u32| match (black.cmp(&white), rules.ties) {
            (std::cmp::Ordering::Greater, _) => after(Color::Black, black, holder),
            (std::cmp::Ordering::Less, _) => after(Color::White, white, holder),
            (_, TieRule::Coin) => {
                (after(Color::Black, black, holder) + after(Color::White, white, holder)) / 2.0
            }
            (_, TieRule::Always(color)) => after(color, black, holder),
            (_, TieRule::Advantage) => {
                let takes = after(holder, black, holder.opponent());
                let declines = after(holder.opponent(), black, holder);
                if holder == Color::Black { takes.max(declines) } else { takes.min(declines) }
            }
        };
        let [blacks, whites] = purses.chips;
        let guaranteed = (0..=blacks)
            .map(|black| (0..=whites).map(|white| outcome(black, white)).fold(1.0, f32::min))
            .fold(0.0, f32::max);
        let conceded = (0..=whites)
            .map(|white| (0..=blacks).map(|black| outcome(black, white)).fold(0.0, f32::max))
            .fold(1.0, f32::min);
        assert_eq!(guaranteed, conceded, "{position:?} {purses:?}");
        guaranteed
    }

    const RULES: [BiddingRules; 8] = {
        let ties =
            [TieRule::Advantage, TieRule::Coin, TieRule::Always(Color::Black), TieRule::Always(Color::White)];
        let mut rules = [BiddingRules { ties: TieRule::Coin, payment: Payment::Bank }; 8];
        let mut at = 0;
        while at < 4 {
            rules[2 * at] = BiddingRules { ties: ties[at], payment: Payment::Opponent };
            rules[2 * at + 1] = BiddingRules { ties: ties[at], payment: Payment::Bank };
            at += 1;
        }
        rules
    };

    #[test]
    fn equals_the_definition_on_2x2_and_1x3() {
        for (cols, rows) in [(2, 2), (1, 3)] {
            let position = Position::empty(BoardSize::new(cols, rows).unwrap());
            for rules in RULES {
                for (black, white, advantage) in
                    [(0, 3, Color::Black), (2, 2, Color::White), (3, 1, Color::Black), (2, 1, Color::White)]
                {
                    let purses = Purses::new(black, white, advantage);
                    let table = DiscreteTable::solve(&position, rules, purses, 1 << 20).unwrap();
                    let value = table.value(&position, purses).unwrap();
                    assert_eq!(value, f64::from(naive(&position, rules, purses)), "{rules:?} {purses:?}");
                }
            }
        }
    }

    /// Leaving out cells that cannot matter changes nothing.
    #[test]
    fn dead_cells_do_not_matter() {
        let position = board::parse_diagram(
            "
            . B W
             B W .
              . . .
            ",
        )
        .unwrap();
        let live = live_cells(&position).unwrap();
        assert!(live.len() < position.empty_cells().len());
        for rules in RULES {
            let purses = Purses::new(5, 6, Color::Black);
            let few = DiscreteTable::solve(&position, rules, purses, 1 << 24).unwrap();
            let all = position.empty_cells().iter().collect();
            let all = DiscreteTable::solve_cells(&position, all, rules, purses, 1 << 24).unwrap();
            for at in 0..few.shelves.len() {
                let purses = few.shelves.purses(at);
                assert_eq!(
                    few.value(&position, purses),
                    all.value(&position, purses),
                    "{rules:?} {purses:?}"
                );
            }
        }
    }

    /// Develin and Payne: more chips never hurt, nor does the advantage chip, which is worth no more than a chip; bids and
    /// cells of the table keep its promise against every opponent.
    #[test]
    fn facts_of_develin_and_payne() {
        for (cols, rows, total) in [(2, 2, 11), (2, 3, 8), (3, 2, 8), (3, 3, 12)] {
            let position = Position::empty(BoardSize::new(cols, rows).unwrap());
            let purses = Purses::new(total, 0, Color::Black);
            let table = DiscreteTable::solve(&position, BiddingRules::default(), purses, 1 << 24).unwrap();
            for arrangement in 0..3usize.pow(table.live.len() as u32) {
                let shelf = table.shelf(arrangement);
                let value = |black: u32, holder: Color| {
                    shelf[table.shelves.number(black, total - black, holder.index())]
                };
                for black in 0..=total {
                    assert!(value(black, Color::Black) >= value(black, Color::White));
                    if black < total {
                        assert!(value(black + 1, Color::White) >= value(black, Color::Black));
                    }
                    assert!([0.0, 1.0].contains(&value(black, Color::White)));
                }
            }
        }
    }

    /// Theorem 3.2 of Develin and Payne, an independent way to the same thresholds. Count `k` chips as `2 k` and `k` chips
    /// with the advantage chip as `2 k + 1`: the fewest with which Black wins follow from the fewest after Black's best
    /// and White's best move alone.
    #[test]
    fn thresholds_obey_the_recursion_of_develin_and_payne() {
        for (cols, rows, total) in [(2, 2, 11), (2, 3, 8), (3, 3, 9), (3, 3, 14)] {
            let position = Position::empty(BoardSize::new(cols, rows).unwrap());
            let purses = Purses::new(total, 0, Color::Black);
            let table = DiscreteTable::solve(&position, BiddingRules::default(), purses, 1 << 24).unwrap();
            let threshold = |shelf: &[f32]| -> u32 {
                // Above all there are stands one chip more than there are.
                let wins = |half: u32| {
                    let holder = if half % 2 == 1 { Color::Black } else { Color::White };
                    shelf[table.shelves.number(half / 2, total - half / 2, holder.index())] == 1.0
                };
                (0..2 * total + 2).find(|&half| wins(half)).unwrap_or(2 * total + 2)
            };
            for arrangement in 0..3usize.pow(table.live.len() as u32) {
                if table.winner(arrangement).is_some() {
                    continue;
                }
                let after = table.after_moves(arrangement);
                let [black, white] = [threshold(&after[0]), threshold(&after[1])];
                let sum = black / 2 + white / 2;
                let starred = black % 2 == 1;
                let expected = 2 * (sum / 2)
                    + match (sum % 2, starred) {
                        (0, false) => 0,
                        (1, true) => 2,
                        _ => 1,
                    };
                assert_eq!(threshold(table.shelf(arrangement)), expected, "{black} {white} of {total}");
            }
        }
    }
}
