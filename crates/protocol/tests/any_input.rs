//! Anything may come in: every line gets a well-formed reply or none, and the engine goes on.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::sync::atomic::AtomicBool;

use board::{Color, Move, random_below};
use players::REGISTRY;
use proptest::prelude::*;
use protocol::htp::{Engine, Files, HtpContext, HtpSettings, Line, Session, commands};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// How many mutated lines are sent.
const LINES: usize = 300_000;

/// Files that call themselves and each other.
struct Loops;

impl Files for Loops {
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        match name {
            "a1" => Ok(b"exec a1\nexec b2".to_vec()),
            "b2" => Ok(b"play b a1\nplay b a1\nquit".to_vec()),
            _ => Err("no such file".to_string()),
        }
    }
}

fn engine() -> Engine {
    Engine::with_spec(HtpSettings::default(), REGISTRY.read("random").unwrap(), Box::new(Loops)).unwrap()
}

/// Commands, arguments and nonsense, glued together and then damaged.
fn mutated(random: &mut Xoshiro256PlusPlus) -> String {
    const WORDS: [&str; 28] = [
        "b",
        "white",
        "W",
        "a1",
        "b2",
        "c3",
        "z99",
        "swap-pieces",
        "swap-sides",
        "resign",
        "3",
        "5",
        "19",
        "1",
        "0",
        "-1",
        "1e300",
        "NaN",
        "game_time",
        "allow_swap",
        "time",
        "seed",
        "300+2",
        "\"a 1\"",
        "\"",
        "#",
        "99999999999999999999",
        "é\u{202E}",
    ];
    let names: Vec<_> = commands().map(|command| command.name).collect();
    let mut line = String::new();
    if random_below(random, 4) == 0 {
        line = format!("{} ", random.next_u64() >> random_below(random, 64));
    }
    line.push_str(names[random_below(random, names.len())]);
    for _ in 0..random_below(random, 5) {
        line.push(' ');
        line.push_str(WORDS[random_below(random, WORDS.len())]);
    }
    if random_below(random, 3) == 0 {
        let mut characters: Vec<char> = line.chars().collect();
        for _ in 0..=random_below(random, 3) {
            let at = random_below(random, characters.len());
            match random_below(random, 4) {
                0 => characters[at] = char::from(random_below(random, 128) as u8),
                1 => drop(characters.remove(at)),
                2 => {
                    let other = char::from_u32(random_below(random, 0x3000) as u32);
                    characters.insert(at, other.unwrap_or('?'));
                }
                _ => characters.truncate(at + 1),
            }
            if characters.is_empty() {
                characters.push(' ');
            }
        }
        line = characters.into_iter().collect();
    }
    line
}

#[test]
fn no_line_breaks_the_conversation() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let (mut engine, mut good, mut bad) = (engine(), 0, 0);
    for _ in 0..LINES {
        let line = mutated(&mut random);
        // Interrupted from the start: a search for the winner of 19x19 would never end.
        let stop = AtomicBool::new(true);
        let context = HtpContext { stop: &stop, ..HtpContext::default() };
        let Some(reply) = engine.answer(&line, &context) else {
            assert_eq!(Line::parse(&line), None);
            continue;
        };
        match reply.text.chars().next() {
            Some('=') => good += 1,
            Some('?') => bad += 1,
            _ => panic!("{line:?}: {:?}", reply.text),
        }
        let id = Line::parse(&line).unwrap().id.unwrap_or_default();
        assert!(reply.text[1..].starts_with(&format!("{id} ")), "{line:?}: {:?}", reply.text);
        assert!(
            reply.text.ends_with("\n\n") && reply.text.matches("\n\n").count() == 1,
            "{line:?}: {:?}",
            reply.text
        );
        if reply.quit {
            engine = self::engine();
        }
    }
    assert!(good > LINES / 20 && bad > LINES / 4, "{good} replies and {bad} failures test too little");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// For any order of colours, the game that a player sees has the position of the session and the side that is asked.
    #[test]
    fn a_player_sees_the_position_of_the_session(
        moves in prop::collection::vec((any::<bool>(), 0..30usize), 0..24), undone in 0..6usize, asked in any::<bool>(),
    ) {
        let size = "6x5".parse().unwrap();
        let color = |black| if black { Color::Black } else { Color::White };
        let mut session = Session::new(size, true);
        for (black, index) in moves {
            let mv = Move::Place(size.cell_at(index).unwrap());
            let occupied = session.position().at(mv.cell().unwrap()).is_some();
            prop_assert_eq!(session.play(color(black), mv).is_err(), occupied);
        }
        let undone = undone.min(session.moves().len());
        for _ in 0..undone {
            session.undo().unwrap();
        }
        let game = session.game(color(asked));
        if session.position().winner().is_none() {
            prop_assert_eq!(game.outcome(), None);
            prop_assert_eq!(game.to_move(), color(asked));
            for color in Color::BOTH {
                prop_assert_eq!(game.position().stones(color), session.position().stones(color));
            }
            // As much of the order as possible: the last move is the game's last turn if it was the opponent's.
            let last_move = session.moves().last();
            if let Some((last, mv)) = last_move && last != color(asked) {
                prop_assert_eq!(game.turns().last().map(|turn| turn.mv), Some(mv));
            }
        } else {
            prop_assert!(game.outcome().is_some());
        }
    }
}

#[test]
fn a_swap_is_mirrored_and_undone() {
    let size = "5".parse().unwrap();
    let mut session = Session::new(size, true);
    let place = |name| Move::Place(size.cell(name).unwrap());
    let swap = Move::parse("swap-pieces", size).unwrap();
    assert!(session.play(Color::White, swap).is_err());
    session.play(Color::Black, place("b4")).unwrap();
    assert!(session.play(Color::Black, swap).is_err(), "a player cannot swap its own stone");
    session.play(Color::White, swap).unwrap();
    assert_eq!(session.position().at(size.cell("d2").unwrap()), Some(Color::White));
    assert_eq!(session.position().occupied().len(), 1);
    assert_eq!(session.game(Color::Black).turns().len(), 2);
    session.undo().unwrap();
    assert_eq!(session.position().at(size.cell("b4").unwrap()), Some(Color::Black));
    session.allow_swap = false;
    assert!(!session.game(Color::White).can_swap(), "a player does not choose to swap");
    session.play(Color::White, swap).unwrap();
    assert_eq!(session.game(Color::Black).turns().len(), 2, "it hears of a swap that the referee allowed");
}
