//! Little Golem's records: SGF in a dialect (see [`crate::sgf`]), written on request.

use board::SwapRule;

use crate::{Action, NodeId, Property, Record, RecordError, Written, main_line::main_line_only};

/// The content of Little Golem's root.
const ROOT: [&str; 6] = ["EV", "PB", "PW", "RE", "GC", "SO"];

/// Writes the main line of each record as Little Golem does: two-letter points, the opener as `W`, `swap`.
///
/// # Errors
/// [`RecordError::Unwritable`] for set-up stones, moves that do not alternate, passes and rectangles.
pub fn write(records: &[Record]) -> Result<Written, RecordError> {
    const FORMAT: &str = "a Little Golem record";
    let cannot = |what: &str| RecordError::Unwritable { format: FORMAT, what: what.to_string() };
    let mut written = Written::default();
    for record in records {
        let size = record.size();
        if !size.is_square() {
            return Err(cannot("a rectangular board: expected a square; use sgf or hexworld"));
        }
        let mut record = record.clone().with_swaps_as(SwapRule::Pieces);
        let info: Vec<(&str, String)> =
            ROOT.into_iter().filter_map(|name| Some((name, record.info(name)?))).collect();
        let result = record.result();
        // Data written here is not reported as left out.
        let ours = |p: &Property| matches!(p, Property::Text { name, .. } if ROOT.contains(&name.as_str()));
        record.node_mut(NodeId::ROOT).properties_mut().retain(|property| !ours(property));
        let plies = main_line_only(&record, FORMAT, &mut written)?;
        let mut text = String::from("(;FF[4]");
        let mut push = |name: &str, value: &str| {
            // The site escapes nothing, so that a bracket in a value would end it.
            if value.contains([']', '\n', '\r']) {
                written.leave_out("names and titles with brackets or line breaks");
            } else {
                text.push_str(&format!("{name}[{value}]"));
            }
        };
        for (name, value) in info.iter().filter(|(name, _)| matches!(*name, "EV" | "PB" | "PW")) {
            push(name, value);
        }
        push("SZ", &size.cols().to_string());
        if let Some(result) = result {
            push("RE", &result.winner.letter().to_string());
        }
        for (name, value) in info.iter().filter(|(name, _)| matches!(*name, "GC" | "SO")) {
            push(name, value);
        }
        if !info.iter().any(|(name, _)| *name == "SO") {
            // Without it a record without stones would not be known for what it is.
            push("SO", "https://www.littlegolem.net");
        }
        for ply in plies {
            let action = match ply.action {
                Action::Place(cell) => {
                    [cell.col(size), cell.row(size)].map(|n| char::from(b'a' + n as u8)).iter().collect()
                }
                Action::Swap(_) => "swap".to_string(),
                Action::Resign => "resign".to_string(),
                Action::Pass => return Err(cannot("a pass: expected stones only; use sgf or hexworld")),
                Action::Forfeit => {
                    written.leave_out("that the game was forfeited");
                    break;
                }
            };
            text.push_str(&format!(";{}[{action}]", ply.color.opponent().letter()));
        }
        written.text.push_str(&text);
        written.text.push_str(")\n");
    }
    Ok(written)
}
