//! The referee of one game: every game ends with the right winner, clocks and faults count, a restored game is the same.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use arena::signals::{ErrorCode, PlayerSignal, ServerSignal, SignalReason};
use arena::{Act, ActOutcome, ClockRules, Deed, GameRules, GameSettings, Reaction, Table};
use board::Color;
use proptest::prelude::*;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

fn rules(change: impl FnOnce(&mut GameSettings)) -> GameRules {
    let clock = ClockRules { per_move: 0, per_game: 10_000, increment: 100, lag: 50 };
    let mut settings = GameSettings { size: "4".to_string(), clock, ..GameSettings::default() };
    change(&mut settings);
    settings.rules().unwrap()
}

fn stone(cell: &str) -> PlayerSignal {
    PlayerSignal::Stone(cell.to_string())
}

/// A legal answer to a question, chosen at random.
fn answer(
    table: &Table,
    question: &ServerSignal,
    random: &mut Xoshiro256PlusPlus,
    color: Color,
) -> Option<PlayerSignal> {
    let mut below = |bound: u64| random.next_u64() % bound;
    match question {
        ServerSignal::Opening(_)
        | ServerSignal::Move { .. }
        | ServerSignal::Swap(_)
        | ServerSignal::Turn(_) => {
            let is_reply = table.acts().len() == 1 && matches!(question, ServerSignal::Move { .. });
            if is_reply && below(2) == 0 {
                return Some(PlayerSignal::Swap);
            }
            let empty: Vec<_> = table.position().empty_cells().iter().collect();
            let cell = empty[below(empty.len() as u64) as usize];
            Some(stone(&table.rules().size.name(cell).to_string()))
        }
        ServerSignal::Bid { chips, .. } => {
            Some(PlayerSignal::Bid(below(u64::from(chips[color.index()].min(3)) + 1) as u32))
        }
        ServerSignal::Advantage { .. } => {
            Some(if below(2) == 0 { PlayerSignal::Take } else { PlayerSignal::Decline })
        }
        _ => None,
    }
}

/// Plays a game at random to its end and returns the table and everything that was sent.
fn play(rules: GameRules, seed: u64) -> (Table, Vec<(Color, ServerSignal)>) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut table = Table::new(rules, seed);
    let mut sent = Vec::new();
    let mut now = 1_000;
    let mut open: Vec<(Color, ServerSignal)> = table.begin(now).signals;
    while table.outcome().is_none() {
        sent.extend(open.iter().cloned());
        let mut next = Vec::new();
        for (color, question) in &open {
            let Some(signal) = answer(&table, question, &mut random, *color) else { continue };
            now += random.next_u64() % 120;
            let reaction = table.answer(*color, &signal, now);
            assert!(reaction.prove.is_none());
            next.extend(reaction.signals);
        }
        assert!(!next.is_empty() || table.outcome().is_some(), "no player is asked");
        open = next;
    }
    sent.extend(open);
    (table, sent)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn games_of_all_kinds_end_on_the_board(seed: u64, kind in 0usize..3, side in 1usize..=5, ties in 0usize..3) {
        let rules = rules(|settings| {
            settings.variant = ["hex", "random-turn", "bidding"][kind].to_string();
            settings.ties = ["advantage", "coin", "white"][ties].to_string();
            settings.chips = [5, 5];
            settings.size = side.to_string();
        });
        let (table, sent) = play(rules, seed);
        let winner = table.position().winner();
        prop_assert!(winner.is_some(), "the winner is found at once and only on the board");
        prop_assert_eq!(table.outcome(), Some(ActOutcome { winner, reason: SignalReason::Connection }));
        // No refusals, and the first player of Hex is asked for the opening.
        let is_error = |signal: &ServerSignal| matches!(signal, ServerSignal::Error { .. });
        prop_assert!(!sent.iter().any(|(_, signal)| is_error(signal)), "{sent:?}");
        if kind == 0 {
            prop_assert!(matches!(sent[0], (Color::Black, ServerSignal::Opening(_))));
        }
        // The acts, written and read again, give the same game.
        let size = rules.size;
        let texts: Vec<String> = table.acts().iter().map(|act| act.text(size).to_string()).collect();
        let acts: Vec<Act> = texts.iter().map(|text| Act::parse(text, size).unwrap()).collect();
        prop_assert_eq!(&acts[..], table.acts());
        let again = Table::restore(rules, seed, acts.iter().copied()).unwrap();
        prop_assert_eq!(again.position(), table.position());
        prop_assert_eq!(again.outcome(), table.outcome());
        // A game that stops anywhere goes on with the same question.
        for length in 0..acts.len() {
            let mut part = Table::restore(rules, seed, acts[..length].iter().copied()).unwrap();
            let asked = part.begin(0).signals;
            prop_assert!(!asked.is_empty());
            prop_assert!(asked.iter().all(|(color, signal)| part.open_question(*color, 0).as_ref() == Some(signal)));
        }
    }

    /// For any input of two players, the referee neither panics nor ends a game on the board without a winner there.
    #[test]
    fn any_answers_are_survived(seed: u64, kind in 0usize..3, lines in prop::collection::vec((any::<bool>(), "[a-d][1-4]|swap|bid [0-9]|take|decline|quit|ready 1|pong 3|z9", 0u64..4000), 0..60)) {
        let mut table = Table::new(rules(|settings| {
            settings.variant = ["hex", "random-turn", "bidding"][kind].to_string();
            settings.chips = [4, 4];
        }), seed);
        let mut now = 0;
        table.begin(now);
        for (black, line, wait) in lines {
            let color = if black { Color::Black } else { Color::White };
            now += wait;
            let before = table.acts().len();
            let reaction = table.answer(color, &line.parse().unwrap(), now);
            prop_assert_eq!(reaction.act.is_some(), table.acts().len() > before);
            table.expire(now);
        }
        if let Some(outcome) = table.outcome() {
            prop_assert_eq!(outcome.reason == SignalReason::Connection, table.position().winner().is_some());
        }
    }
}

fn only(reaction: &Reaction) -> &ServerSignal {
    assert_eq!(reaction.signals.len(), 1, "{:?}", reaction.signals);
    &reaction.signals[0].1
}

#[test]
fn clocks_run_for_the_one_who_is_asked() {
    let mut table = Table::new(rules(|_| {}), 1);
    assert_eq!(only(&table.begin(5_000)).to_string(), "opening 10000 10000");
    let reaction = table.answer(Color::Black, &stone("b2"), 5_350);
    assert_eq!(only(&reaction).to_string(), "move b2 10000 9800", "350 used, 50 lag, 100 increment");
    assert_eq!(reaction.act.unwrap().used, [350, 0]);
    assert_eq!(table.deadline(), Some(5_350 + 10_000 + 50));
    table.expire(15_400);
    assert_eq!(table.outcome(), None);
    table.expire(15_401);
    assert_eq!(table.outcome(), Some(ActOutcome { winner: Some(Color::Black), reason: SignalReason::Time }));
}

#[test]
fn a_late_answer_loses_even_if_nobody_looked_at_the_clock() {
    let mut table = Table::new(rules(|_| {}), 1);
    table.begin(0);
    let reaction = table.answer(Color::Black, &stone("b2"), 10_051);
    assert!(reaction.act.is_none());
    assert_eq!(table.outcome(), Some(ActOutcome { winner: Some(Color::White), reason: SignalReason::Time }));
}

#[test]
fn the_swap_takes_the_first_stone_and_asks_for_another_move() {
    let mut table = Table::new(rules(|_| {}), 1);
    table.begin(0);
    table.answer(Color::Black, &stone("a3"), 0);
    let reaction = table.answer(Color::White, &PlayerSignal::Swap, 0);
    assert_eq!(reaction.signals[0].0, Color::Black);
    assert!(only(&reaction).to_string().starts_with("swap "));
    let size = table.rules().size;
    assert_eq!(table.position().at(size.cell("c1").unwrap()), Some(Color::White));
    assert_eq!(table.position().at(size.cell("a3").unwrap()), None);
    assert_eq!(table.replay(Color::White).len(), 2);
    assert_eq!(table.replay(Color::Black).len(), 1, "the question repeats the swap");
}

#[test]
fn wrong_answers_are_counted_and_answers_out_of_turn_are_not() {
    let mut table = Table::new(rules(|settings| settings.swap = false), 1);
    table.begin(0);
    for _ in 0..10 {
        let reaction = table.answer(Color::White, &stone("a1"), 0);
        assert!(matches!(only(&reaction), ServerSignal::Error { code: ErrorCode::Turn, .. }));
    }
    table.answer(Color::Black, &stone("a1"), 0);
    for (signal, says) in
        [(stone("a1"), "occupied"), (stone("e1"), "not on the 4x4 board"), (PlayerSignal::Swap, "swap")]
    {
        assert_eq!(table.outcome(), None);
        let reaction = table.answer(Color::White, &signal, 0);
        let ServerSignal::Error { code: ErrorCode::Illegal, text } = only(&reaction) else { panic!() };
        assert!(text.contains(says), "{text}");
    }
    assert_eq!(
        table.outcome(),
        Some(ActOutcome { winner: Some(Color::Black), reason: SignalReason::Illegal })
    );
}

#[test]
fn bids_stay_sealed_until_both_are_there() {
    let mut table = Table::new(rules(|settings| settings.variant = "bidding".to_string()), 1);
    let asked = table.begin(0);
    assert_eq!(asked.signals.len(), 2);
    assert_eq!(asked.signals[0].1.to_string(), "bid 100:100 white 10000 10000");
    let first = table.answer(Color::White, &PlayerSignal::Bid(19), 10);
    assert!(first.signals.is_empty() && first.act.is_none(), "nothing is told");
    let twice = table.answer(Color::White, &PlayerSignal::Bid(1), 20);
    assert!(matches!(only(&twice), ServerSignal::Error { code: ErrorCode::Turn, .. }), "a bid stands");
    let too_much = table.answer(Color::Black, &PlayerSignal::Bid(101), 20);
    assert!(matches!(only(&too_much), ServerSignal::Error { code: ErrorCode::Illegal, .. }));
    let second = table.answer(Color::Black, &PlayerSignal::Bid(17), 30);
    assert_eq!(second.act.unwrap().deed, Deed::Bids([17, 19]));
    let lines: Vec<String> = second.signals.iter().map(|(to, signal)| format!("{to}: {signal}")).collect();
    assert_eq!(lines, ["black: bids 17:19 white", "white: bids 17:19 white", "white: turn 10100 10100"]);
}

#[test]
fn a_proof_ends_a_game_only_where_the_rules_allow_it() {
    let mut table = Table::new(rules(|settings| settings.adjudicate = true), 1);
    table.begin(0);
    table.answer(Color::Black, &stone("b2"), 0);
    let reaction = table.answer(Color::White, &stone("d4"), 0);
    assert!(reaction.signals.is_empty(), "no player is asked while the position is examined");
    assert_eq!(reaction.prove.as_ref(), Some(table.position()));
    assert_eq!(table.deadline(), None);
    let asked = table.judged(None, 500);
    assert!(only(&asked).to_string().starts_with("move d4 10100"));
    table.answer(Color::Black, &stone("b3"), 500);
    table.judged(Some(Color::Black), 600);
    assert_eq!(table.outcome(), Some(ActOutcome { winner: Some(Color::Black), reason: SignalReason::Proof }));
    assert!(table.judged(Some(Color::White), 600).signals.is_empty(), "a late proof changes nothing");
}

#[test]
fn wrong_settings_are_named() {
    let settings = GameSettings::default();
    for (settings, what) in [
        (GameSettings { size: "20".to_string(), ..settings.clone() }, "size"),
        (GameSettings { variant: "go".to_string(), ..settings.clone() }, "variant"),
        (GameSettings { variant: "bidding".to_string(), ties: "x".to_string(), ..settings.clone() }, "ties"),
        (GameSettings { variant: "random-turn".to_string(), coin: 2.0, ..settings.clone() }, "coin"),
        (GameSettings { grace: u64::MAX, ..settings }, "grace"),
    ] {
        let error = settings.rules().unwrap_err().to_string();
        assert!(error.contains(what) && error.contains("expected"), "{error}");
    }
}
