//! The pages say what is true: examples are run, commands are read by the program, links and paths lead somewhere, and the
//! pages that the program writes are those in the repository.
//!
//! A block marked `console` holds commands after `$ ` and below each what it prints. In that, `…` stands for any text of a line,
//! and a line of `…` alone for any lines. Lines that begin with `left out: ` stand for the warnings on standard error, and
//! `refused: ` for a message with exit code 2. SVG pictures that a command makes must be those in the repository. Commands in
//! blocks marked `sh`, or not marked, are not run; the program must understand their options.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod pages;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

use pages::{Page, repository};

/// The folder of the program under test, before everything else in the path.
fn path() -> std::ffi::OsString {
    let program = Path::new(env!("CARGO_BIN_EXE_hexwright")).parent().unwrap();
    let usual = env::var_os("PATH").unwrap();
    env::join_paths([program.to_path_buf()].into_iter().chain(env::split_paths(&usual))).unwrap()
}

/// Runs a command in a copy of what the pages use, and returns what the page should show.
fn run(command: &str, folder: &Path) -> String {
    let output =
        Command::new("sh").args(["-c", command]).current_dir(folder).env("PATH", path()).output().unwrap();
    let mut shown = String::from_utf8(output.stdout).unwrap();
    for line in String::from_utf8(output.stderr).unwrap().lines() {
        let line = line.strip_prefix("hexwright: ").unwrap_or(line);
        match (line.split_once(" has no place for it: "), output.status.code()) {
            (Some((_, what)), Some(0)) => shown.push_str(&format!("left out: {what}\n")),
            // The progress of a command that succeeds.
            (None, Some(0)) => {}
            (_, code) => {
                assert_eq!(code, Some(2), "{command}: {line}");
                let message = line.strip_prefix("the text given: ").unwrap_or(line);
                shown.push_str(&format!("refused: {message}\n"));
            }
        }
    }
    shown
}

/// Whether lines are those of an example, in which `…` stands for any text.
fn matches(expected: &[&str], found: &[&str]) -> bool {
    match (expected, found) {
        ([], []) => true,
        (["…", rest @ ..], _) => (0..=found.len()).any(|skipped| matches(rest, &found[skipped..])),
        ([first, rest @ ..], [line, more @ ..]) => line_matches(first, line) && matches(rest, more),
        _ => false,
    }
}

fn line_matches(expected: &str, line: &str) -> bool {
    let Some((start, mut rest)) = expected.split_once('…') else {
        return expected.trim_end() == line.trim_end();
    };
    let Some(mut left) = line.strip_prefix(start) else { return false };
    while let Some((part, more)) = rest.split_once('…') {
        let Some((_, after)) = left.split_once(part) else { return false };
        (left, rest) = (after, more);
    }
    left.ends_with(rest)
}

#[test]
fn an_ellipsis_stands_for_anything_and_nothing_else_does() {
    assert!(matches(&["a … c", "…", "z"], &["a b c", "1", "2", "z"]));
    assert!(matches(&["…"], &[]));
    assert!(!matches(&["a … c"], &["a b d"]));
    assert!(!matches(&["a", "…", "z"], &["a", "y"]));
    assert!(!matches(&["a"], &["a", "b"]));
}

#[test]
fn every_example_prints_what_its_page_says() {
    let docs = repository().join("docs");
    let mut examples = 0;
    for page in pages::all() {
        let folder = TempDir::new().unwrap();
        let pictures = folder.path().join("docs/pictures");
        fs::create_dir_all(&pictures).unwrap();
        fs::copy(docs.join("pictures/game.sgf"), pictures.join("game.sgf")).unwrap();
        for (command, expected) in page.examples() {
            let found = run(&command, folder.path());
            let lines = [&expected, &found].map(|text| text.lines().collect::<Vec<_>>());
            assert!(
                matches(&lines[0], &lines[1]),
                "{}: {command}\nprints\n{found}\nthe page says\n{expected}",
                page.name
            );
            examples += 1;
        }
        compare_pictures(&page, &pictures, &docs.join("pictures"));
    }
    assert!(examples > 10, "{examples}");
}

fn compare_pictures(page: &Page, made: &Path, kept: &Path) {
    for entry in fs::read_dir(made).unwrap() {
        let made = entry.unwrap().path();
        let kept = kept.join(made.file_name().unwrap());
        if env::var_os("UPDATE_PICTURES").is_some() {
            fs::copy(&made, &kept).unwrap();
        }
        let (made, shown) = (fs::read_to_string(made).unwrap(), kept.display().to_string());
        let kept = fs::read_to_string(kept).unwrap_or_default();
        let page = &page.name;
        assert!(made == kept, "{shown} is not what the command on {page} draws; UPDATE_PICTURES=1 renews it");
    }
}

/// The program reads its options before it obeys `--help`: a wrong one is an error.
#[test]
fn the_program_understands_every_command_of_the_pages() {
    let folder = TempDir::new().unwrap();
    let mut script = String::from("mkdir -p ~/.local/share/bash-completion/completions\n");
    script += "hexwright() { command hexwright \"$@\" --help >help 2>&1 </dev/null || bad \"$@\"; }\n";
    script += "bad() { echo \"$WHERE: hexwright $*\"; head -n 4 help; }\n";
    let mut count = 0;
    for page in pages::all() {
        for command in page.commands() {
            script += &format!("WHERE={}\n{command}\n", page.name);
            count += 1;
        }
    }
    let mut bash = Command::new("bash");
    bash.args(["-c", &script]).current_dir(folder.path()).env("PATH", path()).env("HOME", folder.path());
    let output = bash.output().unwrap();
    let found = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    assert!(found.is_empty(), "{found}");
    assert!(count > 50, "{count}");
}

#[test]
fn links_and_paths_lead_somewhere() {
    let problems: Vec<String> = pages::all().iter().flat_map(Page::problems).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let summary = Page::read("docs/SUMMARY.md");
    let listed = summary.links();
    for page in pages::all() {
        let Some(name) = page.name.strip_prefix("docs/") else { continue };
        assert!(
            name == "SUMMARY.md" || listed.iter().any(|link| link == name),
            "docs/SUMMARY.md lacks {name}"
        );
    }
}

#[test]
fn generated_pages_are_what_the_program_writes() {
    for (what, page) in [("commands", "docs/reference/commands.md"), ("http", "docs/reference/http.md")] {
        let output = Command::new(env!("CARGO_BIN_EXE_hexwright")).args(["manual", what]).output().unwrap();
        let written = String::from_utf8(output.stdout).unwrap();
        let path: PathBuf = repository().join(page);
        if env::var_os("UPDATE_DOCS").is_some() {
            fs::write(&path, &written).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == written, "{page} is not current: hexwright manual {what} > {page}");
    }
}

#[test]
fn man_pages_and_completions_know_every_command() {
    let folder = TempDir::new().unwrap();
    let program = || Command::new(env!("CARGO_BIN_EXE_hexwright"));
    assert!(program().args(["manual", "man"]).arg(folder.path()).status().unwrap().success());
    let help = program().arg("help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let listed =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names =
        listed.filter(|line| !line.starts_with("    ")).map(|line| line.split_whitespace().next().unwrap());
    let names: Vec<&str> = names.filter(|name| *name != "help").collect();
    assert!(names.contains(&"solve") && names.len() > 20, "{names:?}");
    for shell in ["bash", "zsh", "fish"] {
        let output = program().args(["manual", "completions", shell]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        for name in &names {
            assert!(text.contains(name), "{shell}: {name}");
        }
    }
    for name in names {
        let page = fs::read_to_string(folder.path().join(format!("hexwright-{name}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{name}: {page}");
    }
}

#[test]
fn the_version_names_the_build_and_no_folder() {
    for command in [&["--version"][..], &["solve", "--version"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_hexwright")).args(command).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(env!("CARGO_PKG_VERSION")) && text.contains("built for "), "{text}");
        assert!(!text.contains('/'), "{text}");
    }
}
