//! The pool without a server: panics, bytes, and who makes room for whom.

use serde_json::json;

use super::*;

fn client(address: u8, page: &str) -> Client {
    Client { address: [127, 0, 0, address].into(), page: page.to_string() }
}

/// Waits for the end of a job and returns its report.
fn ended(jobs: &Jobs, id: JobId) -> Value {
    for _ in 0..2000 {
        let report = jobs.watch(id).unwrap().borrow().clone();
        if report.has_ended() {
            return serde_json::from_slice(&report.text()).unwrap();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the job does not end");
}

fn text(length: usize) -> JobTask {
    Box::new(move |_| Ok(json!("x".repeat(length)).into()))
}

/// Runs until it is asked to end.
fn endless() -> JobTask {
    Box::new(|context| {
        while !context.stop().load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(2));
        }
        Ok(Value::Null.into())
    })
}

#[test]
fn a_panic_ends_one_job_and_no_thread() {
    let jobs = Jobs::start(JobsSettings { threads: 1, quick_threads: 0, ..JobsSettings::default() });
    for _ in 0..3 {
        let id = jobs.submit(client(1, ""), Lane::Quick, 0, Box::new(|_| panic!("a test"))).unwrap();
        assert_eq!(ended(&jobs, id)["error"], "the engine failed; the server goes on");
    }
    let id = jobs.submit(client(1, ""), Lane::Quick, 0, text(1)).unwrap();
    assert_eq!(ended(&jobs, id)["result"], "x");
    jobs.cancel_all();
}

#[test]
fn answers_are_counted_in_bytes_and_the_oldest_of_who_asks_are_given_up() {
    let settings = JobsSettings {
        threads: 1,
        bytes_per_client: 3000,
        bytes_per_address: 5000,
        bytes: 8000,
        ..JobsSettings::default()
    };
    let jobs = Jobs::start(settings);
    let ask = |client: Client| {
        let id = jobs.submit(client, Lane::Quick, 0, text(1000)).unwrap();
        assert_eq!(ended(&jobs, id)["state"], "done");
        id
    };
    let state = |id: JobId| ended(&jobs, id)["state"].clone();
    let other: Vec<JobId> = (0..2).map(|_| ask(client(2, "a"))).collect();
    let mine: Vec<JobId> = (0..4).map(|_| ask(client(1, "a"))).collect();
    // A page keeps two answers of a thousand bytes and their frame.
    assert_eq!(mine.iter().map(|&id| state(id)).collect::<Vec<_>>(), ["failed", "failed", "done", "done"]);
    assert!(ended(&jobs, mine[0])["error"].as_str().unwrap().contains("given up"));
    // Another page of the address makes the first page's oldest go, but nothing of the other address.
    let beside: Vec<JobId> = (0..3).map(|_| ask(client(1, "b"))).collect();
    assert_eq!(state(mine[2]), "done");
    assert_eq!(state(beside[0]), "failed");
    assert_eq!(other.iter().map(|&id| state(id)).collect::<Vec<_>>(), ["done", "done"]);
    // Where all is taken, the address that has most gives up.
    let third: Vec<JobId> = (0..2).map(|_| ask(client(3, "a"))).collect();
    assert_eq!(third.iter().map(|&id| state(id)).collect::<Vec<_>>(), ["done", "done"]);
    assert_eq!(other.iter().map(|&id| state(id)).collect::<Vec<_>>(), ["done", "done"]);
    assert_eq!(state(mine[2]), "failed");
    // One that is too large for anybody says so.
    let id = jobs.submit(client(4, "a"), Lane::Quick, 0, text(4000)).unwrap();
    assert!(ended(&jobs, id)["error"].as_str().unwrap().contains("given up"));
    jobs.cancel_all();
}

#[test]
fn questions_that_wait_are_counted_in_bytes() {
    let settings =
        JobsSettings { threads: 1, quick_threads: 0, bytes_per_client: 3000, ..JobsSettings::default() };
    let jobs = Jobs::start(settings);
    let first = jobs.submit(client(1, ""), Lane::Long, 2000, endless()).unwrap();
    assert_eq!(jobs.submit(client(1, ""), Lane::Quick, 2000, text(1)), Err(ApiError::Full));
    assert!(jobs.submit(client(1, "other"), Lane::Quick, 2000, text(1)).is_ok());
    jobs.cancel(first).unwrap();
    // It may not have begun.
    assert!(["done", "cancelled"].contains(&ended(&jobs, first)["state"].as_str().unwrap()));
    assert!(jobs.submit(client(1, ""), Lane::Quick, 2000, text(1)).is_ok());
    jobs.cancel_all();
}

#[test]
fn one_address_does_not_fill_the_server() {
    let settings = JobsSettings {
        threads: 1,
        quick_threads: 2,
        per_client: 100,
        per_address: 100,
        waiting: 20,
        ..JobsSettings::default()
    };
    let jobs = Jobs::start(settings);
    let greedy: Vec<JobId> =
        (0..20).map(|_| jobs.submit(client(1, ""), Lane::Quick, 0, endless()).unwrap()).collect();
    assert_eq!(jobs.submit(client(1, ""), Lane::Quick, 0, text(1)), Err(ApiError::Busy { most: 20 }));
    // Another address gets a place, and the thread that one address cannot have.
    let honest = jobs.submit(client(2, ""), Lane::Quick, 0, text(1)).unwrap();
    assert_eq!(ended(&jobs, honest)["state"], "done");
    let last = ended(&jobs, greedy[19]);
    assert!(last["error"].as_str().unwrap().contains("your address has most"), "{last}");
    jobs.cancel_all();
    assert_eq!(ended(&jobs, greedy[10])["state"], "cancelled");
}

#[test]
fn the_job_of_a_page_that_is_gone_ends() {
    let unwatched = Duration::from_millis(200);
    let settings = JobsSettings { threads: 2, quick_threads: 0, unwatched, ..JobsSettings::default() };
    let jobs = Jobs::start(settings);
    let submit = |page: &str| jobs.submit(client(1, page), Lane::Long, 0, endless()).unwrap();
    // Both threads are taken. A job waits behind them.
    let (watched, gone, waits) = (submit("watched"), submit("gone"), submit("waits"));
    let watcher = jobs.watch(watched).unwrap();
    let mut next = jobs.watch(waits).unwrap();
    for _ in 0..2000 {
        if next.borrow_and_update().text().starts_with(b"{\"state\":\"running\"") {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(
        next.borrow().text().starts_with(b"{\"state\":\"running\""),
        "the thread of the job that is gone is free"
    );
    assert_eq!(ended(&jobs, gone)["state"], "done");
    std::thread::sleep(3 * unwatched);
    assert!(!watcher.borrow().has_ended());
    // A client that is no page need not watch.
    jobs.cancel(waits).unwrap();
    let patient = submit("");
    std::thread::sleep(3 * unwatched);
    assert!(!jobs.watch(patient).unwrap().borrow().has_ended());
    drop(watcher);
    std::thread::sleep(3 * unwatched);
    assert_eq!(ended(&jobs, watched)["state"], "done");
    jobs.cancel_all();
}
