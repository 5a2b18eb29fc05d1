//! Round trips over random games and trees, and readers fed with random and damaged text.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Cell, Color, Game, Move, Position, SwapRule, Symmetry, random_below};
use proptest::prelude::*;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use record::{Action, Format, Mark, NodeId, Ply, Property, PropertyValue, Record, sgf};

fn any_size() -> impl Strategy<Value = BoardSize> {
    (1..=19usize, 1..=19usize).prop_map(|(cols, rows)| BoardSize::new(cols, rows).unwrap())
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[ -~]{0,12}", r"[a-c\]\\:\n\[();]{0,8}", "\\PC{0,6}"]
}

fn any_cell(size: BoardSize) -> impl Strategy<Value = Cell> {
    (0..size.cells()).prop_map(move |index| size.cell_at(index).unwrap())
}

fn any_cells(size: BoardSize) -> impl Strategy<Value = Vec<Cell>> {
    prop::collection::btree_set(any_cell(size), 1..4).prop_map(|cells| cells.into_iter().collect())
}

fn any_color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn any_action(size: BoardSize) -> impl Strategy<Value = Action> {
    prop_oneof![
        6 => any_cell(size).prop_map(Action::Place),
        1 => Just(Action::Swap(SwapRule::Pieces)),
        1 => Just(Action::Swap(SwapRule::Sides)),
        1 => Just(Action::Pass),
        1 => Just(Action::Resign),
        1 => Just(Action::Forfeit),
    ]
}

/// Anything that a node may say. Names of unknown properties are chosen apart from those we understand.
fn any_property(size: BoardSize) -> impl Strategy<Value = Property> {
    let labels = || prop::collection::vec((any_cell(size), any_text()), 1..3);
    prop_oneof![
        (any_color(), any_action(size)).prop_map(|(color, action)| Property::Move(Ply { color, action })),
        (prop::option::of(any_color()), any_cells(size))
            .prop_map(|(color, cells)| Property::Stones { color, cells }),
        any_color().prop_map(Property::ToMove),
        (prop::sample::select(Mark::ALL.to_vec()), any_cells(size))
            .prop_map(|(mark, cells)| Property::Marks { mark, cells }),
        labels().prop_map(Property::Labels),
        labels().prop_map(Property::Shades),
        prop::collection::vec((any_cell(size), any_cell(size)), 1..3).prop_map(Property::Arrows),
        ("(C|N|BL|OW|X[A-Z]{1,4}|Q[0-9]{1,2})", prop::collection::vec(any_text(), 1..3)).prop_map(
            |(name, texts)| Property::Text {
                name,
                values: texts.iter().map(|text| PropertyValue::from_text(text)).collect(),
            }
        ),
    ]
}

/// A tree whose nodes hang anywhere below earlier ones.
fn any_record() -> impl Strategy<Value = Record> {
    any_size().prop_flat_map(|size| {
        let nodes = prop::collection::vec(
            (any::<prop::sample::Index>(), prop::collection::vec(any_property(size), 0..4)),
            0..12,
        );
        (Just(size), prop::collection::vec(any_property(size), 0..4), nodes).prop_map(
            |(size, root, nodes)| {
                let mut record = Record::new(size);
                root.into_iter().for_each(|property| record.root_mut().push(property));
                let mut ids = vec![NodeId::ROOT];
                for (parent, properties) in nodes {
                    let id = record.add_child(ids[parent.index(ids.len())]);
                    properties.into_iter().for_each(|property| record.node_mut(id).push(property));
                    ids.push(id);
                }
                record
            },
        )
    })
}

/// A game by the rules, with or without a swap and a resignation.
fn any_game() -> impl Strategy<Value = Game> {
    let swap = prop_oneof![Just(None), Just(Some(SwapRule::Pieces)), Just(Some(SwapRule::Sides))];
    (any_size(), swap, any::<bool>(), any::<u64>(), 0..60usize).prop_map(
        |(size, swap, resign, seed, most)| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut game = Game::new(size, true);
            while game.turns().len() < most && game.outcome().is_none() {
                let swapping = swap.filter(|rule| *rule == SwapRule::Sides || size.is_square());
                if let Some(rule) = swapping.filter(|_| game.can_swap()) {
                    game.play(Move::Swap(rule)).unwrap();
                    continue;
                }
                let empty = game.position().empty_cells();
                let cell = empty.iter().nth(random_below(&mut rng, empty.len())).unwrap();
                game.play(Move::Place(cell)).unwrap();
            }
            if resign && game.outcome().is_none() {
                game.play(Move::Resign).unwrap();
            }
            game
        },
    )
}

fn read_one(format: Format, text: &str, size: BoardSize) -> Record {
    let mut records = format.read(text, size).unwrap();
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_tree_survives_sgf(records in prop::collection::vec(any_record(), 1..3)) {
        let text = sgf::write(&records);
        prop_assert_eq!(sgf::read(&text).unwrap(), records, "{}", text);
    }

    #[test]
    fn a_game_survives_a_record_and_sgf(game in any_game()) {
        let record = Record::from_game(&game);
        let again = record.game().unwrap();
        prop_assert_eq!(&again, &game);
        let read = read_one(Format::Sgf, &sgf::write(std::slice::from_ref(&record)), game.size());
        prop_assert_eq!(read, record);
    }

    #[test]
    fn a_game_survives_every_format_that_can_hold_it(game in any_game()) {
        let record = Record::from_game(&game);
        for format in [Format::HexWorld, Format::LittleGolem, Format::Trmph, Format::Moves] {
            if !game.size().is_square() && matches!(format, Format::LittleGolem | Format::Trmph) {
                prop_assert!(format.write(std::slice::from_ref(&record)).is_err());
                continue;
            }
            if game.turns().is_empty() && format == Format::Moves {
                continue;
            }
            let text = format.write(std::slice::from_ref(&record)).unwrap().text;
            let mut read = read_one(format, &text, game.size());
            if read.plies().next().is_some() && format != Format::Moves {
                prop_assert_eq!(record::read(&text, game.size()).unwrap(), vec![read.clone()], "{}", text);
            }
            if matches!(format, Format::LittleGolem | Format::Trmph) && game.sides_exchanged() {
                read = read.with_swaps_as(SwapRule::Sides);
            }
            let mut expected: Vec<Ply> = record.plies().collect();
            if format == Format::Trmph {
                expected.retain(|ply| ply.action != Action::Resign);
            }
            let found: Vec<Ply> = read.plies().collect();
            prop_assert_eq!(found, expected, "{}: {}", format, text);
        }
    }

    #[test]
    fn a_position_survives_every_format_that_can_hold_it(game in any_game()) {
        let record = Record::from_game(&game);
        for format in [Format::HexWiki, Format::Diagram, Format::Sgf] {
            let text = format.write(std::slice::from_ref(&record)).unwrap().text;
            let read = read_one(format, &text, game.size());
            let (found, expected) = (*read.game().unwrap().position(), game.position());
            let stones = |position: &Position| Color::BOTH.map(|color| position.stones(color));
            prop_assert_eq!(stones(&found), stones(expected), "{}: {}", format, text);
        }
    }

    #[test]
    fn rewriting_swaps_mirrors_the_board(game in any_game()) {
        let record = Record::from_game(&game);
        let pieces = record.clone().with_swaps_as(SwapRule::Pieces);
        let expected = if game.sides_exchanged() && game.size().is_square() {
            game.position().image(Symmetry::Reflection)
        } else {
            *game.position()
        };
        prop_assert_eq!(*pieces.game().unwrap().position(), expected);
        if game.sides_exchanged() {
            prop_assert_eq!(pieces.with_swaps_as(SwapRule::Sides), record);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in any_text(), bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        exercise(&text);
        exercise(&record::decode(&bytes));
    }
}

/// Reads a text in every way there is, and writes what comes out in every format. Nothing may panic.
fn exercise(text: &str) {
    let size = BoardSize::square(11).unwrap();
    for format in Format::ALL {
        if let Ok(records) = format.read(text, size) {
            follow(&records);
        }
    }
    let _ = record::read(text, size);
}

fn follow(records: &[Record]) {
    for record in records {
        let _ = record.game();
        let _ = record.result();
        let _ = record.clone().with_swaps_as(SwapRule::Pieces);
    }
    for format in Format::ALL {
        let written = format.write(records);
        if format == Format::Sgf {
            assert_eq!(sgf::read(&written.unwrap().text).unwrap(), records);
        }
    }
}

/// Texts to damage: every format and feature.
const CORPUS: [&str; 14] = [
    "(;FF[4]GM[11]SZ[5]AP[HexGui:0.9]PB[a\\]b]C[x\\\\];B[a3];W[swap-pieces](;B[b2]BL[3.5])(;B[pass];W[resign]))",
    "(;FF[4]EV[hex.mc]PB[Bill]PW[ben]SZ[13]RE[B]GC[ game #1]SO[http://www.littlegolem.com];W[mf];B[swap];W[de])",
    "(;GM[11]SZ[3:4]AB[a1:b2][c3]AW[aa]AE[b1]PL[2]LB[a1:A]TR[b2]AR[a1:b2]SHADE[c1:red];W[c4]XY[a][b]C[:\\:])",
    "https://hexworld.org/board/#15c1,e6:sf7i8g10:pj10:S,l6i4:rb",
    "#13x9r9nmc1,,a1b2:fw",
    "https://trmph.com/hex/board#13,a1a1b2c3 1",
    "11,a1b2c3 2\n11,k11\n",
    "<hexboard size=\"5x4\" coords=\"hide\" contents=\"R 1:d1 b4 B 2:c3 E +:a2 *:c4 S red:all blue:(a1--d1) area(a1,c1,c3)\"/>",
    "<hex>R5 C6 Q1 Vc2 Hd3 Sa3 Mc3 Ma4 play b1 b2 red c5 R3a1</hex>",
    "a5 swap-pieces d4, e5;f6 resign\n\nb3 swap-sides c4 pass forfeit",
    "B[b3] W[j4][j4:0.37;c3:0.2] B[a1] -1.0",
    "  a b c\n 1 . B .  1\n  2 .(W).  2\n   3 . . .  3\n       a b c\n",
    ". B . .\n . W . B\n",
    "(;FF[4]GM[11](;B[a1](;W[b1](;B[c1]))(;W[d1]))(;W[a1];W[a2];AB[c3]))",
];

/// Pieces that damage well.
const SPLINTERS: [&str; 24] = [
    "(",
    ")",
    "[",
    "]",
    ";",
    ":",
    "\\",
    ",",
    "(;",
    "B[",
    "W[swap]",
    "SZ[19]",
    "a1",
    "s19",
    "z99",
    "--",
    "\"",
    "<hex",
    "\u{e9}",
    "\u{feff}",
    "\0",
    "\n",
    "99999999999999999999",
    "area(",
];

#[test]
fn damaged_text_is_read_or_refused() {
    const ROUNDS: usize = 300_000;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let size = BoardSize::square(11).unwrap();
    let mut read = 0usize;
    for round in 0..ROUNDS {
        let mut text = CORPUS[random_below(&mut rng, CORPUS.len())].to_string();
        for _ in 0..=random_below(&mut rng, 4) {
            damage(&mut text, &mut rng);
        }
        if let Ok(records) = record::read(&text, size) {
            read += 1;
            // Following every text in every format would take minutes; a sample goes all the way.
            if round % 16 == 0 {
                follow(&records);
            }
        }
        if round % 16 == 0 {
            exercise(&text);
        }
    }
    // Both sides of every check must be visited.
    assert!((ROUNDS / 10..ROUNDS * 9 / 10).contains(&read), "{read} of {ROUNDS} could be read");
}

/// Changes one place of a text: takes out, doubles, exchanges or puts in.
fn damage(text: &mut String, rng: &mut Xoshiro256PlusPlus) {
    let mut pick = |text: &str| {
        let mut at = random_below(rng, text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (a, b) = (pick(text), pick(text));
    let (from, to) = (a.min(b), a.max(b));
    match random_below(rng, 6) {
        0 => text.replace_range(from..to, ""),
        1 => text.truncate(from),
        2 => {
            let part = text[from..to].to_string();
            text.insert_str(to, &part);
        }
        3 => {
            let other = CORPUS[random_below(rng, CORPUS.len())];
            let half = other.char_indices().nth(other.chars().count() / 2).map_or(0, |(at, _)| at);
            text.replace_range(from.., &other[half..]);
        }
        4 => text.replace_range(from..from, SPLINTERS[random_below(rng, SPLINTERS.len())]),
        _ => {
            let to = text[from..].chars().next().map_or(from, |c| from + c.len_utf8());
            text.replace_range(from..to, SPLINTERS[random_below(rng, SPLINTERS.len())]);
        }
    }
}

#[test]
fn long_text_of_every_format_ends_soon() {
    let size = BoardSize::square(11).unwrap();
    let long = |part: &str| part.repeat((2 << 20) / part.len());
    let texts = [
        long("a1 "),
        long("B[a1][x]"),
        format!("#11,{}", long("a1b2")),
        format!("#11c1,{}", long(":s")),
        long("11,a1b2 1\n"),
        long("B . W"),
        long(". B\n"),
        format!("<hexboard size=\"5x5\" contents=\"R {}\"/>", long("a1 (")),
        format!("<hexboard size=\"5x5\" contents=\"R {}\"/>", long("a1--e5 ")),
        format!("<hex>R5 C5 {}</hex>", long("Ma1 ")),
        long("<hex"),
        long("("),
        long("(;]"),
        long("(;)"),
        long("( ;)"),
        long("( ;SO[littlegolem])"),
        format!("(;PB[{}", long("]A")),
        format!("(;PB[{}", long("] ")),
        long("\\"),
        long(" "),
        long("\n"),
    ];
    for text in texts {
        for format in Format::ALL {
            if let Ok(records) = format.read(&text, size) {
                let _ = Format::HexWiki.write(&records[..1]);
                let _ = Format::Trmph.write(&records[..1]);
            }
        }
        let _ = record::read(&text, size);
    }
}
