//! Names of players and tournaments: the rules, and which names look the same.
//!
//! Names are kept in the normal form NFKC, so the same name typed in another way is the same name. Characters and mixtures of
//! scripts follow Unicode's security mechanisms (UTS 39): identifier characters, the level "highly restrictive", and skeletons,
//! which are equal for texts that look alike.

use crate::signals::{LONGEST_NAME, excerpt, is_name};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
use unicode_security::{
    GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection, confusable_detection::skeleton,
};

/// Names that would be taken for somebody who runs the server.
const OFFICES: [&str; 17] = [
    "admin",
    "administrator",
    "anonymous",
    "arena",
    "bye",
    "hexwright",
    "host",
    "judge",
    "moderator",
    "nobody",
    "organiser",
    "organizer",
    "referee",
    "root",
    "server",
    "support",
    "system",
];
/// Combining marks that may follow each other.
const MOST_MARKS: usize = 2;

/// The normal form of a name, in which names are compared and kept.
pub(crate) fn normal(name: &str) -> String {
    name.nfkc().collect()
}

/// The normal form of a new name, or what is wrong with it.
pub(crate) fn checked(name: &str) -> Result<String, String> {
    let found = excerpt(name);
    let problem = |expected: &str| Err(format!("found the name '{found}': expected {expected}"));
    let name = normal(name);
    if !is_name(&name) {
        return problem(&format!("one word of at most {LONGEST_NAME} characters, none of them hidden"));
    }
    if !name.chars().any(char::is_alphanumeric) {
        return problem("at least one letter or digit");
    }
    if name.starts_with(is_combining_mark) || has_many_marks(&name) {
        return problem("at most two accents on a letter");
    }
    // Signs of ASCII are no identifier characters, and look like nothing else.
    let letters: String = name.chars().filter(|c| !c.is_ascii_punctuation()).collect();
    if !letters.chars().all(GeneralSecurityProfile::identifier_allowed) {
        return problem("letters and digits of living languages, or signs of ASCII");
    }
    if !letters.as_str().check_restriction_level(RestrictionLevel::HighlyRestrictive) {
        return problem("letters of one script");
    }
    Ok(name)
}

fn has_many_marks(name: &str) -> bool {
    let mut marks = 0;
    name.nfd().any(|c| {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        marks > MOST_MARKS
    })
}

/// How a name looks, as it is written and in small letters. Two names that share one of the two can be mistaken.
pub(crate) fn looks(name: &str) -> [String; 2] {
    // Skeletons have capital letters for some digits.
    [name, &name.to_lowercase()].map(|text| skeleton(text).collect::<String>().to_lowercase())
}

/// Whether a name looks like an office of the server.
pub(crate) fn is_office(name: &str) -> bool {
    OFFICES.iter().any(|office| looks_alike(name, office))
}

/// Whether a name looks like that of a player of the program: `bridges`, `neural:visits=100` or `mops--2`.
pub(crate) fn is_of_the_house(name: &str, house: &[String]) -> bool {
    let head = name.split(':').next().unwrap_or_default();
    let head = head.split("--").next().unwrap_or_default();
    house.iter().any(|player| looks_alike(head, player))
}

fn looks_alike(a: &str, b: &str) -> bool {
    let b = looks(b);
    looks(a).iter().any(|look| b.contains(look))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_script_are_taken_in_their_normal_form() {
        for (name, expected) in [
            ("alice", "alice"),
            ("level:n=8", "level:n=8"),
            ("<b>bold</b>", "<b>bold</b>"),
            ("Zoë", "Zoë"),
            ("Zoe\u{308}", "Zoë"),
            ("ａｌｉｃｅ", "alice"),
            ("日本のロボット7", "日本のロボット7"),
            ("Кирилл", "Кирилл"),
            ("Việt", "Việt"),
        ] {
            assert_eq!(checked(name).as_deref(), Ok(expected), "{name}");
        }
    }

    #[test]
    fn names_that_hide_or_mix_are_refused() {
        for (name, expected) in [
            ("", "one word"),
            ("a b", "one word"),
            ("a\u{202e}b", "one word"),
            ("a\u{2028}b", "one word"),
            ("\u{e0041}lice", "one word"),
            ("x\u{a8}y", "one word"),
            (&"x".repeat(33), "one word"),
            ("--", "letter or digit"),
            ("a\u{300}\u{301}\u{302}", "accents"),
            ("\u{301}a", "accents"),
            ("p\u{430}ypal", "one script"),
            ("☃snow", "living languages"),
            ("\u{1F600}", "letter or digit"),
        ] {
            let problem = checked(name).unwrap_err();
            assert!(problem.contains(expected), "{name:?}: {problem}");
            assert!(!problem.contains(['\u{202e}', '\u{2028}']), "{problem:?}");
        }
    }

    #[test]
    fn look_alikes_are_found() {
        // Cyrillic for Latin as a whole word, one for l, capital i for l, other case, rn for m.
        for (a, b) in [
            ("рорсоrn", "popcorn"),
            ("a1ice", "alice"),
            ("aIice", "alice"),
            ("ALICE", "alice"),
            ("rnops", "mops"),
        ] {
            assert!(looks_alike(a, b), "{a} {b}");
        }
        for (a, b) in [("alice", "alicia"), ("p01", "p10"), ("bad-hang", "good-hang")] {
            assert!(!looks_alike(a, b), "{a} {b}");
        }
        assert!(is_office("0rganiser") && is_office("ORGANISER") && !is_office("organ"));
        let house = ["bridges".to_string(), "neural".to_string()];
        for name in ["bridges", "Bridges", "neural:visits=9", "bridges--2"] {
            assert!(is_of_the_house(name, &house), "{name}");
        }
        assert!(!is_of_the_house("bridges-of-konigsberg", &house));
    }
}
