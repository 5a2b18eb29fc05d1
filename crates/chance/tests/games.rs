//! The games: what is legal, what bids cost, who wins; and players at the board.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Color, Position};
use chance::{
    Analysis, Arithmetic, BiddingGame, BiddingPhase, BiddingRules, ChanceContest, ChancePlayer, Coin,
    DiscreteTable, Payment, Purses, RandomTurnGame, RandomTurnPhase, Reason, Seat, TieBreak, TieRule,
    Variant, analyze,
};
use proptest::prelude::*;

fn size(side: usize) -> BoardSize {
    BoardSize::square(side).unwrap()
}

fn game(ties: TieRule, payment: Payment) -> BiddingGame {
    BiddingGame::new(size(3), BiddingRules { ties, payment }, Purses::new(10, 10, Color::Black))
}

#[test]
fn the_higher_bidder_pays_and_moves() {
    let mut game = game(TieRule::Advantage, Payment::Opponent);
    game.bid([3, 5]).unwrap();
    assert_eq!((game.phase(), game.purses().chips), (BiddingPhase::Move(Color::White), [15, 5]));
    game.play(size(3).cell("b2").unwrap()).unwrap();
    assert_eq!(game.position().at(size(3).cell("b2").unwrap()), Some(Color::White));
    assert_eq!(game.phase(), BiddingPhase::Bids);
    assert_eq!(game.rounds()[0].bids, [3, 5]);
}

#[test]
fn the_bank_keeps_what_it_gets() {
    let mut game = game(TieRule::Advantage, Payment::Bank);
    game.bid([3, 5]).unwrap();
    assert_eq!(game.purses().chips, [10, 5]);
}

#[test]
fn the_advantage_chip_changes_hands_only_when_it_is_used() {
    let mut taken = game(TieRule::Advantage, Payment::Opponent);
    taken.bid([4, 4]).unwrap();
    assert_eq!(taken.phase(), BiddingPhase::Advantage(Color::Black));
    let mut declined = taken.clone();
    taken.settle(true).unwrap();
    assert_eq!(taken.purses(), Purses::new(6, 14, Color::White));
    assert_eq!(taken.phase(), BiddingPhase::Move(Color::Black));
    declined.settle(false).unwrap();
    assert_eq!(declined.purses(), Purses::new(14, 6, Color::Black));
    assert_eq!(declined.phase(), BiddingPhase::Move(Color::White));
    declined.play(size(3).cell("a1").unwrap()).unwrap();
    assert_eq!(declined.rounds()[0].tie, Some(TieBreak::Declined));
}

#[test]
fn other_tie_rules() {
    let mut coin = game(TieRule::Coin, Payment::Opponent);
    coin.bid([2, 2]).unwrap();
    assert_eq!(coin.phase(), BiddingPhase::Flip);
    coin.flip(Color::White).unwrap();
    assert_eq!((coin.phase(), coin.purses().chips), (BiddingPhase::Move(Color::White), [12, 8]));
    let mut white = game(TieRule::Always(Color::White), Payment::Opponent);
    white.bid([2, 2]).unwrap();
    assert_eq!(white.phase(), BiddingPhase::Move(Color::White));
}

#[test]
fn what_is_not_legal_is_refused_and_changes_nothing() {
    let mut game = game(TieRule::Coin, Payment::Opponent);
    let before = game.clone();
    let message = |error: chance::ChanceError| error.to_string();
    assert_eq!(
        message(game.bid([11, 0]).unwrap_err()),
        "found a bid of 11 by black: expected 0 to 10, the chips it has"
    );
    assert_eq!(
        message(game.play(size(3).cell("a1").unwrap()).unwrap_err()),
        "found a stone: expected bids of both players"
    );
    assert_eq!(
        message(game.settle(true).unwrap_err()),
        "found a decision about the advantage chip: expected bids of both players"
    );
    assert!(game.flip(Color::Black).is_err());
    assert_eq!(game, before);
    game.bid([1, 0]).unwrap();
    assert!(game.bid([1, 0]).is_err());
    game.play(size(3).cell("a1").unwrap()).unwrap();
    game.bid([1, 0]).unwrap();
    let occupied = message(game.play(size(3).cell("a1").unwrap()).unwrap_err());
    assert_eq!(occupied, "cell a1 is occupied by black: expected an empty cell");
    game.resign(Color::Black).unwrap();
    assert_eq!(game.winner(), Some(Color::White));
    assert!(game.resign(Color::White).is_err());
    assert_eq!(
        message(Purses::new(u32::MAX, 1, Color::Black).checked().unwrap_err()),
        "found 4294967296 chips in all: expected at most 1000000000"
    );
}

#[test]
fn random_turn_games_go_by_the_coin() {
    let mut game = RandomTurnGame::new(size(2));
    assert!(game.play(size(2).cell("a1").unwrap()).is_err());
    for name in ["a1", "a2"] {
        game.flip(Color::Black).unwrap();
        assert_eq!(game.phase(), RandomTurnPhase::Move(Color::Black));
        assert!(game.flip(Color::White).is_err());
        game.play(size(2).cell(name).unwrap()).unwrap();
    }
    assert_eq!(game.winner(), Some(Color::Black));
    assert!(game.flip(Color::Black).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Chips are never lost or made when the opponent gets them, and only lost when the bank does; every game ends.
    #[test]
    fn chips_are_conserved(
        bids in prop::collection::vec((0.0f64..=1.0, 0.0f64..=1.0, any::<bool>()), 9),
        bank in any::<bool>(),
        advantage in any::<bool>(),
    ) {
        let ties = if advantage { TieRule::Advantage } else { TieRule::Coin };
        let mut game = game(ties, if bank { Payment::Bank } else { Payment::Opponent });
        for (black, white, choice) in bids {
            if game.winner().is_some() {
                break;
            }
            let before = game.purses();
            let bid = |share: f64, color| (share * f64::from(before.of(color))).round() as u32;
            let bids = [bid(black, Color::Black), bid(white, Color::White)];
            game.bid(bids).unwrap();
            match game.phase() {
                BiddingPhase::Advantage(_) => game.settle(choice).unwrap(),
                BiddingPhase::Flip => game.flip(Color::BOTH[usize::from(choice)]).unwrap(),
                _ => {}
            }
            let BiddingPhase::Move(mover) = game.phase() else { panic!("a mover is chosen") };
            let paid = bids[mover.index()];
            prop_assert!(paid >= bids[mover.opponent().index()]);
            prop_assert_eq!(game.purses().of(mover), before.of(mover) - paid);
            prop_assert_eq!(game.purses().total(), before.total() - if bank { paid } else { 0 });
            let cell = game.position().empty_cells().first().unwrap();
            game.play(cell).unwrap();
        }
        prop_assert!(game.winner().is_some());
    }
}

/// As chips grow, the share with which Black wins the discrete game tends to Richman's value.
#[test]
fn the_discrete_game_tends_to_richmans_value() {
    for (black, white) in [("", ""), ("a2", ""), ("", "b1"), ("a1 c2", "b1")] {
        let size = size(3);
        let mut position = Position::empty(size);
        for (color, names) in [(Color::Black, black), (Color::White, white)] {
            for cell in size.cells_named(names).unwrap() {
                position.place(color, cell).unwrap();
            }
        }
        let analysis: Analysis = analyze(&position, Coin::FAIR, Arithmetic::Fractions).unwrap();
        let richman = analysis.richman(Color::Black);
        for total in [20u32, 60, 160] {
            let purses = Purses::new(total, 0, Color::Black);
            let table = DiscreteTable::solve(&position, BiddingRules::default(), purses, 1 << 26).unwrap();
            let [Some(with), Some(without)] = table.fewest_chips(&position).unwrap() else {
                panic!("all chips are enough")
            };
            assert!(with <= without && without <= with + 1);
            for fewest in [with, without] {
                let share = f64::from(fewest) / f64::from(total);
                // A chip or two of rounding, at most.
                assert!((share - richman).abs() <= 2.0 / f64::from(total), "{share} {richman} {total}");
            }
        }
    }
}

/// Where the table promises a win, the exact player wins against anyone: here against opponents that bid at random, from
/// every division of the chips that the table says is enough.
#[test]
fn the_exact_player_keeps_the_tables_promise() {
    let position = Position::empty(size(2));
    for ties in [TieRule::Advantage, TieRule::Always(Color::White), TieRule::Always(Color::Black)] {
        for payment in [Payment::Opponent, Payment::Bank] {
            let rules = BiddingRules { ties, payment };
            for (black, white) in [(0, 7), (3, 4), (4, 3), (5, 2), (7, 0)] {
                let purses = Purses::new(black, white, Color::White);
                let table = DiscreteTable::solve(&position, rules, purses, 1 << 20).unwrap();
                let winner =
                    if table.value(&position, purses).unwrap() == 1.0 { Color::Black } else { Color::White };
                for seed in 0..20 {
                    let mut game = BiddingGame::new(size(2), rules, purses);
                    let mut sure = Seat::new(ChancePlayer::Exact, seed);
                    let mut wild = Seat::new(ChancePlayer::Random, seed);
                    while game.winner().is_none() {
                        let mut bids = [0; 2];
                        for color in Color::BOTH {
                            let seat = if color == winner { &mut sure } else { &mut wild };
                            let advice = seat.advise(&game, color).unwrap().unwrap();
                            assert!(color != winner || advice.reason == Reason::Table { chances: 1.0 });
                            bids[color.index()] = advice.bid;
                        }
                        game.bid(bids).unwrap();
                        if let BiddingPhase::Advantage(holder) = game.phase() {
                            let seat = if holder == winner { &mut sure } else { &mut wild };
                            let takes = seat.takes_tie(&game, holder).unwrap();
                            game.settle(takes).unwrap();
                        }
                        let BiddingPhase::Move(mover) = game.phase() else { panic!("a mover is chosen") };
                        let seat = if mover == winner { &mut sure } else { &mut wild };
                        let cell = seat.cell_after_bidding(&game, mover).unwrap().unwrap();
                        game.play(cell).unwrap();
                    }
                    assert_eq!(game.winner(), Some(winner), "{rules:?} {purses:?}");
                }
            }
        }
    }
}

fn contest(variant: Variant, players: [&str; 2], side: usize, pairs: u32) -> ChanceContest {
    ChanceContest {
        size: size(side),
        variant,
        players: players.map(|name| name.parse().unwrap()),
        pairs,
        seed: 1,
    }
}

#[test]
fn the_exact_player_beats_random_bidders_always() {
    let purses = Purses::new(100, 100, Color::Black);
    for ties in [TieRule::Advantage, TieRule::Coin] {
        let variant = Variant::Bidding(BiddingRules { ties, payment: Payment::Opponent }, purses);
        let score = contest(variant, ["exact", "random"], 7, 10).play(&mut |_| ()).unwrap();
        assert_eq!((score.wins(), score.games()), (20, 20));
    }
}

/// A match is the same for the same seed; the coin of a pair is the same in both games; and in Random-Turn Hex the exact
/// player beats the random one most of the time.
#[test]
fn matches_are_fair_and_repeatable() {
    let match_of = contest(Variant::RandomTurn(Coin::FAIR), ["exact", "random"], 5, 20);
    let play = || {
        let mut games = Vec::new();
        let score = match_of.play(&mut |game| games.push(game.clone())).unwrap();
        (score, games)
    };
    let (score, games) = play();
    assert_eq!((score.clone(), games.clone()), play());
    assert!(score.rate() - score.margin() > 0.6, "{} ± {}", score.rate(), score.margin());
    for pair in games.chunks(2) {
        let flips = |game: &chance::ContestGame| match &game.played {
            chance::Played::RandomTurn(game) => {
                game.turns().iter().map(|turn| turn.mover).collect::<Vec<_>>()
            }
            chance::Played::Bidding(_) => panic!("a game of Random-Turn Hex"),
        };
        let common = flips(&pair[0]).len().min(flips(&pair[1]).len());
        assert_eq!(flips(&pair[0])[..common], flips(&pair[1])[..common]);
        assert_eq!([pair[0].first, pair[1].first], Color::BOTH);
    }
}
