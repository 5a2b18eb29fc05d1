//! The pages, embedded in the binary (debug builds read them from the disk, so that an edit shows after a reload).

use axum::{
    extract::Path,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "pages"]
struct Pages;

/// No scripts but our own, nothing from elsewhere, no frames around us.
pub(crate) const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

/// The page at `/`.
pub(crate) async fn index(headers: HeaderMap) -> Response {
    page("index.html", &headers)
}

/// The page with a hint for each of its modules, so that the browser asks for all of them at once and not for each when it has read
/// the one before.
fn with_preloads(html: &str) -> String {
    let mut modules: Vec<String> =
        Pages::iter().filter(|path| path.ends_with(".js")).map(Into::into).collect();
    modules.sort();
    let links: Vec<String> =
        modules.iter().map(|path| format!("  <link rel=\"modulepreload\" href=\"{path}\">\n")).collect();
    html.replacen("</head>", &format!("{}</head>", links.concat()), 1)
}

/// Any other file of the pages.
pub(crate) async fn file(Path(path): Path<String>, headers: HeaderMap) -> Response {
    page(&path, &headers)
}

fn page(path: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Pages::get(path) else {
        return (StatusCode::NOT_FOUND, "there is no such page").into_response();
    };
    let hash: String =
        file.metadata.sha256_hash().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    // The page names its modules: it is another one when they are others.
    let modules = if path == "index.html" { Pages::iter().count() } else { 0 };
    let etag = format!("\"{hash}-{modules}\"");
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == etag.as_bytes());
    let data = match path {
        "index.html" => with_preloads(&String::from_utf8_lossy(&file.data)).into_bytes(),
        _ => file.data.into_owned(),
    };
    let body = if known { Vec::new() } else { data };
    let status = if known { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    let headers = [
        (header::CONTENT_TYPE, content_type(path).to_string()),
        (header::ETAG, etag),
        // Ask each time, answer 304: a new version of the program is seen at once.
        (header::CACHE_CONTROL, "no-cache".to_string()),
    ];
    (status, headers, body).into_response()
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
