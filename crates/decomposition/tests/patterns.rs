//! Every pattern of the file is a virtual connection, as small as it can be.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use decomposition::{ConnectionPattern, read_patterns, standard_patterns};

#[test]
fn every_pattern_is_proved_by_the_prover_and_checked_by_verify() {
    for pattern in standard_patterns() {
        let proof = pattern.prove().unwrap();
        assert_eq!(proof::check(&proof.position, &proof.certificate), Ok(()), "{}", pattern.name);
        let last = proof.certificate.steps.last().unwrap();
        assert_eq!(last.carrier.len(), pattern.carrier.len(), "{} is larger than its proof", pattern.name);
    }
}

#[test]
fn no_pattern_can_spare_a_cell_or_a_stone() {
    for pattern in standard_patterns() {
        for spared in 0..pattern.carrier.len() {
            let mut carrier = pattern.carrier.clone();
            carrier.remove(spared);
            let smaller =
                ConnectionPattern::new(pattern.name.clone(), pattern.target, pattern.more.clone(), carrier);
            assert!(smaller.prove().is_err(), "{}", smaller.draw());
        }
        for spared in 0..pattern.more.len() {
            let mut more = pattern.more.clone();
            more.remove(spared);
            let smaller =
                ConnectionPattern::new(pattern.name.clone(), pattern.target, more, pattern.carrier.clone());
            assert!(smaller.prove().is_err(), "{}", smaller.draw());
        }
    }
}

#[test]
fn patterns_differ_and_read_back_as_they_are_drawn() {
    let patterns = standard_patterns();
    for (number, pattern) in patterns.iter().enumerate() {
        let again = read_patterns(&pattern.draw()).unwrap();
        assert_eq!(again[0].canonical(), pattern.canonical(), "{}", pattern.draw());
        assert_eq!(again[0].name, pattern.name);
        for other in &patterns[..number] {
            assert_ne!(other.canonical(), pattern.canonical(), "{} and {}", other.name, pattern.name);
            assert_ne!(other.name, pattern.name);
        }
    }
}

#[test]
fn what_is_no_pattern_is_refused_with_its_line() {
    for (text, line) in [
        ("stones x\nA *\n * *\n", "line 1"),
        ("edge x\n* *\n", "line 1"),
        ("\nbridge\nA B\n", "line 2"),
        ("stones x\nA ?\n * B\n", "line 2"),
        (&format!("edge x\n{}", "A\n".repeat(20)), "line 21"),
        (&format!("edge x\nA{}\n", " *".repeat(300)), "line 2"),
    ] {
        let error = read_patterns(text).unwrap_err().to_string();
        assert!(error.contains(line) && error.contains("expected"), "{error}");
    }
}
