//! Short work, such as reading a long record, on separate threads: the server's threads only do input and output.

use tokio::sync::Semaphore;

use crate::ApiError;

/// The number of requests that run at the same time, for all clients: each may hold some hundred megabytes for a moment.
static PLACES: Semaphore = Semaphore::const_new(8);

/// Does something on a thread that may take its time.
///
/// # Errors
/// Those of the work, or [`ApiError::Failed`] where it panics.
pub async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let place = PLACES.acquire().await.map_err(|_| ApiError::Failed)?;
    let work = move || {
        // Kept until the end, even if no client waits for the answer any more.
        let _place = place;
        work()
    };
    tokio::task::spawn_blocking(work).await.unwrap_or(Err(ApiError::Failed))
}
