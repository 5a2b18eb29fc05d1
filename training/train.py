"""Learns to play Hex from self-play: `python3 train.py h200.toml --program ../target/release/hexwright --out run`.

One process holds the GPU. In one loop it evaluates the positions of thousands of games (`hexwright selfplay` plays them)
and trains on the samples they leave. It stops after `--seconds` and goes on from `--out` when started again, until the
schedule's time is spent. `README.md` explains the schedule and the files.
"""

import argparse
import json
import math
import os
import shutil
import time
import tomllib

import torch

import hexnet
from generator import Generator, Work
from learner import Learner
from replay import Ring, Tail


class Schedule:
    """The schedule, from a TOML file."""

    def __init__(self, path: str, variant: str | None = None):
        with open(path, "rb") as file:
            self.table = tomllib.load(file)
        if variant is not None:
            for name, value in self.table["variant"][variant].items():
                old = self.table.get(name)
                self.table[name] = {**old, **value} if isinstance(old, dict) else value
        self.seconds = self.table["seconds"]
        self.first_step = 0
        """Steps made before this start."""

    def __getattr__(self, name):
        return self.table[name]

    def phase(self, elapsed: float) -> dict:
        return next((p for p in self.table["phase"] if elapsed < p["until"]), self.table["phase"][-1])

    def fall(self, elapsed: float) -> float:
        """How far the learning rate has fallen: 0 on the plateau, 1 at the end."""
        begin = self.table["rate_falls_at"]
        return min(max((elapsed - begin) / (self.seconds - begin), 0.0), 1.0)

    def rate(self, elapsed: float, steps: int) -> float:
        """Learning rate: a short rise after each start, whose first samples are those of short games, a plateau, then down
        in a half cosine."""
        high, low = self.table["rate"], self.table["last_rate"]
        rise = min(1.0, (steps - self.first_step + 1) / self.table.get("warm_steps", 300))
        return rise * (low + (high - low) * 0.5 * (1 + math.cos(math.pi * self.fall(elapsed))))

    def decay(self, elapsed: float) -> float:
        """Decay of the running average of the weights: it plays the games, so it must not lag while much is learnt,
        and it is what is exported, so it should be long at the end."""
        first, last = self.table.get("average", [0.998, 0.9995])
        return first + (last - first) * self.fall(elapsed)

    def work(self, phase: dict, side: int, **more) -> Work:
        """Games of a phase on a size, whose `full` visits `full_of` may give."""
        return Work(side, phase.get("full_of", {}).get(str(side), phase["full"]), phase["fast"], **more)


class Run:
    def __init__(self, args, schedule: Schedule):
        self.args, self.schedule = args, schedule
        self.device = torch.device("cuda" if torch.cuda.is_available() and not args.cpu else "cpu")
        if self.device.type == "cuda":
            torch.backends.cudnn.benchmark = True
            torch.backends.cuda.matmul.allow_tf32 = True
            torch.backends.cudnn.allow_tf32 = True
        else:
            torch.set_num_threads(args.torch_threads)
        self.shape = hexnet.Shape(**schedule.shape)
        self.learner = Learner(
            self.shape, self.device, schedule.train_batch, schedule.table["rate"], schedule.value_mix, schedule.table.get("losses")
        )
        self.nets = [hexnet.PlayNet(self.shape, self.device) for _ in range(2)]
        self.rings = {}
        self.tail = Tail(args.exchange)
        self.debt = {}
        self.progress = {"elapsed": 0.0, "samples": {}, "games": {}, "moves": {}, "evaluations": 0, "snapshots": []}
        self.log = None

    # --- files -------------------------------------------------------------------------------------------------

    def path(self, name: str) -> str:
        return os.path.join(self.args.out, name)

    def restore(self):
        """Goes on from a checkpoint, if there is one."""
        if os.path.exists(self.path("checkpoint.pt")):
            saved = torch.load(self.path("checkpoint.pt"), map_location=self.device, weights_only=True)
            self.learner.restore(saved["learner"])
            self.progress = saved["progress"]
            self.nets[1].load([t.to(self.device) for t in saved["opponent"]])
            print(f"goes on at {self.progress['elapsed']:.0f} s, step {self.learner.steps}", flush=True)
        else:
            if self.args.begin_with:
                self.learner.begin_with(self.args.begin_with)
            self.nets[1].load(self.learner.average.exported())
        self.nets[0].load(self.learner.average.exported())

    def save(self):
        if not self.learner.sound():
            raise RuntimeError("a weight is not finite: the last checkpoint stays")
        state = {"learner": self.learner.state(), "progress": self.progress, "opponent": [t.half() for t in self.nets[1].tensors]}
        torch.save(state, self.path("checkpoint.tmp"))
        os.replace(self.path("checkpoint.tmp"), self.path("checkpoint.pt"))
        self.export("latest.hexnet")

    def export(self, name: str):
        p = self.progress
        note = (
            f"{self.shape.blocks}x{self.shape.channels}, self-play {p['elapsed']:.0f} s, {self.learner.steps} steps, "
            f"{sum(p['games'].values())} games"
        )
        hexnet.save(self.path(name), self.shape, self.learner.average.exported(), note)

    def write(self, **fields):
        line = json.dumps(fields)
        self.log.write(line + "\n")
        self.log.flush()
        print(line, flush=True)

    # --- the loop ----------------------------------------------------------------------------------------------

    def run(self):
        os.makedirs(self.args.out, exist_ok=True)
        if self.args.fresh and os.path.isdir(self.args.exchange):
            shutil.rmtree(self.args.exchange)
        os.makedirs(self.args.exchange, exist_ok=True)
        self.log = open(self.path("log.jsonl"), "a")
        self.restore()
        self.schedule.first_step = self.learner.steps
        self.ingest(phase=None)
        schedule = self.schedule
        options = ["--threads", str(self.args.threads), *schedule.options]
        generator = Generator(self.args.program, self.args.exchange, self.nets, schedule.slots, schedule.batch, options)
        begun = time.monotonic() - self.progress["elapsed"]
        stop = self.progress["elapsed"] + self.args.seconds
        now = self.progress["elapsed"]
        told = saved = published = ingested = now
        snapshot = now
        last = {"t": now, "evaluations": 0, "steps": self.learner.steps}
        phase = None
        try:
            while now < min(stop, schedule.seconds):
                if schedule.phase(now) is not phase:
                    phase = schedule.phase(now)
                    self.assign(generator, phase)
                generator.poll()
                self.train(now, phase)
                now = time.monotonic() - begun
                if now - ingested > 0.3:
                    ingested = now
                    self.ingest(phase)
                if now - published > schedule.publish_seconds:
                    published = now
                    self.publish(generator)
                if generator.match_results:
                    self.match_over(generator, phase, now)
                if now - snapshot > schedule.snapshot_seconds:
                    snapshot = now
                    self.begin_match(generator, phase)
                if now - told > schedule.report_seconds:
                    told = now
                    last = self.report(generator, now, last)
                if now - saved > schedule.save_seconds:
                    saved = now
                    self.progress["elapsed"] = now
                    self.save()
            self.progress["elapsed"] = now
            self.report(generator, now, last)
            self.save()
        finally:
            # After an error the last checkpoint stays.
            generator.close()
            self.log.close()

    def assign(self, generator: Generator, phase: dict):
        sides = phase["sides"]
        for index in range(len(generator.slots) - 1):
            generator.assign(index, self.schedule.work(phase, sides[index % len(sides)]))
        generator.assign(len(generator.slots) - 1, self.last_slot(phase))

    def last_slot(self, phase: dict) -> Work:
        """The last slot plays the matches; between them it learns like the others, or against the last snapshot."""
        return self.schedule.work(phase, phase.get("last_side", phase["match_side"]), opponent=phase.get("opponent", False))

    def ingest(self, phase: dict | None):
        """Takes in new samples; each may be trained on `reuse` times. Those of an earlier run (no phase) only fill the rings."""
        for side in range(3, 20):
            fresh = self.tail.new(side)
            if len(fresh) == 0:
                continue
            if side not in self.rings:
                self.rings[side] = Ring(side, self.schedule.capacity, self.device)
            self.rings[side].append(fresh)
            if phase is None:
                continue
            reuse = phase.get("reuse_of", {}).get(str(side), phase["reuse"])
            counts = self.progress["samples"]
            counts[str(side)] = counts.get(str(side), 0) + len(fresh)
            self.debt[side] = self.debt.get(side, 0.0) + len(fresh) * reuse
        self.learner.wait()

    def train(self, now: float, phase: dict):
        """A step of the size that is most behind, if one is due. A size with too few samples keeps no other waiting."""
        if self.learner.busy():
            return
        ready = [side for side in self.debt if self.rings[side].total >= self.schedule.first_samples]
        side = max(ready, key=self.debt.get, default=None)
        if side is None or self.debt[side] < self.learner.batch:
            return
        ring = self.rings[side]
        self.debt[side] = min(self.debt[side], 400.0 * self.learner.batch) - self.learner.batch
        window = max(self.schedule.least_window, int(self.schedule.window_share * ring.total))
        self.learner.step(ring, window, self.schedule.rate(now, self.learner.steps), self.schedule.decay(now))

    def publish(self, generator: Generator):
        """Gives the running average of the weights to the games."""
        if self.learner.stream is not None:
            # Between the two streams' work, so that neither reads half-written weights.
            generator.stream.wait_stream(self.learner.stream)
            with torch.cuda.stream(generator.stream):
                self.nets[0].load(self.learner.average.exported())
            self.learner.stream.wait_stream(generator.stream)
        else:
            self.nets[0].load(self.learner.average.exported())

    def begin_match(self, generator: Generator, phase: dict):
        sides = self.schedule.table.get("match_sides", [phase["match_side"]])
        side = sides[len(self.progress["snapshots"]) % len(sides)]
        visits = self.schedule.match_visits
        work = Work(side, visits, visits, games=min(self.schedule.match_games, self.schedule.batch))
        generator.assign(len(generator.slots) - 1, work)

    def match_over(self, generator: Generator, phase: dict, now: float):
        """Network 0 against the last snapshot is known: a new snapshot becomes the opponent."""
        for side, games, wins in generator.match_results:
            number = len(self.progress["snapshots"]) + 1
            self.progress["snapshots"].append([now, side, games, wins])
            self.progress["elapsed"] = now
            self.export(f"snapshot-{number:02}.hexnet")
            self.write(t=round(now, 1), match=number, side=side, games=games, wins=wins)
        generator.match_results.clear()
        if not self.schedule.table.get("fixed_opponent", False):
            if self.learner.stream is not None:
                generator.stream.synchronize()
            self.nets[1].load(self.nets[0].tensors)
            if self.device.type == "cuda":
                torch.cuda.synchronize()
        generator.assign(len(generator.slots) - 1, self.last_slot(phase))

    def report(self, generator: Generator, now: float, last: dict) -> dict:
        seconds = max(now - last["t"], 1e-6)
        progress = self.progress
        for mine, theirs in (("games", generator.games), ("moves", generator.moves)):
            for side, count in theirs.items():
                progress[mine][str(side)] = progress[mine].get(str(side), 0) + count
            theirs.clear()
        progress["evaluations"] += generator.evaluations - last["evaluations"]
        losses = {name: round(value, 4) for name, value in self.learner.mean_losses().items()}
        if not sum(losses.values()) < 50:
            raise RuntimeError(f"training has diverged: {losses}")
        self.write(
            t=round(now, 1), evaluations_per_s=round((generator.evaluations - last["evaluations"]) / seconds),
            steps=self.learner.steps, steps_per_s=round((self.learner.steps - last["steps"]) / seconds, 1),
            rate=round(self.schedule.rate(now, self.learner.steps), 6), **losses,
            games=dict(progress["games"]), samples=dict(progress["samples"]), moves=dict(progress["moves"]),
        )
        return {"t": now, "evaluations": generator.evaluations, "steps": self.learner.steps}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("schedule", help="TOML file: h200.toml, cpu.toml or your own")
    parser.add_argument("--variant", metavar="NAME", help="with the changes of the schedule's table variant.NAME (ablation.py)")
    parser.add_argument("--program", default="../target/release/hexwright", help="the program hexwright")
    parser.add_argument("--out", default="run", help="folder for checkpoint, weights and log")
    parser.add_argument("--exchange", default="/tmp/hexwright-selfplay", help="folder shared with the program")
    parser.add_argument("--fresh", action="store_true", help="throw away samples of an earlier run")
    parser.add_argument("--begin-with", metavar="FILE", help="weights file to begin with, where there is no checkpoint")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this many seconds; run again to continue")
    parser.add_argument("--threads", type=int, default=max(2, (os.cpu_count() or 4) - 4), help="threads of the program")
    parser.add_argument("--torch-threads", type=int, default=2, help="threads of PyTorch on a CPU")
    parser.add_argument("--cpu", action="store_true", help="do not use a GPU")
    args = parser.parse_args()
    Run(args, Schedule(args.schedule, args.variant)).run()


if __name__ == "__main__":
    main()
