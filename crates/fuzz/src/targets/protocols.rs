//! Lines of the protocols: HTP, the arena's signals, the acts of its ledger.

use std::{fmt::Display, str::FromStr};

use arena::signals::{PlayerSignal, ServerSignal};
use board::BoardSize;
use player::{Cost, LONGEST_SPEC};
use players::{REGISTRY, RandomPlayer};
use protocol::htp::{Engine, HtpContext, HtpSettings, NoFiles};

use super::{Target, outcome, text, texts};

/// Commands that search or prove: they are allowed to take long, so they are not sent.
const SLOW: [&str; 9] = ["dfpn", "dfs", "vc-", "inferior", "pattern", "gogui", "yang", "find-", "solve"];

/// A conversation in HTP.
pub(super) const HTP: Target = Target {
    name: "htp",
    about: "a conversation in HTP with an engine, without the commands that search; every reply is well formed",
    seeds: || {
        texts(&[
            "1 boardsize 5\nclear_board\nplay b a1\n2 play white swap-pieces\nshowboard\ngenmove b\nundo\nall_legal_moves\n",
            "boardsize 4 3\nplay-game a1 b2 c3\nfinal_score\ntime_left b 10\nparam_game allow_swap 1\nparam_game\n",
            "known_command play\nlist_commands\nname\nversion\nprotocol_version\nexec x\nloadsgf y 3\nquit\nname\n",
            "eval-resist black\neval-twod white\ngroup-get a1\nencode-pattern a1 b2\n",
        ])
    },
    words: &[
        "boardsize ",
        "play ",
        "genmove ",
        "black",
        "w",
        "resign",
        "swap-pieces",
        "\n",
        "\t",
        "#",
        "19",
        "a1",
        "undo\n",
        "param_game ",
    ],
    most_bytes: 2_000,
    seal: None,
    run: |input| {
        let size = BoardSize::square(5).expect("5x5 is a board");
        let settings = HtpSettings { size, ..HtpSettings::default() };
        let mut engine = Engine::new(settings, Box::new(RandomPlayer), Box::new(NoFiles));
        let text = text(input);
        let mut last = "nothing to answer".to_string();
        for line in text.lines().filter(|line| !SLOW.iter().any(|slow| line.contains(slow))).take(60) {
            let Some(reply) = engine.answer(line, &HtpContext::default()) else { continue };
            let body = reply.text.strip_suffix("\n\n");
            let body = body.unwrap_or_else(|| panic!("a reply without its end: {:?}", reply.text));
            assert!(body.starts_with(['=', '?']) && !body.contains("\n\n"), "a reply cut in two: {body:?}");
            last = body.to_string();
            if reply.quit {
                break;
            }
        }
        last
    },
    in_tests: 300,
};

/// Lines of players.
pub(super) const PLAYER_SIGNAL: Target = Target {
    name: "player-signal",
    about: "lines that players send to an arena; what was read is written and read again as the same signal",
    seeds: || said("> "),
    words: &[
        "move ",
        "bid ",
        "quit",
        "pong ",
        "take",
        "decline",
        "resign",
        "hexwright ",
        "1",
        "18446744073709551615",
        " ",
    ],
    most_bytes: 1_100,
    seal: None,
    run: |input| round_trip::<PlayerSignal>(&text(input)),
    in_tests: 4000,
};

/// Lines of the server.
pub(super) const SERVER_SIGNAL: Target = Target {
    name: "server-signal",
    about: "lines that an arena sends to players; what was read is written and read again as the same signal",
    seeds: || said("< "),
    words: &[
        "reset ", "opening ", "swap", "move ", "win", "loss", "finish", "ping ", "error ", "time ", "black",
        "white", "11x11", " ",
    ],
    most_bytes: 1_100,
    seal: None,
    run: |input| round_trip::<ServerSignal>(&text(input)),
    in_tests: 4000,
};

/// The lines that one side says in the transcripts of the protocol's page, which hold every signal.
fn said(arrow: &str) -> Vec<Vec<u8>> {
    let page = include_str!("../../../../docs/reference/arena-protocol.md");
    let lines = page.lines().filter_map(|line| line.split_once(arrow));
    lines
        .filter(|(name, _)| !name.is_empty() && !name.contains(' '))
        .map(|(_, text)| text.as_bytes().to_vec())
        .collect()
}

fn round_trip<T: FromStr + Display + PartialEq>(text: &str) -> String
where
    T::Err: Display,
{
    let read = text.parse::<T>();
    if let Ok(signal) = &read {
        let written = signal.to_string();
        assert!(!written.contains('\n'), "a signal of two lines: {written:?}");
        let again = written.parse::<T>();
        assert!(
            again.is_ok_and(|again| again == *signal),
            "{text:?} was written as {written:?}, which is another signal"
        );
    }
    outcome(&read)
}

/// Acts of games in the arena's ledger.
pub(super) const ACT: Target = Target {
    name: "act",
    about: "acts of games in the arena's ledger; what was read is written and read again as the same act",
    seeds: || texts(&["b a1 10 0 5000 5000", "w swap 1 2 3 4", "b take 0 0 0 0", "w bids:40:32 1 1 9 9"]),
    words: &["b ", "w ", "swap", "take", "decline", "bids:", ":", "a1", "k11"],
    most_bytes: 300,
    seal: None,
    run: |input| {
        let size = BoardSize::square(11).expect("11x11 is a board");
        let read = arena::Act::parse(&text(input), size);
        if let Ok(act) = &read {
            let again = arena::Act::parse(&act.text(size).to_string(), size);
            assert!(again.is_ok_and(|again| again == *act), "{} is read as another act", act.text(size));
        }
        outcome(&read)
    },
    in_tests: 4000,
};

/// Players and their settings.
pub(super) const PLAYER: Target = Target {
    name: "player",
    about: "players with settings, and players inside them; what was read is written and read again as the same player",
    seeds: || {
        texts(&[
            "random",
            "neural:visits=100,threads=2,level=3,weights=f,race=true",
            "perfect:memory=100,strategy=a,strategy=b,fallback=perfect:fallback=level:n=3",
            "queenbee:depth=3,slope=7",
            "playouts:exploration=0.25",
            "hexy:n=3,most=20,faithful=false",
        ])
    },
    words: &[
        "perfect:",
        "neural:",
        "level:",
        "mops:",
        "fallback=",
        "threads=",
        "memory=",
        "visits=",
        "inf",
        "true",
        "1e9",
        "NaN",
        "-0",
        ",",
        ":",
        "=",
        "0.5",
    ],
    most_bytes: LONGEST_SPEC + 100,
    seal: None,
    run: |input| {
        let read = REGISTRY.read(&text(input));
        if let Ok(spec) = &read {
            let again = REGISTRY.read(&spec.to_string());
            assert!(again.is_ok_and(|again| again == *spec), "{spec} is read as another player");
            let most = Cost { threads: 1, bytes: 32 << 20 };
            return match spec.within(most) {
                // Files are not given, and what is small is quickly made.
                Ok(()) => outcome(&spec.make(&players::no_files)),
                Err(error) => error.to_string(),
            };
        }
        outcome(&read)
    },
    in_tests: 1000,
};
