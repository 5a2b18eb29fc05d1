//! Records: any format that the program reads into a tree, and a tree into any format.

use std::collections::{BTreeMap, HashMap};

use board::{BoardSize, Color};
use record::{Action, Format, Mark, NodeId, Ply, Property, Record};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Error, Question, Service, Task,
    names::{BoardSide, CellName, ColorName},
};

/// The most nodes that a page may send or get.
const MOST_NODES: usize = 20_000;

/// A text in any format.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadQuestion {
    /// SGF, a link, a list of moves, a drawn board.
    pub text: String,
    /// Columns and rows, for formats that do not name a board.
    #[serde(default = "usual_size")]
    #[schema(value_type = Vec<BoardSide>, min_items = 2, max_items = 2)]
    pub size: [usize; 2],
}

const fn usual_size() -> [usize; 2] {
    [11, 11]
}

/// One node of a tree.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TreeNode {
    /// The number of the node before, in the list; none for the root, which comes first.
    pub parent: Option<usize>,
    /// The side that moved: `black` or `white`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<ColorName>)]
    pub color: Option<String>,
    /// The turn: a cell, `swap-pieces`, `swap-sides`, `pass`, `resign`, `forfeit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Stones of Black that are set up here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<CellName>)]
    pub black: Vec<String>,
    /// Stones of White that are set up here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<CellName>)]
    pub white: Vec<String>,
    /// The side to move, if it is set up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<ColorName>)]
    pub to_move: Option<String>,
    /// A comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Marked cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<CellMark>,
    /// Arrows from cell to cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Vec<CellName>>)]
    pub arrows: Vec<[String; 2]>,
}

/// A mark on a cell.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CellMark {
    /// Where.
    #[schema(value_type = CellName)]
    pub cell: String,
    /// The drawing.
    pub kind: MarkKind,
}

/// The drawing on a marked cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MarkKind {
    /// SGF: `CR`.
    Circle,
    /// SGF: `MA`.
    Cross,
    /// SGF: `SL`.
    Selected,
    /// SGF: `SQ`.
    Square,
    /// SGF: `TR`.
    Triangle,
}

impl MarkKind {
    const ALL: [(Self, Mark); 5] = [
        (Self::Circle, Mark::Circle),
        (Self::Cross, Mark::Cross),
        (Self::Selected, Mark::Selected),
        (Self::Square, Mark::Square),
        (Self::Triangle, Mark::Triangle),
    ];

    fn of(mark: Mark) -> Self {
        Self::ALL.iter().find(|(_, known)| *known == mark).map_or(Self::Circle, |(kind, _)| *kind)
    }
}

/// Properties of SGF that say something of the game as a whole, and travel with it.
const FACTS: [&str; 15] =
    ["PB", "PW", "BR", "WR", "BT", "WT", "EV", "RO", "PC", "DT", "RE", "GN", "GC", "RU", "TM"];
/// The longest of these texts that is taken from a page, in bytes.
const MOST_BYTES_OF_A_FACT: usize = 4096;

/// A game with its variations.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordTree {
    /// Columns and rows.
    #[schema(value_type = Vec<BoardSide>, min_items = 2, max_items = 2)]
    pub size: [usize; 2],
    /// The nodes, each after its parent; the first child of a node is the main line.
    pub nodes: Vec<TreeNode>,
    /// The record's information about the whole game, by the names of SGF: `PB`, `PW`, `EV`, `DT`, `RE` and others.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: BTreeMap<String, String>,
    /// The number of the node that the record shows first, where it names one: the cursor of a HexWorld link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<usize>,
}

/// A tree and the format to write it in.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WriteQuestion {
    /// The tree.
    pub tree: RecordTree,
    /// `sgf`, `hexworld`, `moves` and the other names of `hexwright convert`.
    #[schema(example = "sgf", pattern = "^(sgf|little-golem|hexworld|trmph|hexwiki|moves|diagram)$")]
    pub format: String,
}

/// A record as text.
#[derive(Debug, Serialize, ToSchema)]
pub struct WrittenText {
    /// The record.
    pub text: String,
    /// The data that the format cannot hold.
    pub left_out: Vec<String>,
}

impl Question for ReadQuestion {
    type Answer = RecordTree;

    fn prepare(self, _: &Service) -> Result<Task<RecordTree>, Error> {
        let size = BoardSize::new(self.size[0], self.size[1]).map_err(Error::bad)?;
        Ok(Task::quick(move |_| read_tree(&self.text, size)))
    }
}

/// Of several games the first.
fn read_tree(text: &str, size: BoardSize) -> Result<RecordTree, Error> {
    let records = record::read(text, size).map_err(Error::bad)?;
    let record = records.first().ok_or_else(|| Error::bad("found no game: expected one"))?;
    if record.len() > MOST_NODES {
        return Err(Error::bad(format!("found {} nodes: expected at most {MOST_NODES}", record.len())));
    }
    // A record whose moves break the rules is refused here, with the place, rather than on the page.
    record.game().map_err(Error::bad)?;
    Ok(to_tree(record))
}

impl Question for WriteQuestion {
    type Answer = WrittenText;

    fn prepare(self, _: &Service) -> Result<Task<WrittenText>, Error> {
        let format: Format = self.format.parse().map_err(Error::bad)?;
        Ok(Task::quick(move |_| {
            let written = format.write(&[from_tree(&self.tree)?]).map_err(Error::bad)?;
            Ok(WrittenText { text: written.text, left_out: written.left_out.into_iter().collect() })
        }))
    }
}

fn to_tree(record: &Record) -> RecordTree {
    let size = record.size();
    let name = |cell: &board::Cell| size.name(*cell).to_string();
    let ids: Vec<NodeId> = record.ids().collect();
    let places: HashMap<NodeId, usize> = ids.iter().enumerate().map(|(place, &id)| (id, place)).collect();
    let place = |id: NodeId| places.get(&id).copied();
    let nodes = ids
        .iter()
        .map(|&id| {
            let node = record.node(id);
            let mut tree = TreeNode {
                parent: record.parent(id).and_then(place),
                comment: node.comment(),
                ..TreeNode::default()
            };
            for property in node.properties() {
                match property {
                    Property::Move(ply) => {
                        tree.color = Some(ply.color.to_string());
                        tree.action = Some(ply.action.name(size).to_string());
                    }
                    Property::Stones { color: Some(Color::Black), cells } => {
                        tree.black.extend(cells.iter().map(name));
                    }
                    Property::Stones { color: Some(Color::White), cells } => {
                        tree.white.extend(cells.iter().map(name));
                    }
                    Property::ToMove(color) => tree.to_move = Some(color.to_string()),
                    Property::Marks { mark, cells } => {
                        let kind = MarkKind::of(*mark);
                        tree.marks.extend(cells.iter().map(|cell| CellMark { cell: name(cell), kind }));
                    }
                    Property::Arrows(arrows) => {
                        tree.arrows.extend(arrows.iter().map(|(from, to)| [name(from), name(to)]));
                    }
                    _ => {}
                }
            }
            tree
        })
        .collect();
    RecordTree {
        size: [size.cols(), size.rows()],
        nodes,
        facts: facts(record),
        cursor: record.cursor().and_then(place),
    }
}

/// A record's information about the whole game.
fn facts(record: &Record) -> BTreeMap<String, String> {
    let root = record.node(NodeId::ROOT);
    let fact = |name: &&str| {
        let text = root.text(name)?.trim().to_string();
        (!text.is_empty()).then(|| ((*name).to_string(), text))
    };
    FACTS.iter().filter_map(fact).collect()
}

fn from_tree(tree: &RecordTree) -> Result<Record, Error> {
    let size = BoardSize::new(tree.size[0], tree.size[1]).map_err(Error::bad)?;
    if tree.nodes.is_empty() || tree.nodes.len() > MOST_NODES {
        return Err(Error::bad(format!("found {} nodes: expected 1 to {MOST_NODES}", tree.nodes.len())));
    }
    let mut record = Record::new(size);
    let mut ids = Vec::with_capacity(tree.nodes.len());
    for (number, node) in tree.nodes.iter().enumerate() {
        let bad = |error: &dyn std::fmt::Display| Error::bad(format!("node {number}: {error}"));
        let id = match node.parent {
            None if number == 0 => NodeId::ROOT,
            Some(parent) if parent < number => record.add_child(ids[parent]),
            _ => return Err(bad(&"expected a parent that comes before it, and one root")),
        };
        ids.push(id);
        for (color, names) in [(Color::Black, &node.black), (Color::White, &node.white)] {
            if !names.is_empty() {
                let cells: Result<Vec<_>, _> = names.iter().map(|name| size.cell(name)).collect();
                let cells = cells.map_err(|error| bad(&error))?;
                record.node_mut(id).push(Property::Stones { color: Some(color), cells });
            }
        }
        if let Some(color) = &node.to_move {
            let color = color.parse().map_err(|error: board::BoardError| bad(&error))?;
            record.node_mut(id).push(Property::ToMove(color));
        }
        if let (Some(color), Some(action)) = (&node.color, &node.action) {
            let color = color.parse().map_err(|error: board::BoardError| bad(&error))?;
            let action = Action::parse(action, size).map_err(|error| bad(&error))?;
            record.node_mut(id).push(Property::Move(Ply { color, action }));
        }
        if let Some(comment) = &node.comment {
            record.node_mut(id).set_comment(comment);
        }
        let cell = |name: &str| size.cell(name).map_err(|error| bad(&error));
        for (kind, mark) in MarkKind::ALL {
            let marked = node.marks.iter().filter(|marked| marked.kind == kind);
            let cells: Vec<_> = marked.map(|marked| cell(&marked.cell)).collect::<Result<_, _>>()?;
            if !cells.is_empty() {
                record.node_mut(id).push(Property::Marks { mark, cells });
            }
        }
        if !node.arrows.is_empty() {
            let arrows = node.arrows.iter().map(|[from, to]| Ok((cell(from)?, cell(to)?)));
            let arrows = arrows.collect::<Result<_, Error>>()?;
            record.node_mut(id).push(Property::Arrows(arrows));
        }
    }
    for (name, text) in &tree.facts {
        if !FACTS.contains(&name.as_str()) || text.len() > MOST_BYTES_OF_A_FACT {
            let expected = FACTS.join(", ");
            return Err(Error::bad(format!("facts: found {name}: expected a short text for {expected}")));
        }
        record.root_mut().set_text(name, text);
    }
    Ok(record)
}
