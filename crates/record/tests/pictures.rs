//! Pictures: text boards as they are printed, SVG that every reader accepts, PNG that has something on it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::collections::BTreeMap;

use board::{BoardSize, CellSet, Color, Game, Move, Position, parse_diagram};
use proptest::prelude::*;
use record::{Arrow, BoardOrientation, FillPattern, HeatMap, Mark, Picture, Shade, TextStyle, Tint};

fn game(side: usize, moves: &str) -> Game {
    let mut game = Game::new(BoardSize::square(side).unwrap(), true);
    for name in moves.split_whitespace() {
        game.play(Move::parse(name, game.size()).unwrap()).unwrap();
    }
    game
}

/// Compares the plain text of a picture; both sides without the first line break and the last.
fn check_text(picture: &Picture, expected: &str) {
    let text = picture.text(TextStyle::Plain);
    assert_eq!(text.trim_end_matches('\n'), expected.trim_matches('\n'), "\n{text}");
}

#[test]
fn plain_text_marks_the_last_stone_and_names_cells() {
    check_text(
        &Picture::of_game(&game(3, "b2 a3"), false),
        "
  a b c
 1 . . .  1
  2 . B .  2
   3(W). .  3
      a b c",
    );
    check_text(
        &Picture::of_game(&game(3, "b2 c3"), false),
        "
  a b c
 1 . . .  1
  2 . B .  2
   3 . .(W) 3
      a b c",
    );
}

#[test]
fn numbers_follow_a_swapped_stone() {
    check_text(
        &Picture::of_game(&game(3, "a3 swap-pieces b2"), true),
        "
  a   b   c
 1  .   .  W1   1
   2  . (B3 ) .   2
     3  .   .   .   3
          a   b   c",
    );
}

#[test]
fn shades_arrows_heat_and_caption_follow_the_text_board() {
    let mut picture = Picture::of_game(&game(2, "a1"), false);
    let size = BoardSize::square(2).unwrap();
    let cell = |name| size.cell(name).unwrap();
    picture.coordinates = false;
    picture.last_move = None;
    picture.caption = Some("a caption".to_string());
    picture.shades.push(Shade {
        cells: CellSet::of(cell("b2")),
        tint: Tint::Green,
        pattern: FillPattern::Dots,
        name: Some("goal".to_string()),
    });
    picture.arrows.push(Arrow { from: cell("a1"), to: cell("b2"), tint: None });
    picture.heat = Some(HeatMap {
        values: BTreeMap::from([(cell("b1"), 3.0)]),
        name: Some("visits".to_string()),
        written: true,
    });
    check_text(&picture, "B 3\n . +\n+ goal\na1 -> b2\nvisits: 3 to 3\na caption");
    let colored = picture.text(TextStyle::Colored);
    assert!(colored.starts_with("\x1b[38;5;167m●\x1b[0m "), "{colored:?}");
}

#[test]
fn rows_from_ten_on_keep_their_places() {
    let text = Picture::new(Position::empty(BoardSize::square(11).unwrap())).text(TextStyle::Plain);
    let lines: Vec<&str> = text.lines().collect();
    let first_cells: Vec<usize> = lines[1..=11].iter().map(|line| line.find('.').unwrap()).collect();
    assert_eq!(first_cells, (3..14).collect::<Vec<_>>());
    assert!(lines[10].trim_start().starts_with("10 ."));
}

/// Checks what every XML reader checks: one root, tags that close each other, quoted attributes, no stray signs.
fn check_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    let mut roots = 0;
    while let Some(start) = rest.find('<') {
        let between = &rest[..start];
        assert!(!between.contains('>') && entities_are_known(between), "{between:?}");
        assert!(!open.is_empty() || between.trim().is_empty(), "text outside the root: {between:?}");
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
            continue;
        }
        roots += usize::from(open.is_empty());
        let (tag, empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let name = tag.split([' ', '\n']).next().unwrap();
        assert!(!name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric()), "{tag}");
        let mut attributes = tag[name.len()..].trim();
        while !attributes.is_empty() {
            let (key, after) = attributes.split_once("=\"").expect("attributes have quoted values");
            assert!(key.trim().chars().all(|c| c.is_ascii_alphanumeric() || c == '-'), "{key}");
            let (value, after) = after.split_once('"').expect("quotes close");
            assert!(!value.contains("NaN") && !value.contains("inf"), "{key}={value}");
            attributes = after.trim();
        }
        if !empty {
            open.push(name);
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty() && roots == 1, "{roots} roots, open {open:?}");
    assert!(!svg.chars().any(|c| c.is_control() && c != '\n'));
}

fn entities_are_known(text: &str) -> bool {
    text.split('&')
        .skip(1)
        .all(|rest| ["amp;", "lt;", "gt;", "quot;", "#39;"].iter().any(|entity| rest.starts_with(entity)))
}

fn any_picture() -> impl Strategy<Value = Picture> {
    let sizes = (1..=19usize, 1..=19usize).prop_map(|(cols, rows)| BoardSize::new(cols, rows).unwrap());
    let text = prop_oneof!["\\PC{0,6}", "[ -~]{0,8}", "[\\x00-\\x1f<>&\"']{0,4}"];
    (sizes, prop::collection::vec((any::<u32>(), 0..9u8, text, any::<f64>()), 0..30), any::<bool>()).prop_map(
        |(size, items, flag)| {
            let mut picture = Picture::new(Position::empty(size));
            let mut values = BTreeMap::new();
            picture.coordinates = flag;
            for (place, kind, text, number) in items {
                let cell = size.cell_at(place as usize % size.cells()).unwrap();
                let other = size.cell_at((place >> 16) as usize % size.cells()).unwrap();
                let tint = Tint::ALL[place as usize % 8];
                match kind {
                    0 => _ = picture.position.place(Color::Black, cell),
                    1 => _ = picture.position.place(Color::White, cell),
                    2 => _ = picture.labels.insert(cell, text),
                    3 => _ = picture.marks.insert(cell, Mark::ALL[place as usize % 5]),
                    4 => picture.arrows.push(Arrow { from: cell, to: other, tint: flag.then_some(tint) }),
                    5 => _ = values.insert(cell, number),
                    6 => _ = picture.numbers.insert(cell, place as usize),
                    7 => picture.caption = Some(text),
                    _ => picture.shades.push(Shade {
                        cells: [cell, other].into_iter().collect(),
                        tint,
                        pattern: FillPattern::ALL[place as usize % 4],
                        name: flag.then_some(text),
                    }),
                }
                picture.last_move = Some(other);
            }
            if !values.is_empty() {
                picture.heat = Some(HeatMap { values, name: picture.caption.clone(), written: flag });
            }
            if flag {
                picture.orientation = BoardOrientation::Diamond;
            }
            picture
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_picture_is_well_formed_svg(picture in any_picture()) {
        check_well_formed(&picture.svg());
        let _ = picture.text(TextStyle::Plain);
        let _ = picture.text(TextStyle::Colored);
    }

    #[test]
    fn a_text_board_can_be_read_back(mut picture in any_picture()) {
        let position = picture.position;
        picture = Picture { coordinates: picture.coordinates, last_move: picture.last_move, ..Picture::new(position) };
        let read = record::diagram::read(&picture.text(TextStyle::Plain)).unwrap();
        let stones = |position: &Position| Color::BOTH.map(|color| position.stones(color));
        prop_assert_eq!(stones(read.game().unwrap().position()), stones(&position));
    }
}

#[test]
fn a_small_svg_is_what_it_should_be() {
    let mut picture = Picture::new(parse_diagram("B").unwrap());
    picture.coordinates = false;
    let svg = picture.svg();
    check_well_formed(&svg);
    let count = |what: &str| svg.matches(what).count();
    // Four bands, the cells, the lines between them; one stone.
    assert_eq!((count("<path"), count("<circle"), count("<rect")), (6, 1, 1));
    assert!(svg.contains("<title>Hex position on a 1x1 board</title>"));
    assert!(svg.contains("<desc>Hex board of 1 columns and 1 rows. Red (Black): a1.</desc>"));
    assert!(!svg.contains("<text") && !svg.contains("href") && !svg.contains("font"));
}

#[test]
fn the_description_gives_moves_in_their_order() {
    let svg = Picture::of_game(&game(3, "c3 b2 a1"), true).svg();
    assert!(svg.contains("Red (Black): 1:c3 3:a1. Blue (White): 2:b2."), "{svg}");
}

#[test]
fn the_same_picture_is_the_same_bytes() {
    let picture = Picture::of_game(&game(5, "c3 b2 d2 a1"), true);
    assert_eq!(picture.svg(), picture.clone().svg());
}

#[cfg(feature = "png")]
mod png {
    use board::Cell;

    use super::*;

    #[test]
    fn a_png_has_the_size_of_its_scale() {
        let picture = Picture::of_game(&game(5, "c3 b2"), true);
        let size = |bytes: &[u8]| {
            assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
            let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
            (number(16), number(20))
        };
        let (width, height) = size(&picture.png(1.0).unwrap());
        let (double_width, double_height) = size(&picture.png(2.0).unwrap());
        assert!(width > 250 && double_width.abs_diff(2 * width) <= 2, "{width} {double_width}");
        assert!(height > 200 && double_height.abs_diff(2 * height) <= 2, "{height} {double_height}");
        for scale in [0.0, -1.0, f64::NAN, 1000.0] {
            let error = picture.png(scale).unwrap_err().to_string();
            assert!(error.contains("expected 1 to 8192 each way"), "{error}");
        }
    }

    #[test]
    fn everything_that_can_be_drawn_reaches_the_pixels() {
        let base = Picture::new(Position::empty(BoardSize::square(3).unwrap()));
        fn cell(name: &str) -> Cell {
            BoardSize::square(3).unwrap().cell(name).unwrap()
        }
        let plain = base.png(1.0).unwrap();
        let changes: [fn(&mut Picture); 6] = [
            |picture| picture.position.place(Color::Black, cell("b2")).unwrap(),
            |picture| _ = picture.labels.insert(cell("b2"), "A".to_string()),
            |picture| _ = picture.marks.insert(cell("b2"), Mark::Triangle),
            |picture| picture.arrows.push(Arrow { from: cell("a1"), to: cell("c3"), tint: None }),
            |picture| {
                picture.shades.push(Shade {
                    cells: CellSet::of(cell("b2")),
                    tint: Tint::Yellow,
                    pattern: FillPattern::Hatch,
                    name: None,
                });
            },
            |picture| {
                let values = BTreeMap::from([(cell("b2"), 1.0), (cell("c3"), 2.0)]);
                picture.heat = Some(HeatMap { values, name: None, written: false });
            },
        ];
        for (index, change) in changes.into_iter().enumerate() {
            let mut picture = base.clone();
            change(&mut picture);
            assert_ne!(picture.png(1.0).unwrap(), plain, "change {index}");
        }
    }
}
