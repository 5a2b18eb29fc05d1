//! Trainings: one seed one curve, stopped and gone on with, hill climbing, bad settings, and whether anything is learnt.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::BoardSize;
use learning::{
    At, Climb, Climber, Event, LearningError, Opponent, Temporal, Training, TrainingSettings, Update, duel,
    random_openings,
};
use players::{FeatureSet, LinearSettings, Mops, MopsFeatures, WeightsFile, create};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

fn settings(side: usize) -> TrainingSettings {
    TrainingSettings::new(BoardSize::square(side).unwrap())
}

fn mops() -> Mops {
    Mops::new(LinearSettings { degree: 8, ..LinearSettings::with_weights(vec![0.0; 8]) })
}

fn training(settings: &TrainingSettings) -> Training<Mops> {
    Training::new(settings.clone(), &mops(), None, &create).unwrap()
}

fn file(training: &Training<Mops>) -> String {
    training.file(MopsFeatures::PLAYER, MopsFeatures::NAMES).to_string()
}

/// Every method, and every kind of opponent.
fn variety() -> Vec<TrainingSettings> {
    let temporal = |at, update| Some(Temporal { at, update, step: 0.02, ..Temporal::default() });
    let climb = Some(Climb { step: 0.05, lifetime: 3 });
    let base = settings(4);
    let opponents = [
        vec![Opponent::Untrained],
        vec![Opponent::Myself],
        vec![Opponent::Older, Opponent::Player("bridges".into())],
    ];
    let methods = [
        (temporal(At::Leaf, Update::Offline), climb),
        (temporal(At::Leaf, Update::Online), None),
        (temporal(At::Root, Update::Offline), None),
        (temporal(At::Root, Update::Online), climb),
        (None, climb),
    ];
    let mut all = Vec::new();
    for (index, (temporal, climb)) in methods.into_iter().enumerate() {
        for opponents in opponents.clone() {
            all.push(TrainingSettings {
                temporal,
                climb,
                opponents,
                stones: index % 3,
                seed: 7 + index as u64,
                ..base.clone()
            });
        }
    }
    all
}

#[test]
fn one_seed_is_one_curve_however_often_it_was_stopped() {
    for settings in variety() {
        let mut whole = training(&settings);
        let mut parts = training(&settings);
        for game in 0..45 {
            whole.play_game().unwrap();
            parts.play_game().unwrap();
            if game % 4 == 1 {
                let saved = WeightsFile::parse(&file(&parts)).unwrap();
                parts = training(&settings);
                parts.resume(&saved).unwrap();
            }
        }
        assert_eq!(file(&whole), file(&parts), "{settings:?}");
        // A hill climber alone may find nothing better.
        if settings.temporal.is_some() {
            assert_ne!(whole.weights(), whole.first(), "{settings:?}");
        }
        let other = TrainingSettings { seed: settings.seed + 100, ..settings };
        assert_ne!(training(&other).first(), whole.first());
    }
}

#[test]
fn a_saved_training_is_gone_on_with_by_its_own_settings_only() {
    let mut one = training(&settings(4));
    one.play_game().unwrap();
    let saved = WeightsFile::parse(&file(&one)).unwrap();
    let message = |settings: TrainingSettings| match training(&settings).resume(&saved).unwrap_err() {
        LearningError::Checkpoint(message) => message,
        other => panic!("{other}"),
    };
    assert_eq!(message(settings(5)), "found training.size \"4x4\": expected \"5x5\"");
    let alone = TrainingSettings { climb: None, ..settings(4) };
    assert_eq!(message(alone), "found training.method \"tdleaf+ehc\": expected \"tdleaf\"");
    let mut cut = saved.clone();
    cut.set("state.life", players::WeightsValue::of_numbers(&[1.0]));
    let damaged = training(&settings(4)).resume(&cut).unwrap_err().to_string();
    assert!(damaged.contains("found a damaged state"), "{damaged}");
}

#[test]
fn the_climber_keeps_a_mutant_only_if_it_wins_more_games() {
    let climb = Climb { step: 0.5, lifetime: 2 };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut climber = Climber::new(vec![1.0, 2.0]);
    let mut weights = vec![1.0, 2.0];
    let mut play = |climber: &mut Climber, weights: &mut Vec<f64>, results: [bool; 2]| {
        results.map(|won| climber.game(&climb, won, weights, &mut random))
    };
    // The champion wins one of two, and has learnt meanwhile.
    weights[0] = 1.5;
    assert_eq!(play(&mut climber, &mut weights, [true, false]), [Event::Nothing, Event::Born]);
    assert_eq!(climber.champion, [1.5, 2.0]);
    assert_ne!(weights, [1.5, 2.0]);
    // The mutant wins as many: not enough, and what it has learnt goes with it.
    weights[1] = 9.0;
    assert_eq!(play(&mut climber, &mut weights, [false, true]), [Event::Nothing, Event::Dropped]);
    assert_eq!(weights, [1.5, 2.0]);
    // The champion wins none in its next life, the next mutant one.
    assert_eq!(play(&mut climber, &mut weights, [false, false]), [Event::Nothing, Event::Born]);
    let mutant = weights.clone();
    assert_eq!(play(&mut climber, &mut weights, [true, false]), [Event::Nothing, Event::Kept]);
    assert_eq!((climber.champion, weights), (mutant.clone(), mutant));
}

#[test]
fn mutations_have_the_size_that_was_asked_for() {
    // A mutation's coefficients are products of two normal numbers and the step: their mean square is the step's square.
    let climb = Climb { step: 0.005, lifetime: 1 };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut squares, mut count) = (0.0, 0);
    for _ in 0..4000 {
        let mut weights = vec![0.0; 8];
        Climber::new(weights.clone()).game(&climb, false, &mut weights, &mut random);
        squares += weights.iter().map(|weight| weight * weight).sum::<f64>();
        count += weights.len();
    }
    let size = (squares / f64::from(count as u32)).sqrt();
    assert!((size / climb.step - 1.0).abs() < 0.06, "{size}");
}

#[test]
fn bad_settings_are_refused_before_the_first_game() {
    let message = |change: &dyn Fn(&mut TrainingSettings)| {
        let mut settings = settings(5);
        change(&mut settings);
        Training::new(settings, &mops(), None, &create).err().map(|error| error.to_string())
    };
    let temporal = |change: &dyn Fn(&mut Temporal)| {
        message(&|settings| change(settings.temporal.as_mut().unwrap())).unwrap_or_default()
    };
    assert_eq!(temporal(&|td| td.decay = 1.5), "lambda: found 1.5: expected a number from 0 to 1");
    assert_eq!(temporal(&|td| td.discount = -0.1), "gamma: found -0.1: expected a number from 0 to 1");
    assert_eq!(
        temporal(&|td| td.step = -0.5),
        "step size of TD: found -0.5: expected a number above 0, at most 1"
    );
    assert!(temporal(&|td| td.step = f64::NAN).contains("found NaN"));
    let climb = |change: &dyn Fn(&mut Climb)| {
        message(&|settings| change(settings.climb.as_mut().unwrap())).unwrap_or_default()
    };
    assert_eq!(climb(&|ehc| ehc.lifetime = 0), "lifetime: found 0: expected at least 1 game");
    assert!(climb(&|ehc| ehc.step = 0.0).starts_with("step size of hill climbing: found 0:"));
    assert!(message(&|settings| settings.spread = -1.0).unwrap().starts_with("spread of the first weights"));
    assert!(message(&|settings| settings.opponents.clear()).unwrap().starts_with("opponents"));
    assert!(message(&|settings| settings.stones = 13).unwrap().starts_with("stones of an opening"));
    assert!(
        message(&|settings| (settings.temporal, settings.climb) = (None, None))
            .unwrap()
            .starts_with("method")
    );
    let nobody = message(&|settings| settings.opponents = vec![Opponent::Player("nobody".into())]);
    assert!(nobody.unwrap().contains("'nobody' is not a player"));
    assert_eq!(message(&|_| ()), None);
}

#[test]
fn mops_learns_on_a_small_board() {
    // All seeds together, for one alone may begin with good weights.
    let (mut won, mut games) = (0, 0);
    for seed in 1..=4 {
        let temporal = Temporal { step: 0.01, discount: 1.0, decay: 0.7, ..Temporal::default() };
        let settings = TrainingSettings {
            temporal: Some(temporal),
            climb: None,
            opponents: vec![Opponent::Myself],
            stones: 2,
            seed,
            ..settings(6)
        };
        let mut training = training(&settings);
        for _ in 0..150 {
            training.play_game().unwrap();
        }
        let [mut trained, mut untrained] = [training.weights(), training.first()].map(|weights| {
            let mut player = mops();
            player.set_weights(weights);
            player
        });
        for (index, opening) in random_openings(settings.size, 30, 2, seed).iter().enumerate() {
            won += duel([&mut trained, &mut untrained], settings.size, opening, index as u64).unwrap();
            games += 2;
        }
    }
    assert!(won * 3 > games * 2, "{won} of {games}");
}
