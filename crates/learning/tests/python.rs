//! The training code has tests of its own; they run where there is a Python, and say so themselves where there is no
//! PyTorch.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{io::ErrorKind, path::Path, process::Command};

#[test]
fn the_training_code_passes_its_tests() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../training");
    let output = match Command::new("python3").arg("-B").arg("test_training.py").current_dir(folder).output()
    {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            println!("skipped: the training code needs python3");
            return;
        }
        output => output.unwrap(),
    };
    let text =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    println!("{text}");
    assert!(output.status.success(), "{text}");
    assert!(text.contains("OK") || text.contains("skipped: the training code needs PyTorch"), "{text}");
}
