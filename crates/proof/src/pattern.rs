//! Proves drawn patterns of inferior cells again, one at a time.
//!
//! A pattern says of a few empty cells with some stones around them that Black may treat one arrangement of those
//! cells as another. Each claim is a list of pairs *real*, *wished*: Black must be at least as well off with the
//! real arrangement as with the wished one, on any board around. That is so if Black can follow, in the real
//! arrangement, a strategy for the wished one: see `serves`. It is decided here by plain recursion on a drawn
//! board, with the winner's connectivity found by `board`; the crate that derives the patterns does it in tables.

use std::collections::HashMap;

use board::{BoardSize, Cell, CellSet, Color, Geometry};

/// The most empty cells of a pattern: all pairs of arrangements are compared.
const MOST_CELLS: usize = 6;

/// The most cells around them that may hold anything: all their fillings are tried.
const MOST_UNKNOWN: usize = 16;

/// Why a pattern is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// It cannot be read.
    #[error("line {line}: {problem}")]
    Unreadable {
        /// The line of the file, counted from 1.
        line: usize,
        /// The input found and the input expected.
        problem: String,
    },
    /// Its claim does not hold.
    #[error("line {line}: White can refute the pattern '{class}'")]
    Refuted {
        /// The line of the file, counted from 1.
        line: usize,
        /// The class that the pattern claims.
        class: String,
    },
}

/// Splits a file into patterns: the number of the first line, and the lines. Lines that begin with `#` are comments.
#[must_use]
pub fn split_patterns(text: &str) -> Vec<(usize, Vec<&str>)> {
    let mut patterns: Vec<(usize, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            inside = false;
        } else if inside {
            patterns.last_mut().expect("a pattern was begun").1.push(line);
        } else {
            patterns.push((number + 1, vec![line]));
            inside = true;
        }
    }
    patterns
}

/// Checks one pattern: its lines, the first of them `class: reason`, and the number of that line.
///
/// # Errors
/// [`PatternError`] if it cannot be read or if its claim does not hold.
pub fn check_pattern(line: usize, lines: &[&str]) -> Result<(), PatternError> {
    let unreadable = |problem: String| PatternError::Unreadable { line, problem };
    let (head, rows) = lines.split_first().ok_or_else(|| unreadable("expected a pattern".into()))?;
    let class = head.split(':').next().unwrap_or_default();
    let drawn = Drawn::read(rows).map_err(unreadable)?;
    let claims = drawn.claims(class).map_err(unreadable)?;
    let mut known = HashMap::new();
    let holds = claims.iter().all(|(real, wished)| drawn.serves(real, wished, &mut known));
    if holds { Ok(()) } else { Err(PatternError::Refuted { line, class: class.to_string() }) }
}

/// An arrangement of the empty cells: what each now holds.
type Arrangement = Vec<Option<Color>>;

/// A drawn pattern on a board that leaves room around it.
struct Drawn {
    geometry: &'static Geometry<2>,
    /// The empty cells with their letters.
    cells: Vec<(Cell, char)>,
    /// The stones, and the cells around the empty cells that may hold anything.
    stones: [CellSet<2>; 2],
    unknown: Vec<Cell>,
    /// All cells that touch an empty cell of the pattern, except those cells themselves.
    ring: CellSet<2>,
}

impl Drawn {
    fn read(rows: &[&str]) -> Result<Self, String> {
        let size = BoardSize::square(10).map_err(|error| error.to_string())?;
        let geometry = Geometry::of(size);
        let mut cells = Vec::new();
        let mut stones = [CellSet::EMPTY; 2];
        for (row, text) in rows.iter().enumerate() {
            for (col, letter) in text.chars().filter(|c| !c.is_whitespace()).enumerate() {
                // Two cells of margin, so that no edge of this board touches the pattern.
                let inside = col + 2 < size.cols() - 2 && row + 2 < size.rows() - 2;
                let cell = size
                    .at(col + 2, row + 2)
                    .filter(|_| inside)
                    .ok_or("expected at most 6 rows and columns")?;
                match letter {
                    '?' => {}
                    'B' => stones[0].insert(cell),
                    'W' => stones[1].insert(cell),
                    'a'..='z' => cells.push((cell, letter)),
                    _ => {
                        return Err(format!(
                            "found '{}', expected ?, B, W or a small letter",
                            letter.escape_default()
                        ));
                    }
                }
            }
        }
        let region: CellSet<2> = cells.iter().map(|(cell, _)| *cell).collect();
        let ring = geometry.grow(region).minus(region);
        if !(stones[0] | stones[1]).is_subset(&ring) {
            return Err("found a stone that touches no empty cell of the pattern".into());
        }
        let unknown: Vec<Cell> = ring.minus(stones[0] | stones[1]).iter().collect();
        if cells.len() > MOST_CELLS || unknown.len() > MOST_UNKNOWN {
            return Err(format!(
                "found {} empty cells and {} unknown ones around them: expected at most {MOST_CELLS} and {MOST_UNKNOWN}",
                cells.len(),
                unknown.len()
            ));
        }
        Ok(Self { geometry, cells, stones, unknown, ring })
    }

    /// The claims of a class, as pairs of a real and a wished arrangement.
    fn claims(&self, class: &str) -> Result<Vec<(Arrangement, Arrangement)>, String> {
        // Letters and the classes that use them; the first of a class must occur.
        let letters = match class {
            "dead" | "dominated" | "star-dominated" | "vulnerable" => "x",
            "captured" | "captured-reversible" => "c",
            "permanently-inferior" => "p",
            _ => return Err(format!("found the class '{class}', expected one of the seven")),
        };
        if !self.cells.iter().any(|(_, letter)| letters.contains(*letter)) {
            return Err(format!("expected a cell {letters} in a pattern '{class}'"));
        }
        let (black, white) = (Some(Color::Black), Some(Color::White));
        // The arrangement with some letters filled in and the rest as in `others`.
        let with = |others: &Arrangement, filled: &[(char, Option<Color>)]| -> Arrangement {
            let stone =
                |letter: char| filled.iter().find(|(other, _)| *other == letter).map(|(_, stone)| *stone);
            self.cells
                .iter()
                .zip(others)
                .map(|((_, letter), other)| stone(*letter).unwrap_or(*other))
                .collect()
        };
        let empty = vec![None; self.cells.len()];
        if class == "dominated" {
            // The better move gains the cell, so it serves for both stones.
            return Ok(vec![(with(&empty, &[('d', black)]), with(&empty, &[('d', black), ('x', black)]))]);
        }
        if class == "star-dominated" {
            return Ok(vec![(with(&empty, &[('d', black)]), with(&empty, &[('x', black)]))]);
        }
        // The cells marked e may have been filled in any way when the claim is used.
        let mut pairs = Vec::new();
        for others in self.fillings_of('e') {
            pairs.push(match class {
                "dead" => (with(&others, &[('x', white)]), with(&others, &[('x', black)])),
                "captured" => (others.clone(), with(&others, &[('c', black)])),
                "permanently-inferior" => (others.clone(), with(&others, &[('p', black)])),
                "vulnerable" => (
                    with(&others, &[('x', white), ('k', white), ('c', white)]),
                    with(&others, &[('x', black), ('k', white)]),
                ),
                _ => (with(&others, &[('r', white)]), with(&others, &[('r', white), ('c', black)])),
            });
        }
        Ok(pairs)
    }

    /// All arrangements in which the cells with a letter are empty, black or white and the others empty.
    fn fillings_of(&self, letter: char) -> Vec<Arrangement> {
        let mut fillings = vec![vec![None; self.cells.len()]];
        for (i, _) in self.cells.iter().enumerate().filter(|(_, cell)| cell.1 == letter) {
            let more = fillings.iter().flat_map(|filling| {
                Color::BOTH.map(|color| {
                    let mut filling = filling.clone();
                    filling[i] = Some(color);
                    filling
                })
            });
            let more: Vec<Arrangement> = more.collect();
            fillings.extend(more);
        }
        fillings
    }

    /// Whether Black, holding `real`, can follow a strategy for `wished`, for every side to move and every move.
    fn serves(
        &self,
        real: &Arrangement,
        wished: &Arrangement,
        known: &mut HashMap<(Arrangement, Arrangement), bool>,
    ) -> bool {
        let key = (real.clone(), wished.clone());
        if let Some(&answer) = known.get(&key) {
            return answer;
        }
        let answer = if real.contains(&None) || wished.contains(&None) {
            // White plays in the real arrangement: let White play in the wished one as well, answer, or ignore it.
            continuations(real, Color::White).iter().all(|played| {
                self.serves(played, wished, known)
                    || continuations(wished, Color::White).iter().any(|copy| self.serves(played, copy, known))
                    || continuations(played, Color::Black)
                        .iter()
                        .any(|answer| self.serves(answer, wished, known))
                // Black's strategy plays in the wished one: play in the real one, play elsewhere, or refute the move.
            }) && continuations(wished, Color::Black).iter().all(|played| {
                self.serves(real, played, known)
                    || continuations(real, Color::Black).iter().any(|copy| self.serves(copy, played, known))
                    || continuations(played, Color::White)
                        .iter()
                        .any(|answer| self.serves(real, answer, known))
            })
        } else {
            self.joins_as_much(real, wished)
        };
        known.insert(key, answer);
        answer
    }

    /// Whether black stones around the pattern that are joined through `wished` are joined through `real`, however
    /// the unknown cells are filled.
    fn joins_as_much(&self, real: &Arrangement, wished: &Arrangement) -> bool {
        let stones = |arrangement: &Arrangement| -> CellSet<2> {
            let own = self.cells.iter().zip(arrangement).filter(|(_, stone)| **stone == Some(Color::Black));
            own.map(|((cell, _), _)| *cell).collect()
        };
        let (real, wished) = (stones(real), stones(wished));
        (0..1u32 << self.unknown.len()).all(|filling| {
            let filled = self.unknown.iter().enumerate().filter(|(i, _)| filling >> i & 1 != 0);
            let around = self.stones[0] | filled.map(|(_, cell)| *cell).collect();
            around.iter().all(|cell| {
                let reach =
                    |inside: CellSet<2>| self.geometry.flood(CellSet::of(cell), around | inside) & self.ring;
                reach(wished).is_subset(&reach(real))
            })
        })
    }
}

/// The arrangements after a stone of a colour on one of the empty cells.
fn continuations(arrangement: &Arrangement, color: Color) -> Vec<Arrangement> {
    let empties = (0..arrangement.len()).filter(|&i| arrangement[i].is_none());
    empties
        .map(|i| {
            let mut next = arrangement.clone();
            next[i] = Some(color);
            next
        })
        .collect()
}

#[cfg(test)]
mod forged;

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Vec<Result<(), PatternError>> {
        split_patterns(text).iter().map(|(line, lines)| check_pattern(*line, lines)).collect()
    }

    #[test]
    fn a_bridge_to_a_wall_is_captured_and_a_bridge_in_the_open_is_not() {
        let wall = "captured: a wall above, a stone below\n? B B B\n B c c ?\n  ? B ? ?\n";
        assert_eq!(check(wall), [Ok(())]);
        let open = "captured: two stones\n? B\n c c\n  B ?\n";
        assert_eq!(check(open), [Err(PatternError::Refuted { line: 1, class: "captured".into() })]);
    }

    #[test]
    fn a_stone_less_refutes_a_dead_cell() {
        assert_eq!(check("# four\n\ndead: in a row\n? W\n W x\n  W W\n"), [Ok(())]);
        let three = check("dead: three\n? W\n W x\n  W ?\n");
        assert_eq!(three, [Err(PatternError::Refuted { line: 1, class: "dead".into() })]);
    }

    #[test]
    fn what_cannot_be_read_says_what_was_expected() {
        let strange = check("strange: class\nx B\n");
        let text = strange[0].as_ref().expect_err("no such class").to_string();
        assert_eq!(text, "line 1: found the class 'strange', expected one of the seven");
        assert!(check("dead: a digit\nx 1\n")[0].is_err());
        assert!(check("dead: far\nx ? B\n")[0].is_err());
        assert!(check("dead: no x\ne B\n")[0].is_err());
    }

    #[test]
    fn a_pattern_too_large_to_play_out_is_refused() {
        let cells = check("dead: seven cells\nx a b c\n d f g\n");
        assert!(cells[0].as_ref().is_err_and(|error| error.to_string().contains("found 7 empty cells")));
        // More unknown cells than a number has bits.
        let unknown = check(
            "dead: far apart\nx ? ? x ? ?\n? ? ? ? ? ?\n? ? ? ? ? ?\nx ? ? x ? ?\n? ? ? ? ? ?\n? ? ? x ? x\n",
        );
        assert!(unknown[0].as_ref().is_err_and(|error| error.to_string().contains("unknown ones")));
    }
}
