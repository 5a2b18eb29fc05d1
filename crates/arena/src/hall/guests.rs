//! Logins: checks names and tokens, and refuses with a reason.

use crate::signals::{ErrorCode, ServerSignal, VERSION};

use super::{
    Hall, HallUpdate, LinkId, Who,
    attempts::{Claim, Network},
};
use crate::{TokenHash, names};

/// Connections of the organiser at the same time.
pub(crate) const ORGANISERS: usize = 8;
/// Connected players of one address that never took part in a tournament.
const MOST_NEWCOMERS_OF_ONE: usize = 64;

impl Hall {
    /// `hello 1 NAME TOKEN`.
    pub(super) fn hello(&mut self, link: LinkId, name: &str, token: &str, now: u64) {
        let normal = names::normal(name);
        let known = self.by_name.get(name).or_else(|| self.by_name.get(&normal)).copied();
        let claim = known.map_or(Claim::Unknown, Claim::Person);
        // A name that is not known takes as long as one that is.
        let (owner, hash) = match known {
            Some(person) => (self.people[person].name.clone(), self.people[person].hash),
            None => (normal, TokenHash::of("", "")),
        };
        if !self.knows(link, claim, &owner, &hash, token, now) {
            return;
        }
        if let Claim::Person(person) = claim {
            self.welcome(link, person);
        }
    }

    /// `organise 1 TOKEN`.
    pub(super) fn organise(&mut self, link: LinkId, token: &str, now: u64) {
        let Some(hash) = self.organiser else {
            return self.refuse(
                link,
                ErrorCode::Token,
                "found an organiser: expected none, there is no token",
            );
        };
        if !self.knows(link, Claim::Organiser, Self::ORGANISER, &hash, token, now) {
            return;
        }
        let mut others: Vec<LinkId> = self.links_of(|who| who == Who::Organiser).collect();
        others.sort_unstable();
        for &oldest in others.iter().take((others.len() + 1).saturating_sub(ORGANISERS)) {
            self.refuse(
                oldest,
                ErrorCode::Replaced,
                "found more connections of the organiser: expected a few",
            );
            self.links.remove(&oldest);
        }
        self.identify(link, Who::Organiser);
        let name = Self::ORGANISER.to_string();
        self.send(link, &ServerSignal::Welcome { version: VERSION, name });
    }

    /// `register 1 NAME`: an open server gives a newcomer a name and a token.
    pub(super) fn register(&mut self, link: LinkId, name: &str, now: u64) {
        if !self.settings.open {
            let problem = "found a registration: expected a name and a token of the organiser";
            return self.refuse(link, ErrorCode::Closed, problem);
        }
        let name = match self.free_name(name, true) {
            Ok(name) => name,
            Err(problem) => return self.refuse(link, ErrorCode::Name, &problem),
        };
        let Some(network) = self.links.get(&link).map(|known| known.network) else { return };
        if !self.has_place(true, network) {
            return self.refuse(link, ErrorCode::Full, "found no place that is free: expected a try later");
        }
        let wait = self.registrations.take(network, now);
        if wait > 0 {
            return self.ask_to_wait(link, "many registrations from your address", wait);
        }
        if !self.make_room(now) {
            return self.refuse(link, ErrorCode::Full, "the arena is full: found no room for a further name");
        }
        let (person, token) = self.admit(&name, Some(self.wall(now)));
        self.attempts.right(network, Claim::Person(person));
        self.send(link, &ServerSignal::Token { name, token });
        self.welcome(link, person);
    }

    /// A new name in its normal form, or the reason why it is refused.
    pub(super) fn free_name(&self, name: &str, is_stranger: bool) -> Result<String, String> {
        let name = names::checked(name)?;
        if names::is_office(&name) || (is_stranger && names::is_of_the_house(&name, &self.settings.house)) {
            return Err(format!("found the name '{name}', which is reserved: expected another one"));
        }
        if let Some(&other) = names::looks(&name).iter().find_map(|look| self.by_look.get(look)) {
            let other = &self.people[other].name;
            let problem =
                if *other == name { "is taken".to_string() } else { format!("looks like '{other}'") };
            return Err(format!("found the name '{name}', which {problem}: expected another one"));
        }
        Ok(name)
    }

    /// Whether a token is right and may be checked now; otherwise the connection is closed.
    fn knows(
        &mut self,
        link: LinkId,
        claim: Claim,
        owner: &str,
        hash: &TokenHash,
        token: &str,
        now: u64,
    ) -> bool {
        let Some(network) = self.links.get(&link).map(|known| known.network) else { return false };
        let wait = self.attempts.wait(network, claim, now);
        if wait > 0 {
            self.ask_to_wait(link, "many wrong tokens", wait);
            return false;
        }
        // The same message for a wrong name and a wrong token, so it does not reveal which names exist.
        if !hash.matches(owner, token) || claim == Claim::Unknown {
            self.attempts.wrong(network, claim, now);
            let problem = match claim {
                Claim::Organiser => "found another token: expected the organiser's",
                _ if self.settings.open => {
                    "found a name and a token that do not belong together: expected those of 'register 1 NAME'"
                }
                _ => "found a name and a token that do not belong together: expected those of the organiser",
            };
            self.refuse(link, ErrorCode::Token, problem);
            return false;
        }
        self.attempts.right(network, claim);
        true
    }

    /// A player is there.
    fn welcome(&mut self, link: LinkId, person: usize) {
        let Some(network) = self.links.get(&link).map(|known| known.network) else { return };
        if self.people[person].link.is_none() && !self.has_place(self.people[person].is_unused(), network) {
            let problem = "found no place that is free: expected fewer players at the same time";
            return self.refuse(link, ErrorCode::Full, problem);
        }
        if let Some(earlier) = self.people[person].link.replace(link) {
            self.refuse(earlier, ErrorCode::Replaced, "found another connection of yours: expected one");
            self.links.remove(&earlier);
        }
        self.identify(link, Who::Player(person));
        let name = self.people[person].name.clone();
        self.send(link, &ServerSignal::Welcome { version: VERSION, name: name.clone() });
        self.effects.push(super::Effect::Tell(HallUpdate::Came { player: name }));
        self.player_came(person);
        self.stirred = true;
    }

    /// Whether one more player may be connected from here. Half of the places are kept from players who never took part in a
    /// tournament, and an address has some of the other half.
    fn has_place(&self, is_unused: bool, network: Network) -> bool {
        let is_player = |who| matches!(who, Who::Player(_));
        if !is_unused {
            return self.links_of(is_player).count() < self.settings.places;
        }
        let is_newcomer = |who| matches!(who, Who::Player(person) if self.people[person].is_unused());
        let newcomers: Vec<LinkId> = self.links_of(is_newcomer).collect();
        let from_here = newcomers.iter().filter(|link| self.links[link].network == network).count();
        self.links_of(is_player).count() < self.settings.places
            && newcomers.len() < self.settings.places.div_ceil(2)
            && from_here < MOST_NEWCOMERS_OF_ONE
    }

    fn links_of(&self, is: impl Fn(Who) -> bool) -> impl Iterator<Item = LinkId> {
        self.links.iter().filter(move |(_, link)| is(link.who)).map(|(&id, _)| id)
    }

    fn identify(&mut self, link: LinkId, who: Who) {
        self.strangers.leave(link);
        if let Some(known) = self.links.get_mut(&link) {
            known.who = who;
        }
    }

    fn ask_to_wait(&mut self, link: LinkId, what: &str, wait: u64) {
        let seconds = wait.div_ceil(1000);
        self.refuse(link, ErrorCode::Wait, &format!("found {what}: expected the next try in {seconds} s"));
    }
}
