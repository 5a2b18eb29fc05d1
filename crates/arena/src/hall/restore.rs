//! Restores the hall from its ledger after a start.

use std::collections::BTreeMap;

use board::Color;

use super::{Entry, Hall, HallSettings, Phase, Running, damaged};
use crate::{Act, ArenaError, Score, Table};

impl Hall {
    /// The hall that a ledger describes. Games that were being played wait for their players.
    ///
    /// # Errors
    /// [`ArenaError::Ledger`] or [`ArenaError::Act`] where the ledger says something impossible.
    pub fn restore<'a>(
        settings: HallSettings,
        entries: impl IntoIterator<Item = &'a [u8]>,
        mut acts: impl FnMut(u64) -> Result<Vec<Vec<u8>>, ArenaError>,
    ) -> Result<Self, ArenaError> {
        let mut hall = Self::new(settings);
        let mut playing = BTreeMap::new();
        for bytes in entries {
            let entry = serde_json::from_slice(bytes).map_err(|error| damaged(error.to_string()))?;
            hall.apply(entry, &mut playing)?;
        }
        for (game, event) in playing {
            let kept = acts(game)?;
            hall.resume(game, event, &kept)?;
        }
        hall.stirred = true;
        Ok(hall)
    }

    /// One entry of the log changes the state as it did when it was written.
    fn apply(&mut self, entry: Entry, playing: &mut BTreeMap<u64, usize>) -> Result<(), ArenaError> {
        match entry {
            Entry::Player { name, hash, registered } => {
                self.enter(name, hash, registered);
            }
            Entry::Renewed { name, hash } => {
                let person = self.person_named(&name)?;
                self.people[person].hash = hash;
            }
            Entry::Forgotten { name } => self.remove(&name),
            Entry::Created { settings } => self.plan(*settings)?,
            Entry::Started { tournament, players } => {
                let event = self.event_named(&tournament)?;
                let people = players.iter().map(|name| self.person_named(name)).collect::<Result<_, _>>()?;
                self.start_event(event, people, 0);
            }
            Entry::Paired { tournament, first, pairings } => {
                let event = self.event_named(&tournament)?;
                for (game, pairing) in (first..).zip(pairings) {
                    let players = self.events[event].people.len();
                    if pairing.black >= players || pairing.white >= players {
                        return Err(damaged(format!("{pairing:?}")));
                    }
                    self.events[event].tournament.add(game, pairing);
                    self.event_of.insert(game, event);
                    self.next_game = self.next_game.max(game + 1);
                }
            }
            Entry::Began { game } => {
                let event = self.event_of_game(game)?;
                playing.insert(game, event);
            }
            Entry::PutBack { game } => {
                playing.remove(&game);
            }
            Entry::Finished { game, winner, reason } => {
                let event = self.event_of_game(game)?;
                let winner = winner.map(|word| word.parse::<Color>()).transpose();
                let (Ok(winner), Ok(reason)) = (winner, reason.parse()) else {
                    return Err(damaged(format!("the result of game {game}")));
                };
                playing.remove(&game);
                self.events[event].tournament.finish(game, Score { winner, reason });
            }
            Entry::Stopped { tournament } => {
                let event = self.event_named(&tournament)?;
                self.events[event].tournament.stop();
            }
            Entry::Over { tournament } => {
                let event = self.event_named(&tournament)?;
                self.events[event].phase = Phase::Over;
            }
        }
        Ok(())
    }

    /// A game that was being played when the server ended.
    fn resume(&mut self, game: u64, event: usize, kept: &[Vec<u8>]) -> Result<(), ArenaError> {
        let rules = self.events[event].rules;
        let read = |bytes: &Vec<u8>| Act::parse(&String::from_utf8_lossy(bytes), rules.size);
        let acts: Vec<Act> = kept.iter().map(read).collect::<Result<_, _>>()?;
        let table = Table::restore(rules, self.seed_of(event, game), acts)?;
        let tournament = &mut self.events[event].tournament;
        let Some(pairing) = tournament.fixture(game).map(|fixture| fixture.pairing) else {
            return Err(damaged(format!("game {game}")));
        };
        tournament.withdraw(game);
        let people = [pairing.black, pairing.white].map(|player| self.events[event].people[player]);
        for person in people {
            self.people[person].game = Some(game);
        }
        let running = Running {
            event,
            people,
            table,
            ready: [false; 2],
            gone: [Some(0); 2],
            begun: false,
            join_by: rules.join,
            restored: true,
        };
        self.running.insert(game, running);
        Ok(())
    }
}
