//! What an experiment found: the outcome for the paper's claim, with the tables and figures that show it.
//!
//! Every experiment ends with a [`PaperFinding`]. The terminal, the page for browsers, the page of the documentation
//! and the result file are four renderings of the same one.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ExperimentError;

/// Whether a claim is confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimOutcome {
    /// We find what the paper finds.
    Holds,
    /// The paper leaves the question open; we have an answer.
    Answered,
    /// We find something else, for a reason that the finding names.
    Differs,
    /// We find the contrary, or nothing where the paper finds something.
    DoesNotHold,
    /// The run ended too early, or was too small, to tell.
    Undecided,
}

impl ClaimOutcome {
    /// All, the best first.
    pub const ALL: [Self; 5] =
        [Self::Holds, Self::Answered, Self::Differs, Self::DoesNotHold, Self::Undecided];

    /// The outcome of a yes or no.
    #[must_use]
    pub const fn of(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::DoesNotHold }
    }

    /// Whether nothing speaks against the claim: the exit code of a command says so.
    #[must_use]
    pub const fn is_confirmed(self) -> bool {
        matches!(self, Self::Holds | Self::Answered)
    }

    /// The outcome in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Answered => "answered",
            Self::Differs => "differs",
            Self::DoesNotHold => "does not hold",
            Self::Undecided => "undecided",
        }
    }
}

impl fmt::Display for ClaimOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

/// The result of an experiment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PaperFinding {
    /// Whether the claim is confirmed.
    pub outcome: ClaimOutcome,
    /// Our value, as short as the paper's beside which it stands.
    pub ours: String,
    /// The reason for the outcome, in a sentence or two.
    pub because: String,
    /// Numbers, the paper's beside ours.
    pub tables: Vec<FindingTable>,
    /// Figures.
    pub figures: Vec<FindingFigure>,
    /// Everything that was measured, for programs.
    pub data: serde_json::Value,
}

impl PaperFinding {
    /// A finding without tables and figures.
    pub(crate) fn new(outcome: ClaimOutcome, ours: impl Into<String>, because: impl Into<String>) -> Self {
        Self {
            outcome,
            ours: ours.into(),
            because: because.into(),
            tables: Vec::new(),
            figures: Vec::new(),
            data: serde_json::Value::Null,
        }
    }

    pub(crate) fn with_table<const N: usize>(
        mut self,
        caption: impl Into<String>,
        columns: [&str; N],
        rows: impl IntoIterator<Item = [String; N]>,
    ) -> Self {
        self.tables.push(FindingTable {
            caption: caption.into(),
            columns: columns.map(str::to_string).to_vec(),
            rows: rows.into_iter().map(|row| row.to_vec()).collect(),
        });
        self
    }

    pub(crate) fn with_figure(mut self, name: &str, caption: impl Into<String>, svg: String) -> Self {
        self.figures.push(FindingFigure { name: name.to_string(), caption: caption.into(), svg });
        self
    }

    pub(crate) fn with_data(mut self, data: &impl Serialize) -> Result<Self, ExperimentError> {
        self.data = serde_json::to_value(data)?;
        Ok(self)
    }
}

/// A table: a line above it, the heads of its columns, its rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingTable {
    /// What it shows.
    pub caption: String,
    /// One head for each column.
    pub columns: Vec<String>,
    /// As many cells in each row as there are columns.
    pub rows: Vec<Vec<String>>,
}

/// A figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingFigure {
    /// The name of its file, without the ending; unique in the finding.
    pub name: String,
    /// What it shows.
    pub caption: String,
    /// The picture.
    pub svg: String,
}

/// A value, or a dash.
pub(crate) fn or_dash<T>(value: Option<T>, text: impl Fn(T) -> String) -> String {
    value.map_or_else(|| "–".to_string(), text)
}

/// A number with a separator for thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with about three significant digits.
pub(crate) fn short(number: f64) -> String {
    match number.abs() {
        size if size >= 1000.0 => grouped(number.round() as u64),
        size if size >= 100.0 => format!("{number:.0}"),
        size if size >= 10.0 => format!("{number:.1}"),
        size if size >= 0.1 || size == 0.0 => format!("{number:.2}"),
        _ => format!("{number:.4}"),
    }
}

/// A time with its unit.
pub(crate) fn time_text(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", 1e6 * s),
        s if s < 1.0 => format!("{} ms", short(1e3 * s)),
        s => format!("{} s", short(s)),
    }
}

/// The middle value; 0 without any.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        len if len % 2 == 1 => sorted[len / 2],
        len => f64::midpoint(sorted[len / 2 - 1], sorted[len / 2]),
    }
}
