//! The memory that a single request can take, measured on the process. So this file has one test.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod sockets;

use std::{fs, time::Duration};

use proof::strategy::seal;
use sockets::{Running, ask, json_of};
use web::{JobsSettings, State};

/// Megabytes of memory that this process has used at most.
fn peak() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() / 1024
}

/// A strategy that holds, of hundreds of thousands of nodes in 3.2 MB. Sixteen columns of stones join the edges, each by itself;
/// answers choose between two of them, then between two of these choices, and so on: at the end a line of thirteen bytes claims
/// three hundred cells. It is repeated.
fn large_strategy() -> String {
    let column = |number: u8| char::from(b'a' + number);
    let mut lines: Vec<String> = Vec::new();
    // The nodes that choose between the same number of columns, each with its first column.
    let mut level: Vec<(u8, usize)> = Vec::new();
    for number in 0..16 {
        let stones: Vec<String> = (1..=19).map(|row| format!("{}{row}", column(number))).collect();
        level.push((number, lines.len()));
        lines.push(format!("c {} :", stones.join(" ")));
    }
    let mut taken = Vec::new();
    for row in 1..=4 {
        level = level
            .chunks(2)
            .map(|pair| {
                let [(left, one), (right, two)] = pair else { unreachable!("a power of two") };
                let moves = [left, right].map(|&number| format!("{}{row}", column(number)));
                lines.push(format!("a {}:{one} {}:{two}", moves[0], moves[1]));
                taken.extend(moves);
                (*left, lines.len() - 1)
            })
            .collect();
    }
    let last = lines[lines.len() - 1].clone();
    let count = 3_200_000 / (last.len() + 1);
    lines.extend(std::iter::repeat_n(last, count));
    let cells = (0..16).flat_map(|number| (1..=19).map(move |row| format!("{}{row}", column(number))));
    let stones: Vec<String> = cells.filter(|cell| !taken.contains(cell)).collect();
    let header = "hexwright strategy 1\nboard 19x19\n";
    let root = lines.len() - 1;
    seal(format!(
        "{header}black {}\nwhite\nto-move white\nwinner black\n{}\nroot {root}\n",
        stones.join(" "),
        lines.join("\n")
    ))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_strategy_does_not_fill_the_memory() {
    let server = Running::start(State::new(JobsSettings { threads: 1, ..JobsSettings::default() })).await;
    let question = serde_json::json!({ "text": large_strategy() }).to_string();
    assert!((3_200_000..4_000_000).contains(&question.len()), "{}", question.len());
    let before = peak();
    let (_, accepted) = ask(1, server.address, "POST", "/api/jobs/strategy", &question).await;
    let job = json_of(&accepted)["job"].as_str().unwrap().to_string();
    let mut report = serde_json::Value::Null;
    for _ in 0..3000 {
        let (_, answer) = ask(1, server.address, "GET", &format!("/api/jobs/{job}"), "").await;
        report = json_of(&answer);
        if !["waiting", "running"].contains(&report["state"].as_str().unwrap()) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(report["state"], "done", "{report}");
    let nodes = report["result"]["nodes"].as_u64().unwrap();
    assert!(nodes > 200_000, "{report}");
    // Each node is still there to be asked for.
    for number in [0, 30, nodes - 1] {
        let path = format!("/api/jobs/{job}/nodes/{number}");
        let (_, node) = ask(1, server.address, "GET", &path, "").await;
        assert_eq!(json_of(&node)["answers"].is_array(), number > 0, "{node}");
    }
    let (_, none) = ask(1, server.address, "GET", &format!("/api/jobs/{job}/nodes/{nodes}"), "").await;
    assert!(none.starts_with("HTTP/1.1 404"), "{none}");
    let grown = peak() - before;
    eprintln!("a question of {} kB: {nodes} nodes, {grown} MB more at the peak", question.len() / 1000);
    assert!(grown < 250, "{grown} MB");
    server.stop().await;
}
