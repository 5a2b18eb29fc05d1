//! How commands end: the exit codes that scripts rely on.

use std::{io, panic, process, process::ExitCode};

/// The result of a command that did not fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Done, or the answer is yes: exit code 0.
    Done,
    /// The answer is no: exit code 1.
    No,
}

/// Turns a command's result into an exit code and prints an error in one line.
pub(crate) fn exit_code(result: anyhow::Result<Answer>) -> ExitCode {
    match result {
        Ok(Answer::Done) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        // The reader of our output has closed the pipe (`hexwright … | head`): not an error.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hexwright: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Makes `print!` end the program quietly, instead of by a panic, when the reader of our output has closed the pipe.
pub(crate) fn exit_silently_on_closed_pipes() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        // The only way to tell: the library panics with this text and the error's.
        let text = panic.payload().downcast_ref::<String>().map_or("", String::as_str);
        if text.starts_with("failed printing to stdout") && text.contains("Broken pipe") {
            process::exit(0);
        }
        usual(panic);
    }));
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
