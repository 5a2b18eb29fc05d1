"""A checker of winning strategies, written from docs/reference/strategy-format.md alone: python3 verify.py FILE...

It prints one line for each file, in order: "holds: black wins ..." or "refused: line N: why". The exit status is 0 if
all files hold, 1 if one is refused, 2 if one cannot be read. It judges strategies; it does not read books of patterns.

How to read it: `Board` is the graph of cells and edges, `Line` judges one connection, `Strategy` the whole file. Each
call of `require` is one condition of the page. Sets of cells are integers used as bit sets. Nothing recurses, and the
work is at most the length of the file times the number of cells.
"""

import pathlib
import re
import sys
from collections import namedtuple


class Refused(Exception):
    """The file breaks one of the conditions."""


def require(ok, condition):
    """Refuses the file unless `ok`. All judgements go through here; tests leave out one at a time."""
    if not ok:
        raise Refused(condition)


def number(text):
    require(re.fullmatch(r"0|[1-9][0-9]{0,8}", text), "expected a number of up to nine digits without leading zeros")
    return int(text)


def bits(cells):
    """The members of a set, from the lowest."""
    while cells:
        yield (cells & -cells).bit_length() - 1
        cells &= cells - 1


class Board:
    """The graph that the winner has to join: one vertex for each cell, and the winner's two edges as two more."""

    def __init__(self, columns, rows):
        self.columns, self.rows, self.area = columns, rows, columns * rows
        self.low, self.high = self.area, self.area + 1  # the edges `<` and `>`
        self.edges = 1 << self.low | 1 << self.high
        self.cells = {chr(ord("a") + c) + str(r + 1): r * columns + c for r in range(rows) for c in range(columns)}
        self.edge_names = {"<": self.low, ">": self.high}
        self.near = [0] * (self.area + 2)

    def connect(self, winner):
        """Fills in the neighbours of every vertex."""
        for cell in range(self.area):
            row, column = divmod(cell, self.columns)
            for c, r in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
                if 0 <= column + c < self.columns and 0 <= row + r < self.rows:
                    self.near[cell] |= 1 << cell + r * self.columns + c
            place, last = (row, self.rows - 1) if winner == "black" else (column, self.columns - 1)
            for edge, at_edge in ((self.low, place == 0), (self.high, place == last)):
                if at_edge:
                    self.near[cell] |= 1 << edge
                    self.near[edge] |= 1 << cell

    def cell(self, name):
        require(name in self.cells, "expected a cell of the board")
        return self.cells[name]

    def end(self, name):
        return self.edge_names[name] if name in self.edge_names else self.cell(name)

    def cell_set(self, names):
        """The set of cells of a list that names none twice."""
        found = 0
        for name in names:
            cell = 1 << self.cell(name)
            require(not found & cell, "a cell is named twice")
            found |= cell
        return found

    def around(self, vertices):
        """Everything that one of the vertices touches."""
        found = 0
        for vertex in bits(vertices):
            found |= self.near[vertex]
        return found

    def chain(self, start, owned):
        """Everything that hangs together with the vertex `start` within `owned`."""
        found = new = 1 << start
        while new:
            new = self.around(new) & owned & ~found
            found |= new
        return found


# The result of a step: two ends, the key if it is semi, the carrier. And what is judged once E is known: the cells that
# several parts share, the ends that may capture, and the captured cells as triples of end, cell, partner or None.
Step = namedtuple("Step", "ends key carrier shared listed captured", defaults=(0, (), ()))


class Line:
    """A connection: stones and steps. `judge` returns what it proves: stones, and cells that are empty."""

    def __init__(self, board):
        self.board, self.step, self.steps = board, None, []
        self.ends = {}  # of each stone: the edge or the group that it belongs to

    def judge(self, words):
        require(":" in words, "expected a colon between the stones and the steps")
        colon, board = words.index(":"), self.board
        self.stones = board.cell_set(words[:colon])
        self.owned = self.stones | board.edges
        self.name_groups()
        joined = board.chain(board.low, self.owned) >> board.high & 1
        words = words[colon + 1 :]
        require(words or joined, "there are no steps, and the stones do not join the edges")
        require(not words or not joined, "there are steps, and the stones join the edges without them")
        for self.step, word in enumerate(words):
            self.steps.append(self.derive(word))
        self.region = self.steps[-1].carrier if words else 0
        for self.step, step in enumerate(self.steps):
            self.judge_step(step)
        if words:
            require(self.steps[-1].key is None, "the last step is not full")
            require(set(self.steps[-1].ends) == {board.low, board.high}, "the last step does not connect the edges")
        return self.stones, self.region

    def name_groups(self):
        for stone in bits(self.stones):
            if stone not in self.ends:
                group = self.board.chain(stone, self.owned)
                # All stones at an edge are that edge; its vertex is above those of all stones.
                end = group.bit_length() - 1 if group & self.board.edges else stone
                self.ends.update((member, end) for member in bits(group & self.stones))

    def end(self, name):
        vertex = self.board.end(name)
        return self.ends.get(vertex, vertex)

    def mark(self, end):
        return 1 << end & ~self.owned

    def derive(self, word):
        """A step by its text, with all conditions that do not speak of E."""
        rule, *captured = word.split("!")
        captured = [self.declared(text) for text in captured]
        if rule.startswith("|"):
            return self.either([self.earlier(part) for part in rule[1:].split("|")], captured)
        if rule.count("&") == 1:
            first, second = rule.split("&")
            return self.both(self.earlier(first), self.earlier(second), captured)
        require(rule.count("-") == 1 and not captured, "expected a step, as in `a1-b1`, `0&1` or `|0|1`")
        return self.neighbours(*rule.split("-"))

    def earlier(self, text):
        step = number(text)
        require(step < len(self.steps), "a step rests on one that is not earlier")
        return self.steps[step]

    def declared(self, text):
        names = text.split(":")
        require(len(names) in (2, 3), "expected a captured cell, as in `!b2:c1` or `!<:c1:d1`")
        partner = self.board.cell(names[2]) if len(names) == 3 else None
        return self.end(names[0]), self.board.cell(names[1]), partner

    def neighbours(self, x, y):
        x, y = self.end(x), self.end(y)
        require(x != y, "the two ends are the same")
        chain = self.board.chain(x, self.owned | self.mark(x) | self.mark(y))
        require(chain >> y & 1, "the two ends are no neighbours")
        return Step((x, y), None, 0)

    def both(self, i, j, captured):
        """AND: two connections that share an end are one."""
        shared = [end for end in i.ends if end in j.ends]
        require(len(shared) == 1, "the parts do not share exactly one end")
        (z,) = shared
        x = i.ends[0] if i.ends[1] == z else i.ends[1]
        y = j.ends[0] if j.ends[1] == z else j.ends[1]
        require(not j.carrier & self.mark(x), "the far end of the first part is in the carrier of the second")
        require(not i.carrier & self.mark(y), "the far end of the second part is in the carrier of the first")
        if self.mark(z):
            require(i.key is None and j.key is None, "the parts meet at an empty cell, and one of them is semi")
            key = self.mark(z)
        else:
            require(i.key is None or j.key is None, "both parts are semi")
            key = j.key if i.key is None else i.key
            other = i.carrier if i.key is None else j.carrier
            require(not (key or 0) & other, "the key of one part is in the carrier of the other")
        carrier = self.carrier((x, y), i.carrier | j.carrier | self.mark(z), captured)
        return Step((x, y), key, carrier, i.carrier & j.carrier, (x, y, z), captured)

    def either(self, parts, captured):
        """OR: of several semi connections one is left, wherever the loser plays."""
        ends, shared, carrier = parts[0].ends, -1, 0
        for part in parts:
            require(part.key is not None, "a part is not semi")
            require(set(part.ends) == set(ends), "the parts have different ends")
            shared &= part.carrier
            carrier |= part.carrier
        return Step(ends, None, self.carrier(ends, carrier, captured), shared, ends, captured)

    def carrier(self, ends, cells, captured):
        for _, cell, partner in captured:
            cells |= 1 << cell | (0 if partner is None else 1 << partner)
        return cells & ~self.mark(ends[0]) & ~self.mark(ends[1])

    def judge_step(self, step):
        """The conditions that speak of E, the carrier of the last step."""
        # Captured cells are in the carrier or marks of ends, so this says of them too where they have to be.
        require(not step.carrier & ~self.region, "the carrier leaves the carrier of the last step")
        require(not step.carrier & self.stones, "the carrier contains a stone")
        marks = self.mark(step.ends[0]) | self.mark(step.ends[1])
        require(not marks & ~self.region, "an end is a cell outside the carrier of the last step")
        spare = 0
        for end, cell, partner in step.captured:
            require(end in step.listed, "the capturing end is not one of the rule's")
            self.judge_captured(end, cell, partner)
            spare |= 1 << cell | (0 if partner is None else 1 << partner)
        require(not step.shared & ~spare, "the parts share a cell that is not captured")

    def judge_captured(self, end, cell, partner):
        board, owned = self.board, self.owned | self.mark(end)
        body = board.chain(end, owned)
        require(not body >> cell & 1, "a captured cell belongs to the body that captures it")
        if partner is None:
            self.judge_dead(cell, body)
            return
        require(cell != partner, "a captured cell is its own partner")
        require(not body >> partner & 1, "a captured cell belongs to the body that captures it")
        reached = board.around(body)
        require(reached >> cell & 1 and reached >> partner & 1, "the body does not reach both cells of a captured pair")
        self.judge_dead(cell, board.chain(end, owned | 1 << partner))
        self.judge_dead(partner, board.chain(end, owned | 1 << cell))

    def judge_dead(self, cell, body):
        """The neighbours of a dead cell that may become the winner's hang together without it, beside the body."""
        board = self.board
        beside = board.near[cell] & ~body
        require(not beside & board.edges, "a captured cell lies at an edge that the body does not touch")
        require(not beside & self.stones, "a captured cell touches a stone outside the body")
        beside &= self.region
        require(not beside & ~board.around(body), "a captured cell touches an open cell that the body does not reach")
        for vertex in bits(beside):
            apart = beside & ~board.near[vertex] & ~(1 << vertex)
            require(not apart, "a captured cell lies between two open cells that do not touch")


class Strategy:
    """A whole file. `judge` raises `Refused`, or returns what the file proves; `place` says where it stands."""

    def __init__(self, data):
        self.data, self.line, self.connection, self.claims = data, 0, None, []

    def place(self):
        step = self.connection and self.connection.step
        return f"line {max(self.line, 1)}" + ("" if step is None else f", step {step}")

    def words(self):
        """The words of the next line."""
        require(self.line < len(self.lines), "the file ends before its check line")
        line = self.lines[self.line]
        self.line, self.connection = self.line + 1, None
        require(line.isascii(), "found a byte that is not ASCII")
        words = line.decode("ascii").split(" ")
        require(all(words), "expected words separated by exactly one space")
        return words

    def judge(self):
        *self.lines, rest = self.data.split(b"\n")
        self.header()
        while (words := self.words())[0] in self.kinds:
            self.claims.append(self.kinds[words[0]](words[1:]))
        require(words[0] == "root", "expected a node, or the root")
        self.root(words[1:])
        self.check(self.words())
        require(self.line == len(self.lines), "the file goes on after its check line")
        require(not rest, "the last line does not end with a line feed")
        return f"{self.winner} wins {self.columns}x{self.rows}, {self.to_move} to move, by {len(self.claims)} nodes"

    def header(self):
        *words, version = self.words()
        require(words == ["hexwright", "strategy"] and version in ("1", "2"), "expected `hexwright strategy 2`, or 1")
        self.kinds = {"c": self.connect, "a": self.answers, **({"f": self.fill} if version == "2" else {})}
        words = self.words()
        size = words[1].split("x") if len(words) == 2 and words[0] == "board" else ()
        require(len(size) == 2, "expected `board` and a size from 1x1 to 19x19")
        self.columns, self.rows = number(size[0]), number(size[1])
        require(1 <= self.columns <= 19 and 1 <= self.rows <= 19, "expected `board` and a size from 1x1 to 19x19")
        self.board = Board(self.columns, self.rows)
        self.position = {color: self.stones(color) for color in ("black", "white")}
        require(not self.position["black"] & self.position["white"], "a cell is black and white")
        self.to_move, self.winner = self.color("to-move"), self.color("winner")
        self.board.connect(self.winner)

    def stones(self, color):
        words = self.words()
        require(words[0] == color, "expected `black` or `white` and its stones")
        return self.board.cell_set(words[1:])

    def color(self, name):
        words = self.words()
        require(words[:-1] == [name] and words[1] in self.position, "expected `to-move`, then `winner`, with a color")
        return words[1]

    def connect(self, words):
        self.connection = Line(self.board)
        return self.connection.judge(words)

    def earlier(self, text, condition):
        node = number(text)
        require(node < len(self.claims), condition)
        return self.claims[node]

    def fill(self, words):
        """An earlier node, less captured pairs that it counts as stones. More stones never hurt."""
        require(":" in words, "expected a colon between the stones and the pairs")
        colon, board = words.index(":"), self.board
        stones, cells = self.earlier(words[0], "a node is filled in that is not an earlier one")
        more = board.cell_set(words[1:colon])
        stones, cells = stones | more, cells & ~more
        for word in words[colon + 1 :]:
            require(word.count(":") == 1, "expected a pair, as in `b2:c1`")
            first, second = (1 << board.cell(name) for name in word.split(":"))
            require(first != second, "a cell of a pair is its own partner")
            stones, cells = stones & ~(first | second), cells | first | second
            for kept, lost in ((first, second), (second, first)):
                owned = stones | kept | board.edges
                near = board.around(lost) & (owned | cells)
                for vertex in bits(near):
                    apart = near & ~(1 << vertex) & ~board.around(board.chain(vertex, owned | 1 << vertex))
                    require(not apart, "a cell of a pair is missed where its partner is kept")
        return stones, cells

    def answers(self, words):
        require(words, "expected an answer, as in `b2:0`")
        stones, cells, needed = 0, 0, -1
        for word in words:
            require(word.count(":") == 1, "expected an answer, as in `b2:0`")
            name, node = word.split(":")
            move = 1 << self.board.cell(name)
            answer_stones, answer_cells = self.earlier(node, "an answer names a node that is not an earlier one")
            require(not answer_cells & move, "the node of an answer needs the cell of its move")
            needed &= answer_cells | move
            cells |= answer_cells | move
            stones |= answer_stones & ~move
        require(not needed, "all answers need one and the same cell")
        require(not stones & cells, "a cell is a stone for one answer and empty for another")
        return stones, cells

    def root(self, words):
        require(len(words) == 1, "expected `root n` or `root cell:n`")
        move, _, node = words[0].rpartition(":")
        stones, cells = self.earlier(node, "the root is not a node")
        own, board = self.position[self.winner], self.board
        taken = self.position["black"] | self.position["white"]
        if ":" in words[0]:
            require(self.to_move == self.winner, "there is a first move, but the winner is not to move")
            cell = 1 << board.cell(move)
            require(not taken & cell, "the first move is not on an empty cell")
            own, taken = own | cell, taken | cell
        else:
            joined = board.chain(board.low, own | board.edges) >> board.high & 1
            require(self.to_move != self.winner or joined, "the winner is to move and has no move")
        require(not stones & ~own, "a stone that the root needs is not on the board")
        require(not cells & taken, "a cell that the root needs is not empty")

    def check(self, words):
        require(len(words) == 2 and words[0] == "check", "expected `check` and 16 hexadecimal digits")
        found = 0xCBF29CE484222325
        for byte in b"\n".join([*self.lines[: self.line - 1], b""]):
            found = (found ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        require(words[1] == f"{found:016x}", f"the checksum of the file is {found:016x}")


def verdict(data):
    """Whether the file's bytes hold, and the line that says so."""
    strategy = Strategy(data)
    try:
        return True, "holds: " + strategy.judge()
    except Refused as refused:
        return False, f"refused: {strategy.place()}: {refused}"


def main(paths):
    if not paths:
        print(__doc__.split("\n")[0], file=sys.stderr)
        return 2
    status = 0
    for path in paths:
        try:
            holds, line = verdict(pathlib.Path(path).read_bytes())
        except OSError as error:
            holds, line = None, f"unreadable: {path}: {error.strerror}"
        print(line, flush=True)
        status = max(status, {True: 0, False: 1, None: 2}[holds])
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
