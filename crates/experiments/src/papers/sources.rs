//! The papers' own claims and numbers, from the one file that has them: `data/papers.json`.
//!
//! A page number is that of the article, counted from its first page, where the copy that we read shows where pages
//! end.

use std::sync::OnceLock;

use board::{Color, Position, parse_diagram};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use crate::{ExperimentError, error::Within as _};

/// A paper.
#[derive(Debug, Clone, Deserialize)]
pub struct Paper {
    /// A short name.
    pub key: String,
    /// Who wrote it.
    pub authors: String,
    /// Its title.
    pub title: String,
    /// When and where it appeared.
    pub published: String,
    /// Its subject, for a reader who has not read it.
    pub about: String,
    /// What of it is not repeated.
    pub left_out: String,
    /// Its claims, in its own order.
    pub claims: Vec<PaperClaim>,
}

/// A table, a figure or a sentence of a paper that an experiment repeats.
#[derive(Debug, Clone, Deserialize)]
pub struct PaperClaim {
    /// The name of the experiment.
    pub name: String,
    /// Section, figure or table.
    pub place: String,
    /// The page, where it is known.
    pub page: Option<u32>,
    /// What it is about, as a headline.
    pub title: String,
    /// What the paper claims and what is done to repeat it.
    pub claim: String,
    /// The paper's value, in a few words.
    pub says: String,
    /// The paper's numbers.
    #[serde(default)]
    values: Map<String, Value>,
}

impl PaperClaim {
    /// Where to find it in the paper.
    #[must_use]
    pub fn reference(&self) -> String {
        match self.page {
            Some(page) => format!("{}, page {page}", self.place),
            None => self.place.clone(),
        }
    }

    /// A value of the paper.
    pub(crate) fn read<T: DeserializeOwned>(&self, key: &str) -> Result<T, ExperimentError> {
        let value = self.values.get(key).cloned().unwrap_or_default();
        serde_json::from_value(value).within(format!("papers.json: {}: {key}", self.name))
    }

    /// A number of the paper.
    pub(crate) fn number(&self, key: &str) -> Result<f64, ExperimentError> {
        self.read(key)
    }
}

/// A position drawn after a figure, with a connection in it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct DrawnPosition {
    /// Its number in the paper.
    pub(crate) name: String,
    /// What it shows.
    pub(crate) about: String,
    /// The board, row by row.
    rows: Vec<String>,
    /// The ends of Black's connection: a cell, or `top` or `bottom`.
    pub(crate) ends: [String; 2],
    /// The depth in the paper.
    pub(crate) depth: Option<usize>,
}

impl DrawnPosition {
    /// The position, Black to move.
    pub(crate) fn position(&self) -> Result<Position, ExperimentError> {
        let drawn = parse_diagram(&self.rows.join("\n"))?;
        let [black, white] = Color::BOTH.map(|color| drawn.stones(color));
        Ok(Position::with_stones(drawn.size(), black, white, Color::Black)?)
    }
}

/// The papers, in the order of the page.
#[must_use]
pub fn papers() -> &'static [Paper] {
    static PAPERS: OnceLock<Vec<Paper>> = OnceLock::new();
    PAPERS.get_or_init(|| {
        serde_json::from_str(include_str!("../../data/papers.json")).expect("a test reads the file")
    })
}

/// The claim that an experiment repeats.
#[must_use]
pub fn paper_claim(name: &str) -> Option<(&'static Paper, &'static PaperClaim)> {
    papers().iter().find_map(|paper| Some((paper, paper.claims.iter().find(|claim| claim.name == name)?)))
}
