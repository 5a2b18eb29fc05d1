//! The organiser's client: sends a command to a server and reads the answer.

use std::{
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

use crate::signals::{PlayerSignal, VERSION, printable};
use serde_json::Value;

use crate::ArenaError;

/// How long a server may take for an answer: exports of large tournaments take a while.
const PATIENCE: Duration = Duration::from_secs(120);

/// An organiser's connection to a server.
#[derive(Debug)]
pub struct Organiser {
    reader: BufReader<TcpStream>,
}

impl Organiser {
    /// Connects with the organiser's token.
    ///
    /// # Errors
    /// [`ArenaError`] where there is no server, or it does not accept the token.
    pub fn connect(address: SocketAddr, token: &str) -> Result<Self, ArenaError> {
        let stream = TcpStream::connect(address).map_err(|error| {
            ArenaError::Request(format!(
                "cannot reach {address} ({error}): expected 'hexwright arena serve' there"
            ))
        })?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        let mut organiser = Self { reader: BufReader::new(stream) };
        let greeting = PlayerSignal::Organise { version: VERSION, token: token.to_string() };
        let answer = organiser.exchange(&greeting.to_string())?;
        if answer.starts_with("welcome ") { Ok(organiser) } else { Err(refusal(&answer)) }
    }

    /// Sends a command and returns what the server answers.
    ///
    /// # Errors
    /// [`ArenaError`] where it refuses, or the connection is lost.
    pub fn ask(&mut self, command: &str) -> Result<Value, ArenaError> {
        let answer = self.exchange(command)?;
        let text = answer.strip_prefix("ok ").ok_or_else(|| refusal(&answer))?;
        serde_json::from_str(text)
            .map_err(|error| ArenaError::Request(format!("the server's answer: {error}")))
    }

    fn exchange(&mut self, line: &str) -> Result<String, ArenaError> {
        self.reader.get_mut().write_all(format!("{line}\n").as_bytes())?;
        loop {
            let mut answer = String::new();
            if self.reader.read_line(&mut answer)? == 0 {
                return Err(ArenaError::Request("the server closed the connection".to_string()));
            }
            if !answer.starts_with("ping ") {
                return Ok(answer.trim_end().to_string());
            }
        }
    }
}

fn refusal(answer: &str) -> ArenaError {
    let text =
        answer.strip_prefix("error ").and_then(|text| text.split_once(' ')).map_or(answer, |pair| pair.1);
    ArenaError::Request(printable(text))
}
