//! Work that is short but not nothing, such as reading a long record: done beside the server's own threads, which only talk.

use crate::ApiError;

/// Does something on a thread that may take its time.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.unwrap_or(Err(ApiError::Failed))
}
