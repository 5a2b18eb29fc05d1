//! The committed patterns: they are what the generator derives, they read back as they were written, and each holds by
//! an independent proof.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use inferior::{InferiorPattern, PATTERNS, derive, pattern_file};

#[test]
fn the_generator_derives_the_committed_patterns() {
    let derived = pattern_file(&derive(|_, _| {}));
    assert!(derived == PATTERNS, "data/patterns.txt is not what `hexwright patterns derive` writes");
}

#[test]
fn patterns_read_back_as_they_were_written() {
    let patterns = InferiorPattern::parse_all(PATTERNS).unwrap();
    assert_eq!(pattern_file(&patterns), PATTERNS);
    assert!(patterns.len() > 100);
}

#[test]
fn every_pattern_holds_by_an_independent_proof() {
    let patterns = proof::split_patterns(PATTERNS);
    assert_eq!(patterns.len(), InferiorPattern::parse_all(PATTERNS).unwrap().len());
    for (line, lines) in patterns {
        proof::check_pattern(line, &lines).unwrap();
    }
}

#[test]
fn no_pattern_holds_with_a_stone_less() {
    for (line, lines) in proof::split_patterns(PATTERNS) {
        let text = lines[1..].join("\n");
        for (at, _) in text.match_indices(['B', 'W']) {
            let mut less = text.clone();
            less.replace_range(at..=at, "?");
            let mut rows = vec![lines[0]];
            rows.extend(less.lines());
            assert!(proof::check_pattern(line, &rows).is_err(), "line {line}: holds with less\n{less}");
        }
    }
}

#[test]
fn bad_pattern_files_name_the_line() {
    for (text, expected) in [
        ("\nstrange: x\n", "line 2 of the patterns: found 'strange: x', expected a class and a colon"),
        ("dead: x\nx 7\n", "line 2 of the patterns: found '7', expected ? B W x c p e d k r"),
        ("dead: two\nx x\n", "line 1 of the patterns: expected exactly one x in a pattern 'dead'"),
        (
            "dead: far\nx ? B\n",
            "line 1 of the patterns: found a stone in row 1 that touches no empty cell of the pattern",
        ),
        (
            "captured: e\nc e\n",
            "line 1 of the patterns: found the letters of 'permanently-inferior', expected those of 'captured'",
        ),
        ("dead: none\nB\n", "line 1 of the patterns: found 0 empty cells, expected 1 to 4"),
    ] {
        assert_eq!(InferiorPattern::parse_all(text).unwrap_err().to_string(), expected);
    }
}
