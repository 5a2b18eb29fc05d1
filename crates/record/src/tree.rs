//! The tree of a recorded game: every format is read into it and written from it.
//!
//! A [`Record`] is a board size and a tree of nodes. The root holds what was there before the first move; each further
//! node usually holds one move. Children of a node are alternatives, and the first child is the one that was played:
//! the line of first children is the main line. What a node says is a list of [`Property`]s in the order in which they
//! were written. The properties that place stones or mark cells are understood; all others, known to someone or not, are
//! kept as text, so nothing is lost between reading and writing.
//!
//! Names of properties are those of SGF FF4, also for records that came from another format. Custom properties are
//! welcome: records of Bidding Hex keep bids and chips, and records of Random-Turn Hex the toss, as properties with a name
//! of their own on the node of the move.
//!
//! Nodes live in one vector and point at each other by number. Walking, writing and dropping a tree therefore needs no
//! recursion, however deep it is.

use board::{BoardSize, Cell, Color};

use crate::{GameResult, Ply, PropertyValue, link::CURSOR};

/// Names a node of one record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The root of every record.
    pub const ROOT: Self = Self(0);

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A mark on a cell, by its SGF property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    /// `CR`
    Circle,
    /// `MA`
    Cross,
    /// `SL`
    Selected,
    /// `SQ`
    Square,
    /// `TR`
    Triangle,
}

impl Mark {
    /// All marks.
    pub const ALL: [Self; 5] = [Self::Circle, Self::Cross, Self::Selected, Self::Square, Self::Triangle];

    /// The SGF property of this mark.
    #[must_use]
    pub const fn property(self) -> &'static str {
        match self {
            Self::Circle => "CR",
            Self::Cross => "MA",
            Self::Selected => "SL",
            Self::Square => "SQ",
            Self::Triangle => "TR",
        }
    }
}

/// One thing that a node says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Property {
    /// A turn: `B` or `W`.
    Move(Ply),
    /// Cells that get a stone of this colour, or none, without a move: `AB`, `AW`, `AE`.
    Stones {
        /// Whose stones; `None` empties the cells.
        color: Option<Color>,
        /// Where.
        cells: Vec<Cell>,
    },
    /// Who is to move: `PL`.
    ToMove(Color),
    /// Marked cells: `CR`, `MA`, `SL`, `SQ`, `TR`.
    Marks {
        /// The mark.
        mark: Mark,
        /// Where.
        cells: Vec<Cell>,
    },
    /// Short texts on cells: `LB`.
    Labels(Vec<(Cell, String)>),
    /// Arrows from cell to cell: `AR`.
    Arrows(Vec<(Cell, Cell)>),
    /// Cells with a background, each with the name of a colour: `SHADE`, our own property.
    Shades(Vec<(Cell, String)>),
    /// Everything else, as it was written.
    Text {
        /// The name, in capitals.
        name: String,
        /// The values, at least one.
        values: Vec<PropertyValue>,
    },
}

/// One node: its properties and its place in the tree.
#[derive(Debug, Clone)]
pub struct RecordNode {
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    properties: Vec<Property>,
}

impl RecordNode {
    const fn new(parent: Option<NodeId>) -> Self {
        Self { parent, first_child: None, last_child: None, next_sibling: None, properties: Vec::new() }
    }

    /// The properties of the node, in order.
    #[must_use]
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// The same, to change.
    pub const fn properties_mut(&mut self) -> &mut Vec<Property> {
        &mut self.properties
    }

    /// Adds a property at the end.
    pub fn push(&mut self, property: Property) {
        if self.properties.is_empty() {
            // Most nodes hold a move and nothing else.
            self.properties.reserve_exact(1);
        }
        self.properties.push(property);
    }

    /// The turn of this node, if it has one.
    #[must_use]
    pub fn ply(&self) -> Option<Ply> {
        self.properties.iter().find_map(|property| match property {
            Property::Move(ply) => Some(*ply),
            _ => None,
        })
    }

    /// Whether the node changes the board without a move.
    #[must_use]
    pub fn has_setup(&self) -> bool {
        self.properties.iter().any(|p| matches!(p, Property::Stones { .. } | Property::ToMove(_)))
    }

    /// The values of a text property.
    #[must_use]
    pub fn values(&self, name: &str) -> Option<&[PropertyValue]> {
        self.properties.iter().find_map(|property| match property {
            Property::Text { name: own, values } if own == name => Some(values.as_slice()),
            _ => None,
        })
    }

    /// The text of a property with one value: `node.text("C")` is the comment.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        self.values(name)?.first().map(PropertyValue::text)
    }

    /// Sets a property to one text, in its old place if the node had it.
    pub fn set_text(&mut self, name: &str, text: &str) {
        let value = vec![PropertyValue::from_text(text)];
        let old = self.properties.iter_mut().find_map(|property| match property {
            Property::Text { name: own, values } if own == name => Some(values),
            _ => None,
        });
        match old {
            Some(values) => *values = value,
            None => self.push(Property::Text { name: name.to_string(), values: value }),
        }
    }

    /// Removes a text property.
    pub fn remove_text(&mut self, name: &str) {
        self.properties.retain(|p| !matches!(p, Property::Text { name: own, .. } if own == name));
    }

    /// The comment: `C`.
    #[must_use]
    pub fn comment(&self) -> Option<String> {
        self.text("C")
    }

    /// Sets the comment.
    pub fn set_comment(&mut self, text: &str) {
        self.set_text("C", text);
    }

    /// Seconds left on a player's clock after this move: `BL`, `WL`.
    #[must_use]
    pub fn seconds_left(&self, color: Color) -> Option<f64> {
        self.text(clock(color)).and_then(|text| text.trim().parse().ok()).filter(|s: &f64| s.is_finite())
    }

    /// Writes a player's clock, to a thousandth of a second.
    pub fn set_seconds_left(&mut self, color: Color, seconds: f64) {
        let text = format!("{seconds:.3}");
        self.set_text(clock(color), text.trim_end_matches('0').trim_end_matches('.'));
    }

    /// Moves or byo-yomi periods that a player has left: `OB`, `OW`.
    #[must_use]
    pub fn periods_left(&self, color: Color) -> Option<u32> {
        self.text(periods(color)).and_then(|text| text.trim().parse().ok())
    }

    /// Writes the moves or periods that a player has left.
    pub fn set_periods_left(&mut self, color: Color, left: u32) {
        self.set_text(periods(color), &left.to_string());
    }
}

const fn clock(color: Color) -> &'static str {
    match color {
        Color::Black => "BL",
        Color::White => "WL",
    }
}

const fn periods(color: Color) -> &'static str {
    match color {
        Color::Black => "OB",
        Color::White => "OW",
    }
}

/// A recorded game: a board size and a tree of nodes. A file may hold several; that is a `Vec<Record>`.
#[derive(Debug, Clone)]
pub struct Record {
    size: BoardSize,
    nodes: Vec<RecordNode>,
}

impl Record {
    /// A record with nothing but a root.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        Self { size, nodes: vec![RecordNode::new(None)] }
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    pub(crate) const fn set_size(&mut self, size: BoardSize) {
        self.size = size;
    }

    /// How many nodes there are, the root included.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the record says nothing at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1 && self.root().properties.is_empty()
    }

    /// All nodes in the order in which they were added: parents before children.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// A node of this record.
    ///
    /// # Panics
    /// If the node is of another record that has more nodes.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &RecordNode {
        &self.nodes[id.index()]
    }

    /// A node of this record, to change.
    ///
    /// # Panics
    /// If the node is of another record that has more nodes.
    pub fn node_mut(&mut self, id: NodeId) -> &mut RecordNode {
        &mut self.nodes[id.index()]
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> &RecordNode {
        self.node(NodeId::ROOT)
    }

    /// The root, to change.
    pub fn root_mut(&mut self) -> &mut RecordNode {
        self.node_mut(NodeId::ROOT)
    }

    /// Adds a node as the last alternative below another.
    ///
    /// # Panics
    /// Beyond four thousand million nodes.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("readers and players stop far below"));
        self.nodes.push(RecordNode::new(Some(parent)));
        let last = self.node(parent).last_child;
        match last {
            Some(last) => self.node_mut(last).next_sibling = Some(id),
            None => self.node_mut(parent).first_child = Some(id),
        }
        self.node_mut(parent).last_child = Some(id);
        id
    }

    /// Adds a node with a turn.
    pub fn add_ply(&mut self, parent: NodeId, ply: Ply) -> NodeId {
        let id = self.add_child(parent);
        self.node_mut(id).push(Property::Move(ply));
        id
    }

    /// The node before this one; `None` for the root.
    #[must_use]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The alternatives after a node, the one that was played first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.node(id).first_child, |&child| self.node(child).next_sibling)
    }

    /// The root and the first child of each node in turn.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(NodeId::ROOT), |&id| self.node(id).first_child)
    }

    /// The last node of the main line.
    #[must_use]
    pub fn last(&self) -> NodeId {
        self.main_line().last().unwrap_or(NodeId::ROOT)
    }

    /// The last node of the main line that has at most this many moves up to it.
    #[must_use]
    pub fn after_moves(&self, moves: usize) -> NodeId {
        let mut count = 0;
        let within = |id: &NodeId| {
            count += usize::from(self.node(*id).ply().is_some());
            count <= moves
        };
        self.main_line().take_while(within).last().unwrap_or(NodeId::ROOT)
    }

    /// The node that the record was left at, where it says so: the cursor of a HexWorld link.
    #[must_use]
    pub fn cursor(&self) -> Option<NodeId> {
        self.main_line().find(|id| self.node(*id).values(CURSOR).is_some())
    }

    /// The nodes from the root to this one.
    #[must_use]
    pub fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = std::iter::successors(Some(id), |&id| self.parent(id)).collect();
        path.reverse();
        path
    }

    /// Whether some node has more than one alternative.
    #[must_use]
    pub fn has_variations(&self) -> bool {
        self.nodes.iter().any(|node| node.first_child != node.last_child)
    }

    /// The turns of the main line.
    pub fn plies(&self) -> impl Iterator<Item = Ply> {
        self.main_line().filter_map(|id| self.node(id).ply())
    }

    /// Something that the root says about the game: `PB`, `PW`, `EV`, `RO`, `DT`, `RU`, `TM`, `OT` and so on.
    #[must_use]
    pub fn info(&self, name: &str) -> Option<String> {
        self.root().text(name)
    }

    /// Sets something that the root says about the game.
    pub fn set_info(&mut self, name: &str, text: &str) {
        self.root_mut().set_text(name, text);
    }

    /// How the game ended, as far as `RE` says it.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.info("RE").and_then(|text| GameResult::parse(&text))
    }

    /// Writes how the game ended into `RE`.
    pub fn set_result(&mut self, result: GameResult) {
        self.set_info("RE", &result.to_string());
    }
}

/// Two records are equal if they say the same in trees of the same shape.
impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        if self.size != other.size || self.len() != other.len() {
            return false;
        }
        let mut pairs = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((mine, theirs)) = pairs.pop() {
            if self.node(mine).properties != other.node(theirs).properties {
                return false;
            }
            let (mut own, mut others) = (self.children(mine), other.children(theirs));
            loop {
                match (own.next(), others.next()) {
                    (Some(a), Some(b)) => pairs.push((a, b)),
                    (None, None) => break,
                    _ => return false,
                }
            }
        }
        true
    }
}

impl Eq for Record {}
