//! Every format but SGF with examples as they are found in the wild, the swap in each, and conversion between any two.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Color, SwapRule};
use record::{Action, Ending, Format, GameResult, NodeId, Property, Record, RecordError};

fn eleven() -> BoardSize {
    BoardSize::square(11).unwrap()
}

/// Reads one game in any format, after checking that the format is recognised.
fn one(format: Format, text: &str) -> Record {
    assert_eq!(Format::detect(text), Some(format), "{text}");
    let mut records = record::read(text, eleven()).unwrap();
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

/// The moves of the main line with their colours: `Ba3 Wswap-pieces`.
fn moves(record: &Record) -> String {
    let words: Vec<String> = record
        .plies()
        .map(|ply| format!("{}{}", ply.color.letter(), ply.action.name(record.size())))
        .collect();
    words.join(" ")
}

fn check(format: Format, text: &str, expected: &str) {
    assert_eq!(moves(&one(format, text)), expected, "{text}");
}

fn check_error(text: &str, expected: &str) {
    let error = record::read(text, eleven()).unwrap_err();
    assert_eq!(error.to_string(), expected, "{text}");
}

/// Writes a record as another format; returns the text and what was left out.
fn write(text: &str, to: Format) -> (String, Vec<String>) {
    let written = to.write(&record::read(text, eleven()).unwrap()).unwrap();
    (written.text.trim_end().to_string(), written.left_out.into_iter().collect())
}

fn write_error(text: &str, to: Format) -> String {
    to.write(&record::read(text, eleven()).unwrap()).unwrap_err().to_string()
}

mod hexworld {
    use super::*;

    #[test]
    fn links_are_read_with_every_move() {
        check(
            Format::HexWorld,
            "https://hexworld.org/board/#15c1,e6:sf7i8g10",
            "Be6 Wswap-pieces Bf7 Wi8 Bg10",
        );
        check(Format::HexWorld, "https://hexworld.org/board/#11,a1:pb2", "Ba1 Wpass Bb2");
        check(Format::HexWorld, "11r9c1,b4:sh4g8", "Bb4 Wswap-pieces Bh4 Wg8");
        check(Format::HexWorld, "#11nc1,d4:SB4", "Bd4 Wswap-sides Wb4");
        check(Format::HexWorld, "https://hexworld.org/board/#9r9c1,", "");
        check(Format::HexWorld, "https://hexanna1.github.io/hex-study/y.html#9r9c1,e5c6", "Be5 Wc6");
    }

    #[test]
    fn resignation_and_forfeit_name_the_loser_whoever_is_to_move() {
        for (code, color, action, ending) in [
            ("rb", Color::Black, Action::Resign, Ending::Resignation),
            ("rw", Color::White, Action::Resign, Ending::Resignation),
            ("fb", Color::Black, Action::Forfeit, Ending::Forfeit),
            ("fw", Color::White, Action::Forfeit, Ending::Forfeit),
        ] {
            let text = format!("https://hexworld.org/board/#11c1,a1b2:{code}");
            let record = one(Format::HexWorld, &text);
            let last = record.plies().last().unwrap();
            assert_eq!((last.color, last.action), (color, action));
            assert_eq!(record.result(), Some(GameResult { winner: color.opponent(), ending }));
            assert_eq!(record.game().unwrap().outcome().unwrap().winner, color.opponent());
            assert_eq!(write(&text, Format::HexWorld), (text, vec![]));
        }
    }

    #[test]
    fn flags_of_any_kind_and_the_cursor_survive() {
        for text in [
            "https://hexworld.org/board/#11r9mnc1z7,a1b2",
            "https://hexworld.org/board/#11c1,a1b2,c3d4",
            "https://hexworld.org/board/#11c1,,a1b2",
            "https://hexworld.org/board/#13x9c1,m9a1",
        ] {
            assert_eq!(write(text, Format::HexWorld), (text.to_string(), vec![]));
        }
        let record = one(Format::HexWorld, "#11c1,a1b2,c3d4");
        assert_eq!(moves(&record), "Ba1 Wb2 Bc3 Wd4");
        let cursor = record.cursor().unwrap();
        assert_eq!(record.game_at(cursor).unwrap().turns().len(), 2);
        assert_eq!(one(Format::HexWorld, "#11c1,,a1").cursor(), Some(NodeId::ROOT));
        assert_eq!(one(Format::HexWorld, "#11c1,a1").cursor(), None);
    }

    #[test]
    fn rectangles_are_columns_by_rows() {
        assert_eq!(one(Format::HexWorld, "#13x9c1,m9a1").size(), BoardSize::new(13, 9).unwrap());
    }

    #[test]
    fn errors_name_the_column() {
        check_error(
            "https://hexworld.org/board/#11c1,a1z9",
            "line 1, column 36: cell z9 is not on the 11x11 board: expected a1 to k11",
        );
        check_error(
            "#11c1,a1:q",
            "line 1, column 9: found ':q': expected a move such as a1, :s, :p, :rb, :rw, :fb or :fw, or the end",
        );
        check_error(
            "#30c1,a1",
            "line 1, column 2: board size 30x30 is not supported: expected 1 to 19 columns and 1 to 19 rows",
        );
    }

    #[test]
    fn an_unfinished_line_keeps_the_result_that_the_record_states() {
        let (text, left_out) = write("(;GM[11]SZ[11]RE[W+Time];B[a1];W[b2])", Format::HexWorld);
        assert_eq!(text, "https://hexworld.org/board/#11c1,a1b2:fb");
        assert_eq!(left_out, ["the result"]);
    }
}

mod trmph {
    use super::*;

    #[test]
    fn links_and_lines_of_a_corpus_are_read() {
        check(Format::Trmph, "https://trmph.com/hex/board#13,a1b2c3", "Ba1 Wb2 Bc3");
        check(Format::Trmph, "trmph.com/hex/board#11,a1b2", "Ba1 Wb2");
        check(Format::Trmph, "13,a1b2c3", "Ba1 Wb2 Bc3");
        let text = "#13,a1b2 1\n\n#13,m13 2\n";
        assert_eq!(Format::detect(text), Some(Format::Trmph));
        let records = record::read(text, eleven()).unwrap();
        let winners: Vec<Color> = records.iter().map(|record| record.result().unwrap().winner).collect();
        assert_eq!(winners, [Color::Black, Color::White]);
    }

    #[test]
    fn a_swap_is_the_first_move_again_and_mirrors_the_stone() {
        let record = one(Format::Trmph, "#3,a3a3b2");
        assert_eq!(moves(&record), "Ba3 Wswap-pieces Bb2");
        assert_eq!(record.game().unwrap().position().to_string(), ". . W\n . B .\n  . . .");
        assert_eq!(write("#3,a3a3b2", Format::Trmph).0, "https://trmph.com/hex/board#3,a3a3b2");
    }

    #[test]
    fn a_swap_of_sides_is_written_in_the_mirror() {
        // Black a3, sides change, White plays c2: in the mirror the stone is White's c1 and Black plays b3.
        let (text, left_out) = write("(;GM[11]SZ[3];B[a3];W[swap-sides];W[c2])", Format::Trmph);
        assert_eq!((text.as_str(), left_out.len()), ("https://trmph.com/hex/board#3,a3a3b3", 0));
    }

    #[test]
    fn what_does_not_fit_is_refused_or_named() {
        assert_eq!(
            write_error("(;GM[11];B[a1];W[pass])", Format::Trmph),
            "a trmph link cannot hold a pass: expected stones only; use sgf or hexworld"
        );
        assert_eq!(
            write_error("(;GM[11]SZ[3:4];B[a1])", Format::Trmph),
            "a trmph link cannot hold a rectangular board: expected a square; use sgf or hexworld"
        );
        assert_eq!(
            write_error("(;GM[11];AB[a1])", Format::Trmph),
            "a trmph link cannot hold set-up stones: expected moves only; use sgf, hexwiki or diagram"
        );
        assert_eq!(
            write_error("(;GM[11];W[a1])", Format::Trmph),
            "a trmph link cannot hold move 1 by white: expected moves that alternate, black first; use sgf"
        );
        let text = "(;GM[11]PB[x];B[a1]C[hi]BL[3]LB[a1:A](;W[b1];B[resign])(;W[c1]))";
        let (text, left_out) = write(text, Format::Trmph);
        assert_eq!(text, "https://trmph.com/hex/board#11,a1b1");
        let expected = [
            "comments",
            "how the game ended",
            "labels and marks",
            "properties of moves, such as clocks",
            "variations",
            "what the root says about the game",
        ];
        assert_eq!(left_out, expected);
    }

    #[test]
    fn errors_name_line_and_column() {
        check_error(
            "13,a1b2 1\n  13,a1n2 2",
            "line 2, column 8: cell n2 is not on the 13x13 board: expected a1 to m13",
        );
    }
}

mod hexwiki {
    use super::*;

    /// A label is copied to every cell of a range, so a short page could fill the memory.
    #[test]
    fn a_page_that_asks_for_much_is_refused() {
        let refused = |contents: &str| {
            let page = format!("<hexboard size=\"19x19\" contents=\"{contents}\"/>");
            Format::HexWiki.read(&page, BoardSize::square(11).unwrap()).unwrap_err().to_string()
        };
        let label = "x".repeat(100_000);
        for contents in [format!("S {label}:all"), format!("R {label}:all"), format!("B {label}:a1")] {
            let error = refused(&contents);
            assert!(error.contains("found a label of 100000 bytes: expected at most 1000"), "{error}");
        }
        let error = refused(&format!("S {}", "red:all ".repeat(1001)));
        assert!(error.contains("found more than 1000 marks for each cell"), "{error}");
        let error = refused(&format!("R area({}a1)", "a1,s19,".repeat(50_000)));
        assert!(error.contains("found an area with more corners than the 19x19 board has cells"), "{error}");
    }

    #[test]
    fn sizes_are_rows_by_columns() {
        let record = one(Format::HexWiki, r#"<hexboard size="3x4" contents="R d3"/>"#);
        assert_eq!(record.size(), BoardSize::new(4, 3).unwrap());
        let (text, _) = write("(;GM[11]SZ[4:3];B[d3])", Format::HexWiki);
        assert!(text.contains("size=\"3x4\""), "{text}");
    }

    #[test]
    fn consecutive_numbers_on_stones_are_moves_and_the_rest_is_set_up() {
        let text = "<hexboard size=\"3x4\" coords='hide'\n contents=\"R arrow(12):a1 b1 B a2 R 1:c1 B 2:b3 R 3:d2 \
                    E *:c2 *:d1\"\n />";
        let record = one(Format::HexWiki, text);
        assert_eq!(moves(&record), "Bc1 Wb3 Bd2");
        assert_eq!(record.game().unwrap().position().to_string(), "B B B .\n W . . B\n  . W . .");
        let labels = record.node(record.last()).properties().last().unwrap();
        let Property::Labels(labels) = labels else { panic!("{labels:?}") };
        let labels: Vec<String> =
            labels.iter().map(|(cell, text)| format!("{}={text}", record.size().name(*cell))).collect();
        assert_eq!(labels, ["a1=arrow(12)", "d1=*", "c2=*"]);
    }

    #[test]
    fn numbers_with_a_gap_stay_labels() {
        let record = one(Format::HexWiki, r#"<hexboard size="5x5" contents="R 1:a1 B 3:b2"/>"#);
        assert_eq!(moves(&record), "");
        assert_eq!(record.game().unwrap().position().occupied().len(), 2);
    }

    #[test]
    fn shades_ranges_and_areas_are_read() {
        let text = r#"<hexboard size="4x4" contents="S red:all blue:(a1--d1) a4--d1 green:area(a2,c2,a4)"/>"#;
        let record = one(Format::HexWiki, text);
        let Some(Property::Shades(shades)) = record.root().properties().first() else { panic!("{record:?}") };
        let mut rows = vec![vec!['.'; 4]; 4];
        for (cell, name) in shades {
            rows[cell.row(record.size())][cell.col(record.size())] = name.chars().next().unwrap();
        }
        let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        assert_eq!(rows, ["bbbg", "gggr", "ggrr", "grrr"]);
    }

    #[test]
    fn the_old_form_is_read() {
        let record = one(Format::HexWiki, "<hex>R5 C6 Q1 Vc2 Hd3 Sa3 Mc3 Ma4</hex>");
        assert_eq!(record.size(), BoardSize::new(6, 5).unwrap());
        assert_eq!(moves(&record), "Bc3 Wa4");
        assert_eq!(record.game_after(0).unwrap().position().occupied().len(), 2);
        let record =
            one(Format::HexWiki, "<hex>\nR7 C7 border labels\nplay\nd4 d3 e3\n\nred numbered\nd4\n</hex>");
        assert_eq!(moves(&record), "Bd4 Wd3 Be3");
        assert_eq!(moves(&one(Format::HexWiki, "<hex>R5 C5 R1a1 B2b2 R3c3</hex>")), "Ba1 Wb2 Bc3");
    }

    #[test]
    fn all_boards_of_a_page_are_read() {
        let page = "== A ==\n<hexboard size=\"3x3\" contents=\"R a1\"/>\ntext <hexagon> <hex>R2 C2 Va1</hex>";
        assert_eq!(record::read(page, eleven()).unwrap().len(), 2);
    }

    #[test]
    fn a_swapped_stone_is_shown_where_it_lies() {
        let (text, left_out) = write("(;GM[11]SZ[3];B[a3];W[swap-pieces];B[b2];W[a1])", Format::HexWiki);
        assert_eq!(
            text,
            "<hexboard size=\"3x3\"\n  contents=\"B c1\n            R 3:b2\n            B 4:a1\"\n  />"
        );
        assert_eq!(left_out, ["the swap (the stone is shown where it lies after it)"]);
        let again = one(Format::HexWiki, &text);
        assert_eq!(again.game().unwrap().position().to_string(), "W . W\n . B .\n  . . .");
        assert_eq!(write(&text, Format::HexWiki), (text, vec![]));
    }

    #[test]
    fn errors_name_line_and_column() {
        check_error(
            "<hexboard\nsize=\"3x3\" contents=\"R d1\"/>",
            "line 2, column 24: cell d1 is not on the 3x3 board: expected a1 to c3",
        );
        check_error(
            "<hexboard contents=\"R a1\"/>",
            "line 1, column 1: found <hexboard> without a size: expected size=\"rows x columns\"",
        );
        check_error(
            "<hexboard size=\"3x3\" contents=\"a1\"/>",
            "line 1, column 32: found 'a1': expected R, B, E or S first",
        );
        check_error("<hex>R5", "line 1, column 1: found <hex> that is not closed: expected </hex>");
        check_error(
            "<hexboard size=\"3x3\"",
            "line 1, column 21: found 'the end': expected attributes such as size=\"5x5\" and \"/>\"",
        );
    }
}

mod move_list {
    use super::*;

    #[test]
    fn lists_are_read_with_a_bare_swap_as_the_sites_mean_it() {
        check(Format::Moves, "a5 swap-pieces d4", "Ba5 Wswap-pieces Bd4");
        check(Format::Moves, "a5,swap;d4", "Ba5 Wswap-pieces Bd4");
        check(Format::Moves, "1. a5 2. swap 3. d4", "Ba5 Wswap-pieces Bd4");
        check(Format::Moves, "1.a5 b4 2.d4 c3\n3... e2", "Ba5 Wb4 Bd4 Wc3 Be2");
        check(Format::Moves, "a5 swap-sides d4", "Ba5 Wswap-sides Wd4");
        check(Format::Moves, "a5 pass d4\nd5 resign", "Ba5 Wpass Bd4 Wd5 Bresign");
    }

    #[test]
    fn lines_of_self_play_keep_their_numbers_as_comments() {
        let record = one(Format::Moves, "B[b3] W[j4][j4:0.37;c3:0.2] B[a1] -1.0");
        assert_eq!(moves(&record), "Bb3 Wj4 Ba1");
        let comments: Vec<Option<String>> =
            record.main_line().skip(1).map(|id| record.node(id).comment()).collect();
        assert_eq!(comments, [None, Some("j4:0.37;c3:0.2".to_string()), Some("-1.0".to_string())]);
    }

    #[test]
    fn paragraphs_are_games() {
        assert_eq!(record::read("a1 b2\n\n\nc3\nd4\n", eleven()).unwrap().len(), 2);
    }

    #[test]
    fn the_size_is_named_when_it_is_left_out() {
        let (text, left_out) = write("(;GM[11]SZ[3];B[a1];W[b2])", Format::Moves);
        assert_eq!((text.as_str(), left_out), ("a1 b2", vec!["the board size 3x3".to_string()]));
    }

    #[test]
    fn errors_name_line_and_column() {
        check_error("a1\n b2 l1", "line 2, column 5: cell l1 is not on the 11x11 board: expected a1 to k11");
        check_error(
            "a1 hello",
            "line 1, column 4: 'hello' is not a move: expected a cell such as a1, swap-pieces, swap-sides or resign",
        );
    }
}

mod diagram {
    use super::*;

    #[test]
    fn boards_are_read_with_and_without_coordinates() {
        let bare = ". B .\n . W .\n  . . .";
        let drawn = "  a b c\n 1 . B .  1\n  2 .(W).  2\n   3 . . .  3\n       a b c\n";
        for text in [bare, drawn] {
            let record = one(Format::Diagram, text);
            assert_eq!(record.game().unwrap().position().to_string(), bare);
        }
    }

    #[test]
    fn what_a_board_cannot_say_is_named() {
        let (text, left_out) = write("a1 b2 c3 pass", Format::Diagram);
        assert!(text.starts_with("B . ."), "{text}");
        assert_eq!(left_out, ["the order of the moves", "the side to move"]);
    }

    #[test]
    fn errors_name_the_line() {
        check_error(". B\n . . .", "line 2, column 1: found 3 cells, expected 2");
    }
}

#[test]
fn text_in_no_format_says_what_was_expected() {
    for text in ["", "hello", "12", "()", "<html>", "https://example.org/"] {
        assert_eq!(record::read(text, eleven()), Err(RecordError::UnknownFormat), "{text}");
    }
}

#[test]
fn swaps_can_be_rewritten_both_ways_and_back() {
    let text = "(;GM[11]SZ[4]RE[B+Resign];B[a3];W[swap-sides]WL[9](;W[d1]WL[8]LB[d1:x];B[b2]AB[c4])(;W[a1]))";
    let sides = one(Format::Sgf, text);
    let pieces = sides.clone().with_swaps_as(SwapRule::Pieces);
    assert_eq!(moves(&pieces), "Ba3 Wswap-pieces Ba4 Wb2");
    assert_eq!(pieces.result().unwrap().winner, Color::White);
    let third = pieces.node(pieces.main_line().nth(3).unwrap());
    assert_eq!((third.seconds_left(Color::Black), third.seconds_left(Color::White)), (Some(8.0), None));
    let mirrored = sides.game().unwrap().position().image(board::Symmetry::Reflection);
    assert_eq!(*pieces.game().unwrap().position(), mirrored);
    assert_eq!(pieces.with_swaps_as(SwapRule::Sides), sides);
}

#[test]
fn any_format_is_converted_to_any_other() {
    // A game that every format can hold the end of: no variations, no passes, no swap.
    let game = record::read("a1 b2 c3 d4 e5", eleven()).unwrap();
    let position = *game[0].game().unwrap().position();
    for from in Format::ALL {
        let text = from.write(&game).unwrap().text;
        let read = from.read(&text, eleven()).unwrap();
        assert_eq!(record::read(&text, eleven()).unwrap(), read, "{from} is not recognised");
        for to in Format::ALL {
            let sequence = !matches!(to, Format::Sgf | Format::HexWiki | Format::Diagram);
            if from == Format::Diagram && sequence {
                let error = to.write(&read).unwrap_err().to_string();
                assert!(error.contains("set-up stones: expected moves only"), "{from} to {to}: {error}");
                continue;
            }
            let again = to.read(&to.write(&read).unwrap().text, eleven()).unwrap();
            assert_eq!(*again[0].game().unwrap().position(), position, "{from} to {to}");
        }
    }
}
