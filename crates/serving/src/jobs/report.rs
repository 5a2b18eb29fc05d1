//! The report on a job: its name, its state as JSON, and answers that are read in parts.
//!
//! A state is written as JSON once, when it changes; every request gets the same bytes. An answer that would be large as a
//! whole stays in the form it was computed in, and is written part by part when somebody asks for one.

use std::{fmt, io, str::FromStr, sync::Arc};

use axum::body::Bytes;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::ApiError;

/// The longest text of an answer, or of a part of one.
pub(super) const MOST_TEXT: usize = 8 << 20;

/// The name of a job. Who knows it may read and end the job, so it cannot be guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(u128);

impl JobId {
    /// A new one, from the system.
    ///
    /// # Errors
    /// [`ApiError::Failed`] where the system has no random numbers.
    pub fn random() -> Result<Self, ApiError> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|_| ApiError::Failed)?;
        Ok(Self(u128::from_be_bytes(bytes)))
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for JobId {
    type Err = ApiError;

    fn from_str(text: &str) -> Result<Self, ApiError> {
        let is_name = text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let number = is_name.then(|| u128::from_str_radix(text, 16).ok()).flatten();
        number.map(Self).ok_or_else(|| {
            ApiError::bad("found a name of a job that is none: expected 32 hexadecimal digits")
        })
    }
}

/// The state of a job.
#[derive(Debug, Serialize, ToSchema)]
pub struct JobReport<'a> {
    /// `waiting`, `running`, `done`, `failed` or `cancelled`.
    state: &'static str,
    /// The progress, while the job runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object)]
    progress: Option<&'a Value>,
    /// The answer, when it is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object)]
    result: Option<&'a Value>,
    /// The error, if the job failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

/// An answer with parts that are asked for one by one.
pub trait JobParts: Send + Sync {
    /// The memory that it takes, about.
    fn bytes(&self) -> usize;

    /// A part as JSON.
    ///
    /// # Errors
    /// [`ApiError::NotFound`] where there is none of this number.
    fn part(&self, number: usize) -> Result<Bytes, ApiError>;
}

/// The findings of a job.
pub struct JobAnswer {
    /// The answer, or what comes before its parts.
    pub value: Value,
    /// The rest, if there is one.
    pub parts: Option<Arc<dyn JobParts>>,
}

impl From<Value> for JobAnswer {
    fn from(value: Value) -> Self {
        Self { value, parts: None }
    }
}

/// How far a job is, ready to be sent.
#[derive(Clone)]
pub struct JobStatus {
    has_ended: bool,
    text: Bytes,
    parts: Option<Arc<dyn JobParts>>,
}

impl JobStatus {
    pub(crate) fn waiting() -> Self {
        Self::write("waiting", None, None, None).unwrap_or_else(Self::too_large)
    }

    /// A progress that is too large is left out: it is a courtesy.
    pub(crate) fn running(progress: &Value) -> Self {
        let progress = Some(progress).filter(|progress| !progress.is_null());
        let bare = || Self::write("running", None, None, None);
        Self::write("running", progress, None, None).or_else(bare).unwrap_or_else(Self::too_large)
    }

    pub(crate) fn done(answer: JobAnswer) -> Self {
        let report = Self::write("done", None, Some(&answer.value), None);
        report.map_or_else(Self::too_large, |report| Self { parts: answer.parts, ..report })
    }

    pub(crate) fn failed(error: &str) -> Self {
        Self::write("failed", None, None, Some(error)).unwrap_or_else(Self::too_large)
    }

    pub(crate) fn cancelled() -> Self {
        Self::write("cancelled", None, None, None).unwrap_or_else(Self::too_large)
    }

    fn too_large() -> Self {
        let text = format!(
            "{{\"state\":\"failed\",\"error\":\"found an answer of more than {MOST_TEXT} bytes: expected a shorter one; ask for less\"}}"
        );
        Self { has_ended: true, text: text.into(), parts: None }
    }

    fn write(
        state: &'static str,
        progress: Option<&Value>,
        result: Option<&Value>,
        error: Option<&str>,
    ) -> Option<Self> {
        let text = write_json(&JobReport { state, progress, result, error }).ok()?;
        Some(Self { has_ended: !matches!(state, "waiting" | "running"), text, parts: None })
    }

    /// Whether the job has ended.
    #[must_use]
    pub const fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// The JSON of a [`JobReport`].
    #[must_use]
    pub fn text(&self) -> Bytes {
        self.text.clone()
    }

    /// The parts of its answer, where it has some.
    #[must_use]
    pub fn parts(&self) -> Option<&Arc<dyn JobParts>> {
        self.parts.as_ref()
    }

    /// The memory that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        self.text.len() + self.parts.as_ref().map_or(0, |parts| parts.bytes())
    }
}

/// Writes JSON, but not more than 8 MiB of it: a longer answer is refused.
///
/// # Errors
/// Where the value is longer, or is no JSON.
pub fn write_json(value: &impl Serialize) -> Result<Bytes, serde_json::Error> {
    struct Bounded(Vec<u8>);
    impl io::Write for Bounded {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0.len() + bytes.len() > MOST_TEXT {
                return Err(io::ErrorKind::FileTooLarge.into());
            }
            self.0.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut bounded = Bounded(Vec::new());
    serde_json::to_writer(&mut bounded, value)?;
    bounded.0.shrink_to_fit();
    Ok(bounded.0.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_long_and_differ() {
        let (one, two) = (JobId::random().unwrap(), JobId::random().unwrap());
        assert_ne!(one, two);
        assert_eq!(one.to_string().parse::<JobId>().unwrap(), one);
        for text in ["", "1", "+0000000000000000000000000000001", "0000000000000000000000000000000G"] {
            assert!(text.parse::<JobId>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_answer_that_is_too_long_is_a_failure_with_a_reason() {
        let report = JobStatus::done(Value::String("x".repeat(MOST_TEXT)).into());
        assert!(report.has_ended());
        let text: Value = serde_json::from_slice(&report.text()).unwrap();
        assert_eq!(text["state"], "failed");
        assert!(text["error"].as_str().unwrap().contains("8388608 bytes"));
        let fits = JobStatus::done(Value::String("x".repeat(100)).into());
        assert!(fits.text().starts_with(br#"{"state":"done","result":"xxx"#));
    }
}
