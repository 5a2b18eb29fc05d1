//! What goes wrong with a request, as JSON: `{"error": "…"}` with a status that says whose fault it is.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;

/// What went wrong.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// What was found and what was expected.
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
            Self::TooMany { .. } | Self::TooManyPages { .. } | Self::Busy { .. } => {
                StatusCode::TOO_MANY_REQUESTS
            }
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status(), Json(Problem { error: self.to_string() })).into_response()
    }
}
