//! Records of games of chance: what is written comes back, and what breaks the rules is refused.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Color, Position};
use chance::{
    BiddingGame, BiddingRules, ChanceContest, Coin, Payment, Played, Purses, RandomTurnGame, TieRule,
    Variant, bidding_record, random_turn_record, replay,
};
use proptest::prelude::*;
use record::sgf;

fn through_sgf(played: &Played) -> Played {
    let record = match played {
        Played::RandomTurn(game) => random_turn_record(game, Coin::FAIR),
        Played::Bidding(game) => bidding_record(game),
    };
    let text = sgf::write(&[record]);
    replay(&sgf::read(&text).unwrap()[0]).unwrap()
}

fn size() -> BoardSize {
    BoardSize::square(3).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whole games between random players, under all rules, from both sides.
    #[test]
    fn games_come_back_as_they_were(
        seed in any::<u64>(),
        ties in prop::sample::select(vec!["advantage", "coin", "black", "white"]),
        bank in any::<bool>(),
        random_turn in any::<bool>(),
    ) {
        let payment = if bank { Payment::Bank } else { Payment::Opponent };
        let rules = BiddingRules { ties: ties.parse::<TieRule>().unwrap(), payment };
        let variant = if random_turn {
            Variant::RandomTurn(Coin::new(0.4).unwrap())
        } else {
            // Few chips make many ties.
            Variant::Bidding(rules, Purses::new(2, 3, Color::White))
        };
        let players = ["random".parse().unwrap(); 2];
        let contest = ChanceContest { size: size(), variant, players, pairs: 1, seed };
        contest.play(&mut |game| assert_eq!(through_sgf(&game.played), game.played)).unwrap();
    }

    /// No text makes the reader panic.
    #[test]
    fn any_property_may_be_wrong(name in "VARIANT|COIN|CHIPS|ADVANTAGE|TIES|PAYMENT|BIDS|TIE", value in "[a-z0-9:.-]{0,6}") {
        let text = format!("(;FF[4]GM[11]SZ[3]VARIANT[bidding]TIES[coin]PAYMENT[bank]CHIPS[5:5]ADVANTAGE[black]{name}[{value}];B[a1]BIDS[2:1]CHIPS[3:5]ADVANTAGE[black]{name}[{value}])");
        if let Ok(records) = sgf::read(&text) {
            let _ = replay(&records[0]);
        }
    }
}

#[test]
fn unfinished_resigned_and_set_up_games() {
    let mut start = Position::empty(size());
    start.place(Color::White, size().cell("a3").unwrap()).unwrap();
    let mut game =
        BiddingGame::from_position(start, BiddingRules::default(), Purses::new(10, 7, Color::White));
    game.bid([4, 4]).unwrap();
    game.settle(false).unwrap();
    game.play(size().cell("b2").unwrap()).unwrap();
    assert_eq!(through_sgf(&Played::Bidding(game.clone())), Played::Bidding(game.clone()));
    let text = sgf::write(&[bidding_record(&game)]);
    for part in
        ["VARIANT[bidding]", "CHIPS[10:7]", "AW[a3]", ";B[b2]", "BIDS[4:4]", "TIE[declined]", "CHIPS[6:11]"]
    {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    game.resign(Color::Black).unwrap();
    let Played::Bidding(back) = through_sgf(&Played::Bidding(game.clone())) else { panic!("a bidding game") };
    assert_eq!(back.winner(), Some(Color::White));
    assert!(sgf::write(&[bidding_record(&game)]).contains("RE[W+Resign]"));

    let mut game = RandomTurnGame::new(size());
    game.flip(Color::White).unwrap();
    game.play(size().cell("c1").unwrap()).unwrap();
    assert_eq!(through_sgf(&Played::RandomTurn(game.clone())), Played::RandomTurn(game));
}

fn refused(text: &str) -> String {
    replay(&sgf::read(text).unwrap()[0]).unwrap_err().to_string()
}

#[test]
fn what_breaks_the_rules_is_refused_with_its_place() {
    let root = "(;FF[4]GM[11]SZ[3]VARIANT[bidding]TIES[advantage]PAYMENT[opponent]CHIPS[5:5]ADVANTAGE[black]";
    assert_eq!(
        refused(&format!("{root};B[a1]BIDS[6:1]CHIPS[3:7]ADVANTAGE[black])")),
        "node 1 of the record: found a bid of 6 by black: expected 0 to 5, the chips it has"
    );
    assert_eq!(
        refused(&format!("{root};B[a1]BIDS[2:1]CHIPS[4:6]ADVANTAGE[black])")),
        "node 1 of the record: found chips 4:6, advantage black: expected 3:7, black"
    );
    assert_eq!(
        refused(&format!("{root};W[a1]BIDS[2:1]CHIPS[3:7]ADVANTAGE[black])")),
        "node 1 of the record: found a move of white: expected one of the winner of the bidding"
    );
    assert_eq!(
        refused(&format!("{root};B[a1]CHIPS[3:7]ADVANTAGE[black])")),
        "node 1 of the record: found BIDS missing: expected two whole numbers, such as 17:19"
    );
    assert_eq!(
        refused("(;FF[4]GM[11]SZ[3];B[a1])"),
        "the root of the record: found VARIANT missing: expected random-turn or bidding"
    );
}
