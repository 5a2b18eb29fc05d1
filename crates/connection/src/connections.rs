//! The interface for the rest of the program: both colours' connections in a position.

use board::{BoardError, Cell, CellSet, Color, Position};
use proof::{Certificate, ConnectionKind, End};

use crate::{
    ConnectionSettings, EdgeMiddles, ProofEffort,
    certificate::certificate,
    ends::{EDGES, Node},
    facts::{Reason, full, semi},
    prover::Prover,
};

/// A colour is close to a win where at most one empty cell in this many stops all of its threats. Of 30 positions that thorough
/// limits decided for the side that is not to move, three quarters had one in ten or fewer.
const CLOSE: usize = 8;

/// One connection between two ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connection<const W: usize> {
    /// Whose.
    pub color: Color,
    /// Its ends.
    pub ends: [End; 2],
    /// Full, or semi with its key.
    pub kind: ConnectionKind,
    /// The empty cells that it needs.
    pub carrier: CellSet<W>,
    /// Its entry in the log of the colour's prover.
    pub(crate) entry: u32,
}

/// Who wins, proved by connections alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionVerdict<const W: usize> {
    /// The winner.
    pub winner: Color,
    /// The move that wins, where the winner is to move and needs one.
    pub winning_move: Option<Cell>,
    /// The empty cells that the win needs.
    pub carrier: CellSet<W>,
}

/// How much a set holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ConnectionCounts {
    /// Full connections in the lists.
    pub fulls: usize,
    /// Semi connections in the lists.
    pub semis: usize,
    /// Connections that were accepted at some time.
    pub derived: usize,
    /// Bytes of memory.
    pub bytes: usize,
}

/// The connections of both colours in a position.
#[derive(Debug, Clone)]
pub struct Connections<const W: usize> {
    settings: ConnectionSettings,
    position: Position<W>,
    provers: [Prover<W>; 2],
    /// The positions before each stone since the build.
    before: Vec<Position<W>>,
}

impl<const W: usize> Connections<W> {
    /// The connections of a position, proved from nothing.
    #[must_use]
    pub fn new(position: &Position<W>, settings: ConnectionSettings) -> Self {
        let provers = Color::BOTH.map(|color| Prover::new(color, settings));
        let mut connections = Self { settings, position: *position, provers, before: Vec::new() };
        connections.build(position);
        connections
    }

    /// Proves the connections of another position from nothing. Memory is used again.
    pub fn build(&mut self, position: &Position<W>) {
        self.position = *position;
        self.before.clear();
        for prover in &mut self.provers {
            prover.settings = self.settings;
            prover.build(position);
        }
        self.help();
    }

    /// As [`Connections::build`] and [`Connections::verdict`], but no more is proved than the verdict needs, and more
    /// than the settings say where they leave the position undecided and the effort goes on. Where there is a verdict,
    /// most connections are missing; where there is none, the connections are those of the last attempt.
    pub fn decide(&mut self, position: &Position<W>, effort: ProofEffort) -> Option<ConnectionVerdict<W>> {
        self.position = *position;
        self.before.clear();
        let mover = position.to_move();
        let colors = [mover, mover.opponent()];
        // 1. The settings as they are.
        self.provers[colors[1].index()].reset(position);
        for color in colors {
            self.attempt(color, self.settings);
            if let Some(verdict) = self.verdict() {
                return Some(verdict);
            }
        }
        // 2. Edges help.
        if effort >= ProofEffort::Usual {
            for color in colors {
                self.provers[color.index()].help_until(|facts| facts.is_joined(EDGES, color == mover));
                if let Some(verdict) = self.verdict() {
                    return Some(verdict);
                }
            }
        }
        // 3. Wider limits, first those that cost less.
        let thorough =
            ConnectionSettings { edge_middles: EdgeMiddles::HelpingAgain, ..ConnectionSettings::thorough() };
        let wider = [(ProofEffort::Thorough, thorough), (ProofEffort::Wide, ConnectionSettings::wide())];
        for (from, settings) in wider.into_iter().filter(|(from, _)| effort >= *from) {
            for color in colors {
                if from == ProofEffort::Wide || color == mover || self.is_close_to_a_win(color) {
                    self.attempt(color, settings);
                    self.provers[color.index()].help_until(|facts| facts.is_joined(EDGES, color == mover));
                    if let Some(verdict) = self.verdict() {
                        return Some(verdict);
                    }
                }
            }
        }
        None
    }

    /// Proves what a colour needs for a verdict.
    fn attempt(&mut self, color: Color, settings: ConnectionSettings) {
        let is_mover = color == self.position.to_move();
        let prover = &mut self.provers[color.index()];
        prover.settings = settings;
        prover.build_until(&self.position, |facts| facts.is_joined(EDGES, is_mover));
    }

    /// Whether a colour that is not to move threatens so much that few moves are left against it.
    fn is_close_to_a_win(&self, color: Color) -> bool {
        let cells = self.position.empty_cells().len();
        self.must_play_of(color.opponent()).len() * CLOSE <= cells
    }

    /// Plays a stone of the side to move on an empty cell and updates the set.
    pub fn play(&mut self, cell: Cell) {
        self.update(self.position.child(cell), cell, self.position.to_move());
    }

    /// Puts a stone of either colour on an empty cell and updates the set; the side to move stays.
    ///
    /// # Errors
    ///
    /// Where the cell is occupied.
    pub fn place(&mut self, color: Color, cell: Cell) -> Result<(), BoardError> {
        let mut after = self.position;
        after.place(color, cell)?;
        self.update(after, cell, color);
        Ok(())
    }

    fn update(&mut self, after: Position<W>, cell: Cell, color: Color) {
        self.before.push(self.position);
        self.position = after;
        for prover in &mut self.provers {
            prover.play(&self.position, cell, color);
        }
        self.help();
    }

    /// Lets edges help as long as the game is not decided, the side to move first.
    fn help(&mut self) {
        let mover = self.position.to_move();
        for color in [mover, mover.opponent()] {
            if self.verdict().is_none() {
                self.provers[color.index()].help_until(|_| false);
            }
        }
    }

    /// Takes back the last stone since the build; nothing where there is none.
    pub fn undo(&mut self) {
        if let Some(before) = self.before.pop() {
            self.position = before;
            for prover in &mut self.provers {
                prover.undo();
            }
        }
    }

    /// The position that the connections belong to.
    #[must_use]
    pub const fn position(&self) -> &Position<W> {
        &self.position
    }

    /// Who wins, if connections alone decide it: a full connection of the edges for either side, or a semi connection
    /// for the side to move. The smallest carrier is given.
    #[must_use]
    pub fn verdict(&self) -> Option<ConnectionVerdict<W>> {
        let mover = self.position.to_move();
        for winner in [mover, mover.opponent()] {
            let prover = self.prover(winner);
            if prover.won {
                return Some(ConnectionVerdict { winner, winning_move: None, carrier: CellSet::EMPTY });
            }
            if let Some(&carrier) =
                prover.facts.lists.carriers(full(EDGES)).iter().min_by_key(|carrier| carrier.len())
            {
                return Some(ConnectionVerdict { winner, winning_move: None, carrier });
            }
            if winner == mover
                && let Some(semi) = self.semis_of(winner, EDGES).min_by_key(|semi| semi.carrier.len())
                && let ConnectionKind::Semi(key) = semi.kind
            {
                return Some(ConnectionVerdict { winner, winning_move: Some(key), carrier: semi.carrier });
            }
        }
        None
    }

    /// Where the side to move must play, or lose: what all semi connections of the opponent's edges have in common. All
    /// empty cells where there is none.
    #[must_use]
    pub fn must_play(&self) -> CellSet<W> {
        self.must_play_of(self.position.to_move())
    }

    /// Where a colour must play, or lose, if it were to move.
    #[must_use]
    pub fn must_play_of(&self, color: Color) -> CellSet<W> {
        let prover = self.prover(color.opponent());
        if prover.won || !prover.facts.lists.is_empty(full(EDGES)) {
            return CellSet::EMPTY;
        }
        prover.facts.lists.common(semi(EDGES)) & self.position.empty_cells()
    }

    /// A colour's replies to an opponent's stone on a cell, one for each full connection of its groups and edges that the stone
    /// intrudes on. Connections between empty cells are plans and need no reply.
    #[must_use]
    pub fn maintenance_replies(&self, color: Color, intrusion: Cell) -> CellSet<W> {
        let is_settled = |end: &End| match end {
            End::Edge(_) => true,
            End::Cell(cell) => self.position.at(*cell).is_some(),
        };
        let ends: Vec<End> = self.ends(color).into_iter().filter(is_settled).collect();
        let mut replies = CellSet::EMPTY;
        for (index, &x) in ends.iter().enumerate() {
            for &y in &ends[..index] {
                let broken = self.between(color, [x, y]).filter(|connection| {
                    connection.kind == ConnectionKind::Full && connection.carrier.contains(intrusion)
                });
                let reply = |connection: Connection<W>| self.certificate(&connection)?.reply(intrusion);
                broken.filter_map(reply).for_each(|cell| replies.insert(cell));
            }
        }
        replies
    }

    /// The connections of a colour between two ends, full ones first. None if an end is not the colour's or both are
    /// the same.
    pub fn between(&self, color: Color, ends: [End; 2]) -> impl Iterator<Item = Connection<W>> {
        let nodes = self.nodes(color, ends);
        nodes
            .into_iter()
            .flat_map(move |nodes| self.fulls_of(color, nodes).chain(self.semis_of(color, nodes)))
    }

    /// The ends that an end is connected to by a full connection, or by a semi connection.
    #[must_use]
    pub fn connected_to(&self, color: Color, end: End, by_semi: bool) -> Vec<End> {
        let &Prover { ref sites, ref facts, won, .. } = self.prover(color);
        let Some(node) = sites.find(end).filter(|_| !won) else { return Vec::new() };
        let list = if by_semi { semi } else { full };
        let others = sites.alive().filter(|&other| other != node);
        others
            .filter(|&other| !facts.lists.is_empty(list([node, other])))
            .map(|other| sites.name(other))
            .collect()
    }

    /// Whether two ends of a colour have a full connection.
    #[must_use]
    pub fn is_connected(&self, color: Color, ends: [End; 2]) -> bool {
        let lists = &self.prover(color).facts.lists;
        self.nodes(color, ends).is_some_and(|nodes| !lists.is_empty(full(nodes)))
    }

    /// The cells that all full connections between two ends share, or all semi connections; none without connections.
    #[must_use]
    pub fn intersection(&self, color: Color, ends: [End; 2], by_semi: bool) -> CellSet<W> {
        let Some(nodes) = self.nodes(color, ends) else { return CellSet::EMPTY };
        let list = if by_semi { semi(nodes) } else { full(nodes) };
        self.prover(color).facts.lists.common(list) & self.position.empty_cells()
    }

    /// The cells that some full connection between two ends has, or some semi connection.
    #[must_use]
    pub fn union(&self, color: Color, ends: [End; 2], by_semi: bool) -> CellSet<W> {
        let Some(nodes) = self.nodes(color, ends) else { return CellSet::EMPTY };
        let list = if by_semi { semi(nodes) } else { full(nodes) };
        let carriers = self.prover(color).facts.lists.carriers(list);
        carriers.iter().fold(CellSet::EMPTY, |union, &carrier| union | carrier)
    }

    /// The ends of a colour: its edges, its other groups and the empty cells.
    #[must_use]
    pub fn ends(&self, color: Color) -> Vec<End> {
        self.each_end(color).collect()
    }

    /// The same one after the other, without a list of them.
    pub fn each_end(&self, color: Color) -> impl Iterator<Item = End> {
        let sites = &self.prover(color).sites;
        sites.alive().map(|node| sites.name(node))
    }

    /// The reason of a connection that this set has given, as steps that [`proof::check`] accepts. Its carrier may be
    /// smaller than the connection's. None if a connection belongs to another position.
    #[must_use]
    pub fn certificate(&self, connection: &Connection<W>) -> Option<Certificate> {
        certificate(self.prover(connection.color), &self.position, connection)
    }

    /// Looks further for a full connection between two ends, by trying a stone on every key: the rule that proves braids.
    /// Says whether there is one now. What it finds stays in the set. It costs an update for each empty cell.
    pub fn try_keys(&mut self, color: Color, ends: [End; 2]) -> bool {
        let Some(nodes) = self.nodes(color, ends) else { return false };
        let Self { position, provers, .. } = self;
        provers[color.index()].try_keys(position, nodes)
    }

    /// Whether a limit of the settings kept a connection out, so that fewer may have been found than the rules prove.
    #[must_use]
    pub const fn is_limited(&self, color: Color) -> bool {
        self.prover(color).facts.limited
    }

    /// How much the set of both colours holds.
    #[must_use]
    pub fn counts(&self) -> ConnectionCounts {
        let mut counts = ConnectionCounts::default();
        for Prover { facts, fulls_at, .. } in &self.provers {
            for list in (0..facts.lists.count()).step_by(2) {
                counts.fulls += facts.lists.len(list);
                counts.semis += facts.lists.len(list + 1);
            }
            counts.derived += facts.log.len();
            counts.bytes += facts.bytes() + fulls_at.bytes();
        }
        counts
    }

    pub(crate) const fn prover(&self, color: Color) -> &Prover<W> {
        &self.provers[color.index()]
    }

    fn nodes(&self, color: Color, ends: [End; 2]) -> Option<[Node; 2]> {
        let prover = self.prover(color);
        let [a, b] = ends.map(|end| prover.sites.find(end));
        // Once the edges are joined by stones there is nothing left to connect.
        a.zip(b).filter(|(a, b)| a != b && !prover.won).map(|(a, b)| [a, b])
    }

    fn fulls_of(&self, color: Color, nodes: [Node; 2]) -> impl Iterator<Item = Connection<W>> {
        let Prover { sites, facts, .. } = self.prover(color);
        let ends = nodes.map(|node| sites.name(node));
        let list = full(nodes);
        facts.lists.carriers(list).iter().zip(facts.lists.tags(list)).map(move |(&carrier, tag)| Connection {
            color,
            ends,
            kind: ConnectionKind::Full,
            carrier,
            entry: tag.entry,
        })
    }

    fn semis_of(&self, color: Color, nodes: [Node; 2]) -> impl Iterator<Item = Connection<W>> {
        let Prover { sites, facts, .. } = self.prover(color);
        let ends = nodes.map(|node| sites.name(node));
        let list = semi(nodes);
        facts.lists.carriers(list).iter().zip(facts.lists.tags(list)).filter_map(move |(&carrier, tag)| {
            let (Reason::Key(key, _) | Reason::Trial(key)) = facts.log[tag.entry as usize].reason else {
                return None;
            };
            let key = sites[key].cells.first()?;
            Some(Connection { color, ends, kind: ConnectionKind::Semi(key), carrier, entry: tag.entry })
        })
    }
}
