//! Errors of certificates.

/// The error in a certificate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// A certificate without steps proves nothing.
    #[error("found no steps: expected at least one")]
    Empty,
    /// A step that does not follow.
    #[error("step {step}: {problem}")]
    Step {
        /// The number of the step, from 0; a step inside a trial has a path such as 4.2.
        step: String,
        /// The input found and the input expected.
        problem: String,
    },
}
