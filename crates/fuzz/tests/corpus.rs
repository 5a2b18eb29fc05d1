//! Every target stands its corpus, with the findings of the past, and some thousand changes of it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]
#![allow(clippy::print_stdout, reason = "a test says what it ran")]

use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use fuzz::{Campaign, TARGETS, Target, corpus};

/// The first part is the same in every run: `Target::in_tests` inputs with one seed.
#[test]
fn every_target_stands_its_corpus_and_changes_of_it() {
    stand(7, |target, _| target.in_tests);
}

/// The second part is another one in every run: a second of inputs, with the time as the seed. `FUZZ_SEED` repeats a run.
#[test]
fn every_target_stands_a_second_of_new_inputs() {
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let seed = std::env::var("FUZZ_SEED").map_or_else(|_| clock(), |seed| seed.parse().unwrap());
    println!("FUZZ_SEED={seed}");
    stand(seed, |_, start| if start.elapsed() < Duration::from_secs(1) { u64::MAX } else { 0 });
}

/// Runs every target on its corpus and on as many further inputs as are wanted by then, on two threads.
fn stand(seed: u64, wanted: fn(&Target, Instant) -> u64) {
    let next = AtomicUsize::new(0);
    let findings = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(target) = TARGETS.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let start = Instant::now();
                    let result =
                        Campaign::start(target, corpus(target).unwrap(), seed).and_then(|mut campaign| {
                            let known = campaign.executions;
                            while campaign.executions - known < wanted(target, start) {
                                let input = campaign.next_input();
                                campaign.try_input(input)?;
                            }
                            Ok(campaign)
                        });
                    match result {
                        Ok(campaign) => {
                            let (inputs, outcomes) = (campaign.executions, campaign.outcomes());
                            println!(
                                "{}: {inputs} inputs, {outcomes} outcomes, {:.1} s",
                                target.name,
                                start.elapsed().as_secs_f64()
                            );
                            // A target that says the same of everything has seen nothing.
                            assert!(outcomes > 1, "{}", target.name);
                        }
                        Err(finding) => findings.lock().unwrap().push(format!(
                            "{}, seed {seed}: {}: {}",
                            target.name,
                            finding.what,
                            finding.input.escape_ascii().to_string().chars().take(4000).collect::<String>()
                        )),
                    }
                }
            });
        }
    });
    let findings = findings.into_inner().unwrap();
    assert!(findings.is_empty(), "{}", findings.join("\n\n"));
}

/// One seed, one sequence of inputs: a finding can be repeated.
#[test]
fn a_campaign_can_be_repeated() {
    let inputs = |seed| {
        let mut campaign = Campaign::start(&TARGETS[0], corpus(&TARGETS[0]).unwrap(), seed).unwrap();
        let mut inputs = Vec::new();
        for _ in 0..100 {
            let input = campaign.next_input();
            inputs.push(input.clone());
            campaign.try_input(input).unwrap();
        }
        inputs
    };
    assert_eq!(inputs(3), inputs(3));
    assert_ne!(inputs(3), inputs(4));
}

/// The engine notices a target that panics.
#[test]
fn a_panic_is_a_finding() {
    let target = Box::leak(Box::new(Target {
        name: "brittle",
        about: "",
        seeds: || vec![b"sound".to_vec()],
        words: &["rotten"],
        most_bytes: 100,
        seal: None,
        run: |input| {
            assert!(!input.windows(6).any(|part| part == b"rotten"), "found something rotten");
            "read".to_string()
        },
        in_tests: 0,
    }));
    let mut campaign = Campaign::start(target, (target.seeds)(), 1).unwrap();
    let finding = (0..10_000).find_map(|_| {
        let input = campaign.next_input();
        campaign.try_input(input).err()
    });
    assert!(finding.unwrap().what.contains("found something rotten"));
}
