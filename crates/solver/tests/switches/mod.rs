//! Every switch of the solver, and what is checked of an answer: for the tests that compare the solver with exact values.

use board::{BoardSize, Color, Position, random_below};
use proof::Exact;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use solver::{Method, ProverSettings, SolverAnswer, SolverSettings};

/// A search with its provers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice {
    /// The switches turned off, a bit for each.
    pub(crate) off: u64,
    pub(crate) settings: SolverSettings,
    pub(crate) provers: ProverSettings,
}

/// A feature that can be turned off.
pub(crate) struct Switch {
    name: &'static str,
    turn_off: fn(&mut Choice),
}

pub(crate) const SWITCHES: &[Switch] = &[
    Switch { name: "proof numbers", turn_off: |choice| choice.settings.method = Method::DepthFirst },
    // A table of one bucket for each lock.
    Switch { name: "a large table", turn_off: |choice| choice.settings.table_bytes = 0 },
    Switch { name: "symmetry", turn_off: |choice| choice.settings.symmetry = false },
    Switch { name: "strategy stealing", turn_off: |choice| choice.settings.strategy_stealing = false },
    Switch { name: "region cuts", turn_off: |choice| choice.settings.region_cuts = false },
    Switch { name: "lemmas", turn_off: |choice| choice.settings.lemmas = false },
    Switch { name: "widening", turn_off: |choice| choice.settings.widening_share = 1.0 },
    Switch { name: "connections", turn_off: |choice| choice.provers.connections = false },
    Switch { name: "must-play", turn_off: |choice| choice.provers.must_play = false },
    Switch {
        name: "captured cells in connections",
        turn_off: |choice| choice.provers.limits.captured = false,
    },
    Switch { name: "inferior cells", turn_off: |choice| choice.provers.inferior = false },
    Switch { name: "pruning", turn_off: |choice| choice.provers.pruning = false },
    Switch { name: "decompositions", turn_off: |choice| choice.provers.decompositions = false },
];

impl Choice {
    /// The default search, with the switches turned off whose bits are set.
    pub(crate) fn without(off: u64) -> Self {
        let settings = SolverSettings { table_bytes: 16 << 20, ..SolverSettings::default() };
        let mut choice = Self { off, settings, provers: ProverSettings::default() };
        for (bit, switch) in SWITCHES.iter().enumerate() {
            if off >> bit & 1 == 1 {
                (switch.turn_off)(&mut choice);
            }
        }
        choice
    }

    /// The features that are turned off.
    pub(crate) fn words(&self) -> String {
        let off = SWITCHES.iter().enumerate().filter(|(bit, _)| self.off >> bit & 1 == 1);
        let names: Vec<&str> = off.map(|(_, switch)| switch.name).collect();
        if names.is_empty() { "everything on".to_string() } else { format!("without {}", names.join(", ")) }
    }
}

/// The settings to test in turn: nothing, each switch alone, each switch of the search without any prover (which decide most
/// positions of a small board before there is a search), and random combinations.
pub(crate) fn combinations(random: usize) -> Vec<u64> {
    let bit = |name: &str| SWITCHES.iter().position(|switch| switch.name == name).expect("a switch");
    let provers = 1 << bit("connections") | 1 << bit("inferior cells");
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(4);
    let each = (0..SWITCHES.len()).map(|bit| 1 << bit);
    let by_rules = (0..bit("connections")).map(|bit| 1 << bit | provers);
    let others = (0..random).map(|_| random_below(&mut generator, 1 << SWITCHES.len()) as u64);
    [0, provers].into_iter().chain(each).chain(by_rules).chain(others).collect()
}

/// The positions of games that are not over.
pub(crate) fn positions_of_games(exact: &Exact) -> impl Iterator<Item = Position<1>> {
    (0..exact.positions()).filter_map(|code| {
        let position: Position<1> = exact.position(code, Color::Black);
        let [black, white] = Color::BOTH.map(|color| position.stones(color).len());
        let to_move = match black.checked_sub(white)? {
            0 => Color::Black,
            1 => Color::White,
            _ => return None,
        };
        position.winner().is_none().then(|| exact.position(code, to_move))
    })
}

/// The winner is right, the winning move wins, and the carrier is enough: with every other empty cell given to the loser,
/// the winner still wins.
pub(crate) fn check(exact: &Exact, position: &Position<1>, answer: &SolverAnswer<1>, choice: &Choice) {
    let stones = |position: &Position<1>| Color::BOTH.map(|color| position.stones(color));
    let winner = exact.winner(&stones(position), position.to_move());
    assert_eq!(answer.winner, Some(winner), "{} {position:?}", choice.words());
    if let Some(cell) = answer.winning_move {
        let child = position.child(cell);
        assert_eq!(exact.winner(&stones(&child), child.to_move()), winner, "{} {position:?}", choice.words());
    }
    let empty = position.empty_cells();
    assert!(answer.carrier.is_subset(&empty), "{} {position:?}", choice.words());
    let mut restricted = stones(position);
    restricted[winner.opponent().index()] |= empty.minus(answer.carrier);
    let holds = exact.winner(&restricted, position.to_move()) == winner;
    assert!(holds, "carrier too small: {:?} {} {position:?}", answer.carrier, choice.words());
}

/// A board of which every position has an exact value.
pub(crate) fn exact(cols: usize, rows: usize) -> Exact {
    Exact::new(BoardSize::new(cols, rows).expect("a board"))
}
