//! Games of the hall: their start, their signals, and their end.

use crate::signals::{ErrorCode, PlayerSignal, ServerSignal, SignalReason};
use board::Color;
use rand_xoshiro::{
    SplitMix64,
    rand_core::{Rng, SeedableRng},
};
use store::LedgerWrite;

use super::{Effect, Entry, GameDocument, Hall, HallUpdate, LinkId, Phase, Running};
use crate::{Fixture, Reaction, Score, Table};

impl Hall {
    /// A game's coins: everyone can check them, since the tournament's seed is public afterwards.
    pub(super) fn seed_of(&self, event: usize, game: u64) -> u64 {
        let seed = self.events[event].settings.seed;
        SplitMix64::seed_from_u64(seed ^ game.wrapping_mul(0x9E37_79B9_7F4A_7C15)).next_u64()
    }

    pub(super) fn schedule_if_stirred(&mut self, now: u64) {
        if std::mem::take(&mut self.stirred) {
            self.schedule(now);
        }
    }

    /// Pairs and begins what can be paired and begun, in every tournament.
    pub(super) fn schedule(&mut self, now: u64) {
        // A game that ends at once, because no player is there, makes room for another.
        while self.begin_games(now) {}
        self.stirred = false;
        self.scheduled = now;
    }

    fn begin_games(&mut self, now: u64) -> bool {
        let mut forfeits = false;
        for event in 0..self.events.len() {
            if self.events[event].phase != Phase::Running {
                continue;
            }
            let (mut present, mut available) = (Vec::new(), Vec::new());
            let Self { events, people, .. } = self;
            let since = events[event].since;
            for (player, &person) in events[event].people.iter().enumerate() {
                let person = &people[person];
                if person.game.is_some() {
                    continue;
                }
                if person.link.is_some() {
                    present.push(player);
                    available.push(player);
                } else if now > person.gone.max(since) + events[event].rules.join {
                    // An absent player loses game after game.
                    available.push(player);
                }
            }
            let due = events[event].tournament.due(&present);
            if !due.is_empty() {
                let tournament = events[event].settings.name.clone();
                self.keep(&Entry::Paired { tournament, first: self.next_game, pairings: due.clone() });
                for pairing in due {
                    self.events[event].tournament.add(self.next_game, pairing);
                    self.event_of.insert(self.next_game, event);
                    self.next_game += 1;
                }
            }
            for fixture in self.events[event].tournament.begin(&available) {
                forfeits |= self.begin_game(event, &fixture, now);
            }
            self.end_if_over(event);
        }
        forfeits
    }

    /// Begins a game; true if it ended at once because someone is not there.
    fn begin_game(&mut self, event: usize, fixture: &Fixture, now: u64) -> bool {
        let game = fixture.game;
        let rules = self.events[event].rules;
        let people =
            [fixture.pairing.black, fixture.pairing.white].map(|player| self.events[event].people[player]);
        let absent = people.map(|person| self.people[person].link.is_none());
        self.keep(&Entry::Began { game });
        for person in people {
            self.people[person].game = Some(game);
        }
        let running = Running {
            event,
            people,
            table: Table::new(rules, self.seed_of(event, game)),
            ready: [false; 2],
            gone: absent.map(|absent| absent.then_some(now)),
            begun: false,
            join_by: now + rules.join,
            restored: false,
        };
        self.running.insert(game, running);
        let [black, white] = people.map(|person| self.people[person].name.clone());
        let tournament = self.events[event].settings.name.clone();
        self.effects.push(Effect::Tell(HallUpdate::Began { game, tournament, black, white }));
        for color in Color::BOTH {
            self.reset(game, color);
        }
        match absent {
            [false, false] => return false,
            [true, true] => self.with_table(game, |table| table.void(SignalReason::Absent)),
            [true, false] => self.with_table(game, |table| table.lose(Color::Black, SignalReason::Absent)),
            [false, true] => self.with_table(game, |table| table.lose(Color::White, SignalReason::Absent)),
        }
        self.finish_if_over(game, now);
        true
    }

    fn with_table(&mut self, game: u64, change: impl FnOnce(&mut Table)) {
        if let Some(running) = self.running.get_mut(&game) {
            change(&mut running.table);
        }
    }

    /// Tells a player about the game it plays, and what happened in it.
    fn reset(&mut self, game: u64, color: Color) {
        let Some(running) = self.running.get(&game) else { return };
        let Some(link) = self.people[running.people[color.index()]].link else { return };
        let opponent = &self.people[running.people[color.opponent().index()]].name;
        let terms = running.table.rules().terms(game, color, opponent);
        let replay = running.table.replay(color);
        self.send(link, &ServerSignal::Reset(terms));
        if !replay.is_empty() {
            self.send(link, &ServerSignal::Replay(replay));
        }
    }

    /// A player said something that is not a greeting.
    pub(super) fn player_signal(&mut self, link: LinkId, person: usize, signal: &PlayerSignal, now: u64) {
        let Some(game) = self.people[person].game else {
            let problem = "found a signal for a game: expected none, you are not playing";
            return self.send(link, &ServerSignal::error(ErrorCode::Turn, problem));
        };
        let Some(running) = self.running.get_mut(&game) else { return };
        let color = if running.people[0] == person { Color::Black } else { Color::White };
        let is_ready = running.ready[color.index()];
        let reaction = match signal {
            &PlayerSignal::Ready(number) if number == game && !is_ready => {
                running.ready[color.index()] = true;
                if running.begun {
                    let question = running.table.open_question(color, now);
                    Reaction {
                        signals: question.into_iter().map(|signal| (color, signal)).collect(),
                        ..Reaction::default()
                    }
                } else if running.ready == [true; 2] {
                    running.begun = true;
                    running.table.begin(now)
                } else {
                    Reaction::default()
                }
            }
            PlayerSignal::Ready(_) => {
                let problem = format!("found '{signal}': expected 'ready {game}' once, after reset");
                return self.send(link, &ServerSignal::error(ErrorCode::Turn, problem));
            }
            // Lines before 'ready' belong to an earlier game.
            _ if !is_ready => {
                let problem = format!("found '{signal}': expected 'ready {game}' first");
                return self.send(link, &ServerSignal::error(ErrorCode::Turn, problem));
            }
            signal => running.table.answer(color, signal, now),
        };
        self.react(game, reaction, now);
    }

    /// Does what a referee wants.
    pub(super) fn react(&mut self, game: u64, reaction: Reaction, now: u64) {
        let Some(running) = self.running.get(&game) else { return };
        if let Some(act) = reaction.act {
            let text = act.text(running.table.rules().size).to_string();
            let number = running.table.acts().len() as u32 - 1;
            self.effects.push(Effect::Keep(LedgerWrite::Act {
                game,
                number,
                act: text.clone().into_bytes(),
            }));
            self.effects.push(Effect::Tell(HallUpdate::Act { game, number, act: text }));
        }
        if let Some(position) = reaction.prove {
            self.effects.push(Effect::Prove { game, position: Box::new(position) });
        }
        for (color, signal) in reaction.signals {
            let running = &self.running[&game];
            let link = self.people[running.people[color.index()]].link;
            // Who is not ready gets the open question when it is.
            if let Some(link) = link.filter(|_| running.ready[color.index()]) {
                self.send(link, &signal);
            }
        }
        self.finish_if_over(game, now);
    }

    /// If the game is over: writes it down, tells both, and frees them.
    fn finish_if_over(&mut self, game: u64, now: u64) {
        let Some(outcome) = self.running.get(&game).and_then(|running| running.table.outcome()) else {
            return;
        };
        let Some(running) = self.running.remove(&game) else { return };
        let event = &mut self.events[running.event];
        let Some(pairing) = event.tournament.fixture(game).map(|fixture| fixture.pairing) else { return };
        let score = Score { winner: outcome.winner, reason: outcome.reason };
        if !event.tournament.finish(game, score) {
            return;
        }
        let [black, white] = running.people.map(|person| self.people[person].name.clone());
        let size = running.table.rules().size;
        let winner = outcome.winner.map(|color| color.to_string());
        let document = GameDocument {
            game,
            tournament: event.settings.name.clone(),
            pairing,
            black,
            white,
            winner: winner.clone(),
            reason: outcome.reason.to_string(),
            settings: event.settings.games.clone(),
            seed: self.seed_of(running.event, game),
            acts: running.table.acts().iter().map(|act| act.text(size).to_string()).collect(),
            ended: self.wall(now),
        };
        let record = serde_json::to_vec(&document).unwrap_or_default();
        self.effects.push(Effect::Keep(LedgerWrite::Finished { game, record }));
        self.keep(&Entry::Finished { game, winner: winner.clone(), reason: outcome.reason.to_string() });
        for color in Color::BOTH {
            let person = running.people[color.index()];
            self.people[person].game = None;
            if let Some(link) = self.people[person].link {
                let won = outcome.winner == Some(color);
                let signal =
                    if won { ServerSignal::Win(outcome.reason) } else { ServerSignal::Loss(outcome.reason) };
                self.send(link, &signal);
            }
        }
        let reason = outcome.reason.to_string();
        self.effects.push(Effect::Tell(HallUpdate::Finished { game, winner, reason }));
        self.end_if_over(running.event);
        self.stirred = true;
    }

    pub(super) fn end_if_over(&mut self, event: usize) {
        let over = &self.events[event];
        if over.phase != Phase::Running || !over.tournament.is_over() {
            return;
        }
        self.events[event].phase = Phase::Over;
        let name = self.events[event].settings.name.clone();
        self.keep(&Entry::Over { tournament: name.clone() });
        let ranks = self.events[event].tournament.standings();
        for rank in &ranks {
            let person = self.events[event].people[rank.player];
            if let Some(link) = self.people[person].link {
                let signal = ServerSignal::Finish {
                    tournament: name.clone(),
                    place: rank.place,
                    players: ranks.len() as u32,
                    wins: rank.wins,
                    games: rank.games(),
                };
                self.send(link, &signal);
            }
        }
        self.effects.push(Effect::Tell(HallUpdate::Over { tournament: name }));
    }

    /// A player has connected: it hears of its game, if it has one.
    pub(super) fn player_came(&mut self, person: usize) {
        let Some(game) = self.people[person].game else { return };
        let Some(running) = self.running.get_mut(&game) else { return };
        let color = if running.people[0] == person { Color::Black } else { Color::White };
        running.gone[color.index()] = None;
        running.ready[color.index()] = false;
        self.reset(game, color);
    }

    /// A player's connection was closed.
    pub(super) fn player_left(&mut self, person: usize, now: u64) {
        let Some(game) = self.people[person].game else { return };
        let Some(running) = self.running.get_mut(&game) else { return };
        let color = if running.people[0] == person { Color::Black } else { Color::White };
        running.gone[color.index()] = Some(now);
        running.ready[color.index()] = false;
    }

    /// Ends games whose players are too late, or away for too long.
    pub(super) fn watch_clocks(&mut self, now: u64) {
        let mut over = Vec::new();
        for (&game, running) in &mut self.running {
            running.table.expire(now);
            let grace = running.table.rules().grace;
            let away = running.gone.map(|since| since.is_some_and(|since| now > since + grace));
            let late = running.ready.map(|ready| !ready && !running.begun && now > running.join_by);
            match (away, late) {
                ([true, true], _) if running.restored && !running.begun => over.push((game, true)),
                ([true, false], _) => running.table.lose(Color::Black, SignalReason::Disconnect),
                ([false, true], _) => running.table.lose(Color::White, SignalReason::Disconnect),
                ([true, true], _) => running.table.void(SignalReason::Disconnect),
                (_, [true, false]) => running.table.lose(Color::Black, SignalReason::Absent),
                (_, [false, true]) => running.table.lose(Color::White, SignalReason::Absent),
                (_, [true, true]) => running.table.void(SignalReason::Absent),
                _ => {}
            }
            if running.table.outcome().is_some() {
                over.push((game, false));
            }
        }
        for (game, again) in over {
            if again {
                self.put_back(game);
            } else {
                self.finish_if_over(game, now);
            }
        }
    }

    /// Neither player came back after a restart: the game waits to be played from the start.
    fn put_back(&mut self, game: u64) {
        let Some(running) = self.running.remove(&game) else { return };
        for person in running.people {
            self.people[person].game = None;
        }
        self.events[running.event].tournament.put_back(game);
        self.keep(&Entry::PutBack { game });
        self.effects.push(Effect::Keep(LedgerWrite::Drop { game }));
        self.stirred = true;
    }
}
