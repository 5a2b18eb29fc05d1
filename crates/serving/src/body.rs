//! JSON bodies whose errors are JSON too.

use axum::{
    Json,
    extract::{FromRequest, Request, rejection::JsonRejection},
};

use crate::ApiError;

/// A body of this type; anything else is a bad request with a reason.
#[derive(Debug)]
pub struct Body<T>(pub T);

impl<S, T> FromRequest<S> for Body<T>
where
    S: Send + Sync,
    Json<T>: FromRequest<S, Rejection = JsonRejection>,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(ApiError::bad(rejection.body_text())),
        }
    }
}
