"""Draws a run's log as an SVG: `python3 plot.py results/2026-11-15.jsonl > ../docs/pictures/training.svg`.

Above, Elo of the snapshots, each against the one before, added up from the first; below, losses. No library is needed.
"""

import json
import math
import sys

WIDTH, HEIGHT, LEFT, GAP = 640, 200, 60, 50
COLORS = {"policy": "#b03030", "value": "#3050b0", "chain": "#308050"}


def elo(wins: int, games: int) -> tuple[float, float]:
    """Difference and half of the 95 % interval; half a win is added to both sides, so that 100 % stays finite."""
    share = (wins + 0.5) / (games + 1)
    error = 400 / math.log(10) / math.sqrt(games * share * (1 - share))
    return 400 * math.log10(share / (1 - share)), 1.96 * error


def panel(top: float, title: str, curves: dict, end: float) -> list[str]:
    """Curves as lists of (seconds, value)."""
    values = [value for points in curves.values() for _, value in points]
    low, high = min(0.0, *values), max(values)
    x = lambda t: LEFT + (WIDTH - LEFT - 20) * t / end
    y = lambda v: top + HEIGHT - HEIGHT * (v - low) / (high - low)
    lines = [f'<text x="{LEFT}" y="{top - 8}" font-weight="bold">{title}</text>']
    for step in range(5):
        value = low + (high - low) * step / 4
        text = f"{value:.0f}" if high > 20 else f"{value:.2f}"
        lines.append(f'<line x1="{LEFT}" x2="{WIDTH - 20}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#ddd"/>')
        lines.append(f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{text}</text>')
    ticks = next(step for step in (10, 50, 100, 200, 500, 1000, 10_000) if end <= 12 * step or step == 10_000)
    for seconds in range(0, int(end) + 1, ticks):
        lines.append(f'<text x="{x(seconds):.1f}" y="{top + HEIGHT + 16}" text-anchor="middle">{seconds}</text>')
    for name, points in curves.items():
        path = " ".join(f"{x(t):.1f},{y(v):.1f}" for t, v in points)
        color = COLORS.get(name, "#333")
        lines.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        t, v = points[-1]
        # The lower of two curves that end side by side is named below it.
        above = not any(v < other[-1][1] < v + (high - low) / 10 for other in curves.values())
        lines.append(f'<text x="{x(t):.1f}" y="{y(v) + (-6 if above else 16):.1f}" text-anchor="end" fill="{color}">{name}</text>')
    return lines


def main():
    rows = [json.loads(line) for line in open(sys.argv[1])]
    matches = [row for row in rows if "match" in row]
    ladder, total = [(matches[0]["t"], 0.0)], 0.0
    # The first snapshot's opponent has learnt nothing: that difference says little, so the ladder begins there.
    for row in matches[1:]:
        total += elo(row["wins"], row["games"])[0]
        ladder.append((row["t"], total))
    # Reports before the first step of a stretch have no losses.
    reports = [row for row in rows if row.get("policy")]
    losses = {name: [(row["t"], row[name]) for row in reports] for name in COLORS}
    end = max(row["t"] for row in rows)
    height = 2 * (HEIGHT + GAP) + 30
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="12">')
    print(f'<rect width="{WIDTH}" height="{height}" fill="white"/>')
    print("\n".join(panel(30, "Elo on 11x11, 8 visits a move, since the first snapshot", {"snapshots": ladder}, end)))
    print("\n".join(panel(30 + HEIGHT + GAP, "losses; the boards grow until 210 s", losses, end)))
    print(f'<text x="{WIDTH - 20}" y="{height - 6}" text-anchor="end">seconds of training</text>')
    print("</svg>")


if __name__ == "__main__":
    main()
