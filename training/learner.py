"""Training steps: losses, optimiser, running average of the weights; on a GPU each step is one captured graph."""

import copy

import numpy as np
import torch
import torch.nn.functional as F

from hexnet import HexNet, Shape, describe, load, planes_of
from replay import Ring, decode

LOSSES = ("policy", "value", "reply", "chain")
DECAY = 0.05
"""Weight decay of matrices, times the learning rate a step."""
WEIGHTS = {"policy": 1.0, "value": 1.2, "reply": 0.15, "chain": 0.4}
"""The default weights of the losses."""


class Learner:
    def __init__(self, shape: Shape, device: torch.device, batch: int, rate: float, value_mix: float, weights: dict | None = None):
        self.device, self.batch, self.value_mix = device, batch, value_mix
        self.net = HexNet(shape).to(device).to(memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.net).requires_grad_(False)
        cuda = device.type == "cuda"
        # Set before each step; the first steps, which only prepare a graph, are to change little.
        self.rate = torch.tensor(rate / 100, device=device)
        self.decay = torch.tensor(0.0, device=device)
        decayed = [p for p in self.net.parameters() if p.dim() > 1]
        plain = [p for p in self.net.parameters() if p.dim() <= 1]
        self.optimiser = torch.optim.AdamW(
            [{"params": decayed, "weight_decay": DECAY}, {"params": plain, "weight_decay": 0.0}],
            lr=self.rate, betas=(0.9, 0.99), capturable=cuda, fused=cuda or None, foreach=None if cuda else False,
        )
        for p in self.net.parameters():
            p.grad = torch.zeros_like(p)
        # Captured graphs read these where they lie, so that they must never be replaced.
        self.sums = torch.zeros(len(LOSSES) + 1, device=device)
        self.loss_weights = torch.tensor([{**WEIGHTS, **(weights or {})}[name] for name in LOSSES], device=device)
        self.steps = 0
        self.stream = torch.cuda.Stream() if cuda else None
        self.graphs = {}
        self.done = None
        self.random = np.random.default_rng()

    def losses(self, records, flipped, side):
        bits, policy, reply, outcome, value = decode(records, side)
        half = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        planes = planes_of(bits[:, :2], side, half)
        shifts = torch.arange(8, dtype=torch.uint8, device=bits.device)
        chain = ((bits[:, 2].unsqueeze(-1) >> shifts) & 1).flatten(1)[:, : side * side].to(torch.float32)
        # Half of the batch is turned by 180 degrees, which keeps every result.
        turn = flipped[:, None]
        planes = torch.where(flipped[:, None, None, None], planes.flip(2, 3), planes)
        planes = planes.contiguous(memory_format=torch.channels_last)
        policy = torch.where(turn, policy.flip(1), policy)
        chain = torch.where(turn, chain.flip(1), chain)
        cells = side * side
        replied = reply < cells
        reply = torch.where(flipped, cells - 1 - reply, reply).clamp(0, cells - 1)
        chain = torch.stack([chain * outcome[:, None], chain * (1 - outcome)[:, None]], 1)
        target = (1 - self.value_mix) * outcome + self.value_mix * value
        with torch.autocast(self.device.type, torch.bfloat16, self.device.type == "cuda", cache_enabled=False):
            policy_logits, value_logit, reply_logits, chain_logits = self.net(planes)
        # Stones cannot be played on; the search knows, so the policy need not learn it.
        taken = (planes[:, 0] + planes[:, 1])[:, 1:-1, 1:-1].flatten(1) > 0
        policy_logits = policy_logits.float().masked_fill(taken, -30.0)
        policy = policy / policy.sum(1, keepdim=True).clamp_min(1e-6)
        reply_nll = F.cross_entropy(reply_logits.float().masked_fill(taken, -30.0), reply, reduction="none")
        return torch.stack([
            -(policy * policy_logits.log_softmax(1)).sum(1).mean(),
            F.binary_cross_entropy_with_logits(value_logit.float(), target),
            (reply_nll * replied).mean(),
            F.binary_cross_entropy_with_logits(chain_logits.float(), chain) * 2,
        ])

    def _step(self, records, places, flipped, side):
        torch._foreach_zero_([p.grad for p in self.net.parameters()])
        losses = self.losses(records[places], flipped, side)
        (losses * self.loss_weights).sum().backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self.optimiser.step()
        with torch.no_grad():
            averages, params = list(self.average.parameters()), list(self.net.parameters())
            torch._foreach_mul_(averages, self.decay)
            torch._foreach_add_(averages, torch._foreach_mul(params, 1 - self.decay))
            self.sums[:-1] += losses.detach()
            self.sums[-1] += 1

    def prepare(self, ring: Ring):
        """Captures the training step of a size."""
        if self.stream is None or ring.side in self.graphs:
            return
        torch.cuda.synchronize()
        places = torch.zeros(self.batch, dtype=torch.int64, device=self.device)
        flipped = torch.zeros(self.batch, dtype=torch.bool, device=self.device)
        places.copy_(torch.from_numpy(ring.draw(self.batch, ring.capacity, self.random)))
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                self._step(ring.records, places, flipped, ring.side)
        torch.cuda.current_stream().wait_stream(stream)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self._step(ring.records, places, flipped, ring.side)
        pinned = [
            (torch.zeros(self.batch, dtype=torch.int64).pin_memory(), torch.zeros(self.batch, dtype=torch.bool).pin_memory())
            for _ in range(8)
        ]
        self.graphs[ring.side] = (graph, places, flipped, pinned)

    def busy(self) -> bool:
        return self.done is not None and not self.done.query()

    def step(self, ring: Ring, window: int, rate: float, decay: float = 0.998):
        """One step on random samples of one size; `decay` is that of the running average. On a GPU it returns before
        the step is done."""
        self.steps += 1
        drawn = torch.from_numpy(ring.draw(self.batch, window, self.random))
        flips = torch.from_numpy(self.random.integers(0, 2, self.batch, dtype=np.uint8)).bool()
        decay = min(decay, (1 + self.steps) / (10 + self.steps))
        if self.stream is None:
            self.rate.fill_(rate)
            self.decay.fill_(decay)
            self._step(ring.records, drawn, flips, ring.side)
            return
        self.prepare(ring)
        graph, places, flipped, pinned = self.graphs[ring.side]
        # The copies are read when the stream gets to them; eight sets are more than can be in flight.
        host_places, host_flips = pinned[self.steps % len(pinned)]
        host_places.copy_(drawn)
        host_flips.copy_(flips)
        with torch.cuda.stream(self.stream):
            self.rate.fill_(rate)
            self.decay.fill_(decay)
            places.copy_(host_places, non_blocking=True)
            flipped.copy_(host_flips, non_blocking=True)
            graph.replay()
            self.done = torch.cuda.Event()
            self.done.record()

    def wait(self):
        """Lets later steps begin after what the current stream has been told so far."""
        if self.stream is not None:
            self.stream.wait_stream(torch.cuda.current_stream())

    def sound(self) -> bool:
        """Whether all weights are finite."""
        return all(bool(p.isfinite().all()) for p in self.net.parameters())

    def mean_losses(self) -> dict[str, float]:
        """Means since the last call."""
        if self.stream is not None:
            self.stream.synchronize()
        *sums, count = self.sums.tolist()
        self.sums.zero_()
        self.wait()
        return {name: value / max(count, 1) for name, value in zip(LOSSES, sums)}

    def state(self) -> dict:
        if self.stream is not None:
            self.stream.synchronize()
        return {
            "net": self.net.state_dict(), "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(), "steps": self.steps,
        }

    @torch.no_grad()
    def begin_with(self, path: str):
        """Takes over a weights file; the auxiliary heads and the optimiser start from scratch."""
        shape, tensors, _ = load(path)
        if shape != self.net.shape:
            raise ValueError(f"{path} has {describe(shape)}: expected {describe(self.net.shape)}")
        for net in (self.net, self.average):
            for own, new in zip(net.exported(), tensors, strict=True):
                own.copy_(new)

    def restore(self, state: dict):
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate
            group["weight_decay"] = DECAY if group["weight_decay"] else 0.0
        self.steps = state["steps"]
