//! A fuzzer over the API: reads the OpenAPI document, sends good, odd and broken requests to every operation, and holds every answer against
//! what the document promises. Nothing may fail on the server's side.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::time::Duration;

use arena::{Server, ServerSettings};
use axum::{
    Router,
    body::Body,
    http::{HeaderValue, Method, Request, header},
};
use http_body_util::BodyExt;
use serde_json::{Map, Value, json};
use store::Ledger;
use tower::ServiceExt;
use web::{JobsSettings, State, router};

/// Requests to each operation.
const ROUNDS: usize = 150;

/// SplitMix64: one seed, one list of requests.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, most: usize) -> usize {
        (self.next() % most as u64) as usize
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// Texts that mean something somewhere, by the name of the field; others get any of them.
const TEXTS: &[(&str, &[&str])] = &[
    ("moves", &["a1", "b2", "c3", "swap-pieces", "swap-sides", "resign", "z9"]),
    (
        "events",
        &[
            "bids 1 2",
            "bids 3 3",
            "take",
            "decline",
            "flip black",
            "flip white",
            "a1",
            "b2",
            "c1",
            "resign white",
        ],
    ),
    ("black", &["a1", "b1"]),
    ("white", &["c3", "a3"]),
    ("intrusions", &["a1", "b1", "c1", "a2"]),
    (
        "player",
        &[
            "random",
            "bridges",
            "exact",
            "sample:100",
            "level:n=1",
            "neural:level=2",
            "neural:threads=256",
            "perfect:nodes=1",
        ],
    ),
    ("variant", &["bidding", "random-turn"]),
    ("color", &["black", "white"]),
    ("winner", &["black", "white"]),
    ("to_move", &["black", "white"]),
    ("advantage", &["black", "white"]),
    ("ties", &["advantage", "coin", "black", "white"]),
    ("payment", &["opponent", "bank"]),
    ("format", &["sgf", "hexworld", "moves", "board", "svg"]),
    ("action", &["a1", "b2", "swap-pieces", "pass", "resign", "forfeit"]),
    ("line", &["c b1 b2 b3 :", "c b2 : <-b1 b1-b2 0&1", "c b1 : b1-b2", "a b2:0"]),
    (
        "text",
        &[
            "(;FF[4]GM[11]SZ[3];B[a3];W[b2])",
            "(;FF[4]GM[11]SZ[3]VARIANT[bidding]TIES[advantage]PAYMENT[opponent]CHIPS[100:100]ADVANTAGE[black];B[b2]BIDS[40:32]CHIPS[60:140]ADVANTAGE[black])",
            "(;FF[4]GM[11]SZ[3]VARIANT[random-turn]COIN[0.5];B[b2]COIN[black])",
            "https://hexworld.org/board/#5,a3:sb2",
            include_str!("../data/strategies/3x3-b2.strategy"),
            "hexwright strategy 1\nboard 3x3\n",
            "((((((((((;",
        ],
    ),
    ("name", &["3x3-b2", "5x5-c3", "..", "%2e%2e"]),
    ("x-page", &["a", "b", ""]),
];

const ODD: &[&str] = &[
    "",
    " ",
    "\u{0}",
    "ä",
    "🂡",
    "a0",
    "a99",
    "A1",
    "null",
    "-1",
    "1e400",
    "../../etc/passwd",
    "{}",
    "a1 a1",
    "\n",
    "\u{202e}x",
];

struct Fuzzer {
    random: Random,
    document: Value,
    /// Names of jobs that were taken on.
    jobs: Vec<String>,
}

impl Fuzzer {
    /// The schema behind a reference.
    fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(path) => self.document.pointer(path.trim_start_matches('#')).unwrap(),
            None => schema,
        }
    }

    fn text(&mut self, name: &str) -> String {
        if self.random.one_in(12) {
            return (*self.random.of(ODD)).to_string();
        }
        if self.random.one_in(400) {
            return "x".repeat(100_000);
        }
        let known = TEXTS.iter().find(|(field, _)| *field == name).map(|(_, texts)| *texts);
        let texts = known.unwrap_or_else(|| self.random.of(TEXTS).1);
        let mut text = (*self.random.of(texts)).to_string();
        if self.random.one_in(10) {
            // One letter is changed.
            let mut letters: Vec<char> = text.chars().collect();
            if !letters.is_empty() {
                let at = self.random.below(letters.len());
                letters[at] = *self.random.of(&['0', ' ', 'z', ']', '\u{0}', '|', '&']);
            }
            text = letters.into_iter().collect();
        }
        text
    }

    fn number(&mut self, schema: &Value) -> Value {
        match self.random.below(12) {
            0 => json!(-1),
            1 => json!(u64::MAX),
            2 => json!(1e308),
            3 => json!(0.3),
            _ => {
                let most = schema["maximum"].as_f64().unwrap_or(9.0).min(500.0);
                let value = self.random.below(most as usize + 1);
                if schema["type"] == "number" { json!(value as f64 / 2.0) } else { json!(value) }
            }
        }
    }

    /// A value for a schema: mostly one that fits.
    fn value(&mut self, name: &str, schema: &Value, depth: usize) -> Value {
        let schema = self.resolve(schema).clone();
        if self.random.one_in(25) || depth > 6 {
            let odd = [json!(null), json!([]), json!({}), json!(true), json!("x"), json!(1), json!([[[[]]]])];
            return self.random.of(&odd).clone();
        }
        if let Some(choices) = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array()) {
            let choice = self.random.of(choices).clone();
            return self.value(name, &choice, depth + 1);
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => self.random.of(kinds).clone(),
            kind => kind.clone(),
        };
        match kind.as_str().unwrap_or("object") {
            "object" => {
                let empty = Map::new();
                let fields = schema["properties"].as_object().unwrap_or(&empty).clone();
                let required: Vec<&str> =
                    schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                let mut object = Map::new();
                for (field, schema) in &fields {
                    let left_out = if required.contains(&field.as_str()) { 40 } else { 3 };
                    if !self.random.one_in(left_out) {
                        let value = self.value(field, schema, depth + 1);
                        object.insert(field.clone(), value);
                    }
                }
                if self.random.one_in(30) {
                    object.insert("surplus".to_string(), json!(1));
                }
                Value::Object(object)
            }
            "array" => {
                let items = schema["items"].clone();
                if name == "size" && !self.random.one_in(8) {
                    let side = *self.random.of(&[2, 3, 3, 3, 5, 7]);
                    return json!([side, side]);
                }
                if name == "chips" && !self.random.one_in(8) {
                    return json!([self.random.below(20), self.random.below(20)]);
                }
                let length = if self.random.one_in(60) { 500 } else { self.random.below(5) };
                (0..length).map(|_| self.value(name, &items, depth + 1)).collect()
            }
            "string" => json!(self.text(name)),
            "integer" | "number" => self.number(&schema),
            "boolean" => json!(self.random.one_in(2)),
            "null" => Value::Null,
            other => panic!("the fuzzer does not know the type {other}"),
        }
    }

    /// The first violation of the schema in an answer, if there is one.
    fn misfit(&self, value: &Value, schema: &Value) -> Option<String> {
        let schema = self.resolve(schema);
        if let Some(choices) = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array()) {
            let fits = choices.iter().any(|choice| self.misfit(value, choice).is_none());
            return (!fits).then(|| format!("{value} fits none of {schema}"));
        }
        let kinds: Vec<&str> = match &schema["type"] {
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            Value::String(kind) => vec![kind],
            _ => return None,
        };
        let fits = |kind: &str| match kind {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "integer" => value.is_u64() || value.is_i64(),
            "number" => value.is_number(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            _ => false,
        };
        if !kinds.iter().any(|kind| fits(kind)) {
            return Some(format!("{value} is not {kinds:?}"));
        }
        if let Some(object) = value.as_object() {
            let missing = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            if let Some(field) = missing.into_iter().find(|field| !object.contains_key(*field)) {
                return Some(format!("{value} has no {field}"));
            }
            let fields = schema["properties"].as_object();
            return object.iter().find_map(|(field, value)| self.misfit(value, fields?.get(field)?));
        }
        value.as_array()?.iter().find_map(|item| self.misfit(item, schema.get("items")?))
    }
}

/// Everything that ends an answer: its status, kind and first bytes.
async fn send(app: &Router, mut request: Request<Body>) -> (u16, String, Option<Value>) {
    request.headers_mut().insert(header::HOST, HeaderValue::from_static("localhost"));
    let response = app.clone().oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let kind = kind.map_or("", |kind| kind.to_str().unwrap()).to_string();
    if kind.starts_with("text/event-stream") {
        return (status, kind, None);
    }
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, kind, serde_json::from_slice(&bytes).ok())
}

/// The parts of an address that stand in braces, filled in.
fn address(fuzzer: &mut Fuzzer, path: &str) -> String {
    let mut parts = Vec::new();
    for part in path.split('/') {
        let Some(name) = part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) else {
            parts.push(part.to_string());
            continue;
        };
        // Names of jobs cannot be guessed.
        let job = fuzzer.jobs.last().filter(|_| name == "id").cloned();
        if let Some(job) = job.filter(|_| !fuzzer.random.one_in(3)) {
            parts.push(job);
            continue;
        }
        let text =
            if fuzzer.random.one_in(3) { fuzzer.text(name) } else { fuzzer.random.below(60).to_string() };
        let letters: String = text.chars().take(30).collect();
        let escaped: Vec<String> = letters
            .bytes()
            .map(|byte| {
                if byte.is_ascii_alphanumeric() { (byte as char).to_string() } else { format!("%{byte:02x}") }
            })
            .collect();
        parts.push(if escaped.is_empty() { "0".to_string() } else { escaped.concat() });
    }
    parts.join("/")
}

#[tokio::test]
async fn no_request_fails_on_our_side_and_answers_fit_their_description() {
    let settings = JobsSettings {
        threads: 1,
        longest: Duration::from_millis(300),
        per_client: 6,
        ..JobsSettings::default()
    };
    let arena = Server::start(Ledger::in_memory().unwrap(), &ServerSettings::default()).unwrap();
    let app = router(State::new(settings).with_arena(arena.handle()));
    let (_, _, document) = send(&app, Request::get("/openapi.json").body(Body::empty()).unwrap()).await;
    let document = document.unwrap();
    let mut fuzzer = Fuzzer { random: Random(1), document: document.clone(), jobs: Vec::new() };
    let mut answered = Map::new();
    let mut jobs = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let schema = operation["requestBody"]["content"]["application/json"]["schema"].clone();
            for _ in 0..ROUNDS {
                let address = address(&mut fuzzer, path);
                let mut request = Request::builder()
                    .method(Method::from_bytes(method.to_uppercase().as_bytes()).unwrap())
                    .uri(&address)
                    .header("x-page", fuzzer.random.below(4).to_string());
                let mut body = String::new();
                if !schema.is_null() {
                    body = fuzzer.value("", &schema, 0).to_string();
                    if fuzzer.random.one_in(40) {
                        body = body.chars().take(body.chars().count() / 2).collect();
                    }
                    let kind = if fuzzer.random.one_in(60) { "text/plain" } else { "application/json" };
                    request = request.header(header::CONTENT_TYPE, kind);
                }
                let (status, kind, answer) =
                    send(&app, request.body(Body::from(body.clone())).unwrap()).await;
                let what = || {
                    format!(
                        "{method} {address} {}: {status} {answer:?}",
                        body.chars().take(600).collect::<String>()
                    )
                };
                assert!(status < 500, "{}", what());
                let described = &operation["responses"][status.to_string()];
                assert!(!described.is_null(), "not described: {}", what());
                let content = &described["content"];
                if let Some(content) = content.as_object() {
                    let (described, content) = content.iter().next().unwrap();
                    assert!(kind.starts_with(described.as_str()), "{kind}: {}", what());
                    if described == "application/json" {
                        let misfit = fuzzer.misfit(answer.as_ref().unwrap(), &content["schema"]);
                        assert_eq!(misfit, None, "{}", what());
                    }
                }
                if status == 202 {
                    let job = answer.as_ref().unwrap()["job"].as_str().unwrap().to_string();
                    jobs.push((job.clone(), what()));
                    fuzzer.jobs.push(job);
                }
                let count = answered.entry(format!("{method} {path} {status}")).or_insert(json!(0));
                *count = json!(count.as_u64().unwrap() + 1);
            }
        }
    }
    // A job may fail with a reason, but not by a fault of ours.
    for (job, what) in jobs {
        for round in 0.. {
            let request = Request::get(format!("/api/jobs/{job}")).body(Body::empty()).unwrap();
            let (status, _, report) = send(&app, request).await;
            let report = report.unwrap();
            // The oldest answers are forgotten.
            if status == 404 || !["waiting", "running"].contains(&report["state"].as_str().unwrap()) {
                let error = report["error"].as_str().unwrap_or_default();
                assert!(!error.contains("the engine failed"), "{what}: {report}");
                break;
            }
            assert!(round < 6000, "{what} does not end: {report}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    // A fuzzer that is always refused has seen nothing.
    let good = |answer: &&String| ["200", "202", "204"].iter().any(|status| answer.ends_with(status));
    let operations: usize =
        document["paths"].as_object().unwrap().values().map(|path| path.as_object().unwrap().len()).sum();
    let seen = answered.keys().filter(good).count();
    assert!(2 * seen >= operations, "{seen} of {operations} operations answered: {answered:?}");
}

#[tokio::test]
async fn bodies_that_are_too_large_or_deep_are_refused() {
    let app = router(State::new(JobsSettings { threads: 1, ..JobsSettings::default() }));
    for (body, expected) in [
        ("x".repeat(5 << 20), 413),
        ("[".repeat(100_000), 400),
        (format!("{{\"text\":\"{}\"}}", "(".repeat(1 << 20)), 400),
    ] {
        let request = Request::post("/api/records/read").header(header::CONTENT_TYPE, "application/json");
        let (status, _, answer) = send(&app, request.body(Body::from(body)).unwrap()).await;
        assert_eq!(status, expected, "{answer:?}");
    }
}
