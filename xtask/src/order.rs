//! The order of the crates: `Cargo.toml` and the table in `ARCHITECTURE.md` list them so that each stands below the crates
//! that it depends on, and both in the same order. Packages that others can use depend on nothing that they cannot get.

use std::{collections::BTreeMap, fs};

use crate::{
    portable::dependencies,
    steps::{Outcome, root},
    tidy::crate_names,
};

/// The prefix of the packages that others can use.
pub(crate) const PREFIX: &str = "hexwright-";

/// The crate that judges proofs.
const JUDGE: &str = "verify";

/// The workspace's manifests and the page, as text.
struct Crates {
    /// The manifest of each crate, by the name of its folder.
    manifests: BTreeMap<String, String>,
    workspace: String,
    page: String,
}

/// Lists what is out of order.
pub(crate) fn check(problems: &mut Vec<String>) -> Outcome {
    problems.extend(Crates::read()?.problems());
    Ok(())
}

/// The packages that others can use, by name.
pub(crate) fn packages() -> Result<Vec<String>, String> {
    let crates = Crates::read()?;
    Ok(crates.manifests.values().filter_map(|manifest| package(manifest)).map(str::to_string).collect())
}

/// The name of a package that others can use.
fn package(manifest: &str) -> Option<&str> {
    let name = manifest.lines().find_map(|line| line.strip_prefix("name = \""))?;
    name.strip_suffix('"').filter(|name| name.starts_with(PREFIX))
}

impl Crates {
    fn read() -> Result<Self, String> {
        let read = |path: &str| {
            let path = root().join(path);
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let mut manifests = BTreeMap::new();
        for name in crate_names()? {
            let manifest = read(&format!("crates/{name}/Cargo.toml"))?;
            manifests.insert(name, manifest);
        }
        Ok(Self { manifests, workspace: read("Cargo.toml")?, page: read("ARCHITECTURE.md")? })
    }

    fn problems(&self) -> Vec<String> {
        let listed = self.workspace.lines().filter(|line| line.contains("path = \"crates/"));
        let listed: Vec<&str> = listed.filter_map(|line| line.split(' ').next()).collect();
        let rows = self.page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
        let table: Vec<&str> = rows.map(|(name, _)| name).filter(|name| *name != "xtask").collect();

        let mut problems = missing_files(&self.page, |path| root().join(path).exists());
        for name in self.manifests.keys().filter(|name| !table.contains(&name.as_str())) {
            problems.push(format!("ARCHITECTURE.md: found no row for crates/{name}"));
        }
        problems.extend(self.out_of_order("Cargo.toml", &listed));
        problems.extend(self.out_of_order("ARCHITECTURE.md", &table));
        let shared = table.iter().filter(|name| listed.contains(name));
        if let Some((one, other)) = listed.iter().zip(shared).find(|(one, other)| one != other) {
            problems
                .push(format!("Cargo.toml has {one} where ARCHITECTURE.md has {other}: expected one order"));
        }
        for (name, manifest) in &self.manifests {
            problems.extend(self.package_problems(name, manifest));
        }
        // The judge shares nothing with what it judges.
        let judge = self.manifests.get(JUDGE).map(|manifest| dependencies(manifest)).unwrap_or_default();
        let shared = judge.iter().filter(|needed| self.manifests.contains_key(*needed));
        problems.extend(
            shared.map(|needed| format!("crates/{JUDGE} depends on {needed}: expected no crate of ours")),
        );
        problems
    }

    /// Crates of a list that stand above one of those that they depend on.
    fn out_of_order(&self, file: &str, list: &[&str]) -> Vec<String> {
        let mut problems = Vec::new();
        for (place, name) in list.iter().enumerate() {
            let Some(manifest) = self.manifests.get(*name) else {
                problems.push(format!("{file}: found {name}, which is no crate"));
                continue;
            };
            for needed in
                dependencies(manifest).iter().filter(|needed| list[place..].contains(&needed.as_str()))
            {
                problems.push(format!("{file}: {name} stands above {needed}, which it depends on"));
            }
        }
        problems
    }

    fn package_problems(&self, name: &str, manifest: &str) -> Vec<String> {
        if package(manifest).is_none() {
            return Vec::new();
        }
        let mut problems = Vec::new();
        for key in ["description = ", "readme = ", "keywords = ", "categories = ", "include = "] {
            if !manifest.lines().any(|line| line.starts_with(key)) {
                problems.push(format!("crates/{name}/Cargo.toml: a package for others without '{key}'"));
            }
        }
        for needed in dependencies(manifest) {
            if self.manifests.get(&needed).is_some_and(|other| package(other).is_none()) {
                problems.push(format!(
                    "crates/{name}/Cargo.toml: a package for others depends on {needed}, which is none"
                ));
            }
        }
        problems
    }
}

/// Files that the page names and that are not there. Paths begin at a crate or at the root.
fn missing_files(page: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let spans = page.split('`').skip(1).step_by(2);
    let is_file =
        |span: &&str| span.contains('/') && [".rs", ".js", ".md"].iter().any(|ending| span.ends_with(ending));
    let is_there = |span: &&str| exists(span) || exists(&format!("crates/{span}"));
    let missing = spans.filter(is_file).filter(|span| !is_there(span));
    missing.map(|span| format!("ARCHITECTURE.md: names {span}, which is not there")).collect()
}

#[cfg(test)]
mod tests {
    use super::{Crates, missing_files};

    #[test]
    fn a_file_that_is_gone_is_found() {
        let page = "see `a/src/one.rs` and `a/src/two.rs`, `three.rs` and `some text`";
        let exists = |path: &str| path == "crates/a/src/one.rs";
        assert_eq!(missing_files(page, exists), ["ARCHITECTURE.md: names a/src/two.rs, which is not there"]);
    }

    const WORKSPACE: &str = "a = { path = \"crates/a\" }\nb = { path = \"crates/b\" }\n";
    const PAGE: &str = "| `a` | one |\n| `b` | two |\n";

    fn problems(a: &str, b: &str, workspace: &str, page: &str) -> Vec<String> {
        let manifests = [("a".to_string(), a.to_string()), ("b".to_string(), b.to_string())].into();
        Crates { manifests, workspace: workspace.to_string(), page: page.to_string() }.problems()
    }

    #[test]
    fn a_crate_above_what_it_depends_on_is_found() {
        let needs = |name: &str| format!("[dependencies]\n{name}.workspace = true\n");
        assert_eq!(problems("", &needs("a"), WORKSPACE, PAGE), [""; 0]);
        assert_eq!(problems(&needs("b"), "", WORKSPACE, PAGE).len(), 2, "in both files");
        let turned = "| `b` | two |\n| `a` | one |\n";
        assert_eq!(problems("", "", WORKSPACE, turned).len(), 1, "two orders");
        assert_eq!(problems("", "", WORKSPACE, "| `a` | one |\n").len(), 1, "a row is missing");
    }

    #[test]
    fn a_package_that_depends_on_a_private_crate_is_found() {
        let package = "name = \"hexwright-b\"\ndescription = \"\"\nreadme = \"\"\nkeywords = []\ncategories = []\n\
                       include = []\n[dependencies]\na.workspace = true\n";
        assert_eq!(problems("name = \"a\"\n", package, WORKSPACE, PAGE).len(), 1);
        assert_eq!(problems(&package.replace("a.work", "c.work"), package, WORKSPACE, PAGE), [""; 0]);
        let without = package.replace("keywords = []\n", "").replace("a.work", "c.work");
        assert_eq!(problems("", &without, WORKSPACE, PAGE).len(), 1);
    }
}
