//! Commands that read files.

use crate::htp::{Command, Part};

pub(crate) const PART: Part = Part {
    title: "Files",
    commands: &[Command {
        name: "exec",
        arguments: "file",
        about: "runs the commands in a file, up to the first that fails",
        analyze: None,
        run: |engine, arguments, context| {
            engine.execute_file(arguments.text(0), context).map(|()| String::new())
        },
    }],
};
