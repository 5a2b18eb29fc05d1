//! Records of games, in all formats. What is read as SGF can be written and read again with nothing lost.

use board::BoardSize;
use record::{Format, sgf};

use super::{Target, outcome, text, texts};

const SGF_SEEDS: &[&str] = &[
    "(;FF[4]GM[11]SZ[11]AP[HexGui:0.9]PB[one]PW[two];B[a3];W[swap-pieces];B[f6]C[a \\] comment](;W[e7])(;W[d8];B[resign]))",
    "(;GM[11]SZ[5:4]AB[a1][b2]AW[c3]PL[W];W[d4]LB[a1:x])",
    "(;FF[4]GM[11]SZ[3]VARIANT[bidding]TIES[advantage]PAYMENT[opponent]CHIPS[100:100]ADVANTAGE[black];B[b2]BIDS[40:32]CHIPS[60:140])",
    "(;FF[4]EV[x]PB[p]PW[q]SZ[13]RE[B]GC[hex]SO[http://www.littlegolem.com];W[kc];B[swap];W[ff];B[resign])",
];
const SGF_WORDS: &[&str] = &[
    "(;",
    ")",
    ";B[",
    ";W[",
    "]",
    "SZ[",
    "SZ[19:1]",
    "AB[",
    "AE[a1]",
    "PL[B]",
    "swap-pieces",
    "swap-sides",
    "resign",
    "forfeit",
    "C[",
    "\\]",
    "[pass]",
    "GM[11]",
    "FF[4]",
    "VARIANT[bidding]",
    "COIN[0.5]",
];

/// A record in whichever format it seems to be.
pub(super) const RECORD: Target = Target {
    name: "record",
    about: "a record in any format, found out by itself; written again in every format",
    seeds: || {
        let mut seeds = texts(SGF_SEEDS);
        seeds.extend(texts(&[
            "https://hexworld.org/board/#11c1,a2:sf6:rb",
            "https://trmph.com/hex/board#13,a1b2c3",
            "<hexboard size=\"5x5\" contents=\"R a1 B b2 2:c3\"/>",
            "a5 swap-pieces d4 e3",
            ". B .\n . W .\n  . . .",
        ]));
        seeds
    },
    words: SGF_WORDS,
    most_bytes: 20_000,
    seal: None,
    run: |input| read_as(None, input),
    in_tests: 1500,
};

/// SGF.
pub(super) const SGF: Target = Target {
    name: "sgf",
    about: "SGF; what was read is written and read again with nothing lost",
    seeds: || texts(SGF_SEEDS),
    words: SGF_WORDS,
    most_bytes: 20_000,
    seal: None,
    run: |input| {
        let Ok(records) = sgf::read(&text(input)) else { return read_as(Some(Format::Sgf), input) };
        let written = sgf::write(&records);
        let again =
            sgf::read(&written).unwrap_or_else(|error| panic!("written and not read: {error}: {written}"));
        assert_eq!(sgf::write(&again), written, "written, read and written otherwise");
        "read".to_string()
    },
    in_tests: 1500,
};

/// Boards of HexWiki.
pub(super) const HEXWIKI: Target = Target {
    name: "hexwiki",
    about: "boards of HexWiki, old and new",
    seeds: || {
        texts(&[
            "<hexboard size=\"5x7\" coords=\"hide\" contents=\"R a1 b2 B 2:c3 E *:c2 S red:all blue:(a1--c3)\"/>",
            "<hex>R5 C5 Q1 Vc2 Hd3 Sa3 Mc3</hex>",
        ])
    },
    words: &[
        "<hexboard ",
        "size=\"",
        "contents=\"",
        "/>",
        "R ",
        "B ",
        "S red:",
        "--",
        "all",
        "arrow(3)",
        "<hex>",
        "</hex>",
        "R19 C19",
    ],
    most_bytes: 8_000,
    seal: None,
    run: |input| read_as(Some(Format::HexWiki), input),
    in_tests: 1500,
};

/// Links of HexWorld and trmph, and lists of moves.
pub(super) const LINKS: Target = Target {
    name: "links",
    about: "links of HexWorld and trmph, and lists of moves",
    seeds: || {
        texts(&[
            "https://hexworld.org/board/#15c1,e6:sf7i8:p,b2:rw",
            "https://hexworld.org/board/#11x9r3c1n,a1b2",
            "https://trmph.com/hex/board#13,a1b2c3",
            "#19,a1a1s19",
            "1. a3 swap-pieces 2. f6 e7 resign",
        ])
    },
    words: &[
        "#",
        ",",
        ":s",
        ":p",
        ":rb",
        ":fw",
        "r12",
        "c1",
        "x",
        "hexworld.org/board/",
        "trmph.com/hex/board",
        "swap-pieces",
    ],
    most_bytes: 8_000,
    seal: None,
    run: |input| {
        let formats = [Format::HexWorld, Format::Trmph, Format::Moves];
        formats.map(|format| read_as(Some(format), input)).join("; ")
    },
    in_tests: 1500,
};

/// Reads, and writes what was read in every format.
fn read_as(format: Option<Format>, input: &[u8]) -> String {
    let (text, size) = (text(input), BoardSize::square(11).expect("11x11 is a board"));
    let result = match format {
        Some(format) => format.read(&text, size),
        None => record::read(&text, size),
    };
    if let Ok(records) = &result {
        for format in Format::ALL {
            // A format that has no place for something says so.
            let _ = format.write(records);
        }
    }
    outcome(&result)
}
