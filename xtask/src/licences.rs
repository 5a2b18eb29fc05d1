//! Licences of the dependencies, and crates that may not be among them, as `deny.toml` says. `cargo deny` checks more, but
//! takes minutes to compile, so these two are checked here in every run.

use std::fs;

use crate::steps::{Outcome, command, root};

/// The content of `deny.toml`.
#[derive(Debug, Default, PartialEq, Eq)]
struct Policy {
    /// Licences that dependencies may have.
    allowed: Vec<String>,
    /// Names of crates that may not be dependencies.
    banned: Vec<String>,
}

/// Every dependency on this system, also one for tests or optional parts.
pub(crate) fn check() -> Outcome {
    println!("== licences");
    let path = root().join("deny.toml");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let policy = Policy::read(&text);
    let arguments = "tree --workspace --all-features --edges normal,build,dev --prefix none --no-dedupe";
    let mut arguments: Vec<&str> = arguments.split(' ').collect();
    arguments.extend(["--format", "{p}|{l}", "--quiet"]);
    let output = command("cargo", &arguments).output().map_err(|error| format!("cargo tree: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo tree failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let tree = String::from_utf8_lossy(&output.stdout);
    let problems = policy.problems(&tree)?;
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

impl Policy {
    fn read(text: &str) -> Self {
        let quoted = |line: &str| line.split('"').skip(1).step_by(2).map(str::to_string).collect::<Vec<_>>();
        let allowed = text.lines().find(|line| line.starts_with("allow = [")).map(quoted);
        let banned = text.lines().filter(|line| line.trim_start().starts_with("{ crate = "));
        Self { allowed: allowed.unwrap_or_default(), banned: banned.flat_map(quoted).collect() }
    }

    /// The problems of a tree whose lines are `name version (…)|licence`.
    fn problems(&self, tree: &str) -> Result<Vec<String>, String> {
        let mut lines: Vec<&str> = tree.lines().filter(|line| !line.is_empty()).collect();
        lines.sort_unstable();
        lines.dedup();
        if self.allowed.is_empty() || lines.is_empty() {
            return Err(
                "found no licences in deny.toml, or no dependencies: expected some of each".to_string()
            );
        }
        let mut problems = Vec::new();
        for line in lines {
            let (package, licence) = line.split_once('|').unwrap_or((line, ""));
            let name = package.split(' ').next().unwrap_or_default();
            if self.banned.iter().any(|banned| banned == name) {
                problems.push(format!("{package}: deny.toml bans it"));
            }
            if !self.allows(licence) {
                problems.push(format!(
                    "{package}: found the licence '{licence}': expected one that deny.toml allows"
                ));
            }
        }
        Ok(problems)
    }

    /// Whether a licence in the words of SPDX can be fulfilled by allowed ones: `MIT OR Apache-2.0`, `(A OR B) AND C`.
    fn allows(&self, licence: &str) -> bool {
        let spaced = licence.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
        let words: Vec<&str> = spaced.split_whitespace().collect();
        let mut words = words.as_slice();
        !words.is_empty() && self.any(&mut words) && words.is_empty()
    }

    fn any(&self, words: &mut &[&str]) -> bool {
        let mut holds = self.all(words);
        while let Some((&"OR", rest)) = words.split_first() {
            *words = rest;
            holds |= self.all(words);
        }
        holds
    }

    fn all(&self, words: &mut &[&str]) -> bool {
        let mut holds = self.one(words);
        while let Some((&"AND", rest)) = words.split_first() {
            *words = rest;
            holds &= self.one(words);
        }
        holds
    }

    fn one(&self, words: &mut &[&str]) -> bool {
        let Some((&word, rest)) = words.split_first() else { return false };
        *words = rest;
        if word == "(" {
            let holds = self.any(words);
            let Some((&")", rest)) = words.split_first() else { return false };
            *words = rest;
            return holds;
        }
        // An exception only permits more.
        if let ["WITH", _, rest @ ..] = *words {
            *words = rest;
        }
        self.allowed.iter().any(|allowed| allowed == word)
    }
}

#[cfg(test)]
mod tests {
    use super::Policy;

    fn policy() -> Policy {
        Policy::read(
            "[licenses]\nallow = [\"MIT\", \"Zlib\"]\n[bans]\ndeny = [\n    { crate = \"bad\" },\n]\n",
        )
    }

    #[test]
    fn licences_are_read_as_spdx_has_them() {
        for licence in
            ["MIT", "MIT OR GPL-3.0", "GPL-3.0/MIT", "(GPL-3.0 OR Zlib) AND MIT", "MIT WITH x-exception"]
        {
            assert!(policy().allows(licence), "{licence}");
        }
        for licence in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "(MIT",
            "MIT)",
            "MIT Zlib",
            "MIT AND",
            "GPL-3.0 OR (Zlib AND X)",
        ] {
            assert!(!policy().allows(licence), "{licence}");
        }
    }

    #[test]
    fn what_is_banned_or_not_allowed_is_found() {
        let tree = "good v1.0.0|MIT\n\nbad v1.0.0|MIT\nother v2.0.0 (proc-macro)|GPL-3.0\nnone v1.0.0|\n";
        assert_eq!(policy().problems(tree).unwrap().len(), 3);
        assert_eq!(policy().problems("good v1.0.0|MIT\n").unwrap(), [""; 0]);
        assert!(Policy::default().problems(tree).is_err());
    }
}
