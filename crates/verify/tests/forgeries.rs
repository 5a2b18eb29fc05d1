//! Every file of the folder `forgeries` is refused; those of `true` and all that come with the program are accepted.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod support;

use std::{
    fs,
    path::{Path, PathBuf},
};

use support::{Game, bits};
use verify::{Budget, Color, Graph, check_book, check_strategy};

fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    files
}

#[test]
fn every_forged_strategy_is_refused() {
    let files = files("tests/forgeries", "strategy");
    assert!(files.len() > 200, "{}", files.len());
    for path in files {
        let found = check_strategy(&fs::read(&path).unwrap(), Budget::UNLIMITED, &mut |_| ());
        assert!(found.is_err(), "{}: accepted", path.display());
    }
}

/// The index names every book, what its claim is worth and what the refusal says.
#[test]
fn every_forged_book_is_refused_for_its_reason() {
    let files = files("tests/forged-books", "book");
    let index = include_str!("forged-books/README.md");
    let rows: Vec<Vec<&str>> = index
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.trim_matches(['|', ' ']).split(" | ").collect())
        .collect();
    assert!(files.len() > 50 && files.len() == rows.len(), "{} files, {} rows", files.len(), rows.len());
    let mut wrong = Vec::new();
    for row in rows {
        let [name, claim, reason, _] = row[..] else { panic!("{row:?}: expected four cells") };
        let name = format!("{}.book", name.trim_matches('`'));
        let path = files.iter().find(|path| path.ends_with(&name)).expect(&name);
        let text = fs::read(path).unwrap();
        let found = check_book(&text, Budget::UNLIMITED)
            .map_or_else(|refusal| refusal.to_string(), |_| "accepted".to_string());
        let truth = truth(&String::from_utf8_lossy(&text));
        if !found.contains(reason) || truth != claim {
            wrong.push(format!("{name}: claim {truth}, {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether the claim of a header is true: the judge reads the header alone, and the game by brute force does the rest.
fn truth(text: &str) -> &'static str {
    let lines: Vec<&str> = text.lines().take(6).collect();
    let probe = format!("hexwright book 1\n{}\nroot\n", lines.get(1..).unwrap_or_default().join("\n"));
    let sealed = support::seal(probe.as_bytes());
    let stated =
        check_book(&sealed, Budget::UNLIMITED).map_or_else(|refusal| refusal.rule == "root", |_| true);
    let is_book = lines.first() == Some(&"hexwright book 1");
    if !stated || !is_book || text.contains('\r') {
        return "unknown";
    }
    let [columns, rows] = [6, 8].map(|at| usize::from(lines[1].as_bytes()[at] - b'0'));
    let color = |line: &str| if line.ends_with("black") { Color::Black } else { Color::White };
    let (to_move, winner) = (color(lines[4]), color(lines[5]));
    let graph = Graph::new(columns, rows, winner).unwrap();
    let stones = |line: &str| -> u32 {
        let cell = |name: &str| {
            let [column, row] = [name.as_bytes()[0] - b'a', name.as_bytes()[1] - b'1'].map(usize::from);
            graph.cell(column, row).unwrap()
        };
        bits(line.split(' ').skip(1).map(cell))
    };
    let (black, white) = (stones(lines[2]), stones(lines[3]));
    let own = if winner == Color::Black { black } else { white } | 0b11;
    let empty = bits(graph.cells().iter()) & !black & !white;
    let mut game = Game::new(&graph);
    let wins = if to_move == winner {
        game.joins_first([0, 1], own, empty)
    } else {
        game.joins_second([0, 1], own, empty)
    };
    if wins { "true" } else { "false" }
}

#[test]
fn every_true_strategy_is_accepted() {
    let [odd, shipped] = ["tests/true", "../web/data/strategies"].map(|folder| files(folder, "strategy"));
    assert!(odd.len() > 10 && shipped.len() > 2);
    for path in odd.into_iter().chain(shipped) {
        let found = check_strategy(&fs::read(&path).unwrap(), Budget::UNLIMITED, &mut |_| ());
        assert!(found.is_ok(), "{}: {}", path.display(), found.unwrap_err());
    }
}

#[test]
fn every_shipped_book_is_accepted() {
    let files = files("../players/data/books", "book");
    assert!(files.len() > 2);
    for path in files {
        let found = check_book(&fs::read(&path).unwrap(), Budget::UNLIMITED);
        assert!(found.is_ok(), "{}: {}", path.display(), found.unwrap_err());
    }
}

/// A budget is a clear refusal, and a large enough one changes nothing.
#[test]
fn work_beyond_the_budget_is_refused() {
    let strategy = fs::read(&files("../web/data/strategies", "strategy")[0]).unwrap();
    let book = fs::read(&files("../players/data/books", "book")[0]).unwrap();
    let judge = |units: usize| {
        let budget = Budget(units as u64);
        [check_strategy(&strategy, budget, &mut |_| ()).err(), check_book(&book, budget).err()]
    };
    for units in [0, 20, strategy.len() / 2, book.len() / 2] {
        for refusal in judge(units) {
            let refusal = refusal.unwrap();
            assert!(refusal.problem.contains("than the budget allows"), "{units}: {refusal}");
        }
    }
    assert_eq!(judge(1_000 * (strategy.len() + book.len())), [None, None]);
}

/// "Black wins the empty 3x3 board with White to move" is false: White wins by taking the centre. Each gap of one
/// cell is called captured with itself as partner, so that an OR of one part seems to hold.
#[test]
fn a_cell_is_not_its_own_partner() {
    let text = include_bytes!("forgeries/captured-by-itself-3x3.strategy");
    let refusal = check_strategy(text, Budget::UNLIMITED, &mut |_| ()).unwrap_err();
    assert_eq!((refusal.line, refusal.rule), (Some(7), "OR"), "{refusal}");
    assert!(refusal.problem.contains("not captured"), "{refusal}");
}

/// A pair of a fill-in is judged on the whole board, so it costs as much as a node.
#[test]
fn each_captured_pair_costs_work() {
    let file = |pairs: &str| {
        let stones: String = (1..=19).map(|row| format!(" c{row}")).collect();
        support::seal(
            format!(
                "hexwright strategy 2\nboard 19x19\nblack{stones}\nwhite\nto-move white\nwinner black\nc{stones} :\n\
                 f 0 :{pairs}\nroot 1\n"
            )
            .as_bytes(),
        )
    };
    let [one, many] = [1, 1000].map(|times| file(&" s9:s10".repeat(times)));
    let check = |text: &[u8]| check_strategy(text, Budget(5000), &mut |_| ()).map_err(|refusal| refusal.rule);
    assert!(check(&one).is_ok());
    assert_eq!(check(&many).err(), Some("budget"));
}
