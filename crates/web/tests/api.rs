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

use support::{answer, app, get, post, send};

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
    let (status, _) = get(&app, "/api/jobs/99").await;
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
    let (status, _) = send(&app, Method::DELETE, &format!("/api/jobs/{}", second["job"]), None).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    let (_, report) = get(&app, &format!("/api/jobs/{}", second["job"])).await;
    assert_eq!(report["state"], "cancelled");
    let (status, _) = post(&app, "/api/jobs/move", long).await;
    assert_eq!(status, StatusCode::ACCEPTED, "a cancelled job makes room");
    let (_, report) = get(&app, &format!("/api/jobs/{}", first["job"])).await;
    assert!(["waiting", "running"].contains(&report["state"].as_str().unwrap()), "{report}");
    for job in [1, 2, 3] {
        send(&app, Method::DELETE, &format!("/api/jobs/{job}"), None).await;
    }
}

#[tokio::test]
async fn a_quick_question_does_not_wait_for_long_ones_and_an_address_has_a_limit() {
    let settings =
        JobsSettings { per_client: 4, per_address: 4, quick_threads: 1, ..JobsSettings::default() };
    let app = app(settings);
    let long = json!({ "game": { "size": [11, 11] }, "player": "neural", "milliseconds": 60_000 });
    for _ in 0..3 {
        let (status, accepted) = post(&app, "/api/jobs/move", long.clone()).await;
        assert_eq!(status, StatusCode::ACCEPTED, "{accepted}");
    }
    let report = answer(&app, "/api/jobs/chance", json!({ "game": position(&["c3"]) })).await;
    assert_eq!(report["state"], "done", "{report}");
    // Another name for the page does not help against the limit of the address.
    let ask = |page: &'static str| {
        let request = Request::post("/api/jobs/move").header("x-page", page);
        let request = request.header(header::CONTENT_TYPE, "application/json");
        app.clone().oneshot(request.body(Body::from(long.to_string())).unwrap())
    };
    assert_eq!(ask("one").await.unwrap().status(), StatusCode::ACCEPTED);
    assert_eq!(ask("two").await.unwrap().status(), StatusCode::TOO_MANY_REQUESTS);
    for job in 1..=5 {
        send(&app, Method::DELETE, &format!("/api/jobs/{job}"), None).await;
    }
}

#[tokio::test]
async fn events_end_with_the_answer() {
    let app = app(JobsSettings::default());
    let (_, accepted) = post(&app, "/api/jobs/chance", json!({ "game": position(&["c3"]) })).await;
    let (status, events) = get(&app, &format!("/api/jobs/{}/events", accepted["job"])).await;
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
    let request = Request::get(format!("/api/jobs/{}/events", waiting["job"])).body(Body::empty()).unwrap();
    let mut body = app.clone().oneshot(request).await.unwrap().into_body();
    let frame = tokio::time::timeout(Duration::from_secs(5), body.frame()).await.unwrap().unwrap().unwrap();
    assert!(frame.into_data().unwrap().starts_with(b"data: {\"state\":\"waiting\""));
    for job in [waiting, running] {
        send(&app, Method::DELETE, &format!("/api/jobs/{}", job["job"]), None).await;
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
    let mut total = 0;
    for path in pages() {
        let path = path.as_str();
        let response = app.clone().oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        let etag = response.headers()[header::ETAG].clone();
        total += response.into_body().collect().await.unwrap().to_bytes().len();
        let again = Request::get(path).header(header::IF_NONE_MATCH, etag).body(Body::empty()).unwrap();
        assert_eq!(app.clone().oneshot(again).await.unwrap().status(), StatusCode::NOT_MODIFIED);
    }
    // Everything that there is.
    assert!((100_000..300_000).contains(&total), "{total} bytes of pages");
    let (status, _) = get(&app, "/../Cargo.toml").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
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
        let request = Request::get(path).body(Body::empty()).unwrap();
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
