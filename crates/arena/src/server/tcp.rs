//! Signals over TCP: one line each, ended by a line feed.

use std::{future::Future, io, net::IpAddr, time::Duration};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    task::JoinSet,
    time::timeout,
};

use super::{ArenaConnection, Handle, LineError};

/// How long a player may refuse to take a line before its connection is closed.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long to wait after a failed accept: usually there are no free file descriptors.
const PAUSE: Duration = Duration::from_millis(100);

/// Accepts players until `stop` is done, then closes their connections.
pub async fn accept(listener: TcpListener, handle: Handle, stop: impl Future<Output = ()>) {
    tokio::pin!(stop);
    // Dropped at the end, which ends all tasks.
    let mut tasks = JoinSet::new();
    loop {
        tokio::select! {
            () = &mut stop => return,
            Some(_) = tasks.join_next() => {}
            accepted = listener.accept() => match accepted {
                Ok((stream, from)) => {
                    let handle = handle.clone();
                    tasks.spawn(async move { serve(stream, from.ip(), &handle).await });
                }
                Err(_) => tokio::time::sleep(PAUSE).await,
            },
        }
    }
}

async fn serve(mut stream: TcpStream, from: IpAddr, handle: &Handle) {
    // Without it a move waits for the acknowledgement of the one before. A failure costs time only.
    let _ = stream.set_nodelay(true);
    let Some(connection) = handle.connect(from) else {
        let full = b"error full found too many connections: expected fewer\n";
        // It is closed either way.
        let _ = timeout(PATIENCE, stream.write_all(full)).await;
        return;
    };
    let (reader, writer) = stream.into_split();
    // An error here is a connection that was lost: the drop of `connection` says so.
    let _ = converse(connection, reader, writer).await;
}

async fn converse(
    mut connection: ArenaConnection,
    mut reader: OwnedReadHalf,
    mut writer: OwnedWriteHalf,
) -> io::Result<()> {
    let mut buffer = Vec::with_capacity(256);
    let mut chunk = [0; 1024];
    loop {
        tokio::select! {
            line = connection.next() => {
                let Some(line) = line else { return writer.shutdown().await };
                let mut text = line;
                text.push('\n');
                while let Some(more) = connection.ready_line() {
                    text.push_str(&more);
                    text.push('\n');
                }
                write(&mut writer, text.as_bytes()).await?;
            }
            count = reader.read(&mut chunk) => {
                let count = count?;
                if count == 0 {
                    return Ok(());
                }
                if let Err(error) = take(&mut connection, &mut buffer, &chunk[..count]) {
                    return write(&mut writer, format!("{error}\n").as_bytes()).await;
                }
            }
        }
    }
}

/// Hands over the lines that are complete, and keeps the rest.
fn take(connection: &mut ArenaConnection, buffer: &mut Vec<u8>, chunk: &[u8]) -> Result<(), LineError> {
    let mut parts = chunk.split(|&byte| byte == b'\n');
    let mut part = parts.next().unwrap_or_default();
    for next in parts {
        buffer.extend_from_slice(part);
        connection.line(buffer)?;
        buffer.clear();
        part = next;
    }
    buffer.extend_from_slice(part);
    if buffer.len() > connection.longest() { Err(LineError::TooLong) } else { Ok(()) }
}

async fn write(writer: &mut OwnedWriteHalf, bytes: &[u8]) -> io::Result<()> {
    timeout(PATIENCE, writer.write_all(bytes)).await.map_err(|_| io::ErrorKind::TimedOut)?
}
