"""Tests of verify.py: python3 test_verify.py

The corpus of forgeries (crates/verify/tests/forgeries) is refused, each file for its reason. Each condition of the
checker is needed: without it, one of the forgeries is accepted. So is each formula in `FORMULAS`.
"""

import ast
import contextlib
import io
import pathlib
import time
import types
import unittest

import verify

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
FORGERIES = REPOSITORY / "crates/verify/tests/forgeries"
TRUE = REPOSITORY / "crates/verify/tests/true"
SHIPPED = REPOSITORY / "crates/web/data/strategies"
SOURCE = pathlib.Path(verify.__file__).read_text()

# Conditions that others imply, and that are there for a clearer message.
IMPLIED = {
    "all(words)": "an empty word is no cell, number, step, color or kind of node",
    "words": "a node without answers has an empty intersection of nothing, which is not empty here",
}

# Formulas of the page, each with a wrong one that a forgery must find out.
FORMULAS = [
    ("cells |= 1 << cell | (0 if partner is None else 1 << partner)", "pass"),
    ("i.carrier | j.carrier | self.mark(z), captured", "i.carrier | j.carrier, captured"),
    ("i.carrier & j.carrier, (x, y, z)", "0, (x, y, z)"),
    ("shared &= part.carrier", "shared &= 0"),
    ("key = self.mark(z)", "key = None"),
    ("key = j.key if i.key is None else i.key", "key = None"),
    ("needed &= answer_cells | move", "needed &= answer_cells"),
    ("needed &= answer_cells | move", "needed &= move"),
    ("cells |= answer_cells | move", "cells |= answer_cells"),
    ("cells |= answer_cells | move", "cells |= move"),
    ("stones |= answer_stones & ~move", "stones = answer_stones & ~move"),
    ("stones | more, cells & ~more", "stones, cells & ~more"),
    ("cells | first | second", "cells"),
    ("cells | first | second", "cells | first"),
    ("cells | first | second", "cells | second"),
    ("stones | kept | board.edges", "stones | first | second | board.edges"),
    ("board.around(lost) & (owned | cells)", "board.around(lost) & owned"),
    ("board.around(lost) & (owned | cells)", "board.around(lost) & (owned | cells) & ~board.edges"),
    ("((first, second), (second, first))", "((first, second),)"),
    ("((first, second), (second, first))", "((second, first),)"),
    ("near[cell] & ~body", "near[cell] & ~body & ~board.edges"),
    ("taken = self.position[\"black\"] | self.position[\"white\"]", "taken = own"),
    ("own, taken = own | cell, taken | cell", "own = own | cell"),
    ("(1, -1), (-1, 1)", "(1, 1), (-1, -1)"),
    ("(1, -1), (-1, 1)", "(1, -1), (-1, 1), (1, 1)"),
    ("if winner == \"black\" else", "if winner == \"white\" else"),
    ("self.owned | self.mark(x) | self.mark(y)", "self.owned | self.mark(x) | self.mark(y) | 1"),
    ("(found ^ byte) * 0x100000001B3", "(found * 0x100000001B3 ^ byte)"),
]


def table(folder):
    """The rows of a folder's index, as lists of cells."""
    lines = (folder / "README.md").read_text().splitlines()
    rows = [line.strip("| ").replace("\\|", "\0").split(" | ") for line in lines if line.startswith("| `")]
    return [[cell.replace("\0", "|") for cell in row] for row in rows]


def files(folder):
    return {path.stem: path.read_bytes() for path in sorted(folder.glob("*.strategy"))}


def seal(text):
    """The text with its check line."""
    found = 0xCBF29CE484222325
    for byte in text.encode():
        found = (found ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return text.encode() + b"check %016x\n" % found


def load(code):
    """A checker of its own, from changed source."""
    checker = types.ModuleType("mutant")
    exec(compile(code, "mutant", "exec"), checker.__dict__)
    return checker


def conditions(tree):
    """All calls of `require`."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "require"]


def mutants():
    """Checkers that lack one condition, or one of several that stand in one `and`; each with the text of what it lacks."""
    for number in range(len(conditions(ast.parse(SOURCE)))):
        operand = -1
        while True:
            tree = ast.parse(SOURCE)
            call = conditions(tree)[number]
            found = call.args[0]
            several = found.values if isinstance(found, ast.BoolOp) and isinstance(found.op, ast.And) else []
            gone = found if operand < 0 else several[operand]
            if operand < 0:
                call.args[0] = ast.Constant(True)
            else:
                several[operand] = ast.Constant(True)
            yield ast.unparse(gone), load(ast.fix_missing_locations(tree))
            operand += 1
            if operand >= len(several):
                break


def judge(checker, data):
    """Whether a checker accepts a file. A mutant that fails has lost the condition that kept the file from it."""
    try:
        return checker.verdict(data)[0]
    except (IndexError, KeyError, MemoryError, TypeError, UnicodeDecodeError, ValueError):
        return True


def wins(board, own, empty):
    """Whether the owner of `own` joins the edges if the other player moves first, by brute force."""
    known = {}

    def joined(stones):
        return board.chain(board.low, stones | board.edges) >> board.high & 1

    def second(own, empty):
        if (own, empty) not in known:
            known[own, empty] = bool(joined(own)) or bool(
                joined(own | empty) and all(first(own, empty & ~(1 << cell)) for cell in verify.bits(empty))
            )
        return known[own, empty]

    def first(own, empty):
        return any(second(own | 1 << cell, empty & ~(1 << cell)) for cell in verify.bits(empty))

    if joined(own):
        return True
    return second(own, empty)


def claim(data, most=16):
    """Whether the claim of a file is true, by brute force up to a number of empty cells: "true", "false", "unknown"."""
    strategy = verify.Strategy(data)
    *strategy.lines, _ = data.split(b"\n")
    try:
        strategy.header()
    except verify.Refused:
        return "unknown"
    board, position = strategy.board, strategy.position
    own = position[strategy.winner]
    empty = (1 << board.area) - 1 & ~position["black"] & ~position["white"]
    if empty.bit_count() > most:
        return "unknown"
    moves = [0] if strategy.to_move != strategy.winner else [1 << cell for cell in verify.bits(empty)]
    won = wins(board, own, 0) or any(wins(board, own | move, empty & ~move) for move in moves)
    return "true" if won else "false"


class Corpus(unittest.TestCase):
    def test_every_forgery_is_refused_for_its_reason(self):
        found = files(FORGERIES)
        rows = {row[0].strip("`"): row[1:] for row in table(FORGERIES)}
        self.assertEqual(sorted(found), sorted(rows))
        self.assertGreater(len(found), 200)
        for name, (truth, reason, _) in rows.items():
            with self.subTest(name):
                holds, line = verify.verdict(found[name])
                self.assertFalse(holds)
                self.assertEqual(line.split(": ", 2)[2], reason)
                self.assertEqual(claim(found[name]), truth)

    def test_true_files_are_accepted(self):
        found = files(TRUE)
        self.assertEqual(sorted(found), sorted(row[0].strip("`") for row in table(TRUE)))
        for name, data in (found | files(SHIPPED)).items():
            with self.subTest(name):
                self.assertTrue(verify.verdict(data)[0])
                self.assertNotEqual(claim(data, 12), "false")

    def test_every_condition_is_needed(self):
        found = list(files(FORGERIES).values())
        implied = set()
        for gone, mutant in mutants():
            if not any(judge(mutant, data) for data in found):
                implied.add(gone)
        self.assertEqual(implied, set(IMPLIED))

    def test_every_formula_is_needed(self):
        found = list(files(FORGERIES).values())
        for right, wrong in FORMULAS:
            with self.subTest(wrong):
                self.assertEqual(SOURCE.count(right), 1)
                mutant = load(SOURCE.replace(right, wrong))
                self.assertTrue(any(judge(mutant, data) for data in found))


class Program(unittest.TestCase):
    def run_on(self, *paths):
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(io.StringIO()):
            status = verify.main([str(path) for path in paths])
        return status, output.getvalue().splitlines()

    def test_one_line_for_each_file_and_the_worst_status(self):
        good, bad = TRUE / "bridges.strategy", FORGERIES / "edges-as-neighbours.strategy"
        missing = TRUE / "no-such-file.strategy"
        self.assertEqual(self.run_on(good), (0, ["holds: black wins 3x3, white to move, by 1 nodes"]))
        self.assertEqual(self.run_on(good, bad)[0], 1)
        status, lines = self.run_on(bad, missing, good)
        self.assertEqual((status, [line.split(":")[0] for line in lines]), (2, ["refused", "unreadable", "holds"]))
        self.assertEqual(self.run_on()[0], 2)

    def test_hostile_files_are_refused_soon(self):
        head = "hexwright strategy 1\nboard 19x19\nblack\nwhite\nto-move white\nwinner black\n"
        bridge = "c b2 : <-b1 b1-b2 0&1 <-c1 c1-b2 3&4 |2|5"
        nodes = "c a1 :\n" + "".join(f"a a1:{n}\n" for n in range(20000))
        hostile = {
            "a line of a million words": head + "c" + " a1" * 1000000 + " :\n",
            "a number of a million digits": head + bridge + " " + "9" * 1000000 + "&1\n",
            "an OR of a million parts": head + bridge + " " + "|2" * 1000000 + "\n",
            "a million captures": head + bridge + " |2" + "!b2:b1:c1" * 1000000 + "\n",
            "half a million steps": head + bridge + " 1&6 6&1" * 250000 + "\n",
            "a million lines": head + "c :\n" * 1000000,
            "a million bytes without a line feed": "x" * 1000000,
            "long chains of answers": head.replace("19x19", "1x1") + nodes,
        }
        for name, text in hostile.items():
            with self.subTest(name):
                begin = time.process_time()
                self.assertFalse(verify.verdict(seal(text))[0])
                self.assertLess(time.process_time() - begin, 60)

    def test_it_is_short(self):
        self.assertLessEqual(len(SOURCE.splitlines()), 400)


if __name__ == "__main__":
    unittest.main()
