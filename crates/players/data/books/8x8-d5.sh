#!/bin/sh
# Makes crates/players/data/books/8x8-d5.book, the book of the centre opening of 8x8: an hour and a half of one core, 1.4 GB of
# memory. From the root of the repository, after `cargo build --release`:
#
#     crates/players/data/books/8x8-d5.sh FOLDER          with the program target/release/hexwright, or the one that HEXWRIGHT names
#
# A book of each of White's hard moves with an answer to it comes first, each with the patterns of those before it.
set -eu
folder=${1:?a folder for the books}
hexwright=${HEXWRIGHT:-target/release/hexwright}
mkdir -p "$folder"

# What `hexwright booklet` writes to a book, and its first line: NAME ARGUMENT...
book() {
    name=$1
    shift
    "$hexwright" booklet "$@" --save "$folder/$name.book" > "$folder/$name.txt"
    echo "$name: $(head -n 1 "$folder/$name.txt")"
}

# A book of a position, from the books that are named: NAME MOVES SEED ROUNDS KNOWN...
make() {
    name=$1 moves=$2 seed=$3 rounds=$4
    shift 4
    for known; do
        set -- "$@" --known "$folder/$known.book"
        shift
    done
    book "$name" --size 8 --moves "$moves" --seed "$seed" --rounds "$rounds" "$@"
}

# The same book, smaller: NAME SEED ROUNDS
shrink() {
    book "$1" --book "$folder/$1.book" --seed "$2" --rounds "$3"
}

cp crates/players/data/books/7x7-d4.book "$folder/7x7-d4.book"
make f5 "d5 f5 e3" 1 1000 7x7-d4
make e3 "d5 e3 c4" 2 4319 7x7-d4 f5
make f2 "d5 f2 e3" 2 1250 7x7-d4 f5
make e1 "d5 e1 e3" 3 897 7x7-d4 f5
shrink e1 1 1981
make b8 "d5 b8 e3" 2 115 7x7-d4 f5
shrink b8 1 1040
make e2 "d5 e2 f2" 3 743 7x7-d4 f5 e3 f2 e1 b8
make d6 "d5 d6 e3" 3 571 7x7-d4 f5 e3 f2 e1 b8
make g1 "d5 g1 c4" 2 137 7x7-d4 f5 e3 f2 e1 b8
make 8x8-d5 d5 1 1837 7x7-d4 f5 e3 f2 e1 b8 e2 g1 d6
for seed in 1 2 3; do
    shrink 8x8-d5 "$seed" 200
done
