//! The API without a socket: good questions, bad questions, jobs from beginning to end.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod support;

use std::time::Duration;

use axum::{
    body::Body,
    http::{Method, Request, StatusCode, header},
};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;
use web::JobsSettings;

use support::{address, answer, app, get, post, send};

fn position(moves: &[&str]) -> Value {
    json!({ "size": [5, 5], "moves": moves, "swap": true })
}

#[tokio::test]
async fn players_make_legal_moves() {
    let app = app(JobsSettings::default());
    let (status, players) = get(&app, "/api/players").await;
    assert_eq!(status, StatusCode::OK);
    assert!(players.as_array().unwrap().iter().any(|player| player["name"] == "bridges"));
    let body =
        json!({ "game": position(&["a1", "c3"]), "player": "bridges", "milliseconds": 500, "seed": 3 });
    let report = answer(&app, "/api/jobs/move", body).await;
    assert_eq!(report["state"], "done", "{report}");
    let cell = report["result"]["move"].as_str().unwrap();
    let (status, next) =
        post(&app, "/api/jobs/move", json!({ "game": position(&["a1", "c3", cell]), "player": "random" }))
            .await;
    assert_eq!(status, StatusCode::ACCEPTED, "{next}");
}

/// 51 kB of players inside players once ended the process; one inside another once had as many threads as it asked for.
#[tokio::test]
async fn a_page_gets_its_share_of_the_machine_whatever_is_inside_a_player() {
    let app = app(JobsSettings::default());
    for (player, expected) in [
        ("perfect:fallback=".repeat(3000).as_str(), "found 51000 bytes: expected at most 1024"),
        ("perfect:fallback=perfect:fallback=perfect:fallback=random", "players inside players"),
        ("neural:threads=2", "takes 2 threads: expected at most 1 here"),
        ("perfect:fallback=neural:threads=64", "takes 64 threads: expected at most 1 here"),
        ("perfect:memory=1000000", "MB of memory: expected at most 1280 here"),
        ("mops:weights=/etc/passwd", "expected a player that needs no file"),
    ] {
        for path in ["/api/jobs/move", "/api/jobs/review"] {
            let question = json!({ "game": position(&["a1"]), "player": player });
            let (status, answer) = post(&app, path, question).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{path} {answer}");
            assert!(answer["error"].as_str().unwrap().contains(expected), "{path} {answer}");
        }
    }
}

#[tokio::test]
async fn settings_are_listed_within_the_limits_of_the_server() {
    let app = app(JobsSettings::default());
    let (_, players) = get(&app, "/api/players").await;
    let setting = |player: &str, key: &str| -> Option<Value> {
        let player = players.as_array()?.iter().find(|found| found["name"] == player)?;
        player["settings"].as_array()?.iter().find(|found| found["key"] == key).cloned()
    };
    let depth = setting("mops", "depth").unwrap();
    assert_eq!(
        (&depth["kind"], &depth["default"], &depth["most"]),
        (&json!("whole"), &json!("2"), &json!(20.0))
    );
    assert_eq!(setting("neural", "threads").unwrap()["most"], 1.0);
    assert_eq!(setting("perfect", "memory").unwrap()["most"], 1280.0);
    assert_eq!(setting("hexy", "n").unwrap()["words"], json!(["inf"]));
    for (player, key) in [("neural", "race"), ("neural", "weights"), ("perfect", "strategy")] {
        assert_eq!(setting(player, key), None, "{player}:{key} cannot be asked for");
    }
}

#[tokio::test]
async fn chance_is_exact_and_symmetric() {
    let app = app(JobsSettings::default());
    let report = answer(&app, "/api/jobs/chance", json!({ "game": position(&[]) })).await;
    assert!((report["result"]["black_wins"].as_f64().unwrap() - 0.5).abs() < 1e-12, "{report}");
    assert_eq!(report["result"]["best"], json!(["c3"]));
    assert_eq!(report["result"]["critical"].as_object().unwrap().len(), 25);
}

#[tokio::test]
async fn records_go_in_and_out() {
    let app = app(JobsSettings::default());
    let text = "(;FF[4]GM[11]SZ[5];B[a3]C[first];W[swap-pieces];B[b2](;W[c2])(;W[d2]))";
    let (status, tree) = post(&app, "/api/records/read", json!({ "text": text })).await;
    assert_eq!(status, StatusCode::OK, "{tree}");
    assert_eq!(tree["nodes"].as_array().unwrap().len(), 6);
    assert_eq!(tree["nodes"][1]["comment"], "first");
    let (status, written) = post(&app, "/api/records/write", json!({ "tree": tree, "format": "sgf" })).await;
    assert_eq!(status, StatusCode::OK, "{written}");
    let (_, again) = post(&app, "/api/records/read", json!({ "text": written["text"] })).await;
    assert_eq!(again, tree);
    let (_, link) = post(&app, "/api/records/write", json!({ "tree": tree, "format": "hexworld" })).await;
    assert!(link["text"].as_str().unwrap().contains("#5"), "{link}");
    assert!(!link["left_out"].as_array().unwrap().is_empty(), "the variation has no place in a link");
}

#[tokio::test]
async fn names_marks_and_the_cursor_of_a_record_travel_with_it() {
    let app = app(JobsSettings::default());
    let text = "(;FF[4]GM[11]SZ[5]PB[Ada]PW[Grace]RE[B+R];B[a3]CR[b2][c2]AR[a1:b1];W[b2]TR[a3])";
    let (_, tree) = post(&app, "/api/records/read", json!({ "text": text })).await;
    assert_eq!(tree["facts"], json!({ "PB": "Ada", "PW": "Grace", "RE": "B+R" }));
    let circle = |cell: &str| json!({ "cell": cell, "kind": "circle" });
    assert_eq!(tree["nodes"][1]["marks"], json!([circle("b2"), circle("c2")]));
    assert_eq!(tree["nodes"][1]["arrows"], json!([["a1", "b1"]]));
    let (status, written) = post(&app, "/api/records/write", json!({ "tree": tree, "format": "sgf" })).await;
    assert_eq!(status, StatusCode::OK, "{written}");
    let (_, again) = post(&app, "/api/records/read", json!({ "text": written["text"] })).await;
    assert_eq!(again, tree);
    let link = "https://hexworld.org/board/#11c1,a3:sg5,f8e6d9";
    let (_, tree) = post(&app, "/api/records/read", json!({ "text": link })).await;
    assert_eq!((tree["cursor"].as_u64(), tree["nodes"].as_array().unwrap().len()), (Some(3), 7));
    let (status, refused) = post(
        &app,
        "/api/records/write",
        json!({ "tree": { "size": [5, 5], "nodes": [{ "parent": null }], "facts": { "XX": "?" } }, "format": "sgf" }),
    )
    .await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{refused}");
}

#[tokio::test]
async fn bad_questions_get_a_reason() {
    let app = app(JobsSettings::default());
    for (path, body, status, reason) in [
        (
            "/api/jobs/move",
            json!({ "game": position(&["a9"]), "player": "random" }),
            400,
            "move 1: cell a9 is not on the 5x5 board",
        ),
        (
            "/api/jobs/move",
            json!({ "game": position(&[]), "player": "nobody" }),
            400,
            "'nobody' is not a player",
        ),
        (
            "/api/jobs/move",
            json!({ "game": position(&["a1", "resign"]), "player": "random" }),
            400,
            "the game is over",
        ),
        (
            "/api/jobs/move",
            json!({ "game": { "size": [0, 5] }, "player": "random" }),
            400,
            "board size 0x5 is not supported",
        ),
        (
            "/api/jobs/move",
            json!({ "game": position(&[]), "player": "random", "milliseconds": 10_000_000 }),
            400,
            "milliseconds: expected at most",
        ),
        ("/api/jobs/move", json!({ "player": "random" }), 400, "missing field `game`"),
        (
            "/api/jobs/chance",
            json!({ "game": { "size": [19, 19] } }),
            400,
            "expected a shorter side of at most 13",
        ),
        ("/api/jobs/chance", json!({ "game": position(&[]), "coin": 2 }), 400, "2"),
        ("/api/records/read", json!({ "text": "(;GM[11]SZ[5];B[z9])" }), 400, "line 1"),
        (
            "/api/records/write",
            json!({ "tree": { "size": [5, 5], "nodes": [{ "parent": 3 }] }, "format": "sgf" }),
            400,
            "node 0",
        ),
        ("/api/nothing", json!({}), 404, "there is no such address"),
    ] {
        let (found, answer) = post(&app, path, body.clone()).await;
        assert_eq!(found.as_u16(), status, "{path} {body}: {answer}");
        assert!(answer["error"].as_str().unwrap().contains(reason), "{path} {body}: {answer}");
    }
    let (status, _) = get(&app, "/api/jobs/00000000000000000000000000000099").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_page_has_a_limit_and_waiting_jobs_can_be_cancelled() {
    let app = app(JobsSettings { per_client: 2, ..JobsSettings::default() });
    // A player that thinks for a minute keeps the only thread busy until it is cancelled.
    let long = json!({ "game": { "size": [11, 11] }, "player": "neural", "milliseconds": 60_000 });
    let (_, first) = post(&app, "/api/jobs/move", long.clone()).await;
    let (status, second) = post(&app, "/api/jobs/move", long.clone()).await;
    assert_eq!(status, StatusCode::ACCEPTED);
    let (status, third) = post(&app, "/api/jobs/move", long.clone()).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{third}");
    let (status, _) = send(&app, Method::DELETE, &address(&second), None).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    let (_, report) = get(&app, &address(&second)).await;
    assert_eq!(report["state"], "cancelled");
    let (status, last) = post(&app, "/api/jobs/move", long).await;
    assert_eq!(status, StatusCode::ACCEPTED, "a cancelled job makes room");
    let (_, report) = get(&app, &address(&first)).await;
    assert!(["waiting", "running"].contains(&report["state"].as_str().unwrap()), "{report}");
    for job in [first, second, last] {
        send(&app, Method::DELETE, &address(&job), None).await;
    }
}

#[tokio::test]
async fn a_quick_question_does_not_wait_for_long_ones_and_an_address_has_a_limit() {
    let settings =
        JobsSettings { per_client: 4, per_address: 4, quick_threads: 1, ..JobsSettings::default() };
    let app = app(settings);
    let long = json!({ "game": { "size": [11, 11] }, "player": "neural", "milliseconds": 60_000 });
    let mut jobs = Vec::new();
    for _ in 0..3 {
        let (status, accepted) = post(&app, "/api/jobs/move", long.clone()).await;
        assert_eq!(status, StatusCode::ACCEPTED, "{accepted}");
        jobs.push(accepted);
    }
    let report = answer(&app, "/api/jobs/chance", json!({ "game": position(&["c3"]) })).await;
    assert_eq!(report["state"], "done", "{report}");
    // Another name for the page does not help against the limit of the address.
    let ask = |page: &'static str| {
        let request =
            Request::post("/api/jobs/move").header(header::HOST, "localhost").header("x-page", page);
        let request = request.header(header::CONTENT_TYPE, "application/json");
        app.clone().oneshot(request.body(Body::from(long.to_string())).unwrap())
    };
    let accepted = ask("one").await.unwrap();
    assert_eq!(accepted.status(), StatusCode::ACCEPTED);
    jobs.push(serde_json::from_slice(&accepted.into_body().collect().await.unwrap().to_bytes()).unwrap());
    assert_eq!(ask("two").await.unwrap().status(), StatusCode::TOO_MANY_REQUESTS);
    for job in jobs {
        send(&app, Method::DELETE, &address(&job), None).await;
    }
}

#[tokio::test]
async fn events_end_with_the_answer() {
    let app = app(JobsSettings::default());
    let (_, accepted) = post(&app, "/api/jobs/chance", json!({ "game": position(&["c3"]) })).await;
    let (status, events) = get(&app, &format!("{}/events", address(&accepted))).await;
    assert_eq!(status, StatusCode::OK);
    let last = events
        .as_str()
        .unwrap()
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("data: "))
        .unwrap()
        .to_string();
    let last: Value = serde_json::from_str(&last).unwrap();
    assert_eq!(last["state"], "done");
}

#[tokio::test]
async fn events_tell_the_state_at_once() {
    let app = app(JobsSettings::default());
    let long = json!({ "game": { "size": [11, 11] }, "player": "neural", "milliseconds": 60_000 });
    let (_, running) = post(&app, "/api/jobs/move", long.clone()).await;
    let (_, waiting) = post(&app, "/api/jobs/move", long).await;
    let request = Request::get(format!("{}/events", address(&waiting)))
        .header(header::HOST, "localhost")
        .body(Body::empty())
        .unwrap();
    let mut body = app.clone().oneshot(request).await.unwrap().into_body();
    let mut beginning = Vec::new();
    while !beginning.ends_with(b"\n\n") {
        let frame = tokio::time::timeout(Duration::from_secs(5), body.frame()).await.unwrap();
        beginning.extend_from_slice(&frame.unwrap().unwrap().into_data().unwrap());
    }
    assert!(beginning.starts_with(b"data: {\"state\":\"waiting\""));
    for job in [waiting, running] {
        send(&app, Method::DELETE, &address(&job), None).await;
    }
}

/// The addresses of all files of the pages.
fn pages() -> Vec<String> {
    fn collect(folder: &std::path::Path, address: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let address = format!("{address}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                collect(&entry.path(), &address, found);
            } else {
                found.push(address);
            }
        }
    }
    let mut found = vec!["/".to_string()];
    collect(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("pages"), "", &mut found);
    found.retain(|address| address != "/index.html");
    found
}

#[tokio::test]
async fn pages_are_served_with_a_strict_policy() {
    let app = app(JobsSettings::default());
    for path in pages() {
        let path = path.as_str();
        let response = app
            .clone()
            .oneshot(Request::get(path).header(header::HOST, "localhost").body(Body::empty()).unwrap())
            .await
            .unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        let etag = response.headers()[header::ETAG].clone();
        let again = Request::get(path)
            .header(header::HOST, "localhost")
            .header(header::IF_NONE_MATCH, etag)
            .body(Body::empty())
            .unwrap();
        assert_eq!(app.clone().oneshot(again).await.unwrap().status(), StatusCode::NOT_MODIFIED);
    }
    let (status, _) = get(&app, "/../Cargo.toml").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

/// The page, its style, its icon and every module that it begins with, in English.
#[tokio::test]
async fn the_first_page_is_small() {
    let app = app(JobsSettings::default());
    let (_, page) = get(&app, "/").await;
    let page = page.as_str().unwrap();
    let mut total = page.len();
    let linked = page.split("=\"").filter_map(|rest| rest.split_once('"')).map(|(address, _)| address);
    for address in
        linked.filter(|address| address.starts_with("v/")).collect::<std::collections::BTreeSet<_>>()
    {
        total += get(&app, &format!("/{address}")).await.1.as_str().unwrap().len();
    }
    assert!((60_000..300_000).contains(&total), "{total} bytes for the first page");
}

#[tokio::test]
async fn the_page_names_its_version_and_the_browser_keeps_it() {
    let app = app(JobsSettings::default());
    let (_, page) = get(&app, "/").await;
    let page = page.as_str().unwrap();
    let script = page.split("src=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(script.starts_with("v/") && script.ends_with("/main.js"), "{script}");
    assert!(page.contains(&format!("<link rel=\"modulepreload\" href=\"{script}\">")), "{page}");
    let cache = async |path: String| {
        let request = Request::get(path).header(header::HOST, "localhost").body(Body::empty()).unwrap();
        let response = app.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        response.headers()[header::CACHE_CONTROL].to_str().unwrap().to_string()
    };
    assert!(cache(format!("/{script}")).await.contains("immutable"));
    // The page itself, plain addresses and those of another version are asked for again.
    for path in ["/", "/main.js", "/v/0000000000000000/main.js"] {
        assert_eq!(cache(path.to_string()).await, "no-cache", "{path}");
    }
}

#[tokio::test]
async fn the_api_describes_itself() {
    let app = app(JobsSettings::default());
    let (status, description) = get(&app, "/openapi.json").await;
    assert_eq!(status, StatusCode::OK);
    for path in [
        "/api/players",
        "/api/jobs/move",
        "/api/jobs/solve",
        "/api/jobs/reply",
        "/api/jobs/must-play",
        "/api/jobs/connections",
        "/api/jobs/evaluate",
        "/api/jobs/inferior",
        "/api/jobs/review",
        "/api/jobs/{id}/events",
        "/api/records/read",
    ] {
        assert!(description["paths"].get(path).is_some(), "{path}");
    }
}
