//! The one place where commands are registered.
//!
//! A part of the program (connections, inferior cells, the solver, evaluations) brings its commands as a module in
//! `commands/` with a [`HtpPart`], and one line in [`PARTS`]. Everything else follows from the tables: `list_commands`,
//! `known_command`, `hexgui-analyze_commands`, the check of the number of arguments, and the page `docs/reference/htp.md`, which a
//! test compares with them. State that outlives a command is kept with [`Engine::part`].

use super::{Arguments, Engine, Failure, HtpContext, commands as parts};

/// Every part's table, in the order of the documentation.
pub const PARTS: &[HtpPart] = &[
    parts::admin::PART,
    parts::game::PART,
    parts::genmove::PART,
    parts::time::PART,
    parts::files::PART,
    parts::connections::PART,
    parts::evaluations::PART,
    parts::inferior::PART,
    parts::local_games::PART,
    parts::solver::PART,
    parts::ask::PART,
];

/// The commands of one part of the program.
#[derive(Debug, Clone, Copy)]
pub struct HtpPart {
    /// Their topic, as a heading.
    pub title: &'static str,
    /// The commands.
    pub commands: &'static [Command],
}

/// One command.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// Its arguments: words that must be given, `[words]` that may be left out, and `name...` for any number of
    /// them. The number of arguments is checked against this before the command runs.
    pub arguments: &'static str,
    /// Its effect and its reply, in one line.
    pub about: &'static str,
    /// How HexGUI offers it in its list of analyze commands, if it does.
    pub analyze: Option<Analyze>,
    /// Does it: the reply, without `=` and the empty line.
    pub run: Run,
}

/// The function of a command.
pub type Run = fn(&mut Engine, &Arguments, &HtpContext<'_>) -> Result<String, Failure>;

/// An entry in HexGUI's list of analyze commands.
#[derive(Debug, Clone, Copy)]
pub struct Analyze {
    /// How the reply is shown: `string`, `plist`, `pspairs`, `varc`, `inferior`, `vc`, `param`, `none`, …
    pub kind: &'static str,
    /// Text for a person.
    pub label: &'static str,
    /// Placeholders for the arguments: `%m` side to move, `%c` a chosen colour, `%p` a cell, `%P` cells, `%r` a file.
    pub arguments: &'static str,
}

/// All commands.
pub fn commands() -> impl Iterator<Item = &'static Command> {
    PARTS.iter().flat_map(|part| part.commands)
}

/// The command of this name.
pub(crate) fn find(name: &str) -> Option<&'static Command> {
    commands().find(|command| command.name == name)
}

impl Command {
    /// The command with its arguments, as documentation and messages show it.
    #[must_use]
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments).trim_end().to_string()
    }

    /// Whether the command takes this many arguments.
    pub(crate) fn check_count(&self, count: usize) -> Result<(), Failure> {
        let words = self.arguments.split_whitespace();
        let least = words.clone().filter(|word| !word.starts_with('[')).count();
        let most = if self.arguments.contains("...") { usize::MAX } else { words.count() };
        if (least..=most).contains(&count) {
            return Ok(());
        }
        let found = match count {
            0 => "no argument".to_string(),
            1 => "1 argument".to_string(),
            _ => format!("{count} arguments"),
        };
        Err(Failure::ArgumentCount { found, usage: self.usage() })
    }

    /// The line of `hexgui-analyze_commands`, if the command has one.
    pub(crate) fn analyze_line(&self) -> Option<String> {
        let Analyze { kind, label, arguments } = self.analyze?;
        Some(format!("{kind}/{label}/{} {arguments}", self.name).trim_end().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kinds of result that HexGUI can show.
    const KINDS: &str = "none string hstring hpstring pstring move var varb varw varc varp varpo plist eplist pspairs \
                         bwboard cboard dboard sboard gfx group inferior vc param";

    #[test]
    fn every_command_has_one_name_and_a_sound_entry() {
        let mut names: Vec<_> = commands().map(|command| command.name).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count, "a command is registered twice");
        for command in commands() {
            assert!(!command.about.is_empty() && !command.name.contains(char::is_whitespace));
            let Some(analyze) = command.analyze else { continue };
            assert!(KINDS.split(' ').any(|kind| kind == analyze.kind), "{}: {}", command.name, analyze.kind);
            assert!(!analyze.label.contains('/'), "{}: HexGUI splits at slashes", command.name);
        }
    }

    #[test]
    fn arguments_are_counted_by_their_usage() {
        let count = |arguments, number| {
            let command =
                Command { name: "x", arguments, about: "", analyze: None, run: |_, _, _| Ok(String::new()) };
            command.check_count(number).map_err(|failure| failure.to_string())
        };
        assert_eq!(count("", 0), Ok(()));
        assert_eq!(count("", 1), Err("found 1 argument: expected x".to_string()));
        assert_eq!(count("color move", 3), Err("found 3 arguments: expected x color move".to_string()));
        for (number, fits) in [(0, false), (1, true), (3, true), (4, false)] {
            assert_eq!(count("color [low [high]]", number).is_ok(), fits);
            assert_eq!(count("color cells...", number).is_ok(), number >= 2);
        }
    }
}
