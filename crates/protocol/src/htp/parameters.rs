//! Groups of parameters, `param_…`: without arguments the list of names and values, with two arguments a change.

use super::{Arguments, Engine, Failure};

/// One parameter of a group.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// `bool`, `string`, or `list/a/b/c` for a choice: how HexGUI lets a person edit it.
    pub kind: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its value now.
    pub get: fn(&mut Engine) -> String,
    /// Changes it; the new value is argument number 1 (counted from 0).
    pub set: fn(&mut Engine, &Arguments) -> Result<(), Failure>,
}

/// Answers a `param_…` command from its table.
pub(crate) fn answer(
    engine: &mut Engine,
    arguments: &Arguments,
    group: &[Parameter],
) -> Result<String, Failure> {
    match arguments.len() {
        0 => {
            let line = |parameter: &Parameter| {
                let Parameter { kind, name, get, .. } = parameter;
                format!("\n[{kind}] {name} {}", get(engine))
            };
            Ok(group.iter().map(line).collect())
        }
        2 => {
            let found = arguments.text(0);
            let parameter = group.iter().find(|parameter| parameter.name == found).ok_or_else(|| {
                Failure::UnknownParameter {
                    found: found.chars().take(24).collect(),
                    expected: group.iter().map(|parameter| parameter.name).collect::<Vec<_>>().join(", "),
                }
            })?;
            (parameter.set)(engine, arguments)?;
            Ok(String::new())
        }
        _ => Err(Failure::ArgumentCount {
            found: "1 argument".to_string(),
            usage: "no arguments, or a name and a value".to_string(),
        }),
    }
}

/// A switch as the lists of parameters show it.
pub(crate) fn switch(value: bool) -> String {
    u8::from(value).to_string()
}
