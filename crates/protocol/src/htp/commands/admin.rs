//! Commands about the engine and its abilities.

use crate::htp::{Command, HtpPart, registry};

pub(crate) const PART: HtpPart = HtpPart {
    title: "About the program",
    commands: &[
        Command {
            name: "protocol_version",
            arguments: "",
            about: "the version of the protocol: 2",
            analyze: None,
            run: |_, _, _| Ok("2".to_string()),
        },
        Command {
            name: "name",
            arguments: "",
            about: "the name of the program",
            analyze: None,
            run: |_, _, _| Ok("Hexwright".to_string()),
        },
        Command {
            name: "version",
            arguments: "",
            about: "the program's version and its player",
            analyze: None,
            run: |engine, _, _| Ok(format!("{} ({})", engine.settings.version, engine.player.name())),
        },
        Command {
            name: "known_command",
            arguments: "name",
            about: "`true` if there is such a command, otherwise `false`",
            analyze: None,
            run: |_, arguments, _| Ok(registry::find(arguments.text(0)).is_some().to_string()),
        },
        Command {
            name: "list_commands",
            arguments: "",
            about: "all commands, one a line, in alphabetical order",
            analyze: None,
            run: |_, _, _| {
                let mut names: Vec<_> = registry::commands().map(|command| command.name).collect();
                names.sort_unstable();
                Ok(names.join("\n"))
            },
        },
        Command {
            name: "hexgui-analyze_commands",
            arguments: "",
            about: "the commands that HexGUI offers for analysis, one a line: `type/Label/command`",
            analyze: None,
            run: |_, _, _| {
                let lines: Vec<_> = registry::commands().filter_map(Command::analyze_line).collect();
                Ok(lines.join("\n"))
            },
        },
        Command {
            name: "gogui-interrupt",
            arguments: "",
            about: "declares that a line `# interrupt` ends the running search, which then replies with its best move so far",
            analyze: None,
            run: |_, _, _| Ok(String::new()),
        },
        Command {
            name: "quit",
            arguments: "",
            about: "ends the program",
            analyze: None,
            run: |engine, _, _| {
                engine.quit = true;
                Ok(String::new())
            },
        },
    ],
};
