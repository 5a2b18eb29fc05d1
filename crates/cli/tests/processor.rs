//! The choice of the build in a package, with a program of ten lines in place of ours: `src/processor.rs` is all that it shares.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use tempfile::TempDir;

/// Prints which build it is, and its arguments.
const PROGRAM: &str = r#"
#[path = "PROCESSOR"]
mod processor;

fn main() {
    processor::choose_build();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    println!("{} {}", if cfg!(target_feature = "avx2") { "fast" } else { "baseline" }, arguments.join("|"));
}
"#;

/// Lays the two builds out as a package does.
fn package(folder: &Path) -> (PathBuf, PathBuf) {
    let source = folder.join("main.rs");
    let processor = concat!(env!("CARGO_MANIFEST_DIR"), "/src/processor.rs");
    fs::write(&source, PROGRAM.replace("PROCESSOR", processor)).unwrap();
    let build = |path: &str, processors: &str| {
        let program = folder.join(path);
        fs::create_dir_all(program.parent().unwrap()).unwrap();
        let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_string());
        let mut rustc = Command::new(rustc);
        rustc.args(["--edition", "2024", "-C", &format!("target-cpu={processors}"), "-o"]);
        assert!(rustc.arg(&program).arg(&source).status().unwrap().success());
        program
    };
    (build("bin/hexwright", "x86-64"), build("lib/hexwright/hexwright-x86-64-v3", "x86-64-v3"))
}

fn printed(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn a_package_runs_the_build_for_its_processor() {
    let folder = TempDir::new().unwrap();
    let (baseline, fast) = package(folder.path());
    let is_new = is_x86_feature_detected!("avx2");

    let usual = Command::new(&baseline).args(["a", "b c", "-x"]).output().unwrap();
    assert_eq!(printed(&usual), if is_new { "fast a|b c|-x\n" } else { "baseline a|b c|-x\n" });
    let kept = Command::new(&baseline).env("HEXWRIGHT_BASELINE", "1").output().unwrap();
    assert_eq!(printed(&kept), "baseline \n");

    // Without the second build the first does the work.
    let alone = folder.path().join("alone");
    fs::copy(&baseline, &alone).unwrap();
    assert_eq!(printed(&Command::new(&alone).output().unwrap()), "baseline \n");

    let old = |program: &Path| Command::new("qemu-x86_64").args(["-cpu", "qemu64"]).arg(program).output();
    let Ok(on_old) = old(&baseline) else {
        println!("not tried on an old processor: qemu-x86_64 is missing");
        return;
    };
    assert_eq!(printed(&on_old), "baseline \n");
    let refused = old(&fast).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(message.contains("needs a processor with AVX2"), "{message}");
}
