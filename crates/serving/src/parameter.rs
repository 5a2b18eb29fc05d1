//! Parts of an address whose errors are JSON like all others.

use axum::{
    extract::{FromRequestParts, Path},
    http::request::Parts,
};
use serde::de::DeserializeOwned;

use crate::ApiError;

/// The parameter of an address; anything else is a bad request with a reason.
#[derive(Debug)]
pub struct PathParameter<T>(pub T);

impl<S, T> FromRequestParts<S> for PathParameter<T>
where
    S: Send + Sync,
    T: DeserializeOwned + Send,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match Path::<T>::from_request_parts(parts, state).await {
            Ok(Path(value)) => Ok(Self(value)),
            Err(rejection) => Err(ApiError::bad(rejection.body_text())),
        }
    }
}
