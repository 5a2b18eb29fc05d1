//! Strategies hold, and `verify` finds every error that is planted in one.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{cell::Cell as Shared, collections::HashSet};

use board::{BoardSize, Color, Geometry, Position, random_below};
use proof::strategy::{Claim, Node, Strategy, read_strategy, seal};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use solver::{
    ProverSettings, Provers, RulesOnly, Solver, SolverContext, SolverLimits, SolverSettings, StrategyError,
    StrategyStatus, StrategyWriter, write_strategy,
};

/// The winner of each opening: `size n`, then rows of B and W.
const FACTS: &str = include_str!("../../players/data/openings.txt");

fn known(size: BoardSize) -> Vec<Color> {
    let heading = format!("size {}", size.cols());
    let mut lines = FACTS.lines().skip_while(|line| line.trim() != heading).skip(1);
    let rows: Vec<&str> = lines.by_ref().take(size.rows()).collect();
    let letters = rows.iter().flat_map(|row| row.split_whitespace());
    letters.map(|letter| if letter == "B" { Color::Black } else { Color::White }).collect()
}

fn solver() -> Solver<1> {
    Solver::new(SolverSettings { table_bytes: 4 << 20, ..SolverSettings::default() })
}

fn strategy_text(position: &Position<1>) -> String {
    write_strategy(&mut solver(), position, None, &SolverContext::default(), &|_| {}).unwrap()
}

fn after(side: usize, moves: &str) -> Position<1> {
    let size = BoardSize::square(side).unwrap();
    Position::after(size, &size.cells_named(moves).unwrap()).unwrap()
}

/// The worst position that a claim speaks of.
fn worst(size: BoardSize, winner: Color, claim: &Claim) -> Position<1> {
    let others = Geometry::of(size).all().minus(claim.stones | claim.cells);
    let [black, white] = match winner {
        Color::Black => [claim.stones, others],
        Color::White => [others, claim.stones],
    };
    Position::with_stones(size, black.resize(), white.resize(), winner.opponent()).unwrap()
}

/// Every claim of a strategy is true, by a search that knows nothing of connections where that is quick enough.
fn claims_are_true(strategy: &Strategy) -> bool {
    let (size, winner) = (strategy.position().size(), strategy.winner());
    let solver = solver();
    strategy.claims().iter().all(|claim| {
        let position = worst(size, winner, claim);
        let answer = if claim.cells.len() <= 9 {
            solver.solve(&position, || RulesOnly, &SolverContext::default())
        } else {
            solver.solve(
                &position,
                || Provers::new(size, ProverSettings::default()),
                &SolverContext::default(),
            )
        };
        answer.winner == Some(winner)
    })
}

#[test]
fn every_opening_up_to_5x5_has_a_strategy_whose_claims_are_true() {
    for side in 1..=5 {
        let size = BoardSize::square(side).unwrap();
        for (cell, expected) in size.iter().zip(known(size)) {
            let position = Position::<1>::empty(size).child(cell);
            let strategy = read_strategy(&strategy_text(&position), |_| {}).unwrap();
            assert_eq!(strategy.winner(), expected, "{side}x{side} {}", size.name(cell));
            assert_eq!(strategy.position(), &position.resize());
            assert!(side > 4 || claims_are_true(&strategy), "{side}x{side} {}", size.name(cell));
        }
    }
}

#[test]
fn every_opening_of_6x6_and_some_of_7x7_have_strategies_that_hold() {
    let six = BoardSize::square(6).unwrap();
    for (cell, expected) in six.iter().zip(known(six)).take(18) {
        let text = strategy_text(&Position::<1>::empty(six).child(cell));
        let strategy = read_strategy(&text, |_| {}).unwrap();
        assert_eq!(strategy.winner(), expected, "6x6 {}", six.name(cell));
    }
    for (opening, winner) in
        [("d4", Color::Black), ("e3", Color::Black), ("d4 d3", Color::Black), ("a1 d4", Color::White)]
    {
        let strategy = read_strategy(&strategy_text(&after(7, opening)), |_| {}).unwrap();
        assert_eq!(strategy.winner(), winner, "7x7 {opening}");
    }
}

#[test]
fn other_positions_have_strategies_too() {
    // The winner to move, an empty board, a finished game, a rectangle.
    for (side, moves, first) in [(5, "a1", true), (4, "", true), (2, "a2 a1 b1", false)] {
        let strategy = read_strategy(&strategy_text(&after(side, moves)), |_| {}).unwrap();
        assert_eq!(strategy.first_move().is_some(), first, "{side} {moves}");
    }
    let rectangle = Position::<1>::empty(BoardSize::new(5, 4).unwrap());
    let strategy = read_strategy(&strategy_text(&rectangle), |_| {}).unwrap();
    assert_eq!(strategy.winner(), Color::Black, "Black has the shorter way");
}

/// Strategies that are written one after the other, with one table, use each other's nodes, and each holds by itself.
#[test]
fn strategies_of_all_openings_share_nodes() {
    let size = BoardSize::square(5).unwrap();
    // The strategy of a position, and how many nodes were written for it.
    let write = |writer: &mut StrategyWriter<1>, solver: &mut Solver<1>, position: &Position<1>| {
        let nodes = Shared::new(0);
        let progress = |status: &StrategyStatus| nodes.set(status.nodes);
        let text = writer.write(solver, position, None, &SolverContext::default(), &progress).unwrap();
        (text, nodes.get())
    };
    let (mut one_solver, mut one_writer) = (solver(), StrategyWriter::default());
    let [mut shared, mut alone] = [0, 0];
    for (cell, expected) in size.iter().zip(known(size)).take(13) {
        let position = Position::<1>::empty(size).child(cell);
        let (text, nodes) = write(&mut one_writer, &mut one_solver, &position);
        let strategy = read_strategy(&text, |_| {}).unwrap();
        assert_eq!((strategy.winner(), strategy.position()), (expected, &position.resize()));
        shared += nodes;
        alone += write(&mut StrategyWriter::default(), &mut solver(), &position).1;
    }
    assert!(shared < alone, "{shared} {alone}");
}

/// One solver and one writer for boards of several sizes: what they remember of one board says nothing about another.
#[test]
fn boards_of_several_sizes_are_told_apart() {
    let (mut one_solver, mut writer) = (solver(), StrategyWriter::default());
    for (columns, rows) in [(4, 4), (5, 4), (4, 5), (3, 6), (4, 4), (6, 3)] {
        let empty = Position::<1>::empty(BoardSize::new(columns, rows).unwrap());
        for position in empty.empty_cells().iter().map(|cell| empty.child(cell)) {
            let provers = || Provers::new(position.size(), ProverSettings::default());
            let alone = solver().solve(&position, provers, &SolverContext::default()).winner;
            let together = one_solver.solve(&position, provers, &SolverContext::default()).winner;
            assert_eq!(together, alone, "{position}");
        }
        let position = empty.child(empty.empty_cells().first().unwrap());
        let text =
            writer.write(&mut one_solver, &position, None, &SolverContext::default(), &|_| {}).unwrap();
        assert_eq!(read_strategy(&text, |_| {}).unwrap().position(), &position.resize());
    }
}

#[test]
fn a_limit_leaves_the_strategy_unfinished() {
    let question = SolverContext { limits: SolverLimits { nodes: Some(1) }, ..SolverContext::default() };
    let position = after(5, "a4");
    let result = write_strategy(&mut solver(), &position, None, &question, &|_| {});
    assert_eq!(result.unwrap_err(), StrategyError::Unfinished);
}

/// The winner follows the strategy against every line of replies; only inside a connection, where the strategy has no more to
/// say, it asks the solver.
#[test]
fn the_strategy_wins_against_every_line_of_replies() {
    fn play(
        strategy: &Strategy,
        solver: &Solver<1>,
        position: &Position<1>,
        seen: &mut HashSet<Position<1>>,
    ) {
        let winner = strategy.winner();
        if !seen.insert(*position) {
            return;
        }
        assert_ne!(position.winner(), Some(winner.opponent()), "{position}");
        if position.has_won(winner) {
            return;
        }
        if position.to_move() == winner {
            let cell = strategy.answer(&position.resize()).unwrap_or_else(|| {
                let answer = solver.solve(
                    position,
                    || Provers::new(position.size(), ProverSettings::default()),
                    &SolverContext::default(),
                );
                assert_eq!(answer.winner, Some(winner), "{position}");
                answer.winning_move.or_else(|| answer.carrier.first()).unwrap()
            });
            play(strategy, solver, &position.child(cell), seen);
        } else {
            for reply in position.empty_cells() {
                play(strategy, solver, &position.child(reply), seen);
            }
        }
    }
    let solver = solver();
    for opening in ["d1", "a4", "d2"] {
        let position = after(4, opening);
        let strategy = read_strategy(&strategy_text(&position), |_| {}).unwrap();
        let mut seen = HashSet::new();
        play(&strategy, &solver, &position, &mut seen);
        assert!(seen.len() > 100, "{}", seen.len());
    }
}

/// A kind of error: changes the lines of a strategy somewhere, or says that there is no place for it.
type Plant = fn(&mut Vec<String>, &mut Xoshiro256PlusPlus) -> Option<()>;

fn pick(lines: &[String], random: &mut Xoshiro256PlusPlus, fits: impl Fn(&str) -> bool) -> Option<usize> {
    let places: Vec<usize> = (0..lines.len()).filter(|&line| fits(&lines[line])).collect();
    (!places.is_empty()).then(|| places[random_below(random, places.len())])
}

/// Changes one word of a line, after the first.
fn change_word(
    line: &mut String,
    random: &mut Xoshiro256PlusPlus,
    fits: impl Fn(&str) -> bool,
    change: impl Fn(&str, &mut Xoshiro256PlusPlus) -> Option<String>,
) -> Option<()> {
    let mut words: Vec<String> = line.split(' ').map(str::to_string).collect();
    let places: Vec<usize> = (1..words.len()).filter(|&word| fits(&words[word])).collect();
    let place = *places.get(random_below(random, places.len().max(1)))?;
    match change(&words[place], random)? {
        changed if changed.is_empty() => drop(words.remove(place)),
        changed => words[place] = changed,
    }
    *line = words.join(" ");
    Some(())
}

/// Changes one pair of a fill-in.
fn change_pair(
    line: &mut String,
    random: &mut Xoshiro256PlusPlus,
    change: impl Fn([&str; 2], &mut Xoshiro256PlusPlus) -> Option<String>,
) -> Option<()> {
    let is_pair = |word: &str| word.len() > 1 && word.contains(':');
    change_word(line, random, is_pair, |word, random| {
        let (a, b) = word.split_once(':')?;
        change([a, b], random)
    })
}

fn random_cell(random: &mut Xoshiro256PlusPlus) -> String {
    format!("{}{}", char::from(b'a' + random_below(random, 5) as u8), 1 + random_below(random, 5))
}

fn number_of_node(lines: &[String], line: usize) -> usize {
    lines[..line].iter().filter(|line| ["c ", "a ", "f "].iter().any(|kind| line.starts_with(kind))).count()
}

/// Errors that leave no strategy behind, wherever they are planted.
const FATAL: &[(&str, Plant)] = &[
    ("drop an answer", |lines, random| {
        let line = pick(lines, random, |line| line.starts_with("a "))?;
        change_word(&mut lines[line], random, |_| true, |_, _| Some(String::new()))
    }),
    ("an answer without its move", |lines, random| {
        let line = pick(lines, random, |line| line.starts_with("a "))?;
        change_word(&mut lines[line], random, |_| true, |word, _| Some(word.split_once(':')?.1.to_string()))
    }),
    ("a cycle", |lines, random| {
        let line = pick(lines, random, |line| line.starts_with("a "))?;
        let own = number_of_node(lines, line);
        change_word(
            &mut lines[line],
            random,
            |_| true,
            |word, random| Some(format!("{}:{}", word.split_once(':')?.0, own + random_below(random, 3))),
        )
    }),
    ("a move off the board", |lines, random| {
        let line = pick(lines, random, |line| line.starts_with("a "))?;
        change_word(
            &mut lines[line],
            random,
            |_| true,
            |word, _| Some(format!("z9:{}", word.split_once(':')?.1)),
        )
    }),
    ("the other winner", |lines, _| {
        let other = if lines[5] == "winner black" { "winner white" } else { "winner black" };
        lines[5] = other.to_string();
        Some(())
    }),
    ("a last step is missing", |lines, random| {
        let line = pick(lines, random, |line| line.starts_with("c ") && line.contains('&'))?;
        let end = lines[line].rfind(' ')?;
        lines[line].truncate(end);
        Some(())
    }),
    ("a step refers to itself", |lines, random| {
        let line = pick(lines, random, |line| line.starts_with("c ") && line.contains('|'))?;
        let first = lines[line].split(' ').position(|word| word == ":")? + 1;
        let words: Vec<String> = lines[line].split(' ').map(str::to_string).collect();
        let steps: Vec<usize> = (first..words.len()).filter(|&word| words[word].starts_with('|')).collect();
        let place = steps[random_below(random, steps.len())];
        let mut words = words;
        words[place] = format!("|{}", place - first);
        lines[line] = words.join(" ");
        Some(())
    }),
    ("no root", |lines, _| {
        lines.retain(|line| !line.starts_with("root"));
        Some(())
    }),
    ("a root that is not there", |lines, _| {
        *lines.last_mut()? = format!("root {}", lines.len());
        Some(())
    }),
    ("a line of another kind", |lines, random| {
        let line = 6 + random_below(random, lines.len() - 6);
        lines.insert(line, "x a1:0".to_string());
        Some(())
    }),
    ("another version", |lines, _| {
        lines[0] = "hexwright strategy 3".to_string();
        Some(())
    }),
    ("a fill-in in version 1", |lines, random| {
        pick(lines, random, |line| line.starts_with("f "))?;
        lines[0] = "hexwright strategy 1".to_string();
        Some(())
    }),
    ("a cell as its own partner", |lines, random| {
        let line = pick(lines, random, |line| line.starts_with("f "))?;
        change_pair(&mut lines[line], random, |[a, _], _| Some(format!("{a}:{a}")))
    }),
    ("another board", |lines, _| {
        lines[1] = "board 4x4".to_string();
        Some(())
    }),
];

/// Errors that may by chance leave another strategy that is right. Most must be refused, and of what is accepted every
/// claim must be true.
const CHANGES: &[(&str, Plant)] = &[
    ("another move", |lines, random| {
        let line = pick(lines, random, |line| line.starts_with("a "))?;
        change_word(
            &mut lines[line],
            random,
            |_| true,
            |word, random| {
                let (cell, node) = word.split_once(':')?;
                let other = random_cell(random);
                (other != cell).then(|| format!("{other}:{node}"))
            },
        )
    }),
    ("another node", |lines, random| {
        let line = pick(lines, random, |line| line.starts_with("a "))?;
        let own = number_of_node(lines, line);
        change_word(
            &mut lines[line],
            random,
            |_| true,
            |word, random| {
                let (cell, node) = word.split_once(':')?;
                let other = random_below(random, own).to_string();
                (other != node).then(|| format!("{cell}:{other}"))
            },
        )
    }),
    ("a stone less in a connection", |lines, random| {
        let line = pick(lines, random, |line| line.starts_with("c ") && !line.starts_with("c :"))?;
        let stones = lines[line].split(' ').position(|word| word == ":")?;
        let mut words: Vec<&str> = lines[line].split(' ').collect();
        words.remove(1 + random_below(random, stones - 1));
        lines[line] = words.join(" ");
        Some(())
    }),
    ("other neighbours", |lines, random| {
        let line = pick(lines, random, |line| line.starts_with("c ") && line.contains('-'))?;
        change_word(
            &mut lines[line],
            random,
            |word| word.contains('-'),
            |word, random| {
                let (a, _) = word.split_once('-')?;
                let other = format!("{a}-{}", random_cell(random));
                (other != word).then_some(other)
            },
        )
    }),
    ("other parts of AND", |lines, random| {
        let line = pick(lines, random, |line| line.starts_with("c ") && line.contains('&'))?;
        change_word(
            &mut lines[line],
            random,
            |word| word.contains('&') && !word.contains('!'),
            |word, random| {
                let (a, b) = word.split_once('&')?;
                let other = random_below(random, 10).to_string();
                (other != a && other != b).then(|| format!("{a}&{other}"))
            },
        )
    }),
    ("a part of OR less", |lines, random| {
        let line = pick(lines, random, |line| line.starts_with("c ") && line.contains('|'))?;
        change_word(
            &mut lines[line],
            random,
            |word| word.matches('|').count() > 1 && !word.contains('!'),
            |word, _| Some(word[..word.rfind('|')?].to_string()),
        )
    }),
    ("another captured cell", |lines, random| {
        let line = pick(lines, random, |line| line.contains('!'))?;
        change_word(
            &mut lines[line],
            random,
            |word| word.contains('!'),
            |word, random| {
                let (rule, _) = word.split_once('!')?;
                let other =
                    format!("{rule}!{}:{}:{}", random_cell(random), random_cell(random), random_cell(random));
                (other != word).then_some(other)
            },
        )
    }),
    ("no captured cells", |lines, random| {
        let line = pick(lines, random, |line| line.contains('!'))?;
        change_word(
            &mut lines[line],
            random,
            |word| word.contains('!'),
            |word, _| Some(word.split_once('!')?.0.to_string()),
        )
    }),
    ("another partner", |lines, random| {
        let line = pick(lines, random, |line| line.starts_with("f "))?;
        change_pair(&mut lines[line], random, |[a, b], random| {
            let other = random_cell(random);
            (other != a && other != b).then(|| format!("{a}:{other}"))
        })
    }),
    ("a pair less", |lines, random| {
        let line = pick(lines, random, |line| line.starts_with("f "))?;
        change_pair(&mut lines[line], random, |_, _| Some(String::new()))
    }),
    ("another node without its pairs", |lines, random| {
        let line = pick(lines, random, |line| line.starts_with("f "))?;
        let own = number_of_node(lines, line);
        let (_, rest) = lines[line][2..].split_once(' ')?;
        lines[line] = format!("f {} {rest}", random_below(random, own));
        Some(())
    }),
    ("a node less", |lines, random| {
        let line = pick(lines, random, |line| line.starts_with("c ") || line.starts_with("a "))?;
        lines.remove(line);
        Some(())
    }),
    ("another root", |lines, random| {
        let nodes = number_of_node(lines, lines.len());
        *lines.last_mut()? = format!("root {}", random_below(random, nodes - 1));
        Some(())
    }),
    ("a stone on a cell that is needed", |lines, random| {
        // The loser's stones are in line 3 or 2, depending on the winner.
        let loser = if lines[5] == "winner black" { 3 } else { 2 };
        let cell = random_cell(random);
        (!lines[2].contains(&cell) && !lines[3].contains(&cell))
            .then(|| lines[loser].push_str(&format!(" {cell}")))
    }),
    ("the winner's stone is missing", |lines, _| {
        let winner = if lines[5] == "winner black" { 2 } else { 3 };
        let end = lines[winner].rfind(' ')?;
        lines[winner].truncate(end);
        Some(())
    }),
];

/// The lines without the last, the check sum.
fn lines_of(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    lines.pop();
    lines
}

fn plant(text: &str, plant: Plant, random: &mut Xoshiro256PlusPlus) -> Option<String> {
    let mut lines = lines_of(text);
    plant(&mut lines, random)?;
    let changed = seal(lines.join("\n") + "\n");
    (changed != text).then_some(changed)
}

#[test]
fn every_planted_error_is_found() {
    let solver = solver();
    let texts: Vec<String> =
        ["e1", "a2", "b2", "e2", "a3", "a4"].map(|opening| strategy_text(&after(5, opening))).into();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    for (name, change) in FATAL {
        let mut planted = 0;
        for round in 0..60 {
            let Some(text) = plant(&texts[round % texts.len()], *change, &mut random) else { continue };
            planted += 1;
            let result = read_strategy(&text, |_| {});
            assert!(result.is_err(), "{name} was not found in\n{text}");
        }
        assert!(planted >= 30, "{name} was planted {planted} times");
    }
    for (name, change) in CHANGES {
        let (mut planted, mut found) = (0, 0);
        for round in 0..60 {
            let Some(text) = plant(&texts[round % texts.len()], *change, &mut random) else { continue };
            planted += 1;
            match read_strategy(&text, |_| {}) {
                Err(_) => found += 1,
                Ok(strategy) => {
                    assert!(claims_are_true(&strategy), "{name}: accepted, and wrong:\n{text}");
                    let root = strategy.position().resize();
                    let answer = solver.solve(
                        &root,
                        || Provers::new(root.size(), ProverSettings::default()),
                        &SolverContext::default(),
                    );
                    assert_eq!(answer.winner, Some(strategy.winner()), "{name}: accepted, and lost:\n{text}");
                }
            }
        }
        assert!(planted >= 20, "{name} was planted {planted} times");
        assert!(2 * found > planted, "{name}: {found} of {planted} found");
    }
}

#[test]
fn changed_and_cut_files_are_found() {
    let text = strategy_text(&after(5, "e1"));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    for _ in 0..300 {
        let mut bytes = text.clone().into_bytes();
        let place = random_below(&mut random, bytes.len());
        bytes[place] = b' ' + random_below(&mut random, 95) as u8;
        if let Ok(changed) = String::from_utf8(bytes)
            && changed != text
        {
            assert!(read_strategy(&changed, |_| {}).is_err(), "byte {place}");
        }
    }
    for end in (0..text.len()).step_by(7) {
        assert!(read_strategy(&text[..end], |_| {}).is_err(), "cut at {end}");
    }
    assert!(read_strategy(&format!("{text}a a1:0\n"), |_| {}).is_err());
    assert!(read_strategy("", |_| {}).is_err());
}

#[test]
fn errors_name_the_line_and_the_rule() {
    let text = strategy_text(&after(5, "e1"));
    let mut lines = lines_of(&text);
    let line = lines.iter().position(|line| line.starts_with("a ")).unwrap();
    let end = lines[line].rfind(' ').unwrap();
    lines[line].truncate(end);
    let refusal = read_strategy(&seal(lines.join("\n") + "\n"), |_| {}).unwrap_err();
    assert_eq!((refusal.line, refusal.rule), (Some(line + 1), "answers"), "{refusal}");
    assert!(refusal.problem.contains("is needed by all answers"), "{refusal}");
}

#[test]
fn a_strategy_answers_in_the_positions_it_speaks_of() {
    let strategy = read_strategy(&strategy_text(&after(5, "a4")), |_| {}).unwrap();
    assert_eq!(strategy.answer(&after(5, "a4").resize()), None, "the loser is to move");
    assert_eq!(strategy.answer(&after(4, "a4 a1").resize()), None, "another board");
    let Node::Answers(links) = &strategy.nodes()[strategy.root()] else { panic!("a4 is no connection") };
    assert!(links.len() > 1);
    for reply in after(5, "a4").empty_cells() {
        let position = after(5, "a4").child(reply);
        let cell = strategy.answer(&position.resize()).unwrap();
        let answer = solver().solve(
            &position.child(cell),
            || Provers::new(position.size(), ProverSettings::default()),
            &SolverContext::default(),
        );
        assert_eq!(answer.winner, Some(Color::Black));
    }
}
