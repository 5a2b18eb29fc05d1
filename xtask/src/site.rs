//! The page that needs no server, and the engine as a package for others: folders of files, built from `crates/web/pages` and
//! the module of `crates/wasm`.
//!
//! All files of the page but the first lie below a folder with their version in its name, so that a host may keep them as
//! long as it likes. Addresses are relative: the folder works below any path.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    bundle, modules, portable,
    steps::{Outcome, command, root, step, target},
};

/// The files of the page.
const PAGES: &str = "crates/web/pages";
/// The part of them that only the static page has, beside its first file.
const BESIDE: [&str; 4] =
    ["site/sw.js", "site/manifest.webmanifest", "site/icon-192.png", "site/icon-512.png"];
/// The first file, and the module that it begins with.
const INDEX: &str = "index.html";
const MAIN: &str = "main.js";
/// The engine with vectors that every browser has, and the faster one.
const PLAIN: &str = "hexwright.wasm";
const RELAXED: &str = "hexwright-relaxed.wasm";
/// The networks.
const WEIGHTS: [&str; 2] = ["default.hexnet", "wide.hexnet"];

/// No scripts but our own, nothing from elsewhere. Workers look at blobs to know when a question ends.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self' blob:; font-src 'self'; manifest-src 'self'; worker-src 'self'; \
     base-uri 'none'; form-action 'none'";

/// A file of the site: its path, and its content.
type File = (String, Vec<u8>);

/// Which engines a page has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Engines {
    /// One for all browsers, and a faster one for those with relaxed vectors.
    Both,
    /// The first in both places: for tests, because it takes half the time to compile.
    One,
}

/// Builds the page in `target/site`.
pub(crate) fn build(engines: Engines) -> Outcome {
    let mut files = page_files()?;
    let plain = read(&engine(PLAIN, "")?)?;
    let relaxed = match engines {
        Engines::Both => read(&engine(RELAXED, "-C target-feature=+relaxed-simd")?)?,
        Engines::One => plain.clone(),
    };
    files.extend([(format!("engine/{PLAIN}"), plain), (format!("engine/{RELAXED}"), relaxed)]);
    for name in WEIGHTS {
        files.push((format!("engine/{name}"), read(&root().join("crates/network/weights").join(name))?));
    }
    files.extend(strategies()?);
    files.sort();

    let bytes = files.iter().flat_map(|(path, content)| path.bytes().chain(content.iter().copied()));
    let version = modules::version_of(bytes);
    let place = format!("v/{version}/");
    let folder = target().join("site");
    clear(&folder)?;
    for (path, content) in &files {
        write(&folder.join(&place).join(path), content)?;
    }
    let of = |path: &str| files.iter().find(|(other, _)| other == path).map(|(_, content)| text(content));
    let modules = modules::first_modules(MAIN, of);
    let html = text(&read(&root().join(PAGES).join(INDEX))?);
    write(&folder.join(INDEX), stand_alone(&modules::complete(&html, &place, &modules), &place)?.as_bytes())?;
    for path in BESIDE {
        let content = read(&root().join(PAGES).join(path))?;
        let content = if path.ends_with(".js") {
            worker(&text(&content), &version, &place, &files)?.into_bytes()
        } else {
            content
        };
        write(&folder.join(path.trim_start_matches("site/")), &content)?;
    }
    write(&folder.join("hex-board.js"), bundle::element()?.as_bytes())?;
    write(&folder.join("icon.svg"), &read(&root().join(PAGES).join("icon.svg"))?)?;
    let total: usize = files.iter().map(|(_, content)| content.len()).sum();
    println!(
        "{}: version {version}, {} files, {:.1} MB before compression; try it with 'python3 -m http.server -d {0}'",
        folder.display(),
        files.len(),
        total as f64 / 1e6
    );
    Ok(())
}

/// Builds the package in `target/npm`.
pub(crate) fn package() -> Outcome {
    let folder = target().join("npm");
    clear(&folder)?;
    for name in ["package.json", "index.js", "index.d.ts", "README.md"] {
        write(&folder.join(name), &read(&root().join("crates/wasm/npm").join(name))?)?;
    }
    write(&folder.join("engine.js"), &read(&root().join(PAGES).join("engine/engine.js"))?)?;
    write(&folder.join(PLAIN), &read(&engine(PLAIN, "")?)?)?;
    for name in WEIGHTS {
        write(&folder.join(name), &read(&root().join("crates/network/weights").join(name))?)?;
    }
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        write(&folder.join(name), &read(&root().join(name))?)?;
    }
    println!("{}: the package; 'npm pack' there makes one file of it", folder.display());
    Ok(())
}

/// The engine, compiled with further flags.
fn engine(name: &str, flags: &str) -> Result<PathBuf, String> {
    portable::install();
    if !portable::is_installed()? {
        let target = portable::TARGET;
        return Err(format!("{target} is not installed: install it with 'rustup target add {target}'"));
    }
    // Other flags compile everything again: each kind has a folder of its own, so that both stay.
    let folder = if flags.is_empty() { target() } else { target().join("relaxed") };
    let mut build = command(
        "cargo",
        &["build", "--quiet", "--profile", "site", "-p", "wasm", "--lib", "--target", portable::TARGET],
    );
    build.env("CARGO_TARGET_DIR", &folder);
    if !flags.is_empty() {
        build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags);
    }
    step(&format!("engine {name}"), &mut build)?;
    Ok(folder.join(portable::TARGET).join("site/wasm.wasm"))
}

/// The files of the page below its version.
fn page_files() -> Result<Vec<File>, String> {
    let mut files = Vec::new();
    let root = root().join(PAGES);
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for path in entries(&folder)? {
            let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
            if path.is_dir() {
                folders.push(path);
            } else if name != INDEX && !BESIDE.contains(&name.as_str()) {
                files.push((name, read(&path)?));
            }
        }
    }
    Ok(files)
}

/// The strategies that come with the program, and a list of them as the server gives it.
fn strategies() -> Result<Vec<File>, String> {
    let mut files = Vec::new();
    for path in entries(&root().join("crates/web/data/strategies"))? {
        if path.extension().is_some_and(|extension| extension == "strategy") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.push((format!("engine/strategies/{name}"), read(&path)?));
        }
    }
    files.sort();
    let entry = |(path, content): &File| {
        let name = path.rsplit('/').next().unwrap_or_default().trim_end_matches(".strategy");
        format!("{{\"name\":\"{name}\",\"bytes\":{}}}", content.len())
    };
    let list = files.iter().map(entry).collect::<Vec<_>>().join(",");
    files.push(("engine/strategies/index.json".to_string(), format!("[{list}]").into_bytes()));
    Ok(files)
}

/// The page with the place of its engine, and with the rules that a server would send in headers.
fn stand_alone(html: &str, place: &str) -> Result<String, String> {
    let preload = html.lines().find(|line| line.contains("/api/players")).ok_or("index.html has changed")?;
    let head = "<meta charset=\"utf-8\">\n";
    let more = format!(
        "{head}  <meta http-equiv=\"Content-Security-Policy\" content=\"{CONTENT_SECURITY_POLICY}\">\n  \
         <meta name=\"engine\" content=\"{place}engine/\">\n  <meta name=\"theme-color\" content=\"#f5f2ea\">\n  \
         <link rel=\"manifest\" href=\"manifest.webmanifest\">\n  \
         <link rel=\"apple-touch-icon\" href=\"icon-192.png\">\n"
    );
    if !html.contains(head) {
        return Err("index.html has changed: expected the character set first".to_string());
    }
    Ok(html.replace(&format!("{preload}\n"), "").replacen(head, &more, 1))
}

/// The service worker with the version and the files that it keeps.
fn worker(source: &str, version: &str, place: &str, files: &[File]) -> Result<String, String> {
    let engine = |name: &str| format!("{place}engine/{name}");
    let kept = files.iter().map(|(path, _)| format!("{place}{path}"));
    // A browser needs one of the engines, and the network of large boards only for these.
    let apart = [PLAIN, RELAXED, WEIGHTS[1]].map(engine);
    let kept = kept.filter(|path| !apart.contains(path));
    let beside = ["./", "manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png"];
    let list: Vec<String> = beside.into_iter().map(str::to_string).chain(kept).collect();
    let mut written = source.to_string();
    for (mark, value) in [
        ("@VERSION@", version.to_string()),
        ("@FILES@", list.join("', '")),
        ("@RELAXED@", engine(RELAXED)),
        ("@PLAIN@", engine(PLAIN)),
    ] {
        if !written.contains(mark) {
            return Err(format!("site/sw.js has no {mark}"));
        }
        written = written.replacen(mark, &value, 1);
    }
    Ok(written)
}

fn text(content: &[u8]) -> String {
    String::from_utf8_lossy(content).into_owned()
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::read_dir(folder)
        .map_err(failed)?
        .map(|entry| entry.map(|entry| entry.path()).map_err(failed))
        .collect()
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, content: &[u8]) -> Outcome {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(path.parent().unwrap_or(path)).map_err(failed)?;
    fs::write(path, content).map_err(failed)
}

fn clear(folder: &Path) -> Outcome {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{File, stand_alone, worker};

    #[test]
    fn a_page_names_its_engine_and_asks_no_server() {
        let html = "<head>\n<meta charset=\"utf-8\">\n<link href=\"/api/players\">\n</head>";
        let page = stand_alone(html, "v/1/").expect("complete");
        assert!(page.contains("content=\"v/1/engine/\"") && !page.contains("/api/"), "{page}");
        assert!(stand_alone("<head></head>", "v/1/").is_err());
    }

    #[test]
    fn a_service_worker_keeps_everything_but_the_engines() {
        let files: Vec<File> = ["main.js", "engine/hexwright.wasm", "engine/hexwright-relaxed.wasm"]
            .map(|path| (path.to_string(), Vec::new()))
            .to_vec();
        let source = "'@VERSION@' ['@FILES@'] '@RELAXED@' '@PLAIN@'";
        let written = worker(source, "1", "v/1/", &files).expect("complete");
        assert_eq!(written.matches("hexwright.wasm").count(), 1, "{written}");
        assert!(written.contains("'v/1/main.js'"), "{written}");
        assert!(worker("", "1", "v/1/", &files).is_err());
    }
}
