//! The socket of a connection: it holds the place of its connection, and disconnects a client that does not read.

use std::{
    future::Future,
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::rt::TokioIo;
use tokio::{
    net::TcpStream,
    time::{Instant, Sleep},
};

use super::places::{Phase, Place};

/// A client that stands still has to take this much within the time for it.
const LEAST: usize = 16 << 10;

/// A socket with its place.
pub(crate) struct Wire {
    stream: TokioIo<TcpStream>,
    place: Arc<Place>,
    patience: Duration,
    /// Runs while the client does not take what there is.
    stall: Option<Stall>,
}

struct Stall {
    until: Pin<Box<Sleep>>,
    written: usize,
}

impl Wire {
    pub(crate) fn new(stream: TcpStream, place: Arc<Place>, patience: Duration) -> Self {
        Self { stream: TokioIo::new(stream), place, patience, stall: None }
    }

    /// Looks at the clock when a write has to wait, and counts what was written.
    fn watch(&mut self, cx: &mut Context<'_>, outcome: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match (outcome, &mut self.stall) {
            (Poll::Pending, _) => {
                let patience = self.patience;
                let stall = self.stall.get_or_insert_with(|| {
                    self.place.turn(Phase::Busy, Phase::Stalled);
                    Stall { until: Box::pin(tokio::time::sleep_until(Instant::now() + patience)), written: 0 }
                });
                ready!(stall.until.as_mut().poll(cx));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
            (Poll::Ready(Ok(count)), Some(stall)) => {
                stall.written += count;
                if stall.written >= LEAST {
                    self.move_on();
                }
                Poll::Ready(Ok(count))
            }
            (outcome, _) => outcome,
        }
    }

    fn move_on(&mut self) {
        if self.stall.take().is_some() {
            self.place.turn(Phase::Stalled, Phase::Busy);
        }
    }
}

impl Read for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl Write for Wire {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.watch(cx, outcome)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.watch(cx, outcome)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        // Asked for when all that there was is written.
        self.move_on();
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
