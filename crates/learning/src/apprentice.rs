//! A player that learns from the games it plays, in matches or tournaments, against any opponent.
//!
//! The paper's section 2.4.3 has continual random play among many players as a school for those "who learn best when faced with a variety
//! of opponents". An apprentice needs nothing but to be asked for moves and told when a new game begins, so it learns behind any
//! protocol.

use board::{Color, Game};
use player::{Choice, Player, PlayerError, Request};

use crate::{Episode, Learner, Temporal};

/// Hears the weights after each game.
pub type Learnt = Box<dyn FnMut(&[f64]) + Send>;

/// A learner that is sent to play.
pub struct Apprentice<L> {
    learner: L,
    settings: Temporal,
    learnt: Learnt,
    /// The game in progress: what was learnt of it so far, and how it stood after the last own move.
    current: Option<(Episode, Game)>,
}

impl<L: Learner> Apprentice<L> {
    /// Learns by these settings and tells the weights after each game.
    pub fn new(learner: L, settings: Temporal, learnt: Learnt) -> Self {
        Self { learner, settings, learnt, current: None }
    }

    /// The game is over. The winner is not reported, and the opponent's last stone may be missing: a player that has not
    /// joined the edges with the last own stone has lost.
    fn learn(&mut self) {
        let Some((episode, game)) = self.current.take() else { return };
        let own = game.to_move().opponent();
        let winner = game.outcome().map_or(own.opponent(), |outcome| outcome.winner);
        episode.over(&mut self.learner, if winner == Color::Black { 1.0 } else { -1.0 });
        (self.learnt)(self.learner.weights());
    }
}

impl<L: Learner> Player for Apprentice<L> {
    fn name(&self) -> String {
        self.learner.name()
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, PlayerError> {
        let choice = self.learner.choose(request)?;
        let mut after = request.game.clone();
        if after.play(choice.mv).is_ok() {
            let (mut episode, _) = self.current.take().unwrap_or_else(|| {
                (Episode::new(self.settings, self.learner.weights().len()), request.game.clone())
            });
            // A swap is no judgement of the position by this player.
            if choice.mv.cell().is_some() {
                episode.seen(&mut self.learner, request.game.position(), &choice.thoughts.line);
            }
            self.current = Some((episode, after));
        }
        Ok(choice)
    }

    fn new_game(&mut self) {
        self.learn();
        self.learner.new_game();
    }
}
