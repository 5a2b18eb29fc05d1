//! The reference of all commands as Markdown.

use clap::{Arg, Command};

const HEAD: &str = "\
# Commands

Every command of `hexwright`, with its options and their defaults. The program prints the same with `--help`.

This page is generated: `hexwright manual commands > docs/reference/commands.md`. A test compares it with the program.
";

/// One section for each command, in the order of `hexwright help`.
pub(super) fn markdown(mut program: Command) -> String {
    program.build();
    let mut page = String::from(HEAD);
    page += "\n| command | purpose |\n| --- | --- |\n";
    for command in listed(&program) {
        let name = command.get_name();
        let about = escaped(&command.get_about().map(ToString::to_string).unwrap_or_default());
        page += &format!("| [`{name}`](#hexwright-{name}) | {about} |\n");
    }
    for command in listed(&program) {
        section(command, "##", &mut page);
    }
    page += "\n## Exit codes\n\n0: done, or the answer is yes. 1: the answer is no. 2: the input is wrong; the message says what was \
             expected.\n";
    page
}

fn listed(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|command| command.get_name() != "help" && !command.is_hide_set())
}

fn section(command: &Command, level: &str, page: &mut String) {
    let mut command = command.clone();
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let name = command.get_bin_name().unwrap_or(command.get_name());
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    *page += &format!("\n{level} {name}\n\n{}.\n\n```text\n{usage}\n```\n", escaped(&about));
    let mut heading = None;
    let shown = |arg: &&Arg| !arg.is_hide_set() && !["help", "version"].contains(&arg.get_id().as_str());
    for arg in command.get_arguments().filter(shown) {
        let own = arg.get_help_heading().or_else(|| arg.is_positional().then_some("Arguments"));
        let own = own.unwrap_or("Options");
        if heading != Some(own) {
            *page += &format!("\n{own}:\n\n");
            heading = Some(own);
        }
        *page += &line(arg);
    }
    if let Some(after) = command.get_after_help() {
        *page += &format!("\n```text\n{}\n```\n", after.to_string().trim_end());
    }
    for command in listed(&command) {
        section(command, &format!("{level}#"), page);
    }
}

/// An argument: how it is written, what it does, its default and its values.
fn line(arg: &Arg) -> String {
    let mut names: Vec<String> = Vec::new();
    names.extend(arg.get_short().map(|short| format!("-{short}")));
    names.extend(arg.get_long().map(|long| format!("--{long}")));
    let mut written = names.join(", ");
    if arg.is_positional() || arg.get_action().takes_values() {
        let values = arg.get_value_names().unwrap_or_default();
        let values: Vec<String> = values.iter().map(|value| format!("<{value}>")).collect();
        written = [written, values.join(" ")].join(" ").trim().to_string();
    }
    let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let mut text = format!("- `{written}`: {}", escaped(&help.replace('\n', " ")));
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if arg.get_action().takes_values() && !defaults.is_empty() {
        text += &format!(" [default: `{}`]", defaults.join(" "));
    }
    let values = arg.get_possible_values();
    if arg.get_action().takes_values() && !values.is_empty() {
        let values: Vec<String> = values.iter().map(|value| format!("`{}`", value.get_name())).collect();
        text += &format!(" [values: {}]", values.join(", "));
    }
    text + "\n"
}

/// Text in which Markdown sees no HTML and no table.
fn escaped(text: &str) -> String {
    let mut inside_code = false;
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '`' => inside_code = !inside_code,
            '<' | '>' | '*' | '_' | '|' if !inside_code => escaped.push('\\'),
            _ => {}
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn code_is_left_alone() {
        assert_eq!(escaped("<A|B> and `<A|B>`"), "\\<A\\|B\\> and `<A|B>`");
    }
}
