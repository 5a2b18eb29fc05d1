//! Questions as front ends ask them: the swap apart from playing on, what a store adds, and which moves win.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use analysis::{
    BetweenQuestion, Context, DecompositionQuestion, GameInput, LocalGamesQuestion, MoveQuestion,
    MoveVerdict, Moves, MustPlayQuestion, Plan, QUESTIONS, Question, RestsOn, Service, SolveAnswer,
    SolveObserver, SolveQuestion, question, solve,
};
use board::{BoardSize, Game, MAX_WORDS, Move, Position};
use solver::{
    AnySolver, Archive, DecidedPosition, ProverSettings, SolverObserver, SolverSettings, SolverStatus,
};

fn game(side: usize, moves: &str, swap: bool) -> GameInput {
    let size = BoardSize::square(side).unwrap();
    let mut game = Game::new(size, swap);
    for name in moves.split_whitespace() {
        game.play(Move::parse(name, size).unwrap()).unwrap();
    }
    GameInput::of(&game)
}

fn ask<Q: Question>(question: Q, service: &Service) -> Q::Answer {
    question.prepare(service).unwrap().answer(&Context::default()).unwrap()
}

fn solved(game: GameInput, all_moves: bool, service: &Service) -> SolveAnswer {
    ask(SolveQuestion { game, all_moves, milliseconds: None }, service)
}

#[test]
fn a_winning_opening_is_swapped_and_a_losing_one_is_not() {
    let service = Service::default();
    for (opening, black_wins) in [("c3", true), ("a1", false)] {
        for all_moves in [false, true] {
            let answer = solved(game(5, opening, true), all_moves, &service);
            let swap = answer.swap.unwrap();
            // The winner is of the game that goes on with a stone.
            assert_eq!(answer.winner.as_deref(), Some(if black_wins { "black" } else { "white" }));
            assert_eq!(swap.is_better(), Some(black_wins), "{opening}");
            assert_eq!(swap.swapping.chance, Some(f64::from(u8::from(black_wins))));
            assert_eq!(swap.playing_on.chance, Some(f64::from(u8::from(!black_wins))));
            assert!(swap.swapping.proved && swap.playing_on.proved);
        }
    }
    // Without the rule, and after the second move, there is nothing to swap.
    assert_eq!(solved(game(5, "c3", false), false, &service).swap, None);
    assert_eq!(solved(game(5, "c3 a1", true), false, &service).swap, None);
    assert!(solved(game(5, "", true), false, &service).opponent_may_swap);
    assert!(!solved(game(5, "", false), false, &service).opponent_may_swap);
    assert!(ask(MustPlayQuestion { game: game(5, "c3", true) }, &service).may_swap);
}

#[test]
fn a_candidate_move_says_what_the_swap_is_worth() {
    let question = MoveQuestion {
        game: game(11, "f6", true),
        player: "neural".to_string(),
        milliseconds: None,
        nodes: Some(20),
        seed: 1,
    };
    let answer = ask(question, &Service::default());
    let swap = answer.swap.unwrap();
    assert_eq!(answer.mv, "swap-pieces");
    // The stone in the centre is worth much: swapping is, playing on is not.
    assert_eq!(answer.thoughts.value, swap.swapping.chance);
    assert!(swap.swapping.chance.unwrap() > 0.6 && swap.playing_on.chance.unwrap() < 0.4, "{swap:?}");
}

/// An archive in memory.
#[derive(Default)]
struct Kept(Mutex<HashMap<Position, DecidedPosition<MAX_WORDS>>>);

impl Archive for Kept {
    fn recall(&self, position: &Position) -> Option<DecidedPosition<MAX_WORDS>> {
        self.0.lock().unwrap().get(position).copied()
    }

    fn remember(&self, position: &Position, proof: &DecidedPosition<MAX_WORDS>, _: u64) {
        self.0.lock().unwrap().insert(*position, *proof);
    }
}

#[test]
fn an_answer_says_that_it_rests_on_a_store() {
    let archive: Arc<Kept> = Arc::default();
    let service = Service { archive: Some(archive.clone()), ..Service::default() };
    let first = solved(game(6, "b4", false), false, &service);
    assert_eq!((first.rests_on, first.stored_verdicts), (Some(RestsOn::Search), 0));
    // From here on, proofs come from the archive.
    let size = BoardSize::square(6).unwrap();
    let position = Position::empty(size).child(size.cell("b4").unwrap());
    let winner = first.winner.as_deref().unwrap().parse().unwrap();
    let proof = DecidedPosition { winner, carrier: position.empty_cells(), winning_move: None };
    archive.remember(&position, &proof, 1);
    let second = solved(game(6, "b4", false), false, &service);
    assert_eq!((second.winner, second.rests_on), (first.winner, Some(RestsOn::Store)));
}

/// Lets every search run to its end.
struct Patient;

impl SolverObserver for Patient {
    fn status(&self, _: &SolverStatus<'_>) -> std::ops::ControlFlow<()> {
        std::ops::ControlFlow::Continue(())
    }
}

impl SolveObserver for Patient {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn is_over(&self) -> bool {
        false
    }
}

#[test]
fn the_order_of_the_work_changes_no_verdict() {
    let size = BoardSize::square(4).unwrap();
    for moves in ["", "d1", "a4 b2"] {
        let position = *game(4, moves, false).game().unwrap().position();
        let mut winners = Vec::new();
        for (order, fresh_table) in
            [(Moves::EachToItsEnd, true), (Moves::EachToItsEnd, false), (Moves::AllALittle, false)]
        {
            let settings = SolverSettings { table_bytes: 1 << 20, ..SolverSettings::default() };
            let mut solver = AnySolver::new(settings, ProverSettings::default());
            let plan = Plan { moves: order, fresh_table, ..Plan::default() };
            let found = solve(&mut solver, &position, &plan, &Patient);
            assert!(found.is_complete() && found.findings.len() == position.empty_cells().len());
            winners.push((found.winner(), found.findings.iter().map(|one| one.winner).collect::<Vec<_>>()));
        }
        assert!(winners.windows(2).all(|two| two[0] == two[1]), "{moves}: {winners:?}");
        let answer = solved(game(4, moves, false), true, &Service::default());
        for (cell, winner) in position.empty_cells().iter().zip(&winners[0].1) {
            let wins = *winner == Some(position.to_move());
            let expected = if wins { MoveVerdict::Wins } else { MoveVerdict::Loses };
            assert_eq!(answer.figures.moves[&size.name(cell).to_string()], expected, "{moves}");
        }
    }
}

/// An example of each question, with a field that its answer has, or the path to it.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("solve", r#"{"all_moves": true}"#, "winner"),
    ("reply", r#"{"cell": "b3"}"#, "reply"),
    ("must-play", "{}", "must_play"),
    ("connections", r#"{"end": "top"}"#, "connections"),
    ("connections/between", r#"{"ends": ["c3", "bottom"]}"#, "first"),
    ("inferior", "{}", "survivors"),
    ("evaluate", r#"{"with": "resistance"}"#, "value"),
    ("move", r#"{"player": "bridges"}"#, "move"),
    ("review", r#"{"player": "bridges"}"#, "moves"),
    ("local-games", "{}", "games"),
    ("decomposition", "{}", "answers"),
    ("openings", r#"{"side": 3}"#, "openings"),
    ("strategies/connection", r#"{"size": [3, 3], "winner": "black", "line": "c b1 b2 b3 :"}"#, "needs"),
    ("chance", "{}", "black_wins"),
    ("chance/decision", r#"{"game": {"variant": "bidding", "size": [3, 3]}, "player": "exact"}"#, "bid"),
    (
        "chance/review",
        r#"{"game": {"variant": "random-turn", "size": [3, 3], "events": ["flip black", "b2"]}}"#,
        "rounds",
    ),
    ("chance/read", r#"{"text": "(;FF[4]GM[11]SZ[3]VARIANT[random-turn])"}"#, "variant"),
    ("chance/write", r#"{"game": {"variant": "bidding", "size": [3, 3]}}"#, "text"),
    ("records/read", r#"{"text": "(;FF[4]GM[11]SZ[3];B[b2])"}"#, "nodes"),
    ("records/write", r#"{"tree": {"size": [3, 3], "nodes": [{"parent": null}]}, "format": "sgf"}"#, "text"),
    ("players", "{}", "/0/levels"),
];

#[test]
fn every_question_is_asked_by_its_name() {
    let names: Vec<&str> = EXAMPLES.iter().map(|(name, ..)| *name).collect();
    assert_eq!(names, QUESTIONS.iter().map(|kind| kind.name).collect::<Vec<_>>(), "an example of each");
    let service = Service::default();
    for (name, fields, field) in EXAMPLES {
        let kind = question(name).unwrap();
        let mut fields: serde_json::Value = serde_json::from_str(fields).unwrap();
        if kind.of_game {
            fields["game"] = serde_json::json!(game(5, "c3", false));
        }
        let answer = kind.prepare(fields.clone(), &service).unwrap().answer(&Context::default()).unwrap();
        assert!(answer.get(field).or(answer.pointer(field)).is_some(), "{name}: {answer}");
        fields["unknown"] = true.into();
        assert!(kind.prepare(fields, &service).is_err(), "{name}: a field that it does not have");
    }
    assert!(question("who").unwrap_err().to_string().contains("expected one of solve, reply"));
}

#[test]
fn two_ends_are_connected_by_what_proves_it() {
    let between = |ends: [&str; 2], colour: Option<&str>| {
        BetweenQuestion {
            game: game(5, "c3", false),
            ends: Some(ends.map(str::to_string)),
            colour: colour.map(str::to_string),
            try_keys: false,
        }
        .prepare(&Service::default())
        .map(|task| task.answer(&Context::default()).unwrap())
    };
    let answer = between(["c3", "bottom"], None).unwrap();
    let first = &answer.connections[0];
    assert_eq!((first.colour.as_str(), first.kind.as_str()), ("black", "full"));
    // Every cell of the carrier has a reply inside of it.
    let proof = answer.first.unwrap();
    assert_eq!(proof.replies.len(), first.carrier.len());
    assert!(proof.replies.values().all(|reply| first.carrier.contains(reply)), "{proof:?}");
    assert_eq!(answer.winner.as_deref(), Some("black"));
    assert!(between(["top", "left"], None).unwrap_err().to_string().contains("ends of two colours"));
    assert!(between(["top", "c3"], Some("white")).unwrap_err().to_string().contains("an end of black"));
}

#[test]
fn local_games_come_from_the_books_of_the_program() {
    let games =
        |side, moves| ask(LocalGamesQuestion { game: game(side, moves, false) }, &Service::default()).games;
    assert_eq!(games(8, "d5").len(), 1);
    assert!(games(9, "a1").is_empty(), "no book has it");
}

#[test]
fn the_decomposition_names_a_rule_for_every_answer() {
    let question = DecompositionQuestion { game: game(5, "d2", false), milliseconds: None, nodes: None };
    let answer = ask(question, &Service::default());
    assert_eq!((answer.verdict.as_str(), answer.winner.as_deref()), ("won", Some("black")));
    let answers = answer.answers.unwrap();
    assert!(!answers.is_empty() && answers.iter().all(|answer| answer.answer.reason.text.contains("rule")));
    let question = DecompositionQuestion { game: game(9, "", false), milliseconds: None, nodes: Some(1) };
    let answer = ask(question, &Service::default());
    assert_eq!((answer.verdict.as_str(), answer.winner), ("stopped", None));
}

#[test]
fn a_proof_may_ask_for_a_quarter_of_an_hour_and_gets_what_is_allowed() {
    let service = Service { longest: Duration::from_secs(7), ..Service::default() };
    let question =
        |milliseconds| SolveQuestion { game: game(5, "c3", false), all_moves: false, milliseconds };
    let time = |milliseconds| question(milliseconds).prepare(&service).map(|task| task.time);
    assert_eq!(time(Some(900_000)).unwrap(), Duration::from_secs(7));
    assert_eq!(time(Some(3_000)).unwrap(), Duration::from_secs(3));
    assert_eq!(time(None).unwrap(), Duration::from_secs(7));
    assert!(time(Some(900_001)).unwrap_err().to_string().contains("expected at most 900000"));
}
