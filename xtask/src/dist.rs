//! `cargo xtask dist`: builds a tarball and a Debian package, and tests each in an empty folder.
//!
//! On x86-64 a package holds the program twice: for every processor, and for those with AVX2. The first replaces itself by the
//! second where it can (`crates/cli/src/processor.rs`).

mod licences;
mod trial;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::steps::{Outcome, command, root, step};

/// The largest program, without symbols.
const MOST_BYTES: u64 = 30_000_000;

/// The release and its folder.
struct Release {
    version: String,
    /// The target triple of this machine.
    target: String,
    /// `target/dist`.
    folder: PathBuf,
}

impl Release {
    /// The name of the tarball and of the folder in it.
    fn name(&self) -> String {
        format!("hexwright-{}-{}", self.version, self.target)
    }

    /// The folder that is packed: `bin`, `lib` and `share`, as below `/usr/local`.
    fn tree(&self) -> PathBuf {
        self.folder.join(self.name())
    }
}

/// Builds, packs and tries.
pub(crate) fn run() -> Outcome {
    let release = Release { version: version()?, target: host()?, folder: root().join("target/dist") };
    let tree = release.tree();
    let _ = fs::remove_dir_all(&tree);
    let is_x86 = release.target.starts_with("x86_64");
    let baseline = if is_x86 { "-C target-cpu=x86-64" } else { "" };
    install(&build(&release, "baseline", baseline)?, &tree.join("bin/hexwright"))?;
    if is_x86 {
        let fast = build(&release, "x86-64-v3", "-C target-cpu=x86-64-v3")?;
        install(&fast, &tree.join("lib/hexwright/hexwright-x86-64-v3"))?;
    }
    manual(&tree)?;
    documents(&tree)?;
    let tarball = tarball(&release)?;
    trial::tarball(&release, &tarball)?;
    if let Some(package) = debian(&release)? {
        trial::debian(&release, &package)?;
    }
    other_processors()
}

/// Builds the program in release mode with these flags. Paths of this machine are left out of it.
fn build(release: &Release, name: &str, flags: &str) -> Result<PathBuf, String> {
    let home = env::var("HOME").unwrap_or_default();
    let cargo_home = env::var("CARGO_HOME").unwrap_or_else(|_| format!("{home}/.cargo"));
    let root = root();
    let flags = format!(
        "{flags} --remap-path-prefix={}=hexwright --remap-path-prefix={cargo_home}/registry/src=registry",
        root.display()
    );
    let folder = release.folder.join("build").join(name);
    let mut cargo =
        command("cargo", &["build", "--quiet", "--release", "--locked", "-p", "cli", "--target-dir"]);
    step(&format!("build for {name}"), cargo.arg(&folder).env("RUSTFLAGS", flags.trim()))?;
    let program = folder.join("release/hexwright");
    let bytes = fs::read(&program).map_err(|error| format!("{}: {error}", program.display()))?;
    println!("== {name}: {} bytes", bytes.len());
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!(
            "{} has {} bytes: expected at most {MOST_BYTES}",
            program.display(),
            bytes.len()
        ));
    }
    for path in [&*root.to_string_lossy(), &cargo_home] {
        if bytes.windows(path.len()).any(|window| window == path.as_bytes()) {
            return Err(format!("{} names a folder of this machine: {path}", program.display()));
        }
    }
    Ok(program)
}

/// Copies a file and creates the folders above it.
fn install(from: &Path, to: &Path) -> Outcome {
    let failed = |error: std::io::Error| format!("{}: {error}", to.display());
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::copy(from, to).map_err(failed)?;
    Ok(())
}

/// Man pages and shell completions, as the program writes them.
fn manual(tree: &Path) -> Outcome {
    let program = tree.join("bin/hexwright");
    let man = tree.join("share/man/man1");
    run_quietly(Command::new(&program).args(["manual", "man"]).arg(&man))?;
    for entry in fs::read_dir(&man).map_err(|error| format!("{}: {error}", man.display()))?.flatten() {
        run_quietly(Command::new("gzip").args(["-9", "-n"]).arg(entry.path()))?;
    }
    let completions = [
        ("bash", "share/bash-completion/completions/hexwright"),
        ("zsh", "share/zsh/site-functions/_hexwright"),
        ("fish", "share/fish/vendor_completions.d/hexwright.fish"),
    ];
    for (shell, path) in completions {
        let text = run_quietly(Command::new(&program).args(["manual", "completions", shell]))?;
        write(&tree.join(path), &text)?;
    }
    Ok(())
}

/// Licences, changelog and what to read first.
fn documents(tree: &Path) -> Outcome {
    let folder = tree.join("share/doc/hexwright");
    for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        install(&root().join(name), &folder.join(name))?;
    }
    write(&folder.join("THIRD-PARTY-LICENSES.txt"), licences::text()?.as_bytes())
}

fn tarball(release: &Release) -> Result<PathBuf, String> {
    let path = release.folder.join(format!("{}.tar.gz", release.name()));
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0", "-czf"]);
    step("tarball", tar.arg(&path).arg("-C").arg(&release.folder).arg(release.name()))?;
    Ok(path)
}

/// The Debian package, if the program that packs it is here.
fn debian(release: &Release) -> Result<Option<PathBuf>, String> {
    let architecture = Command::new("dpkg").arg("--print-architecture").output();
    let Some(architecture) = architecture.ok().filter(|output| output.status.success()) else {
        println!("== Debian package: not built, dpkg is missing");
        return Ok(None);
    };
    let architecture = String::from_utf8_lossy(&architecture.stdout).trim().to_string();
    let tree = release.folder.join("debian");
    let _ = fs::remove_dir_all(&tree);
    let from = release.tree();
    step("Debian tree", Command::new("mkdir").arg("-p").arg(tree.join("usr")))?;
    step("Debian files", Command::new("cp").arg("-r").arg(from.join(".")).arg(tree.join("usr")))?;
    let (own, theirs) =
        (tree.join("usr/share/zsh/site-functions"), tree.join("usr/share/zsh/vendor-completions"));
    fs::rename(&own, &theirs).map_err(|error| format!("{}: {error}", own.display()))?;
    let control = format!(
        "Package: hexwright\nVersion: {}\nArchitecture: {architecture}\nMaintainer: The Hexwright developers \
         <hexwright@localhost>\nDepends: libc6 (>= {}), libgcc-s1\nSection: games\nPriority: optional\nDescription: play, \
         prove and explain the game of Hex\n Hexwright plays Hex in the browser, in the terminal and over HTP. It proves who\n \
         wins a position, reviews games and runs tournaments between programs.\n",
        release.version,
        glibc(&from.join("bin/hexwright"))?
    );
    write(&tree.join("DEBIAN/control"), control.as_bytes())?;
    let copyright = tree.join("usr/share/doc/hexwright/copyright");
    install(&root().join("LICENSE-MIT"), &copyright)?;
    let path = release.folder.join(format!("hexwright_{}_{architecture}.deb", release.version));
    let mut pack = Command::new("dpkg-deb");
    step(
        "Debian package",
        pack.args(["--root-owner-group", "--build"]).arg(&tree).arg(&path).env("SOURCE_DATE_EPOCH", "0"),
    )?;
    Ok(Some(path))
}

/// The newest version of the C library that a program asks for.
fn glibc(program: &Path) -> Result<String, String> {
    let bytes = fs::read(program).map_err(|error| format!("{}: {error}", program.display()))?;
    newest_glibc(&bytes).ok_or_else(|| format!("{} names no version of glibc", program.display()))
}

fn newest_glibc(program: &[u8]) -> Option<String> {
    let mark = b"GLIBC_2.";
    let minor = |at: usize| {
        let digits = program[at + mark.len()..].iter().take_while(|byte| byte.is_ascii_digit());
        String::from_utf8(digits.copied().collect()).ok()?.parse::<u32>().ok()
    };
    let places = program.windows(mark.len()).enumerate().filter(|(_, window)| window == mark);
    places.filter_map(|(at, _)| minor(at)).max().map(|minor| format!("2.{minor}"))
}

/// Compiles for processors that this machine does not have.
fn other_processors() -> Outcome {
    let target = "aarch64-unknown-linux-gnu";
    if !Command::new("rustup").args(["target", "add", target]).status().is_ok_and(|status| status.success()) {
        println!("== {target}: not checked, its standard library is missing: 'rustup target add {target}'");
        return Ok(());
    }
    step(target, &mut command("cargo", &["check", "--quiet", "--locked", "-p", "cli", "--target", target]))
}

fn version() -> Result<String, String> {
    let manifest =
        fs::read_to_string(root().join("Cargo.toml")).map_err(|error| format!("Cargo.toml: {error}"))?;
    let line = manifest.lines().find_map(|line| line.strip_prefix("version = \""));
    line.map(|version| version.trim_end_matches('"').to_string())
        .ok_or_else(|| "Cargo.toml has no version".to_string())
}

fn host() -> Result<String, String> {
    let text = run_quietly(Command::new("rustc").arg("-vV"))?;
    let text = String::from_utf8_lossy(&text).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_string).ok_or_else(|| "rustc -vV names no host".to_string())
}

fn write(path: &Path, text: &[u8]) -> Outcome {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, text).map_err(failed)
}

/// The output of a program; an error if it fails.
fn run_quietly(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command.output().map_err(|error| format!("cannot start {command:?}: {error}"))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(format!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr)))
    }
}

#[cfg(test)]
mod tests {
    use super::newest_glibc;

    #[test]
    fn the_newest_glibc_counts() {
        assert_eq!(newest_glibc(b"\0GLIBC_2.4\0GLIBC_2.34\0GLIBC_2.9\0").as_deref(), Some("2.34"));
        assert_eq!(newest_glibc(b"static"), None);
    }
}
