"""A small, complete player for the arena: python3 bot.py HOST PORT NAME TOKEN

It plays where its own shortest way across the board meets the opponent's. Change `choose` to make it stronger.
The protocol is described in docs/reference/arena-protocol.md.
"""

import heapq
import socket
import sys

NEIGHBOURS = [(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)]


class Game:
    """The player's state of the game. Cells are (column, row), from 0; stones are 'b' and 'w'."""

    def __init__(self, words):
        # reset GAME VARIANT SIZE COLOUR key=value...
        self.number = words[1]
        columns, _, rows = words[3].partition("x")
        self.columns, self.rows = int(columns), int(rows or columns)
        self.me = words[4][0]
        self.other = "w" if self.me == "b" else "b"
        keys = dict(word.split("=", 1) for word in words[5:] if "=" in word)
        self.may_swap = keys.get("swap") == "yes"
        self.stones = {}

    def play(self, color, word):
        """Takes note of a stone, or of a swap: the only stone changes its colour and is mirrored."""
        if word == "swap":
            ((column, row),) = self.stones
            self.stones = {(row, column): color}
        else:
            self.stones[(ord(word[0].lower()) - ord("a"), int(word[1:]) - 1)] = color

    def distances(self, color, far):
        """For each cell: how many stones are missing from there to one of the colour's edges, itself included."""
        best, queue = {}, []
        for column in range(self.columns):
            for row in range(self.rows):
                place, last = (row, self.rows - 1) if color == "b" else (column, self.columns - 1)
                if place == (last if far else 0):
                    self.reach(color, best, queue, (column, row), 0)
        while queue:
            distance, cell = heapq.heappop(queue)
            if distance > best[cell]:
                continue
            for dc, dr in NEIGHBOURS:
                self.reach(color, best, queue, (cell[0] + dc, cell[1] + dr), distance)
        return best

    def reach(self, color, best, queue, cell, distance):
        if not (0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows):
            return
        stone = self.stones.get(cell)
        if stone is not None and stone != color:
            return
        distance += stone is None
        if distance < best.get(cell, 1 << 30):
            best[cell] = distance
            heapq.heappush(queue, (distance, cell))

    def choose(self):
        """The best move: the empty cell that lies on the shortest ways of both, near the middle."""
        maps = [self.distances(color, far) for color in "bw" for far in (False, True)]
        never = self.columns * self.rows + 1

        def cost(cell):
            middle = abs(2 * cell[0] - self.columns + 1) + abs(2 * cell[1] - self.rows + 1)
            return sum(distances.get(cell, never) for distances in maps), middle, cell

        empty = [
            (column, row)
            for column in range(self.columns)
            for row in range(self.rows)
            if (column, row) not in self.stones
        ]
        return min(empty, key=cost)

    def answer(self):
        """The next move as a word: a cell, or swap for a first stone that is too near the middle."""
        if self.may_swap and self.me == "w" and list(self.stones.values()) == [self.other]:
            ((column, row),) = self.stones
            middle = abs(2 * column - self.columns + 1) + abs(2 * row - self.rows + 1)
            if 2 * middle < self.columns + self.rows - 2:
                self.play(self.me, "swap")
                return "swap"
        column, row = self.choose()
        self.stones[(column, row)] = self.me
        return chr(ord("a") + column) + str(row + 1)


def main(host, port, name, token):
    connection = socket.create_connection((host, int(port)))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    lines = connection.makefile("r", encoding="utf-8", newline="\n")

    def send(line):
        connection.sendall((line + "\n").encode())

    send(f"hello 1 {name} {token}")
    game = None
    for line in lines:
        words = line.split()
        signal = words[0] if words else ""
        if signal == "ping":
            send(f"pong {words[1]}")
        elif signal == "reset":
            game = Game(words)
            send(f"ready {game.number}")
        elif signal == "error":
            print(line.strip(), file=sys.stderr)
        elif game is None:
            pass
        elif signal == "replay":
            for word in words[1:]:
                color, _, move = word.partition(":")
                game.play(color, move)
        elif signal == "played":
            game.play(words[1][0], words[2])
        elif signal in ("opening", "turn"):
            send(game.answer())
        elif signal == "move":
            game.play(game.other, words[1])
            send(game.answer())
        elif signal == "swap":
            game.play(game.other, "swap")
            send(game.answer())
        elif signal == "bid":
            black, _, white = words[1].partition(":")
            send(f"bid {int(black if game.me == 'b' else white) // 5}")
        elif signal == "advantage":
            send("take")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
