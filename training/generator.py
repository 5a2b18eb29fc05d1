"""The games: `hexwright selfplay` as a child process, its slots, and the evaluation of their positions.

The protocol is that of the crate `learning` (selfplay/exchange.rs).
"""

import fcntl
import mmap
import os
import struct
import subprocess
import time
from collections import deque
from dataclasses import dataclass

import numpy as np
import torch

from hexnet import PlayNet, words

MAX_WORDS, MAX_CELLS = 6, 361
SILENCE = 30
"""Seconds without a report after which something is wrong."""
ANSWERS, PLAY, MATCH, QUIT = 1, 2, 3, 4


@dataclass(frozen=True)
class Work:
    """The use of a slot. `opponent`: against network 1. `games`: a match of this many games against it."""

    side: int
    full: int
    fast: int
    opponent: bool = False
    games: int = 0


class Evaluator:
    """Evaluates batches of one size and one network; on a GPU as a captured graph."""

    def __init__(self, net: PlayNet, side: int, batch: int):
        device = net.device
        self.bits = torch.zeros(batch, 2, 8 * words(side), dtype=torch.uint8, device=device)
        self.graph = None
        self.net, self.side = net, side
        if device.type == "cuda":
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                for _ in range(3):
                    net.evaluate(self.bits, side)
            torch.cuda.current_stream().wait_stream(stream)
            torch.cuda.synchronize()
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self.out = net.evaluate(self.bits, side)

    def __call__(self, bits):
        """Values and priors of positions in host memory; overwritten by the next call."""
        if self.graph is None:
            return self.net.evaluate(bits, self.side)
        self.bits.copy_(bits, non_blocking=True)
        self.graph.replay()
        return self.out


class Slot:
    """One batch of games."""

    def __init__(self, index: int, batch: int, pinned: bool):
        self.index = index
        self.work = None
        self.next_work = None
        """Taken up instead of the next answers."""
        self.bits = torch.zeros(batch * 2 * 8 * MAX_WORDS, dtype=torch.uint8, pin_memory=pinned)
        self.nets = torch.zeros(batch, dtype=torch.uint8, pin_memory=pinned)
        self.values = torch.zeros(batch, dtype=torch.float32, pin_memory=pinned)
        self.priors = torch.zeros(batch * MAX_CELLS, dtype=torch.bfloat16, pin_memory=pinned)
        self.done = torch.cuda.Event() if pinned else None


class Generator:
    def __init__(self, program: str, folder: str, nets: list[PlayNet], slots: int, batch: int, options: list[str]):
        os.makedirs(folder, exist_ok=True)
        self.nets, self.batch, self.device = nets, batch, nets[0].device
        cuda = self.device.type == "cuda"
        self.slots = [Slot(i, batch, cuda) for i in range(slots)]
        self.stream = torch.cuda.Stream(priority=-1) if cuda else None
        self.evaluators = {}
        self.in_flight = deque()
        self.evaluations = 0
        self.games = {}
        self.moves = {}
        self.match_results = []
        self.seed = int.from_bytes(os.urandom(3), "little")
        self.requests_len = batch * (2 * 8 * MAX_WORDS + 1)
        self.slot_len = self.requests_len + batch * (4 + 2 * MAX_CELLS)
        path = os.path.join(folder, "exchange.bin")
        with open(path, "wb") as file:
            file.truncate(slots * self.slot_len)
        with open(path, "r+b") as file:
            self.memory = np.frombuffer(mmap.mmap(file.fileno(), 0), np.uint8)
        command = [program, "selfplay", "--exchange", folder, "--slots", str(slots), "--batch", str(batch)]
        self.child = subprocess.Popen(command + options, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.out = self.child.stdout.fileno()
        fcntl.fcntl(self.out, fcntl.F_SETFL, fcntl.fcntl(self.out, fcntl.F_GETFL) | os.O_NONBLOCK)
        self.unread = b""
        self.heard = time.monotonic()

    def assign(self, slot: int, work: Work):
        """Gives a slot new work, now if it has none, otherwise with its next answers."""
        slot = self.slots[slot]
        if slot.work is None:
            self._start(slot, work)
        elif slot.work != work:
            slot.next_work = work

    def prepare(self, side: int, both: bool):
        """Captures the evaluation of a size, which takes a moment and must not meet work in flight."""
        for index in range(2 if both else 1):
            if (side, index) not in self.evaluators:
                if self.device.type == "cuda":
                    torch.cuda.synchronize()
                self.evaluators[side, index] = Evaluator(self.nets[index], side, self.batch)

    def poll(self):
        """Takes in reports, begins evaluations and hands out those that are done."""
        try:
            self.unread += os.read(self.out, 1 << 16)
            self.heard = time.monotonic()
        except BlockingIOError:
            pass
        whole = len(self.unread) // 16 * 16
        for at in range(0, whole, 16):
            self._report(self.unread[at : at + 16])
        self.unread = self.unread[whole:]
        while self.in_flight and (self.device.type == "cpu" or self.in_flight[0].done.query()):
            self._answer(self.in_flight.popleft())
        if self.child.poll() is not None:
            raise RuntimeError(f"hexwright selfplay ended with code {self.child.returncode}")
        if time.monotonic() - self.heard > SILENCE:
            raise RuntimeError(f"hexwright selfplay has said nothing for {SILENCE} s")

    def close(self):
        if self.child.poll() is None:
            self._command(QUIT, 0, 0, 0, 0, 0, 0)
            self.child.stdin.close()
            try:
                self.child.wait(20)
            except subprocess.TimeoutExpired:
                self.child.kill()

    def _command(self, kind, side, slot, full, fast, games, seed):
        self.child.stdin.write(struct.pack("<BBHHHII", kind, side, slot, full, fast, games, seed))

    def _start(self, slot: Slot, work: Work):
        self.prepare(work.side, work.opponent or work.games > 0)
        slot.work, slot.next_work = work, None
        self.seed += 1
        kind, games = (MATCH, work.games) if work.games else (PLAY, int(work.opponent))
        self._command(kind, work.side, slot.index, work.full, work.fast, games, self.seed)

    def _report(self, report):
        kind, side, index, first, second, _ = struct.unpack("<BBHIII", report)
        slot = self.slots[index]
        if kind == 2:
            self.match_results.append((side, first, second))
            slot.work = None
            if slot.next_work:
                self._start(slot, slot.next_work)
            return
        self.games[side] = self.games.get(side, 0) + first
        self.moves[side] = self.moves.get(side, 0) + second
        if slot.next_work and not slot.work.games:
            self._start(slot, slot.next_work)
            return
        self._evaluate(slot, side)

    def _evaluate(self, slot: Slot, side: int):
        self.evaluations += self.batch
        at = slot.index * self.slot_len
        length = self.batch * 2 * 8 * words(side)
        bits = slot.bits[:length].view(self.batch, 2, -1)
        bits.view(-1).numpy()[:] = self.memory[at : at + length]
        both = slot.work.opponent or slot.work.games > 0
        cells = side * side
        if both:
            slot.nets.numpy()[:] = self.memory[at + length : at + length + self.batch]
        if self.stream is None:
            self._run(slot, side, bits, both, cells)
        else:
            with torch.cuda.stream(self.stream):
                self._run(slot, side, bits, both, cells)
                slot.done.record()
        self.in_flight.append(slot)

    def _run(self, slot, side, bits, both, cells):
        values, priors = self.evaluators[side, 0](bits)
        if both:
            self.evaluations += self.batch
            values, priors = values.clone(), priors.clone()
            other_values, other_priors = self.evaluators[side, 1](bits)
            other = slot.nets.to(self.device, non_blocking=True).bool()
            values = torch.where(other, other_values, values)
            priors = torch.where(other[:, None], other_priors, priors)
        slot.values.copy_(values, non_blocking=True)
        slot.priors[: self.batch * cells].copy_(priors.reshape(-1), non_blocking=True)

    def _answer(self, slot: Slot):
        cells = slot.work.side**2
        at = slot.index * self.slot_len + self.requests_len
        middle, end = at + 4 * self.batch, at + self.batch * (4 + 2 * cells)
        self.memory[at:middle] = slot.values.view(torch.uint8).numpy()
        self.memory[middle:end] = slot.priors[: self.batch * cells].view(torch.uint8).numpy()
        self._command(ANSWERS, 0, slot.index, 0, 0, 0, 0)
