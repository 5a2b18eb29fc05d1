//! Whole batches of games with an evaluator made of a hash.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Cell, CellSet, Color, Geometry};
use learning::{Batch, BatchKind, BatchTally, LearningError, SelfPlaySettings, new_batch, sample};

const GAMES: usize = 16;

fn size(side: usize) -> BoardSize {
    BoardSize::square(side).unwrap()
}

fn settings() -> SelfPlaySettings {
    SelfPlaySettings { full_visits: 12, fast_visits: 4, considered: 6, ..SelfPlaySettings::default() }
}

fn word(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes[..8].try_into().unwrap())
}

fn cells(bytes: &[u8], size: BoardSize) -> CellSet {
    let mut words = [0; 6];
    (0..size.words()).for_each(|index| words[index] = word(&bytes[8 * index..]));
    CellSet::from_words(words)
}

/// Values and priors that depend on the stones and the network's number alone.
fn evaluate(requests: &[u8], size: BoardSize) -> Vec<u8> {
    let stride = 2 * 8 * size.words();
    let (mut values, mut priors) = (Vec::new(), Vec::new());
    for game in 0..GAMES {
        let position = &requests[stride * game..stride * (game + 1)];
        let network = requests[stride * GAMES + game];
        let [own, opponent] = [cells(position, size), cells(&position[stride / 2..], size)];
        assert!(!own.intersects(&opponent));
        let hash = position.chunks_exact(8).fold(u64::from(network), |hash, bytes| {
            (hash ^ word(bytes)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
        });
        values.extend((0.2 + 0.6 * (hash >> 40) as f32 / (1 << 24) as f32).to_le_bytes());
        let empty = size.cells() - own.len() - opponent.len();
        for cell in size.iter() {
            let free = !(own | opponent).contains(cell);
            let tilt = 1.0 + 0.5 * ((hash.rotate_left(cell.index() as u32) & 0xFF) as f32 / 255.0);
            let prior = if free { tilt / (2.0 * empty as f32) } else { 0.0 };
            priors.extend(((prior.to_bits() >> 16) as u16).to_le_bytes());
        }
    }
    values.extend(priors);
    values
}

/// Plays until this many games have ended and returns their samples.
fn play(batch: &mut dyn Batch, games: u32) -> (Vec<u8>, BatchTally) {
    let (mut requests, mut samples, mut total) = (Vec::new(), Vec::new(), BatchTally::default());
    while total.games < games && batch.match_result().is_none() {
        batch.requests(&mut requests);
        let answers = evaluate(&requests, batch.size());
        let tally = batch.answers(&answers, &mut samples).unwrap();
        total.games += tally.games;
        total.moves += tally.moves;
        total.samples += tally.samples;
    }
    (samples, total)
}

#[test]
fn positions_asked_for_are_positions_of_games_that_go_on() {
    for side in [3, 5, 9, 12, 14] {
        let mut batch = new_batch(size(side), BatchKind::SelfPlay, GAMES, &settings(), 7);
        let geometry = Geometry::<6>::of(size(side));
        let mut requests = Vec::new();
        for _ in 0..400 {
            batch.requests(&mut requests);
            let stride = 2 * 8 * size(side).words();
            assert_eq!(requests.len(), GAMES * (stride + 1));
            for position in requests[..GAMES * stride].chunks_exact(stride) {
                let [own, opponent] =
                    [cells(position, size(side)), cells(&position[stride / 2..], size(side))];
                // In the view the side to move is Black; if it moves second, it has a stone less.
                assert!(opponent.len() == own.len() || opponent.len() == own.len() + 1);
                assert!(!geometry.joins(own, Color::Black) && !geometry.joins(opponent, Color::White));
            }
            let answers = evaluate(&requests, size(side));
            batch.answers(&answers, &mut Vec::new()).unwrap();
        }
    }
}

#[test]
fn samples_tell_the_truth_about_their_games() {
    for side in [3, 4, 7, 9, 14] {
        let size = size(side);
        let mut batch = new_batch(size, BatchKind::SelfPlay, GAMES, &settings(), 3);
        let (samples, tally) = play(batch.as_mut(), 40);
        assert_eq!(samples.len(), tally.samples as usize * sample::record_len(size));
        assert!(tally.samples > 20, "{tally:?}");
        let geometry = Geometry::<6>::of(size);
        for record in samples.chunks_exact(sample::record_len(size)) {
            let set = 8 * size.words();
            let [own, opponent, chain] = [0, 1, 2].map(|index| cells(&record[set * index..], size));
            let rest = &record[3 * set..];
            let u16_at = |at: usize| u16::from_le_bytes([rest[at], rest[at + 1]]);
            let policy: Vec<u16> = (0..size.cells()).map(|cell| u16_at(2 * cell)).collect();
            let rest = &rest[2 * size.cells()..];
            let reply = u16::from_le_bytes([rest[0], rest[1]]);
            let (won, stones) = (rest[2] == 1, usize::from(rest[3]));
            let value = f32::from_le_bytes(rest[4..8].try_into().unwrap());
            // The winner's group joins the winner's edges, holds none of the loser's stones and is one group.
            let (winner, loser) = if won { (Color::Black, opponent) } else { (Color::White, own) };
            assert!(geometry.joins(chain, winner));
            assert!(!chain.intersects(&loser));
            assert_eq!(geometry.flood(CellSet::of(chain.first().unwrap()), chain), chain);
            assert_eq!(own.len() + opponent.len(), stones);
            assert!((0.0..=1.0).contains(&value));
            let total: u32 = policy.iter().map(|&share| u32::from(share)).sum();
            assert!((65_535 - 200..=65_535 + 200).contains(&total), "{total}");
            let occupied = own | opponent;
            assert!(occupied.iter().all(|cell| policy[cell.index()] == 0));
            if reply != sample::NO_REPLY {
                assert!(!occupied.contains(Cell::from_index_unchecked(usize::from(reply))));
            }
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let games = |seed| {
        let mut batch = new_batch(size(5), BatchKind::SelfPlay, GAMES, &settings(), seed);
        play(batch.as_mut(), 30)
    };
    assert_eq!(games(1), games(1));
    assert_ne!(games(1), games(2));
}

#[test]
fn a_match_of_a_network_against_its_twin_is_drawn() {
    let mut batch = new_batch(size(5), BatchKind::Match { games: 12 }, GAMES, &settings(), 11);
    // The twin: number 1 answers as number 0 does. Then both games of a pair are the same game with sides exchanged.
    let mut requests = Vec::new();
    while batch.match_result().is_none() {
        batch.requests(&mut requests);
        let nets = requests.len() - GAMES;
        requests[nets..].fill(0);
        let answers = evaluate(&requests, size(5));
        let mut samples = Vec::new();
        batch.answers(&answers, &mut samples).unwrap();
        assert!(samples.is_empty());
    }
    assert_eq!(batch.match_result(), Some((12, 6)));
}

#[test]
fn games_against_an_opponent_leave_samples_of_the_learner_alone() {
    let kind = BatchKind::AgainstOpponent;
    let settings = SelfPlaySettings { full_share: 1.0, opening_tries: 0, decided: 0.0, ..settings() };
    let mut batch = new_batch(size(4), kind, GAMES, &settings, 5);
    let (_, against) = play(batch.as_mut(), 200);
    let mut batch = new_batch(size(4), BatchKind::SelfPlay, GAMES, &settings, 5);
    let (_, alone) = play(batch.as_mut(), 200);
    let share = |tally: BatchTally| f64::from(tally.samples) / f64::from(tally.moves);
    assert!((share(against) / share(alone) - 0.5).abs() < 0.06, "{against:?} {alone:?}");
}

#[test]
fn answers_that_make_no_sense_are_refused() {
    let mut batch = new_batch(size(5), BatchKind::SelfPlay, GAMES, &settings(), 1);
    let mut requests = Vec::new();
    batch.requests(&mut requests);
    let good = evaluate(&requests, size(5));
    let error = batch.answers(&good[1..], &mut Vec::new()).unwrap_err();
    assert_eq!(error, LearningError::AnswerLength { found: good.len() - 1, expected: good.len() });
    let mut bad = good.clone();
    bad[8..12].copy_from_slice(&f32::NAN.to_le_bytes());
    let error = batch.answers(&bad, &mut Vec::new()).unwrap_err();
    assert_eq!(error.to_string(), "found value NaN for game 2: expected a number from 0 to 1");
    let mut bad = good.clone();
    let at = 4 * GAMES + 2 * (25 + 3);
    bad[at..at + 2].copy_from_slice(&[0xC0, 0xFF]);
    let error = batch.answers(&bad, &mut Vec::new()).unwrap_err();
    assert_eq!(error.to_string(), "found prior NaN for game 1: expected a number from 0 to 1");
    assert!(batch.answers(&good, &mut Vec::new()).is_ok());
    // Certain values and no priors at all are odd but no reason to stop.
    let mut odd = good;
    odd.fill(0);
    for _ in 0..200 {
        batch.answers(&odd, &mut Vec::new()).unwrap();
    }
}
