//! The border to JavaScript: a few functions over numbers, and text as UTF-8 in the module's memory.
//!
//! JavaScript asks for room with [`allocate`], writes text into it and passes it on: the function that takes it frees it.
//! An answer stays where it is until the next question. An instance has one thread, and no function here is called while
//! another runs. Written by hand, because ten functions need no generator of bindings.

#![expect(unsafe_code, reason = "pointers from JavaScript, and functions that it finds by their names")]

use std::{cell::RefCell, panic, time::Duration};

use network::NetworkWeights;

use crate::{Door, EngineLimits, Host};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since some fixed moment.
    safe fn now() -> f64;
    /// 1 if the question shall end now.
    safe fn is_over() -> u32;
    /// Progress as JSON.
    fn tell(text: *const u8, length: usize);
    /// The message of a panic, after which the instance is of no use.
    fn lament(text: *const u8, length: usize);
}

/// The page or program that made the instance.
struct JavaScript;

impl Host for JavaScript {
    fn now(&self) -> Duration {
        Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
    }

    fn is_over(&self) -> bool {
        is_over() != 0
    }

    fn tell(&self, progress: &str) {
        // SAFETY: the text lives until the function returns, and JavaScript keeps no pointer to it.
        unsafe { tell(progress.as_ptr(), progress.len()) };
    }
}

thread_local! {
    static DOOR: RefCell<Option<Door>> = const { RefCell::new(None) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Room for this many bytes, for a function that takes them.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Bytes that JavaScript has written into room from [`allocate`].
///
/// # Safety
/// `start` comes from `allocate(length)`, and is passed on once.
unsafe fn taken(start: *mut u8, length: usize) -> Vec<u8> {
    // SAFETY: `allocate` made a box of as many bytes, and the caller owns it.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, length)) }.into_vec()
}

/// Keeps the outcome for [`answer_start`]; returns 1 for an answer, 0 for an error.
fn keep(outcome: Result<String, String>) -> u32 {
    let is_answer = outcome.is_ok();
    let text = outcome.unwrap_or_else(|error| error);
    ANSWER.with_borrow_mut(|answer| *answer = text);
    u32::from(is_answer)
}

/// Begins with limits, as JSON: [`EngineLimits`].
///
/// # Safety
/// As for [`ask`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn open(limits: *mut u8, length: usize) -> u32 {
    panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        // SAFETY: the text lives until the function returns, and JavaScript keeps no pointer to it.
        unsafe { lament(text.as_ptr(), text.len()) };
    }));
    // SAFETY: the caller passes room from `allocate` on, once.
    let limits = unsafe { taken(limits, length) };
    let read = serde_json::from_slice::<EngineLimits>(&limits).map_err(|error| format!("limits: {error}"));
    keep(read.map(|limits| {
        DOOR.with_borrow_mut(|door| *door = Some(Door::new(limits)));
        String::new()
    }))
}

/// Gives the weights of the network for large boards (`is_wide` is 1) or for the others.
///
/// # Safety
/// As for [`ask`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn provide(is_wide: u32, weights: *mut u8, length: usize) -> u32 {
    // SAFETY: the caller passes room from `allocate` on, once.
    let weights = unsafe { taken(weights, length) };
    let provided = NetworkWeights::provide(is_wide != 0, weights);
    keep(provided.map(|()| String::new()).map_err(|error| format!("weights: {error}")))
}

/// Answers a question: its name and its fields, as JSON. 1 for an answer, 0 for an error, which [`answer_start`] has.
///
/// # Safety
/// Both texts lie in room from [`allocate`], which belongs to this function from now on.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn ask(
    name: *mut u8,
    name_length: usize,
    fields: *mut u8,
    length: usize,
) -> u32 {
    // SAFETY: the caller passes room from `allocate` on, once.
    let [name, fields] = unsafe { [taken(name, name_length), taken(fields, length)] };
    let name = String::from_utf8_lossy(&name);
    let fields = String::from_utf8_lossy(&fields);
    keep(DOOR.with_borrow_mut(|door| {
        let door = door.as_mut().ok_or("found no limits: expected them before the first question")?;
        door.ask(&name, &fields, &JavaScript)
    }))
}

/// Where the last answer or error lies.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer_start() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// How many bytes it has.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(|answer| answer.len())
}
