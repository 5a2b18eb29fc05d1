"""The smallest player for the arena: python3 random_bot.py HOST PORT NAME TOKEN

It plays a random empty cell. Start from here, and change `choose`; bot.py shows a player that looks at the board.
The protocol is described in docs/reference/arena-protocol.md.
"""

import random
import socket
import sys


def choose(columns, rows, taken):
    """The next move: any empty cell, as (column, row) from 0."""
    cells = [(column, row) for column in range(columns) for row in range(rows)]
    return random.choice([cell for cell in cells if cell not in taken])


def cell_of(word):
    return ord(word[0].lower()) - ord("a"), int(word[1:]) - 1


def main(host, port, name, token):
    connection = socket.create_connection((host, int(port)))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(line):
        connection.sendall((line + "\n").encode())

    def note(word):
        """A stone was played; or a swap mirrored the only stone."""
        cell = next((row, column) for column, row in taken) if word == "swap" else cell_of(word)
        if word == "swap":
            taken.clear()
        taken.add(cell)

    send(f"hello 1 {name} {token}")
    columns, rows, me, taken = 0, 0, "", set()
    for line in connection.makefile("r", encoding="utf-8", newline="\n"):
        signal, *words = line.split() or [""]
        if signal == "ping":
            send(f"pong {words[0]}")
        elif signal == "reset":
            # reset GAME VARIANT SIZE COLOUR key=value...
            width, _, height = words[2].partition("x")
            columns, rows, me, taken = int(width), int(height or width), words[3], set()
            send(f"ready {words[0]}")
        elif signal == "replay":
            for word in words:
                note(word.partition(":")[2])
        elif signal == "played":
            note(words[1])
        elif signal == "bid":
            black, _, white = words[0].partition(":")
            send(f"bid {random.randint(0, int(black if me == 'black' else white))}")
        elif signal == "advantage":
            send("take")
        elif signal in ("opening", "turn", "move", "swap"):
            if signal == "move":
                note(words[0])
            elif signal == "swap":
                note("swap")
            cell = choose(columns, rows, taken)
            taken.add(cell)
            send(chr(ord("a") + cell[0]) + str(cell[1] + 1))


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
