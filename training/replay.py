"""Samples on the device: one ring of records for each board size, decoded there batch by batch."""

import os

import numpy as np
import torch

from hexnet import words


def record_len(side: int) -> int:
    """Bytes of a sample; the crate `learning` (selfplay/sample.rs) defines it."""
    return 3 * 8 * words(side) + 2 * side * side + 2 + 1 + 1 + 4


class Ring:
    """The newest samples of one board size."""

    def __init__(self, side: int, capacity: int, device):
        self.side = side
        self.capacity = capacity
        self.records = torch.zeros(capacity, record_len(side), dtype=torch.uint8, device=device)
        self.total = 0
        """Samples seen, also those overwritten since."""

    def append(self, records: np.ndarray):
        records = records[-self.capacity :]
        start = self.total % self.capacity
        first = min(len(records), self.capacity - start)
        fresh = torch.from_numpy(records).to(self.records.device)
        self.records[start : start + first] = fresh[:first]
        self.records[: len(records) - first] = fresh[first:]
        self.total += len(records)

    def draw(self, count: int, window: int, generator) -> np.ndarray:
        """Places of random samples among the `window` newest."""
        window = min(window, self.total, self.capacity)
        return (self.total - 1 - generator.integers(0, window, count)) % self.capacity


def decode(records: torch.Tensor, side: int):
    """Bits of own and opponent's stones and of the chain as bytes [batch, 3, bytes], policy [batch, cells], reply
    (cells if none), outcome, search value."""
    bits_len, cells = 24 * words(side), side * side
    at = bits_len + 2 * cells
    policy = records[:, bits_len:at].clone(memory_format=torch.contiguous_format).view(torch.int16).to(torch.int32) & 0xFFFF
    reply = records[:, at : at + 2].clone(memory_format=torch.contiguous_format).view(torch.int16).to(torch.int64).squeeze(1)
    return (
        records[:, :bits_len].reshape(len(records), 3, -1),
        policy.to(torch.float32) / 65535,
        torch.where(reply < 0, cells, reply),
        records[:, at + 2].to(torch.float32),
        records[:, at + 4 : at + 8].clone(memory_format=torch.contiguous_format).view(torch.float32).squeeze(1),
    )


class Tail:
    """Reads what has been appended to the sample files."""

    def __init__(self, folder: str):
        self.folder = folder
        self.read = {}

    def new(self, side: int) -> np.ndarray:
        path = os.path.join(self.folder, f"samples-{side}.bin")
        length = record_len(side)
        start = self.read.get(side, 0)
        try:
            whole = (os.path.getsize(path) - start) // length
        except FileNotFoundError:
            whole = 0
        if whole == 0:
            return np.zeros((0, length), np.uint8)
        with open(path, "rb") as file:
            file.seek(start)
            data = file.read(whole * length)
        self.read[side] = start + len(data)
        return np.frombuffer(data, np.uint8).reshape(-1, length).copy()
