"""How fast this machine evaluates and trains: `python3 bench.py h200.toml [--profile]`."""

import argparse
import time

import numpy as np
import torch

import hexnet
from generator import Evaluator
from learner import Learner
from replay import Ring, record_len
from train import Schedule


def timed(action, repeats: int, cuda: bool) -> float:
    """Mean seconds of an action."""
    for _ in range(3):
        action()
    if cuda:
        torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(repeats):
        action()
    if cuda:
        torch.cuda.synchronize()
    return (time.perf_counter() - start) / repeats


def random_ring(side: int, device, count: int) -> Ring:
    """Samples of random boards with a third of the cells taken."""
    random = np.random.default_rng(1)
    records = np.zeros((count, record_len(side)), np.uint8)
    cells, width = side * side, 8 * hexnet.words(side)
    taken = random.integers(0, 6, (count, cells))
    for plane in range(2):
        packed = np.packbits(taken == plane, axis=1, bitorder="little")
        records[:, plane * width : plane * width + packed.shape[1]] = packed
    policy = (random.dirichlet([0.05] * cells, count) * 65535).astype("<u2")
    records[:, 3 * width : 3 * width + 2 * cells] = policy.view(np.uint8)
    records[:, -6] = random.integers(0, 2, count)
    ring = Ring(side, count, device)
    ring.append(records)
    return ring


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("schedule")
    parser.add_argument("--sides", type=int, nargs="+", default=[7, 11, 13])
    parser.add_argument("--batches", type=int, nargs="+", default=[1024, 2048])
    parser.add_argument("--repeats", type=int, default=50)
    parser.add_argument("--profile", action="store_true", help="list the kernels that take longest")
    args = parser.parse_args()
    schedule = Schedule(args.schedule)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    cuda = device.type == "cuda"
    torch.backends.cudnn.benchmark = True
    shape = hexnet.Shape(**schedule.shape)
    print(hexnet.describe(shape), device, torch.__version__, flush=True)
    net = hexnet.PlayNet(shape, device)
    learner = Learner(shape, device, schedule.train_batch, 1e-4, 0.0)
    reference = learner.average
    net.load(reference.exported())
    for side in args.sides:
        ring = random_ring(side, device, 4096)
        for batch in args.batches:
            width = 2 * 8 * hexnet.words(side)
            bits = ring.records[:batch, :width].reshape(batch, 2, -1)
            host = bits.cpu().pin_memory() if cuda else bits
            evaluator = Evaluator(net, side, batch)
            seconds = timed(lambda: evaluator(host), args.repeats, cuda)
            values, priors = evaluator(host)
            with torch.no_grad():
                expected = torch.sigmoid(reference(hexnet.planes_of(bits, side, torch.float32))[1])
            error = (values - expected).abs().max().item()
            print(f"{side:2}: evaluates {batch / seconds:9.0f}/s in batches of {batch}, value error {error:.1e}", flush=True)
        seconds = timed(lambda: learner.step(ring, 4096, 1e-4), max(args.repeats // 3, 2), cuda)
        print(f"{side:2}: trains on {schedule.train_batch / seconds:9.0f}/s", learner.mean_losses(), flush=True)
    if args.profile:
        from torch.profiler import ProfilerActivity, profile

        ring = random_ring(11, device, 4096)
        bits = ring.records[:2048, :32].reshape(2048, 2, -1)
        for action in (lambda: net.evaluate(bits, 11), lambda: learner.step(ring, 4096, 1e-4)):
            action()
            with profile(activities=[ProfilerActivity.CUDA if cuda else ProfilerActivity.CPU]) as trace:
                for _ in range(5):
                    action()
                if cuda:
                    torch.cuda.synchronize()
            order = "self_cuda_time_total" if cuda else "self_cpu_time_total"
            for event in sorted(trace.key_averages(), key=lambda e: -getattr(e, order.replace("cuda", "device"), 0))[:14]:
                micros = getattr(event, order.replace("cuda", "device"), 0) / 5
                print(f"{micros:9.0f} us {event.count // 5:4} x {event.key[:110]}")
            print(flush=True)


if __name__ == "__main__":
    main()
