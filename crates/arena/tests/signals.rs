//! Signals survive the way out and back, and no line is too strange to be refused.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use arena::signals::{
    ErrorCode, PlayerSignal, ServerSignal, SignalReason, Terms, Times, VariantTerms, excerpt, is_name,
    printable,
};
use board::{BoardSize, Color};
use chance::{Coin, Payment, Purses, TieRule};
use proptest::prelude::*;

fn colors() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn times() -> impl Strategy<Value = Times> {
    (any::<u64>(), any::<u64>()).prop_map(|(own, other)| Times { own, other })
}

fn cells() -> impl Strategy<Value = String> {
    "[a-s](1[0-9]|[1-9])"
}

fn variants() -> impl Strategy<Value = VariantTerms> {
    let ties = prop_oneof![Just(TieRule::Advantage), Just(TieRule::Coin), colors().prop_map(TieRule::Always)];
    let bidding = (0..500u32, 0..500u32, colors(), ties, any::<bool>());
    prop_oneof![
        any::<bool>().prop_map(|swap| VariantTerms::Hex { swap }),
        (1..100u32).prop_map(|n| VariantTerms::RandomTurn { coin: Coin::new(f64::from(n) / 100.0).unwrap() }),
        bidding.prop_map(|(black, white, holder, ties, bank)| VariantTerms::Bidding {
            purses: Purses::new(black, white, holder),
            ties,
            payment: if bank { Payment::Bank } else { Payment::Opponent },
        }),
    ]
}

fn terms() -> impl Strategy<Value = Terms> {
    let clock = (any::<u64>(), any::<u64>(), any::<u64>(), any::<u64>());
    (any::<u64>(), variants(), 1..=19usize, 1..=19usize, colors(), "[a-z<&\"']{1,12}", clock).prop_map(
        |(game, variant, cols, rows, color, opponent, (per_move, per_game, increment, lag))| Terms {
            game,
            variant,
            size: BoardSize::new(cols, rows).unwrap(),
            color,
            opponent,
            per_move,
            per_game,
            increment,
            lag,
        },
    )
}

fn server_signals() -> impl Strategy<Value = ServerSignal> {
    let reasons = prop::sample::select(SignalReason::ALL.to_vec());
    let codes = prop::sample::select(ErrorCode::ALL.to_vec());
    prop_oneof![
        "[!-~]{1,32}".prop_map(|name| ServerSignal::Welcome { version: 1, name }),
        ("[!-~]{1,32}", "[a-z2-9]{26}").prop_map(|(name, token)| ServerSignal::Token { name, token }),
        terms().prop_map(ServerSignal::Reset),
        prop::collection::vec((colors(), prop_oneof![cells(), Just("swap".to_string())]), 0..9)
            .prop_map(ServerSignal::Replay),
        times().prop_map(ServerSignal::Opening),
        (cells(), times()).prop_map(|(cell, times)| ServerSignal::Move { cell, times }),
        times().prop_map(ServerSignal::Swap),
        (colors(), cells()).prop_map(|(color, cell)| ServerSignal::Played { color, cell }),
        times().prop_map(ServerSignal::Turn),
        (any::<[u32; 2]>(), colors(), times()).prop_map(|(chips, advantage, times)| ServerSignal::Bid {
            chips,
            advantage,
            times
        }),
        (any::<u32>(), times()).prop_map(|(bid, times)| ServerSignal::Advantage { bid, times }),
        (any::<[u32; 2]>(), colors()).prop_map(|(bids, mover)| ServerSignal::Bids { bids, mover }),
        reasons.clone().prop_map(ServerSignal::Win),
        reasons.prop_map(ServerSignal::Loss),
        (1..99u32, 1..99u32, 0..99u32, 0..99u32).prop_map(|(place, players, wins, games)| {
            ServerSignal::Finish { tournament: "spring".to_string(), place, players, wins, games }
        }),
        (codes, "[ -~]{0,30}").prop_map(|(code, text)| ServerSignal::error(code, text)),
        any::<u64>().prop_map(ServerSignal::Ping),
        any::<u64>().prop_map(ServerSignal::Pong),
    ]
}

fn player_signals() -> impl Strategy<Value = PlayerSignal> {
    prop_oneof![
        ("[!-~äß中]{1,32}", "[!-~]{1,64}").prop_map(|(name, token)| PlayerSignal::Hello {
            version: 1,
            name,
            token
        }),
        "[!-~äß中]{1,32}".prop_map(|name| PlayerSignal::Register { version: 1, name }),
        "[!-~]{1,64}".prop_map(|token| PlayerSignal::Organise { version: 1, token }),
        any::<u64>().prop_map(PlayerSignal::Ready),
        cells().prop_map(PlayerSignal::Stone),
        Just(PlayerSignal::Swap),
        Just(PlayerSignal::Quit),
        any::<u32>().prop_map(PlayerSignal::Bid),
        Just(PlayerSignal::Take),
        Just(PlayerSignal::Decline),
        any::<u64>().prop_map(PlayerSignal::Ping),
        any::<u64>().prop_map(PlayerSignal::Pong),
    ]
}

proptest! {
    #[test]
    fn server_signals_survive(signal in server_signals()) {
        let line = signal.to_string();
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(line.parse::<ServerSignal>().unwrap(), signal);
    }

    #[test]
    fn player_signals_survive(signal in player_signals()) {
        prop_assert_eq!(signal.to_string().parse::<PlayerSignal>().unwrap(), signal);
    }

    #[test]
    fn any_line_is_read_or_refused(line in "\\PC{0,60}", words in "(hello|reset|replay|bid|bids|move|finish|error|opening|[a-z0-9:=. ]){0,12}") {
        for line in [line, words] {
            if let Err(error) = line.parse::<PlayerSignal>() {
                prop_assert!(error.to_string().contains("expected"));
            }
            let _ = line.parse::<ServerSignal>();
        }
    }

    #[test]
    fn an_excerpt_is_short_and_harmless(text in "(?s).{0,80}") {
        let shown = excerpt(&text);
        prop_assert!(shown.chars().count() <= 41);
        prop_assert!(!shown.chars().any(char::is_control));
        let error = ServerSignal::error(ErrorCode::Request, &text).to_string();
        prop_assert!(!error.contains(['\u{202e}', '\u{2066}', '\u{1b}', '\n', '\r', '\u{85}', '\u{2028}']), "{:?}", error);
    }
}

#[test]
fn names_have_no_spaces_and_no_hidden_characters() {
    for name in ["a", "Mops-2", "<b>bold</b>", "中文", "x".repeat(32).as_str()] {
        assert!(is_name(name), "{name}");
    }
    for hidden in ["\u{61c}", "\u{3164}", "\u{fe0f}", "\u{e0041}", "\u{2028}", "\u{e000}", "\u{1b}"] {
        assert!(!is_name(&format!("a{hidden}b")), "{hidden:?}");
        assert_eq!(printable(&format!("a{hidden}b")), "a\u{fffd}b");
    }
    for name in ["", "a b", "a\u{202e}b", "a\u{7}", "\u{200b}", "x".repeat(33).as_str()] {
        assert!(!is_name(name), "{name:?}");
    }
}

#[test]
fn a_wrong_greeting_does_not_repeat_the_token() {
    for line in ["hello 1 name", "hello 1 my name s3cret", "organise s3cret 1 2", "hello x name s3cret"] {
        let error = line.parse::<PlayerSignal>().unwrap_err();
        assert!(!error.to_string().contains("s3cret"), "{error}");
    }
}
