//! Winning strategies: verified before any node is shown; and the connections at their leaves, played out.

use board::{BoardSize, Cell, CellSet, Color};
use proof::{
    Follower, IntrusionAnswer,
    strategy::{Claim, Link, Node, Strategy, read_connection, read_strategy},
};
use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

use crate::{
    Error, Question, Service, Task,
    names::{BoardSide, CellName, ColorName, name, names},
};

/// The longest line of a connection that is played out.
const LONGEST_LINE: usize = 400_000;

/// A strategy that was checked, every node of it.
#[derive(Debug)]
pub struct CheckedStrategy(Strategy);

/// The answer of a strategy in a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct StrategyAnswer {
    /// Columns and rows.
    #[schema(value_type = Vec<BoardSide>, min_items = 2, max_items = 2, example = json!([3, 3]))]
    pub size: [usize; 2],
    /// Black's stones.
    #[schema(value_type = Vec<CellName>)]
    pub black: Vec<String>,
    /// White's stones.
    #[schema(value_type = Vec<CellName>)]
    pub white: Vec<String>,
    /// The side to move.
    #[schema(value_type = ColorName)]
    pub to_move: String,
    /// Who wins.
    #[schema(value_type = ColorName)]
    pub winner: String,
    /// The winner's first move; null if the loser is to move.
    #[schema(value_type = Option<CellName>)]
    pub first: Option<String>,
    /// The node that holds after it. Nodes are requested one by one.
    pub root: usize,
    /// The number of nodes.
    pub nodes: usize,
    /// How many of them are connections.
    pub connections: usize,
    /// Steps of all certificates together.
    pub steps: usize,
}

impl CheckedStrategy {
    /// Reads and checks a strategy, as `hexwright solve --strategy` writes it; `tell` hears how many bytes are read.
    ///
    /// # Errors
    /// [`Error::Question`] with the line and the rule that does not hold.
    pub fn read(text: &str, tell: impl FnMut(usize)) -> Result<Self, Error> {
        read_strategy(text, tell).map(Self).map_err(Error::bad)
    }

    /// The memory that it takes, about.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let links = self.0.nodes().iter().map(|node| match node {
            Node::Connection { .. } => 0,
            Node::Answers(links) => links.capacity() * size_of::<Link>(),
            // The strategy has each pair once more.
            Node::Fill { pairs, .. } => 2 * pairs.capacity() * size_of::<[Cell; 2]>(),
        });
        self.0.nodes().len() * (size_of::<Node>() + size_of::<Claim>()) + links.sum::<usize>()
    }

    /// The strategy's answer.
    #[must_use]
    pub fn answer(&self) -> StrategyAnswer {
        let position = self.0.position();
        let (size, counts) = (position.size(), self.0.size());
        StrategyAnswer {
            size: [size.cols(), size.rows()],
            black: names(size, position.stones(Color::Black)),
            white: names(size, position.stones(Color::White)),
            to_move: position.to_move().to_string(),
            winner: self.0.winner().to_string(),
            first: self.0.first_move().map(|cell| name(size, cell)),
            root: self.0.root(),
            nodes: counts.nodes,
            connections: counts.connections,
            steps: counts.steps,
        }
    }

    /// A node; the error says how many there are. Its cells are written while it is serialised: all at once, they would take a
    /// thousand times the file.
    ///
    /// # Errors
    /// [`Error::Question`] where there is none of this number.
    pub fn node(&self, number: usize) -> Result<StrategyNode<'_>, Error> {
        let missing = || {
            let count = self.0.nodes().len();
            Error::bad(format!("there is no node {number}: expected one of {count}, the first is 0"))
        };
        let node = self.0.nodes().get(number).ok_or_else(missing)?;
        let claim = self.0.claims()[number];
        let size = self.0.position().size();
        let (mut steps, mut answers, mut filled) = (None, None, None);
        match node {
            Node::Connection { steps: found } => steps = Some(*found),
            Node::Answers(links) => answers = Some(NodeAnswers { strategy: &self.0, links }),
            Node::Fill { node, pairs } => {
                let pairs = pairs.iter().map(|pair| pair.map(|cell| name(size, cell))).collect();
                filled = Some(FilledNode { node: *node, pairs });
            }
        }
        let cells = |cells| Cells { size, cells };
        let (stones, cells) = (cells(claim.stones), cells(claim.cells));
        Ok(StrategyNode { stones, cells, steps, answers, filled })
    }
}

/// The claim of a node of a strategy: if the winner owns `stones` and `cells` are empty, the loser to move loses,
/// regardless of all other cells. It has one of `steps`, `answers` and `filled`.
#[derive(Serialize, ToSchema)]
pub struct StrategyNode<'a> {
    #[schema(value_type = Vec<CellName>)]
    stones: Cells,
    #[schema(value_type = Vec<CellName>)]
    cells: Cells,
    /// The edges are connected, by a certificate with this many steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<usize>,
    /// Moves, each good against every reply outside of its cell and its cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<NodeAnswer>>)]
    answers: Option<NodeAnswers<'a>>,
    /// Another node says what to do; captured pairs count as its stones.
    #[serde(skip_serializing_if = "Option::is_none")]
    filled: Option<FilledNode>,
}

/// A node with captured pairs: a stone of the loser on one cell is answered on the other, and is dead then.
#[derive(Serialize, ToSchema)]
pub struct FilledNode {
    /// The node that counts them as stones.
    node: usize,
    /// The pairs.
    #[schema(value_type = Vec<Vec<CellName>>)]
    pairs: Vec<[String; 2]>,
}

/// An answer of a node.
#[derive(Serialize, ToSchema)]
pub struct NodeAnswer {
    /// The move.
    #[schema(value_type = CellName)]
    cell: String,
    /// The node that holds after it.
    node: usize,
    /// The cells of that node.
    #[schema(value_type = Vec<CellName>)]
    cells: Cells,
}

/// All answers of a node, made one after the other while they are written.
struct NodeAnswers<'a> {
    strategy: &'a Strategy,
    links: &'a [Link],
}

impl Serialize for NodeAnswers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let size = self.strategy.position().size();
        serializer.collect_seq(self.links.iter().map(|link| NodeAnswer {
            cell: name(size, link.cell),
            node: link.node,
            cells: Cells { size, cells: self.strategy.claims()[link.node].cells },
        }))
    }
}

/// Cells, written as their names.
struct Cells {
    size: BoardSize,
    cells: CellSet,
}

impl Serialize for Cells {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cells.iter().map(|cell| name(self.size, cell)))
    }
}

/// A connection of a strategy, and how the loser has tried to break it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOutQuestion {
    /// Columns and rows.
    #[schema(value_type = Vec<BoardSide>, min_items = 2, max_items = 2, example = json!([3, 3]))]
    pub size: [usize; 2],
    /// `black` or `white`.
    #[schema(value_type = ColorName)]
    pub winner: String,
    /// The line of the connection in the strategy's file, beginning with `c`.
    #[schema(example = "c b1 b2 b3 :")]
    pub line: String,
    /// The loser's stones since, in order. Each is answered before the next.
    #[serde(default)]
    #[schema(value_type = Vec<CellName>)]
    pub intrusions: Vec<String>,
}

/// The content of the certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayOutAnswer {
    /// One answer for each intrusion.
    pub answers: Vec<PlayOutReply>,
    /// The empty cells that the connection still needs.
    pub needs: Vec<String>,
    /// Steps of the certificate.
    pub steps: usize,
}

/// The answer to an intrusion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayOutReply {
    /// The cell to play; none if the edges are joined and nothing is left to do.
    pub cell: Option<String>,
    /// Whether the intrusion needs an answer; if not, the move shortens the game.
    pub needed: bool,
}

impl Question for PlayOutQuestion {
    type Answer = PlayOutAnswer;

    fn prepare(self, _: &Service) -> Result<Task<PlayOutAnswer>, Error> {
        if self.line.len() > LONGEST_LINE {
            return Err(Error::bad(format!(
                "line: found {} bytes: expected at most {LONGEST_LINE}",
                self.line.len()
            )));
        }
        Ok(Task::quick(move |_| play_out(&self)))
    }
}

/// Checks the certificate of a connection, and says what it answers to the loser's stones.
fn play_out(question: &PlayOutQuestion) -> Result<PlayOutAnswer, Error> {
    let size = BoardSize::new(question.size[0], question.size[1]).map_err(Error::bad)?;
    let winner: Color = question.winner.parse().map_err(Error::bad)?;
    if question.intrusions.len() > size.cells() {
        return Err(Error::bad(format!(
            "found {} intrusions: expected at most {}",
            question.intrusions.len(),
            size.cells()
        )));
    }
    let (claim, certificate) = read_connection(size, winner, &question.line).map_err(Error::bad)?;
    let mut follower = Follower::new(&certificate);
    let mut occupied = claim.stones;
    let mut answers = Vec::new();
    for intrusion in &question.intrusions {
        let cell = size.cell(intrusion).map_err(Error::bad)?;
        if occupied.contains(cell) {
            return Err(Error::bad(format!("found an intrusion on {intrusion}: expected an empty cell")));
        }
        occupied |= CellSet::of(cell);
        let Some(follower) = &mut follower else {
            // Without steps, stones join the edges.
            answers.push(PlayOutReply { cell: None, needed: false });
            continue;
        };
        let answer = follower.answer(cell).ok_or_else(|| {
            Error::bad(format!("found no answer to {intrusion}: expected a cell that is empty"))
        })?;
        let (cell, needed) = match answer {
            IntrusionAnswer::Play(cell) => (Some(cell), true),
            IntrusionAnswer::Nothing => (follower.advance(), false),
        };
        occupied |= cell.map_or(CellSet::EMPTY, CellSet::of);
        answers.push(PlayOutReply { cell: cell.map(|cell| name(size, cell)), needed });
    }
    let needs = follower.map_or(CellSet::EMPTY, |follower| follower.needs());
    Ok(PlayOutAnswer { answers, needs: names(size, needs), steps: certificate.steps.len() })
}
