//! What the organiser says: one command a line, answered by `ok` with JSON or by an error line.

use protocol::signals::{ErrorCode, ServerSignal, is_name};
use rand_xoshiro::{
    SplitMix64,
    rand_core::{Rng, SeedableRng},
};
use serde_json::{Value, json};

use super::{Effect, Entry, Hall, LinkId, Phase};
use crate::{ArenaError, TournamentSettings};

impl Hall {
    pub(super) fn organiser_line(&mut self, link: LinkId, line: &str, now: u64) {
        let (command, argument) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let argument = argument.trim();
        let answer = match command {
            "add" => self.add(argument),
            "create" => self.create(argument),
            "start" => self.start(argument, now),
            "stop" => self.stop(argument),
            "status" => self.status_of(argument),
            "export" => match self.document(argument) {
                Ok(document) => {
                    self.effects.push(Effect::Export(link, Box::new(document)));
                    return;
                }
                Err(error) => Err(error),
            },
            "ping" => Ok(json!({ "pong": argument })),
            "pong" => return,
            other => Err(ArenaError::Request(format!(
                "found '{}': expected add NAME [TOKEN], create JSON, start NAME, stop NAME, status [NAME] or export NAME",
                protocol::signals::excerpt(other)
            ))),
        };
        match answer {
            Ok(value) => self.effects.push(Effect::Send(link, format!("ok {value}"))),
            Err(error) => self.send(link, &ServerSignal::error(ErrorCode::Request, error)),
        }
    }

    /// `add NAME [TOKEN]`: someone may play. The answer has the token.
    fn add(&mut self, argument: &str) -> Result<Value, ArenaError> {
        let words: Vec<&str> = argument.split_whitespace().collect();
        let (name, token) = match words.as_slice() {
            [name] => (*name, self.new_token()),
            [name, token] if token.len() <= 64 && token.bytes().all(|byte| byte.is_ascii_graphic()) => {
                (*name, (*token).to_string())
            }
            _ => return Err(ArenaError::Request("found other words: expected add NAME [TOKEN]".to_string())),
        };
        if !is_name(name) {
            let problem = format!("found the name '{name}': expected at most 32 characters without spaces");
            return Err(ArenaError::Request(problem));
        }
        if let Some(&known) = self.by_name.get(name) {
            // Adding someone again is how a lost token is looked up.
            return Ok(json!({ "name": name, "token": self.people[known].token, "new": false }));
        }
        self.keep(&Entry::Player { name: name.to_string(), token: token.clone() });
        self.enter(name.to_string(), token.clone());
        Ok(json!({ "name": name, "token": token, "new": true }))
    }

    /// `create JSON`: a tournament is planned.
    fn create(&mut self, argument: &str) -> Result<Value, ArenaError> {
        let settings: TournamentSettings = serde_json::from_str(argument)
            .map_err(|error| ArenaError::Request(format!("found settings that cannot be read: {error}")))?;
        for (index, name) in settings.players.iter().enumerate() {
            self.person_named(name)?;
            if settings.players[..index].contains(name) {
                return Err(ArenaError::Request(format!("found '{name}' twice: expected different players")));
            }
        }
        self.plan(settings.clone())?;
        let name = settings.name.clone();
        self.keep(&Entry::Created { settings: Box::new(settings) });
        Ok(json!({ "created": name }))
    }

    /// `start NAME`: a planned tournament begins.
    fn start(&mut self, name: &str, now: u64) -> Result<Value, ArenaError> {
        let event = self.event_named(name)?;
        if self.events[event].phase != Phase::Planned {
            return Err(ArenaError::Request(format!(
                "found '{name}' started already: expected one that is planned"
            )));
        }
        let mut players = self.events[event].settings.players.clone();
        if players.is_empty() {
            let connected = self.people.iter().filter(|person| person.link.is_some());
            players = connected.map(|person| person.name.clone()).collect();
            players.sort();
        }
        if players.len() < 2 {
            let problem =
                format!("found {} players: expected at least two, in the list or connected", players.len());
            return Err(ArenaError::Request(problem));
        }
        let people = players.iter().map(|name| self.person_named(name)).collect::<Result<_, _>>()?;
        self.keep(&Entry::Started { tournament: name.to_string(), players: players.clone() });
        self.events[event].start(people, now);
        self.stirred = true;
        Ok(json!({ "started": name, "players": players }))
    }

    /// `stop NAME`: no further games are paired; those that are paired are played.
    fn stop(&mut self, name: &str) -> Result<Value, ArenaError> {
        let event = self.event_named(name)?;
        if self.events[event].phase != Phase::Running {
            return Err(ArenaError::Request(format!("found '{name}' not running: expected one that is")));
        }
        self.keep(&Entry::Stopped { tournament: name.to_string() });
        self.events[event].tournament.stop();
        self.stirred = true;
        Ok(json!({ "stopped": name }))
    }

    fn status_of(&self, name: &str) -> Result<Value, ArenaError> {
        let value = if name.is_empty() {
            serde_json::to_value(self.status())
        } else {
            serde_json::to_value(self.tournament(name)?)
        };
        value.map_err(|error| ArenaError::Request(error.to_string()))
    }

    /// Twenty letters and digits that nobody can guess, as long as the shell's secret is one.
    fn new_token(&mut self) -> String {
        const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
        self.tokens += 1;
        let start = self.settings.secret ^ self.tokens.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut random = SplitMix64::seed_from_u64(start);
        let letter = |_| char::from(ALPHABET[(random.next_u64() >> 59) as usize]);
        (0..20).map(letter).collect()
    }
}
