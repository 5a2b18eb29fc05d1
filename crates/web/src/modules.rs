//! Which files the page needs at once, and a name for a version of it: what the server and the static page share.

use std::collections::BTreeSet;

/// The modules that a first one imports, directly or not, and itself. What is imported while the page is used is not among
/// them. `read` has the text of a file.
pub(crate) fn first_modules(main: &str, read: impl Fn(&str) -> Option<String>) -> BTreeSet<String> {
    let mut found = BTreeSet::from([main.to_string()]);
    let mut unread = vec![main.to_string()];
    while let Some(path) = unread.pop() {
        let Some(source) = read(&path) else { continue };
        for imported in imports(&source, &path) {
            if found.insert(imported.clone()) {
                unread.push(imported);
            }
        }
    }
    found
}

/// The modules that the head of a module imports; our modules write each import in a line of its own.
pub(crate) fn imports(source: &str, path: &str) -> Vec<String> {
    let target = |line: &str| {
        let (_, name) = line.strip_prefix("import ")?.rsplit_once(" from '")?;
        Some(join(path, name.strip_suffix("';")?))
    };
    source.lines().filter_map(target).collect()
}

/// The path that a module at `path` means by `./name` or `../name`.
fn join(path: &str, name: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The page with its files at `place`, and a hint for each module that it begins with, so that the browser asks for all of
/// them at once and not for each when it has read the one before.
pub(crate) fn complete(html: &str, place: &str, modules: &BTreeSet<String>) -> String {
    let links: Vec<String> = modules
        .iter()
        .map(|path| format!("  <link rel=\"modulepreload\" href=\"{place}{path}\">\n"))
        .collect();
    html.replace("=\"pages/", &format!("=\"{place}")).replacen(
        "</head>",
        &format!("{}</head>", links.concat()),
        1,
    )
}

/// A name for some bytes, FNV-1a: it has to differ when they do, not to withstand anybody.
pub(crate) fn version_of(bytes: impl IntoIterator<Item = u8>) -> String {
    let version = bytes.into_iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{version:016x}")
}
