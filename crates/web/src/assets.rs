//! The pages, embedded in the binary (debug builds read them from the disk, so that an edit shows after a reload).
//!
//! The page at `/` is asked for each time. All it needs lies below an address with the version of the pages in it, so that a browser keeps
//! those files for good and asks for nothing twice; another version of the program is seen at once because the page names other addresses.

use std::{
    collections::BTreeSet,
    sync::Mutex,
    time::{Duration, Instant},
};

use axum::{
    extract::Path,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;

use crate::modules;

#[derive(RustEmbed)]
#[folder = "pages"]
struct Pages;

/// No scripts but our own, nothing from elsewhere, no frames around us.
pub(crate) const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

/// The page itself.
const INDEX: &str = "index.html";

/// The module that the page begins with.
const MAIN: &str = "main.js";

/// Where the files of a version lie.
const VERSIONS: &str = "v/";

/// Asked each time, answered with 304 where nothing has changed.
const ASK: &str = "no-cache";

/// A file whose address changes with its content is never asked for again.
const KEEP: &str = "public, max-age=31536000, immutable";

/// The page at `/`.
pub(crate) async fn index(headers: HeaderMap) -> Response {
    page(INDEX, &headers)
}

/// Any other file of the pages, by its name or below the version that the page named.
pub(crate) async fn file(Path(path): Path<String>, headers: HeaderMap) -> Response {
    page(&path, &headers)
}

fn page(path: &str, headers: &HeaderMap) -> Response {
    let (version, name) = match path.strip_prefix(VERSIONS).and_then(|rest| rest.split_once('/')) {
        Some((version, name)) => (Some(version), name),
        None => (None, path),
    };
    let Some(file) = Pages::get(name) else {
        return (StatusCode::NOT_FOUND, "there is no such page").into_response();
    };
    let etag = match name {
        INDEX => format!("\"{}\"", present_version()),
        _ => format!("\"{}\"", hexadecimal(&file.metadata.sha256_hash())),
    };
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == etag.as_bytes());
    let body = match (known, name) {
        (true, _) => Vec::new(),
        (false, INDEX) => complete(&String::from_utf8_lossy(&file.data)).into_bytes(),
        (false, _) => file.data.into_owned(),
    };
    let status = if known { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    // A page that was open while the program changed gets the file, but may not keep it under the old name.
    let is_present = version.is_some_and(|version| version == present_version());
    let headers = [
        (header::CONTENT_TYPE, content_type(name).to_string()),
        (header::ETAG, etag),
        (header::CACHE_CONTROL, if is_present { KEEP } else { ASK }.to_string()),
    ];
    (status, headers, body).into_response()
}

/// The page with its files at the addresses of this version.
fn complete(html: &str) -> String {
    modules::complete(html, &format!("{VERSIONS}{}/", present_version()), &first_modules())
}

/// The modules that the page begins with.
fn first_modules() -> BTreeSet<String> {
    let read = |path: &str| Some(String::from_utf8_lossy(&Pages::get(path)?.data).into_owned());
    modules::first_modules(MAIN, read)
}

/// A name for the content of all pages together.
fn present_version() -> String {
    static KNOWN: Mutex<Option<(Instant, String)>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    // Embedded pages stay as they are; those on the disk may change while somebody writes them.
    let is_fresh = |at: &Instant| !cfg!(debug_assertions) || at.elapsed() < Duration::from_secs(1);
    if let Some((_, version)) = known.as_ref().filter(|(at, _)| is_fresh(at)) {
        return version.clone();
    }
    let version = compute_version();
    *known = Some((Instant::now(), version.clone()));
    version
}

fn compute_version() -> String {
    let mut paths: Vec<_> = Pages::iter().collect();
    paths.sort();
    let hashes = paths.iter().filter_map(|path| Pages::get(path)).map(|file| file.metadata.sha256_hash());
    modules::version_of(hashes.flatten())
}

fn hexadecimal(hash: &[u8]) -> String {
    hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" | "webmanifest" => "application/json",
        _ => "application/octet-stream",
    }
}

/// Headers that every answer carries.
pub(crate) async fn secure(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::X_FRAME_OPTIONS, "DENY");
    response
}

#[cfg(test)]
mod tests {
    use super::{Pages, first_modules};
    use crate::modules::imports;

    #[test]
    fn imports_are_read_as_a_browser_does() {
        let source = "// A module.\n\nimport { a } from './near.js';\nimport { b, c } from '../far/away.js';\nconst later = () => import('./later.js');\n";
        assert_eq!(imports(source, "panels/one.js"), ["panels/near.js", "far/away.js"]);
    }

    #[test]
    fn every_import_is_found() {
        let first = first_modules();
        assert!(first.contains("main.js") && first.contains("view/board.js"), "{first:?}");
        for path in Pages::iter().filter(|path| path.ends_with(".js")) {
            let file = Pages::get(&path).map(|file| String::from_utf8_lossy(&file.data).into_owned());
            let source = file.unwrap_or_default();
            let stated = source.lines().filter(|line| line.starts_with("import ")).count();
            let found = imports(&source, &path);
            assert_eq!(found.len(), stated, "{path}");
            for imported in found {
                assert!(Pages::get(&imported).is_some(), "{path} imports {imported}");
            }
        }
    }
}
