//! Tests of the questions of the analysis overlays: who wins, which moves, where to play, what is connected, what does not matter.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod support;

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use web::JobsSettings;

use support::{answer, app, get, post, send};

fn game(side: usize, moves: &str) -> Value {
    let moves: Vec<&str> = moves.split_whitespace().collect();
    json!({ "size": [side, side], "moves": moves })
}

/// The result of a job that ends well.
async fn result(path: &str, body: Value) -> Value {
    let report = answer(&app(JobsSettings::default()), path, body).await;
    assert_eq!(report["state"], "done", "{report}");
    report["result"].clone()
}

fn set(value: &Value) -> Vec<String> {
    let mut names: Vec<String> =
        value.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_string()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn the_solver_says_who_wins_and_how() {
    // Black's stone in the middle of 4x4 is joined to both edges.
    let found = result("/api/jobs/solve", json!({ "game": game(4, "b3") })).await;
    assert_eq!(found["winner"], "black", "{found}");
    let replies = found["connection"]["replies"].as_object().unwrap();
    assert!(!replies.is_empty() && replies.len() <= found["connection"]["carrier"].as_array().unwrap().len());
    // Every reply is another cell of the carrier.
    for (cell, reply) in replies {
        let answer = reply["reply"].as_str().unwrap();
        assert!(answer != cell && replies.contains_key(answer), "{cell}: {reply}");
        let why = reply["why"].as_str().unwrap();
        assert!(why.contains("ways to join") || why.contains("captured"), "{reply}");
    }
    // The side to move wins with a move that the answer names, and the connection holds after it.
    let found = result("/api/jobs/solve", json!({ "game": game(5, "") })).await;
    assert_eq!(found["winner"], "black");
    assert!(found["winning_move"].is_string() && found["nodes"].as_u64().unwrap() > 0, "{found}");
}

#[tokio::test]
async fn every_winning_move_is_found() {
    // The openings of 3x3, as the table of openings in the crate `players` has them.
    let found = result("/api/jobs/solve", json!({ "game": game(3, ""), "all_moves": true })).await;
    let moves = found["moves"].as_object().unwrap();
    assert_eq!(moves.len(), 9);
    let mut winning: Vec<&str> =
        moves.iter().filter(|(_, verdict)| *verdict == "wins").map(|(cell, _)| cell.as_str()).collect();
    winning.sort_unstable();
    assert_eq!(winning, ["a2", "a3", "b2", "c1", "c2"].as_slice(), "{found}");
    assert_eq!(found["winner"], "black");
    // After a losing opening every answer is judged too, and White has one.
    let found = result("/api/jobs/solve", json!({ "game": game(3, "a1"), "all_moves": true })).await;
    assert_eq!(found["winner"], "white", "{found}");
}

#[tokio::test]
async fn an_intrusion_is_answered() {
    let found = result("/api/jobs/reply", json!({ "game": game(4, "b3"), "cell": "b2" })).await;
    assert_eq!((&found["winner"], &found["first"]), (&json!("black"), &Value::Null), "{found}");
    assert!(
        found["reply"].is_string() && found["why"].as_str().unwrap().contains("keeps the win"),
        "{found}"
    );
    // Where the winner is to move, its move comes first.
    let found = result("/api/jobs/reply", json!({ "game": game(5, ""), "cell": "a1" })).await;
    assert!(found["first"].is_string(), "{found}");
}

#[tokio::test]
async fn the_must_play_region_is_what_threats_share() {
    let found = result("/api/jobs/must-play", json!({ "game": game(4, "b3") })).await;
    assert_eq!((&found["winner"], &found["must_play"]), (&json!("black"), &json!([])), "{found}");
    let found = result("/api/jobs/must-play", json!({ "game": game(6, "c3 d4 b4") })).await;
    let region = set(&found["must_play"]);
    for threat in found["threats"].as_array().unwrap() {
        let carrier = set(&threat["carrier"]);
        assert!(region.iter().all(|cell| carrier.contains(cell)), "{found}");
    }
}

#[tokio::test]
async fn a_group_has_connections() {
    let found = result("/api/jobs/connections", json!({ "game": game(5, "c2"), "end": "c2" })).await;
    assert_eq!((&found["colour"], &found["group"]), (&json!("black"), &json!(["c2"])), "{found}");
    let top = found["connections"].as_array().unwrap().iter().find(|one| one["to"] == "top").unwrap();
    assert_eq!((&top["kind"], set(&top["carrier"])), (&json!("full"), vec!["c1".into(), "d1".into()]));
    let found = result("/api/jobs/connections", json!({ "game": game(5, "c2"), "end": "left" })).await;
    assert_eq!(found["colour"], "white");
    let empty =
        result("/api/jobs/connections", json!({ "game": game(5, ""), "end": "c3", "colour": "white" })).await;
    assert!(!empty["connections"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn inferior_cells_have_a_reason() {
    let found = result("/api/jobs/inferior", json!({ "game": game(4, "b2 c2") })).await;
    assert_eq!(found["cells"]["b1"]["class"], "captured", "{found}");
    assert!(found["cells"]["b1"]["text"].as_str().unwrap().contains("captured for black"));
    assert!(!set(&found["survivors"]).is_empty());
}

#[tokio::test]
async fn a_long_proof_tells_its_progress_and_can_be_stopped() {
    let app = app(JobsSettings::default());
    let (_, accepted) =
        post(&app, "/api/jobs/solve", json!({ "game": game(11, ""), "milliseconds": 60_000 })).await;
    let path = format!("/api/jobs/{}", accepted["job"].as_str().unwrap());
    let mut progress = Value::Null;
    for _ in 0..3000 {
        let (_, report) = get(&app, &path).await;
        progress = report["progress"].clone();
        if progress["nodes"].as_u64().is_some_and(|nodes| nodes > 0) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(progress["proof"].is_u64() && progress["disproof"].is_u64(), "{progress}");
    assert!(progress["line"].is_array() && progress["nodes_per_second"].is_number());
    let (status, _) = send(&app, Method::DELETE, &path, None).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    for _ in 0..3000 {
        let (_, report) = get(&app, &path).await;
        if report["state"] == "done" {
            assert_eq!(report["result"]["winner"], Value::Null);
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the job does not end");
}

#[tokio::test]
async fn bad_questions_get_a_reason() {
    let app = app(JobsSettings::default());
    for (path, body, reason) in [
        ("/api/jobs/solve", json!({ "game": game(5, "a9") }), "cell a9"),
        ("/api/jobs/solve", json!({ "game": game(5, ""), "milliseconds": 9_999_999 }), "expected at most"),
        ("/api/jobs/reply", json!({ "game": game(5, "c3"), "cell": "c3" }), "expected an empty cell"),
        ("/api/jobs/reply", json!({ "game": game(5, "c3"), "cell": "z1" }), "z1"),
        ("/api/jobs/connections", json!({ "game": game(5, "c3"), "end": "middle" }), "expected a cell, top"),
        (
            "/api/jobs/connections",
            json!({ "game": game(5, "c3"), "end": "top", "colour": "white" }),
            "an end of black",
        ),
        ("/api/jobs/inferior", json!({ "game": game(5, "c3 resign") }), "the game is over"),
        (
            "/api/jobs/evaluate",
            json!({ "game": game(5, "c3"), "with": "taste" }),
            "with: found 'taste': expected resistance",
        ),
        (
            "/api/jobs/review",
            json!({ "game": game(5, "c3"), "player": "nobody" }),
            "'nobody' is not a player",
        ),
        ("/api/jobs/review", json!({ "game": game(5, "c3"), "milliseconds": 999_999 }), "expected at most"),
    ] {
        let (status, found) = post(&app, path, body.clone()).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{path} {body}: {found}");
        assert!(found["error"].as_str().unwrap().contains(reason), "{path} {body}: {found}");
    }
}

#[tokio::test]
async fn evaluations_have_maps() {
    for with in ["resistance", "connections", "two-distance", "connectibility", "network"] {
        let found = result("/api/jobs/evaluate", json!({ "game": game(5, "c3 b4"), "with": with })).await;
        assert!(found["value"].is_number(), "{with}: {found}");
        assert!(found["map"]["cells"].as_object().unwrap().len() > 15, "{with}: {found}");
    }
}

#[tokio::test]
async fn a_game_is_reviewed() {
    let game = game(5, "c3 a1 a2 b3 b1 c2");
    let found = result("/api/jobs/review", json!({ "game": game, "milliseconds": 20_000 })).await;
    assert_eq!(found["positions"].as_array().unwrap().len(), 7);
    let moves = found["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 6);
    assert!(moves.iter().all(|judged| judged["words"].as_str().is_some_and(|words| !words.is_empty())));
    assert!(found["positions"].as_array().unwrap().iter().all(|position| position["basis"] != "unknown"));
}

#[tokio::test]
async fn the_documentation_lists_every_question() {
    let page = include_str!("../../../docs/how-to/analysis.md");
    let (_, description) = get(&app(JobsSettings::default()), "/openapi.json").await;
    let paths: Vec<&String> = description["paths"].as_object().unwrap().keys().collect();
    let questions = paths.iter().filter(|path| path.starts_with("/api/jobs/") && !path.contains('{'));
    for path in questions.clone() {
        assert!(page.contains(&format!("| `{path}` |")), "docs/how-to/analysis.md has no row for {path}");
    }
    let rows = page.lines().filter(|line| line.starts_with("| `/api/jobs/")).count();
    assert_eq!(rows, questions.count(), "docs/how-to/analysis.md has rows for questions that are gone");
    for kind in analysis::QUESTIONS {
        let [job, other] = ["/api/jobs/", "/api/"].map(|folder| format!("{folder}{}", kind.name));
        let has = |path: &&String| **path == job || path.starts_with(&other);
        assert!(paths.iter().any(has), "no address asks {}", kind.name);
    }
    for answer in ["SolveAnswer", "ReplyAnswer", "ConnectionsAnswer", "MustPlayAnswer", "InferiorAnswer"] {
        assert!(
            description["components"]["schemas"][answer]["properties"].is_object()
                || description["components"]["schemas"][answer]["allOf"].is_array(),
            "{answer}"
        );
    }
}

#[tokio::test]
async fn a_winning_opening_is_not_called_lost_where_it_may_be_swapped() {
    let game = json!({ "size": [5, 5], "moves": ["c3"], "swap": true });
    let found = result("/api/jobs/solve", json!({ "game": game, "all_moves": true })).await;
    assert_eq!((&found["winner"], &found["swap"]["swapping"]["chance"]), (&json!("black"), &json!(1.0)));
    assert_eq!(found["swap"]["playing_on"], json!({ "chance": 0.0, "proved": true }));
}

#[tokio::test]
async fn the_map_of_openings_has_numbers_on_large_boards() {
    let (_, map) = get(&app(JobsSettings::default()), "/api/openings/9").await;
    let openings = map["openings"].as_array().unwrap();
    assert_eq!(openings.len(), 81);
    for opening in openings {
        // Of 9x9 the centre is proved.
        assert_eq!(opening["proved"], opening["cell"] == "e5", "{opening}");
        assert!(opening.get("chance").is_none_or(Value::is_number), "{opening}");
    }
}
