//! Matches against programs that crash, hang, cheat and pass, and matches that were killed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{
    collections::HashMap,
    fs,
    path::Path,
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

use arena::{
    ArenaError, Contest, Contestant, GameEnding, GameLog, GameRecord, HousePlayer, HtpProgram, MatchProgress,
    MatchSide, Sprt, Standing, every_first_stone,
};
use board::{BoardSize, Color, Game, Move, Position, random_below};
use player::Limits;
use players::create;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

/// Keeps what it hears.
#[derive(Default)]
struct Heard(Mutex<Vec<GameRecord>>);

impl MatchProgress for Heard {
    fn game(&self, game: &GameRecord, standing: &Standing) -> Result<(), ArenaError> {
        let mut heard = self.0.lock().unwrap();
        heard.push(game.clone());
        assert_eq!(standing.played() as usize, heard.len());
        Ok(())
    }
}

fn house(name: &'static str) -> impl Fn() -> Result<Box<dyn Contestant>, ArenaError> + Sync {
    move || Ok(Box::new(HousePlayer::new(create(name).unwrap(), Limits::default())))
}

fn fake(mode: &'static str) -> impl Fn() -> Result<Box<dyn Contestant>, ArenaError> + Sync {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fake_engine.sh");
    move || Ok(Box::new(HtpProgram::new(&format!("sh '{script}' {mode}"), Vec::new())))
}

/// A match of the first side against `bridges` (or another second player), with little time.
fn contest<'a>(names: [&str; 2], makers: [arena::Maker<'a>; 2], pairs: usize) -> Contest<'a> {
    let side = |index: usize| MatchSide {
        name: names[index].to_string(),
        time: "200ms".parse().unwrap(),
        make: makers[index],
    };
    let size = BoardSize::square(5).unwrap();
    Contest {
        sides: [side(0), side(1)],
        size,
        openings: every_first_stone(size),
        pairs,
        concurrency: 1,
        // Much, because the machine that runs the tests may be busy; those that wait for it set less.
        margin: Duration::from_secs(20),
        adjudicate: false,
        seed: 1,
        sprt: None,
    }
}

/// Plays two pairs of a fake engine against `random` and returns the games.
fn games_of(mode: &'static str) -> Vec<GameRecord> {
    let (first, second, heard) = (fake(mode), house("random"), Heard::default());
    let mut contest = contest([mode, "random"], [&first, &second], 2);
    if ["hang", "stuck", "slow"].contains(&mode) {
        contest.margin = Duration::from_millis(400);
    }
    contest.play(None, &[], &heard).unwrap();
    heard.0.into_inner().unwrap()
}

#[test]
fn faults_lose_by_their_rule() {
    for (mode, ending, detail) in [
        (
            "crash",
            GameEnding::Crash,
            "exit status: 3) at 'genmove black'; standard error ends: segmentation fault, as it were",
        ),
        ("hang", GameEnding::Time, "no reply to 'genmove black' within 0.6 s"),
        ("slow", GameEnding::Time, "no reply to 'genmove black' within 0.6 s"),
        ("occupied", GameEnding::Illegal, "is occupied by"),
        ("offboard", GameEnding::Illegal, "cell z99 is not on the 5x5 board"),
        ("garbage", GameEnding::Illegal, "is not a move"),
        ("resign", GameEnding::Resignation, ""),
    ] {
        let games = games_of(mode);
        assert_eq!(games.len(), 4, "{mode}");
        for game in &games {
            assert_eq!((game.first_won, game.ending), (false, ending), "{mode}: {game:?}");
            assert!(game.detail.replace("white", "black").contains(detail), "{mode}: {}", game.detail);
        }
    }
}

#[test]
fn a_good_program_plays_whole_games() {
    for mode in ["good", "noisy"] {
        for game in games_of(mode) {
            assert_eq!(game.ending, GameEnding::Connection, "{mode}: {game:?}");
            let size = BoardSize::square(5).unwrap();
            let mut replay = Game::new(size, false);
            for name in game.moves.split(' ') {
                replay.play(Move::parse(name, size).unwrap()).unwrap();
            }
            let winner = replay.outcome().unwrap().winner;
            assert_eq!(winner.to_string(), game.winner);
            let first = if game.game == 0 { Color::Black } else { Color::White };
            assert_eq!(winner == first, game.first_won);
            assert!(game.moves.starts_with(&game.opening));
            assert!(
                record::sgf::read(&game.sgf(size).unwrap()).unwrap()[0].game().unwrap().outcome().is_some()
            );
        }
    }
}

#[test]
fn whoever_passes_lets_the_opponent_move() {
    for game in games_of("pass") {
        assert_eq!((game.first_won, game.ending), (false, GameEnding::Connection), "{game:?}");
        assert!(game.moves.contains("pass"));
    }
    let (first, second, heard) = (fake("pass"), fake("pass"), Heard::default());
    contest(["one", "two"], [&first, &second], 1).play(None, &[], &heard).unwrap();
    for game in heard.0.into_inner().unwrap() {
        assert_eq!(game.ending, GameEnding::Passes, "{game:?}");
        // One pass is written, the second ends the game for the one who passed first.
        assert!(game.moves.ends_with(" pass"));
    }
}

#[test]
fn programs_that_cannot_play_end_the_match_with_a_reason() {
    let refusal = |mode, expected: &str| {
        let (first, second) = (fake(mode), house("random"));
        let error =
            contest([mode, "random"], [&first, &second], 2).play(None, &[], &Heard::default()).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    };
    refusal(
        "dead",
        "dead cannot play: the program ended (exit status: 7) at 'boardsize 5'; standard error ends: no licence",
    );
    refusal("refuse", "refuse cannot play: 'play black");
    let missing: &(dyn Fn() -> Result<Box<dyn Contestant>, ArenaError> + Sync) =
        &|| Ok(Box::new(HtpProgram::new("/nowhere/engine --fast", Vec::new())));
    let (second, bad_start_up) = (house("random"), |line: &'static str| {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fake_engine.sh");
        move || -> Result<Box<dyn Contestant>, ArenaError> {
            Ok(Box::new(HtpProgram::new(&format!("X=1 sh {script} good"), vec![line.to_string()])))
        }
    });
    let error =
        contest(["none", "random"], [missing, &second], 1).play(None, &[], &Heard::default()).unwrap_err();
    assert!(error.to_string().contains("none cannot play: '/nowhere/engine' does not start"), "{error}");
    let first = bad_start_up("param_speed 9");
    let error =
        contest(["a", "random"], [&first, &second], 1).play(None, &[], &Heard::default()).unwrap_err();
    assert!(
        error.to_string().contains("'param_speed 9' was refused: unknown command: param_speed"),
        "{error}"
    );
}

#[test]
fn a_program_that_always_crashes_ends_the_match() {
    let (first, second, heard) = (fake("crash"), house("random"), Heard::default());
    let error = contest(["crash", "random"], [&first, &second], 20).play(None, &[], &heard).unwrap_err();
    assert!(error.to_string().contains("it crashed in 5 games in a row"), "{error}");
}

#[test]
fn a_hanging_program_is_killed() {
    let started = Instant::now();
    assert_eq!(games_of("stuck").len(), 4);
    assert!(started.elapsed() < Duration::from_secs(30));
    // Child processes of the program end too: soon no process sleeps for this odd number of seconds.
    let is_asleep = || {
        let processes = fs::read_dir("/proc").unwrap();
        let mut lines = processes.filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok());
        lines.any(|line| line == b"sleep\x001009\x00")
    };
    while is_asleep() {
        assert!(started.elapsed() < Duration::from_secs(60), "what the program started is still there");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (house("bridges"), house("random"));
    let play = |concurrency: usize, path: &Path, pairs: usize| {
        let mut contest = contest(["bridges", "random"], [&first, &second], pairs);
        contest.concurrency = concurrency;
        let (log, earlier) = GameLog::open(path, &contest.header()).unwrap();
        let standing = contest.play(Some(log), &earlier, &Heard::default()).unwrap();
        let (_, mut games) = GameLog::open(path, &contest.header()).unwrap();
        games.sort_by_key(|game| (game.pair, game.game));
        for game in &mut games {
            (game.seconds, game.longest) = ([0.0; 2], [0.0; 2]);
        }
        (standing, games)
    };
    let (whole, games) = play(1, &folder.path().join("one"), 15);
    assert_eq!((whole.played(), games.len()), (30, 30));
    let parallel = play(3, &folder.path().join("three"), 15);
    assert_eq!((&parallel.0, &parallel.1), (&whole, &games));
    // Stopped after 7 pairs, killed in the middle of writing a game, and gone on with.
    let path = folder.path().join("killed");
    play(1, &path, 7);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() - 20]).unwrap();
    let resumed = play(2, &path, 15);
    assert_eq!((&resumed.0, &resumed.1), (&whole, &games));
}

#[test]
fn a_log_of_another_match_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let (first, second) = (house("bridges"), house("random"));
    let mut contest = contest(["bridges", "random"], [&first, &second], 1);
    GameLog::open(&path, &contest.header()).unwrap();
    contest.seed = 2;
    let error = GameLog::open(&path, &contest.header()).unwrap_err().to_string();
    assert_eq!(error, "the log is of another match, seed: found 1, expected 2");
    fs::write(&path, "{}\n").unwrap();
    assert!(
        GameLog::open(&path, &contest.header()).unwrap_err().to_string().starts_with("line 1 of the log: ")
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "{}\n", "a file that is no log stays as it is");
}

#[test]
fn proved_games_end_early_with_the_same_winner_as_perfect_play() {
    let (first, second, heard) = (house("bridges"), house("random"), Heard::default());
    let mut contest = contest(["bridges", "random"], [&first, &second], 10);
    contest.size = BoardSize::square(4).unwrap();
    contest.openings = every_first_stone(contest.size);
    contest.adjudicate = true;
    contest.play(None, &[], &heard).unwrap();
    let games = heard.0.into_inner().unwrap();
    assert!(games.iter().any(|game| game.ending == GameEnding::Proof));
    let mut known = HashMap::new();
    for game in games {
        let mut position: Position = Position::empty(contest.size);
        for cell in contest.size.cells_named(&game.moves).unwrap() {
            position.play(cell).unwrap();
        }
        if position.empty_cells().len() <= 13 {
            assert_eq!(proof::solve(&position, &mut known).to_string(), game.winner, "{position:?}");
        }
    }
}

/// Brute force confirms every proof in random positions.
#[test]
fn what_is_proved_is_true() {
    let size = BoardSize::square(4).unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut proved, mut known) = (0, HashMap::new());
    for _ in 0..300 {
        let mut position: Position = Position::empty(size);
        for _ in 0..4 + random_below(&mut random, 6) {
            let empty: Vec<_> = position.empty_cells().iter().collect();
            position.play(empty[random_below(&mut random, empty.len())]).unwrap();
        }
        if let Some(winner) = arena::proven_winner(&position) {
            proved += 1;
            assert_eq!(winner, proof::solve(&position, &mut known), "{position:?}");
        }
    }
    assert!(proved > 100, "{proved}");
}

#[test]
fn a_sequential_test_ends_the_match() {
    let (first, second) = (house("bridges"), house("random"));
    let mut contest = contest(["bridges", "random"], [&first, &second], 500);
    contest.sprt = Some(Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 });
    let standing = contest.play(None, &[], &Heard::default()).unwrap();
    assert!(standing.played() < 200, "{} games", standing.played());
    assert_eq!(contest.sprt.unwrap().state(&standing.pairs).accepted(), Some(true));
}

/// Programs that know no swap hear of the stones instead, and play on.
#[test]
fn a_program_without_a_swap_rule_hears_of_a_swap() {
    let size = BoardSize::square(3).unwrap();
    let c1 = Move::Place(size.cell("c1").unwrap());
    let swap = Move::parse("swap-pieces", size).unwrap();
    let mut program = fake("noswap")().unwrap();
    program.begin(size, 1).unwrap();
    program.hear(Color::Black, c1).unwrap();
    program.hear(Color::White, swap).unwrap();
    let mut session = protocol::htp::Session::new(size, true);
    session.play(Color::Black, c1).unwrap();
    session.play(Color::White, swap).unwrap();
    let mut played = Vec::new();
    for _ in 0..3 {
        let turn = arena::ContestantTurn {
            session: &session,
            color: Color::Black,
            planned: Duration::from_secs(1),
            on_clock: None,
            patience: Duration::from_secs(20),
            seed: 1,
        };
        let arena::ContestantReply::Move(mv) = program.choose(&turn).unwrap() else { panic!("a pass") };
        played.push(mv.name(size).to_string());
    }
    assert_eq!(played, ["a1", "a2", "b1"], "a3 is White's after the swap");
}
