//! The words that judges and readers share: cells, positions, steps and claims of a strategy.

/// A cell or an edge of the winner, by its number: 0 and 1 are the edges, the cells follow row by row from 2.
pub type Vertex = u16;

/// The winner's edges: the top row or the first column, and the bottom row or the last column.
pub const EDGES: [Vertex; 2] = [0, 1];

/// The most columns and rows of a board.
pub const MOST_SIDE: usize = 19;

/// A side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Color {
    /// Joins the top row and the bottom row.
    Black,
    /// Joins the first column and the last column.
    White,
}

/// A set of cells and edges.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Cells(pub(crate) [u64; 6]);

impl Cells {
    /// The set without a vertex.
    pub const EMPTY: Self = Self([0; 6]);

    /// Whether a vertex is in the set.
    pub fn has(&self, vertex: Vertex) -> bool {
        self.0.get(usize::from(vertex / 64)).is_some_and(|word| word >> (vertex % 64) & 1 != 0)
    }

    /// The set and one more vertex. A number beyond all boards is left out.
    pub fn with(mut self, vertex: Vertex) -> Self {
        self.0.get_mut(usize::from(vertex / 64)).into_iter().for_each(|word| *word |= 1 << (vertex % 64));
        self
    }

    /// The vertices of either set.
    pub fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }

    /// The vertices of both sets.
    pub fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] & other.0[index]))
    }

    /// The vertices that are not in the other set.
    pub fn minus(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] & !other.0[index]))
    }

    /// The vertices in increasing order.
    pub fn iter(self) -> impl Iterator<Item = Vertex> {
        (0..).zip(self.0).flat_map(|(index, mut word)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as Vertex)?;
                word &= word - 1;
                Some(64 * index + bit)
            })
        })
    }
}

impl FromIterator<Vertex> for Cells {
    fn from_iter<T: IntoIterator<Item = Vertex>>(vertices: T) -> Self {
        vertices.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// The first lines of a file: a position, and who is said to win it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// How many columns the board has.
    pub columns: usize,
    /// How many rows it has.
    pub rows: usize,
    /// Black's stones.
    pub black: Cells,
    /// White's stones, none of them Black's.
    pub white: Cells,
    /// Who is to move.
    pub to_move: Color,
    /// Who is said to win.
    pub winner: Color,
}

impl Header {
    /// The winner's stones and the loser's.
    #[must_use]
    pub const fn stones(&self) -> [Cells; 2] {
        match self.winner {
            Color::Black => [self.black, self.white],
            Color::White => [self.white, self.black],
        }
    }
}

/// The rule of a step. Parts are numbers of earlier steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rule {
    /// `x-y`: the ends touch.
    Neighbours([Vertex; 2]),
    /// `i&j`: two connections with one end in common follow each other.
    And([usize; 2]),
    /// `|i|j|…`: semi connections between the same ends, without a cell in common.
    Or(Vec<usize>),
}

impl Rule {
    /// Its name in refusals and reports.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Neighbours(_) => "neighbours",
            Self::And(_) => "AND",
            Self::Or(_) => "OR",
        }
    }
}

/// `!b:c` or `!b:c:p`: cells that the parts of a rule may share, because an end captures them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Captured {
    /// The end that captures.
    pub by: Vertex,
    /// The cell.
    pub cell: Vertex,
    /// The answer to a stone on it; none if that stone is dead at once.
    pub partner: Option<Vertex>,
}

/// A step as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The rule.
    pub rule: Rule,
    /// The captured cells that it declares; none for neighbours.
    pub captured: Vec<Captured>,
}

/// A connection that the rules derive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connection {
    /// The two ends. A chain is named by its smallest vertex: by the edge where it touches one.
    pub ends: [Vertex; 2],
    /// The key of a semi connection; none if the connection is full.
    pub key: Option<Vertex>,
    /// The empty cells that it needs.
    pub carrier: Cells,
}

/// The claim of a node: if the winner owns `stones`, `cells` are empty and the loser is to move, the winner
/// wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The winner's stones that are needed.
    pub stones: Cells,
    /// The empty cells that are needed.
    pub cells: Cells,
}

/// A move of the winner, and the number of the node that holds after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The move.
    pub cell: Vertex,
    /// The node.
    pub node: usize,
}

/// A node without what was filled in for the winner: captured pairs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fill {
    /// The number of the node.
    pub node: usize,
    /// Stones that are asked for besides those of the node.
    pub stones: Cells,
    /// Pairs that are taken back, in this order: stones until then, empty from then on.
    pub pairs: Vec<[Vertex; 2]>,
}

/// Where a strategy begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Root {
    /// The winner's first move, where the winner is to move.
    pub first: Option<Vertex>,
    /// The node that holds then.
    pub node: usize,
}

/// A line of a strategy after its header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// `c`: the winner's edges are connected.
    Connection {
        /// The winner's stones that are needed.
        stones: Cells,
        /// Why they are connected; none if the stones join the edges.
        steps: Vec<Step>,
    },
    /// `a`: moves, one of which answers each reply.
    Answers(Vec<Link>),
    /// `f`: an earlier node, and captured pairs that it counts as stones.
    Fill(Fill),
    /// `root`: where to begin; the last line.
    Root(Root),
}
