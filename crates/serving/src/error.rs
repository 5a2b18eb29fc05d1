//! Errors of requests, as JSON: `{"error": "…"}` with an HTTP status.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;

/// The error.
#[derive(Debug, Serialize, ToSchema)]
pub struct Problem {
    /// The input found and the input expected.
    error: String,
}

/// Why a request was not answered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ApiError {
    /// The request does not make sense; the message says what was expected.
    #[error("{0}")]
    BadRequest(String),
    /// There is no such thing.
    #[error("{0}")]
    NotFound(String),
    /// The request comes from a page of another site, or means another server.
    #[error("{0}")]
    Forbidden(String),
    /// The body did not come in time.
    #[error("found a request whose body did not come within {seconds} seconds: expected a quicker one")]
    TooSlow {
        /// How long it may take.
        seconds: u64,
    },
    /// The body is too long.
    #[error("found a body of more than {most} bytes: expected a shorter one")]
    TooLarge {
        /// How long it may be.
        most: usize,
    },
    /// The server holds as many bytes for this client, or for all, as it does.
    #[error(
        "too much at once: expected fewer bytes of questions from one page or address; wait for one to end, or cancel it"
    )]
    Full,
    /// This address has as many streams and WebSockets as it may have, or all together do.
    #[error(
        "too many streams at once: expected fewer streams of events and WebSockets from one address; close one"
    )]
    TooManyStreams,
    /// This client has asked for too much at once.
    #[error(
        "too many questions at once: expected at most {most} from one page; wait for one to end, or cancel it"
    )]
    TooMany {
        /// How many are allowed.
        most: usize,
    },
    /// The pages of this client have asked for too much together.
    #[error(
        "too many questions at once: expected at most {most} from one address; wait for one to end, or cancel it"
    )]
    TooManyPages {
        /// How many are allowed.
        most: usize,
    },
    /// We are at fault: something broke that should not.
    #[error("the server failed to answer this, and goes on: please report the request")]
    Failed,
    /// The server has as much work as it takes on.
    #[error("the server is busy: expected fewer than {most} questions waiting; ask again soon")]
    Busy {
        /// How many may wait.
        most: usize,
    },
}

impl ApiError {
    /// A request that does not make sense.
    #[expect(clippy::needless_pass_by_value, reason = "errors are handed over, in map_err by value")]
    pub fn bad(message: impl ToString) -> Self {
        Self::BadRequest(message.to_string())
    }

    const fn status(&self) -> StatusCode {
        match self {
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Failed => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::TooSlow { .. } => StatusCode::REQUEST_TIMEOUT,
            Self::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooMany { .. }
            | Self::TooManyPages { .. }
            | Self::TooManyStreams
            | Self::Full
            | Self::Busy { .. } => StatusCode::TOO_MANY_REQUESTS,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status(), Json(Problem { error: self.to_string() })).into_response()
    }
}
