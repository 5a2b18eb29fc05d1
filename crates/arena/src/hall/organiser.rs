//! Commands of the organiser, one a line, answered by `ok` with JSON or by an error line.

use crate::signals::{ErrorCode, ServerSignal};
use serde_json::{Value, json};

use super::{Effect, Entry, Hall, LinkId, Phase, attempts::Claim};
use crate::{ArenaError, TokenHash, TournamentSettings, names};

impl Hall {
    pub(super) fn organiser_line(&mut self, link: LinkId, line: &str, now: u64) {
        let (command, argument) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let argument = argument.trim();
        let answer = match command {
            "add" => self.add(argument),
            "renew" => self.renew(argument),
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
                "found '{}': expected add NAME, renew NAME, create JSON, start NAME, stop NAME, status [NAME] or export NAME",
                crate::signals::excerpt(other)
            ))),
        };
        match answer {
            Ok(value) => self.effects.push(Effect::Send(link, format!("ok {value}"))),
            Err(error) => self.send(link, &ServerSignal::error(ErrorCode::Request, error)),
        }
    }

    /// `add NAME`: someone may play. The answer has the token, which is shown this once.
    fn add(&mut self, name: &str) -> Result<Value, ArenaError> {
        if self.by_name.contains_key(name) {
            let problem = format!(
                "found '{name}', who is known: expected a new name, or 'renew {name}' for a new token"
            );
            return Err(ArenaError::Request(problem));
        }
        let name = self.free_name(name, false).map_err(ArenaError::Request)?;
        let (_, token) = self.admit(&name, None);
        Ok(json!({ "name": name, "token": token }))
    }

    /// `renew NAME`: a player gets another token. Who came with the old one has to come again.
    fn renew(&mut self, name: &str) -> Result<Value, ArenaError> {
        let person = self.person_named(name)?;
        let token = self.new_token();
        let hash = TokenHash::of(name, &token);
        self.keep(&Entry::Renewed { name: name.to_string(), hash });
        self.people[person].hash = hash;
        self.attempts.forget(Claim::Person(person));
        if let Some(link) = self.people[person].link {
            self.refuse(link, ErrorCode::Replaced, "found the token renewed: expected the new one");
        }
        Ok(json!({ "name": name, "token": token }))
    }

    /// `create JSON`: a tournament is planned.
    fn create(&mut self, argument: &str) -> Result<Value, ArenaError> {
        let mut settings: TournamentSettings = serde_json::from_str(argument)
            .map_err(|error| ArenaError::Request(format!("found settings that cannot be read: {error}")))?;
        // Not when a ledger is read: it may have names of an earlier version.
        settings.name = names::checked(&settings.name).map_err(ArenaError::Request)?;
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
        self.start_event(event, people, now);
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

    pub(super) fn new_token(&mut self) -> String {
        self.tokens += 1;
        self.settings.secret.token(self.tokens)
    }
}
