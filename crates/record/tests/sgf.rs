//! SGF: the grammar, the dialects, and the swap traps case by case.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{Color, SwapRule};
use record::{Action, Ending, GameResult, NodeId, Property, Record, RecordError, sgf};

fn one(text: &str) -> Record {
    let mut records = sgf::read(text).unwrap();
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

/// Reads a game, plays its main line and compares the board; rows are separated by `/`.
fn check_board(text: &str, rows: &str) {
    let record = one(text);
    let board = record.game().unwrap().position().to_string();
    let board: Vec<String> = board.lines().map(|line| line.replace(' ', "")).collect();
    assert_eq!(board.join("/"), rows, "{text}");
    // The text must mean the same to this reader and to one that knows no dialects.
    let again = one(&sgf::write(std::slice::from_ref(&record)));
    assert_eq!(again, record, "{text}");
}

fn check_error(text: &str, expected: &str) {
    assert_eq!(sgf::read(text).unwrap_err().to_string(), expected, "{text}");
}

mod swap_traps {
    use super::*;

    #[test]
    fn swap_pieces_mirrors_the_stone_and_black_moves_next() {
        check_board("(;FF[4]GM[11]SZ[3];B[a3];W[swap-pieces];B[b2])", "..W/.B./...");
    }

    #[test]
    fn swap_sides_leaves_the_stone_and_white_moves_next() {
        check_board("(;FF[4]GM[11]SZ[3];B[a3];W[swap-sides];W[b2])", ".../.W./B..");
    }

    #[test]
    fn hexgui_up_to_0_9_wrote_swap_pieces_for_swap_sides() {
        for version in ["0.1", "0.9", "0.9.GIT", "0.8-beta"] {
            let text = format!("(;FF[4]AP[HexGui:{version}]GM[11]SZ[3];B[a3];W[swap-pieces];W[b2])");
            check_board(&text, ".../.W./B..");
        }
    }

    #[test]
    fn hexgui_from_0_10_on_and_others_mean_what_they_write() {
        for application in ["HexGui:0.10", "HexGui:0.10.GIT", "HexGui:1.0", "PlayHex:0.9", "HexGui"] {
            let text = format!("(;FF[4]AP[{application}]GM[11]SZ[3];B[a3];W[swap-pieces];B[b2])");
            check_board(&text, "..W/.B./...");
        }
    }

    #[test]
    fn a_corrected_swap_is_not_corrected_again_after_writing() {
        let text = "(;FF[4]AP[HexGui:0.9]GM[11]SZ[3];B[a3](;W[swap-pieces];W[b2])(;W[c3]))";
        let written = sgf::write(&sgf::read(text).unwrap());
        assert!(written.contains("W[swap-sides]") && !written.contains("HexGui"), "{written}");
    }

    #[test]
    fn a_bare_swap_means_sides_as_hexgui_reads_it() {
        check_board("(;FF[4]GM[11]SZ[3];B[a3];W[swap];W[b2])", ".../.W./B..");
        check_board("(;FF[4]AP[HexGui:0.9]GM[11]SZ[3];B[a3];W[swap];W[b2])", ".../.W./B..");
    }

    #[test]
    fn a_bare_swap_means_pieces_on_little_golem() {
        check_board("(;FF[4]EV[hex.in.1]SZ[3];B[ac];W[swap];B[bb])", "..W/.B./...");
        check_board("(;FF[4]SZ[3]SO[http://www.littlegolem.com];W[ac];B[swap];W[bb])", "..W/.B./...");
    }

    #[test]
    fn swap_is_read_in_any_case() {
        check_board("(;FF[4]GM[11]SZ[3];B[A3];W[Swap-Pieces];B[B2])", "..W/.B./...");
    }

    #[test]
    fn swap_pieces_on_a_rectangle_is_refused_by_the_rules() {
        let record = one("(;GM[11]SZ[4:3];B[a3];W[swap-pieces])");
        assert_eq!(
            record.game().unwrap_err().to_string(),
            "move 2 (W swap-pieces): swap is not allowed here: expected it only as the second move, as the answer \
             to a stone, on a square board; rectangles use swap-sides"
        );
    }

    #[test]
    fn the_swapping_colour_is_the_one_that_the_file_names() {
        let record = one("(;GM[11]SZ[3];W[a3];B[swap-pieces];W[b2])");
        let game = record.game().unwrap();
        assert_eq!(game.position().to_string(), ". . B\n . W .\n  . . .");
    }
}

#[test]
fn little_golem_games_open_with_either_letter_and_the_opener_joins_top_and_bottom() {
    // The end of game 1612755: the file says W opened and B resigned, and names B the winner.
    let text = "(;FF[4]EV[hex.ch.32.2.1]PB[Bill LeBoeuf]PW[bennok]SZ[13]RE[B]GC[game #1612755]\
                SO[https://www.littlegolem.net];W[am];B[ii];W[de];B[dc];W[kf];B[resign])";
    let record = one(text);
    let first = record.plies().next().unwrap();
    assert_eq!(
        (first.color, first.action.name(record.size()).to_string()),
        (Color::Black, "a13".to_string())
    );
    assert_eq!(record.info("PB").as_deref(), Some("Bill LeBoeuf"));
    let black_by_resignation = GameResult { winner: Color::Black, ending: Ending::Resignation };
    assert_eq!(record.result(), Some(black_by_resignation));
    assert_eq!(record.game().unwrap().outcome().unwrap().winner, Color::Black);
    // A file that states its game is taken at its word: White begins and joins left and right.
    let stated = one(&text.replace("FF[4]", "FF[4]GM[11]"));
    assert_eq!(stated.plies().next().unwrap().color, Color::White);
}

#[test]
fn little_golem_does_not_escape_and_is_read_all_the_same() {
    // Game 1804563, and a made-up one with worse names.
    let record = one("(;FF[4]EV[null]PB[lazy\\player]PW[Shumacher;]]SZ[11]RE[B]GC[game #1804563]\
                      SO[https://www.littlegolem.net];W[ad];B[swap];W[eg];B[resign])");
    assert_eq!(record.info("PB").as_deref(), Some("lazy\\player"));
    assert_eq!(record.info("PW").as_deref(), Some("Shumacher;]"));
    assert_eq!(record.result().unwrap().to_string(), "B+Resign");
    assert_eq!(one(&sgf::write(std::slice::from_ref(&record))), record);
    let record =
        one("(;FF[4]EV[a [b] c]PB[x] y]PW[:-]]SZ[13]RE[W]SO[http://www.littlegolem.com];W[am];B[ii])");
    assert_eq!(record.info("EV").as_deref(), Some("a [b] c"));
    assert_eq!(record.info("PB").as_deref(), Some("x] y"));
    assert_eq!(record.info("PW").as_deref(), Some(":-]"));
    assert_eq!(record.result().unwrap().to_string(), "W+");
    assert_eq!(one(&sgf::write(std::slice::from_ref(&record))), record);
    // A file that does not name the site may escape.
    let record = one("(;FF[4]PB[a\\]b]SZ[13];W[am];B[ii])");
    assert_eq!(record.info("PB").as_deref(), Some("a]b"));
}

#[test]
fn a_playhex_file_is_read_with_all_it_says() {
    let text = "(;FF[4]CA[UTF-8]AP[PlayHex:0.0.0]SO[https://playhex.org]PC[https://playhex.org/games/1]\
                GN[Bjørn vs. ]DT[2024-01-02]RE[W+Time]GM[11]SZ[14]PB[A\\]B]PW[katahex]BR[2100]TM[600]OT[3x10 byo-yomi]\
                ;B[f3]BL[598.5]OB[3];W[swap-pieces]WL[600];B[d4]BL[590]C[gg: wp\\:)];W[pass];B[forfeit])";
    let record = one(text);
    assert_eq!(record.result(), Some(GameResult { winner: Color::White, ending: Ending::Time }));
    assert_eq!(record.info("PB").as_deref(), Some("A]B"));
    let line: Vec<NodeId> = record.main_line().collect();
    assert_eq!(record.node(line[1]).seconds_left(Color::Black), Some(598.5));
    assert_eq!(record.node(line[1]).periods_left(Color::Black), Some(3));
    assert_eq!(record.node(line[3]).comment().as_deref(), Some("gg: wp:)"));
    let actions: Vec<Action> = record.plies().map(|ply| ply.action).collect();
    assert_eq!(actions[1], Action::Swap(SwapRule::Pieces));
    assert_eq!(actions[3..], [Action::Pass, Action::Forfeit]);
    assert_eq!(record.game().unwrap().outcome().unwrap().winner, Color::White);
}

#[test]
fn variations_setup_marks_and_unknown_properties_survive_a_round_trip() {
    let text = "(;FF[4]CA[UTF-8]AP[Hexwright:0.1.0]GM[11]SZ[5:4]PB[x]XYZZY[a][\\]b\\\\][]PW[y]\
                AB[a1][b2]AW[c3]AE[d4]PL[W]LB[a1:A][b2:two\\:]TR[e1]SHADE[e2:yellow]AR[a1:e4]C[first\nsecond]\n\
                (;W[e3]BID[17]CHIPS[83:117];B[d3]\n(;W[d2])\n(;W[d1]N[name]))\n(;W[a4])\n(;))\n";
    let record = one(text);
    assert_eq!(sgf::write(std::slice::from_ref(&record)), text);
    assert_eq!(record.len(), 7);
    assert!(record.has_variations());
    let names: Vec<&str> = record
        .root()
        .properties()
        .iter()
        .map(|property| match property {
            Property::Text { name, .. } => name.as_str(),
            Property::Stones { .. } => "stones",
            Property::ToMove(_) => "to move",
            _ => "marks",
        })
        .collect();
    let expected = [
        "PB", "XYZZY", "PW", "stones", "stones", "stones", "to move", "marks", "marks", "marks", "marks", "C",
    ];
    assert_eq!(names, expected);
    let bid = record.node(record.main_line().nth(1).unwrap());
    assert_eq!(bid.text("BID").as_deref(), Some("17"));
    assert_eq!(bid.values("CHIPS").unwrap()[0].pair(), Some(("83".to_string(), "117".to_string())));
}

#[test]
fn setup_in_the_middle_goes_into_the_start_of_the_game() {
    let record = one("(;GM[11]SZ[3];B[a1];W[b2];AE[a1]AB[c1]PL[W];W[a3];W[b3])");
    let game = record.game().unwrap();
    assert_eq!(game.position().to_string(), ". . B\n . W .\n  W W .");
    assert_eq!(game.turns().len(), 1);
    assert_eq!(record.game_after(2).unwrap().position().to_string(), ". . B\n . W .\n  . . .");
    assert_eq!(record.game_after(1).unwrap().position().to_string(), "B . .\n . . .\n  . . .");
}

#[test]
fn rectangles_of_points_and_old_long_names_are_read() {
    let record = one("(;GaMe[11]SiZe[4]AddBlack[a1:b2]AddWhite[dd])");
    assert_eq!(record.game().unwrap().position().to_string(), "B B . .\n B B . .\n  . . . .\n   . . . W");
}

#[test]
fn the_default_size_is_11() {
    assert_eq!(one("(;GM[11];B[k11])").size().to_string(), "11x11");
}

#[test]
fn a_collection_has_several_games_and_text_around_them_is_ignored() {
    let text = "From: a friend\n\n(;GM[11]SZ[3];B[a1])\nand (this one)\n( ;GM[11]SZ[4];B[d4])\n-- \n";
    let records = sgf::read(text).unwrap();
    assert_eq!(records.iter().map(|r| r.size().cols()).collect::<Vec<_>>(), [3, 4]);
    assert_eq!(sgf::read(&sgf::write(&records)).unwrap(), records);
}

#[test]
fn errors_name_line_and_column() {
    check_error("", "line 1, column 1: found no game: expected SGF, which begins with \"(;\"");
    check_error("(;GM[1])", "line 1, column 3: property GM: found game 1: expected 11, which is Hex");
    check_error(
        "(;GM[11]\nSZ[20])",
        "line 2, column 1: property SZ: board size 20x20 is not supported: expected 1 to 19 columns and 1 to 19 rows",
    );
    check_error(
        "(;GM[11]SZ[3]\n;B[a1]\n;W[é9])",
        "line 3, column 2: property W: 'é9' is not a move: expected a cell such as a1, swap-pieces, swap-sides or resign",
    );
    check_error(
        "(;GM[11]SZ[3];AB[d1])",
        "line 1, column 15: property AB: cell d1 is not on the 3x3 board: expected a1 to c3",
    );
    check_error(
        "(;GM[11];B[a1];W[b1]",
        "line 1, column 1: found a game that is not closed: expected 1 more ')' at the end",
    );
    check_error("(;GM[11];B[a1", "line 1, column 11: found a value that is not closed: expected ']'");
    check_error("(;GM[11];B)", "line 1, column 11: found ')': expected '[' after property B");
    check_error("(;GM[11]?)", "line 1, column 9: found '?)': expected ';', '(' or ')'");
    check_error(
        "(;GM[11](B[a1]))",
        "line 1, column 10: found 'B[a1]))': expected a node, which begins with ';', after '('",
    );
    check_error("(;GM[11];B[a1][b1])", "line 1, column 10: property B: found 2 moves: expected one");
    check_error(
        "(;GM[11]gm[1])",
        "line 1, column 9: found 'gm[1])': expected a property name in at most 64 capital letters",
    );
}

#[test]
fn too_large_is_a_clear_error() {
    let expect = |text: &str, expected: &str| {
        let error = sgf::read(text).unwrap_err();
        assert!(matches!(error, RecordError::TooLarge { .. }), "{error}");
        assert_eq!(error.to_string(), expected);
    };
    let mut hundred_megabytes = "(;GM[11]".to_string();
    hundred_megabytes.push_str(&";B[a1];W[b2]".repeat((100 << 20) / 12));
    expect(&hundred_megabytes, "found 104857604 bytes of SGF: expected at most 67108864");
    expect(&"(;".repeat(1_000_000), "found 10001 variations within variations: expected at most 10000");
    let many = format!("(;GM[11]{})", ";".repeat(1_000_000));
    expect(&many, "found 1000001 nodes in the file: expected at most 1000000");
    let values = format!("(;GM[11]X{})", "[]".repeat(2_000_000));
    expect(&values, "found 2000001 property values in the file: expected at most 2000000");
    let cells = format!("(;GM[11]AB{})", "[a1:k11]".repeat(1_000_000));
    check_error(
        &cells,
        "line 1, column 9: property AB: found more cells than the 11x11 board has: expected each once",
    );
}

#[test]
fn what_is_within_the_limits_is_read_however_deep() {
    let deep = format!("(;GM[11]{}{})", "(;C[x]".repeat(9_999), ")".repeat(9_999));
    let record = one(&deep);
    assert_eq!(record.len(), 10_000);
    assert_eq!(one(&sgf::write(std::slice::from_ref(&record))), record);
    let long = one(&format!("(;GM[11]{})", ";C[x]".repeat(500_000)));
    assert_eq!(one(&sgf::write(std::slice::from_ref(&long))), long);
}
