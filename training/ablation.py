"""Measures the effect of each choice of the training: `python3 ablation.py ablation.toml --out ablation`.

Trains every variant of the schedule for the same time, all at once on one machine, then plays each against the first
variant, which is the schedule as it is: games with the same visits, a pair from every first stone. Prints a table.
"""

import argparse
import json
import os
import subprocess
import sys
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))


def train(args, names: list[str]):
    """Runs all variants at the same time, so that each has the same share of the machine."""
    threads = str(max(1, (os.cpu_count() or 4) // (len(names) + len(names) // 2)))
    runs = []
    for name in names:
        out = os.path.join(args.out, name)
        os.makedirs(out, exist_ok=True)
        command = [
            sys.executable, os.path.join(HERE, "train.py"), args.schedule, "--variant", name, "--program", args.program,
            "--out", out, "--exchange", os.path.join(args.exchange, name), "--threads", threads,
        ] + (["--cpu"] if args.cpu else [])
        with open(os.path.join(out, "output.txt"), "w") as output:
            runs.append((name, subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)))
    failed = [name for name, run in runs if run.wait() != 0]
    if failed:
        sys.exit(f"found a run that failed ({', '.join(failed)}): its output.txt says why")


def play(args, name: str, base: str) -> dict:
    """The match of a variant against the base, as the program reports it."""

    def player(variant: str) -> str:
        return f"neural:weights={os.path.join(args.out, variant, 'latest.hexnet')},visits={args.visits},examine=0"

    command = [
        args.program, "match", player(name), player(base), "--size", str(args.size), "--openings", "all", "--games", str(2 * args.size**2),
        "--time", "60s", "--concurrency", str(args.concurrency), "--save", os.path.join(args.out, f"{name}-{args.size}"), "--json",
    ]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def last_report(args, name: str) -> dict:
    with open(os.path.join(args.out, name, "log.jsonl")) as log:
        return json.loads(log.readlines()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("schedule", help="TOML file with variants: ablation.toml or your own")
    parser.add_argument("--program", default="../target/release/hexwright", help="the program hexwright")
    parser.add_argument("--out", default="ablation", help="folder for the runs and the matches")
    parser.add_argument("--exchange", default="/tmp/hexwright-ablation", help="folder shared with the program")
    parser.add_argument("--size", type=int, default=9, help="board of the matches")
    parser.add_argument("--visits", type=int, default=16, help="visits a move in the matches")
    parser.add_argument("--concurrency", type=int, default=os.cpu_count() or 1, help="games at the same time")
    parser.add_argument("--only", choices=("train", "play"), help="train now, play later, or the other way round")
    parser.add_argument("--cpu", action="store_true", help="do not use a GPU")
    args = parser.parse_args()
    with open(args.schedule, "rb") as file:
        names = list(tomllib.load(file)["variant"])
    if args.only != "play":
        train(args, names)
    if args.only == "train":
        return
    print("| variant | steps | games trained on | wins against the first | Elo, 95 % interval |\n| --- | --- | --- | --- | --- |")
    for name in names:
        report = last_report(args, name)
        line = f"| {name} | {report['steps']:,} | {sum(report['games'].values()):,} |"
        if name == names[0]:
            print(f"{line} | |", flush=True)
            continue
        result = play(args, name, names[0])
        elo = {bound: "∞" if value is None else f"{value:+.0f}" for bound, value in result["elo"].items()}
        score = f"{result['won']} of {result['won'] + result['lost']}"
        print(f"{line} {score} | {elo['difference']} ({elo['low']} to {elo['high']}) |", flush=True)


if __name__ == "__main__":
    main()
