"""Tests of the training code on a CPU: `python3 test_training.py`. Without PyTorch they are skipped."""

import json
import os
import sys
import tempfile
import unittest

# Must be set before Triton is imported: kernels then run in its interpreter, without a GPU.
os.environ.setdefault("TRITON_INTERPRET", "1")

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

try:
    import numpy as np
    import torch
except ImportError as error:
    print(f"skipped: the training code needs PyTorch and NumPy ({error})")
    sys.exit(0)

import hexnet
import ops
from learner import Learner
from replay import Ring, Tail, decode, record_len
from train import Schedule

TINY = hexnet.Shape(channels=8, blocks=2, policy_channels=4, value_channels=4, value_hidden=8, pool_mask=0b10)


def tiny_net(seed: int = 1) -> hexnet.HexNet:
    """A small network with every weight different from zero."""
    torch.manual_seed(seed)
    net = hexnet.HexNet(TINY)
    for parameter in net.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    return net


def boards(side: int, count: int, seed: int = 1) -> torch.Tensor:
    """Random positions as bytes."""
    random = np.random.default_rng(seed)
    taken = random.integers(0, 5, (count, side * side))
    bits = np.zeros((count, 2, 8 * hexnet.words(side)), np.uint8)
    for plane in range(2):
        packed = np.packbits(taken == plane, axis=1, bitorder="little")
        bits[:, plane, : packed.shape[1]] = packed
    return torch.from_numpy(bits)


class Network(unittest.TestCase):
    def test_planes_have_edges_as_stones(self):
        bits = torch.zeros(1, 2, 8, dtype=torch.uint8)
        bits[0, 0, 0] = 0b10  # own stone on b1
        bits[0, 1, 1] = 0b1  # opponent's on cell 8, c3
        own, opponent, board = hexnet.planes_of(bits, 3, torch.float32)[0].int().tolist()
        self.assertEqual(own, [[1] * 5, [0, 0, 1, 0, 0], [0] * 5, [0] * 5, [1] * 5])
        self.assertEqual(opponent, [[1, 0, 0, 0, 1]] * 3 + [[1, 0, 0, 1, 1], [1, 0, 0, 0, 1]])
        self.assertEqual(board, [[0] * 5] + [[0, 1, 1, 1, 0]] * 3 + [[0] * 5])

    def test_play_form_equals_training_form(self):
        net = tiny_net()
        play = hexnet.PlayNet(TINY, torch.device("cpu"))
        play.load(net.exported())
        for side in (3, 5, 11):
            planes = hexnet.planes_of(boards(side, 4), side, torch.float32)
            with torch.no_grad():
                policy, value, _, _ = net(planes)
            got_policy, got_value = play.logits(planes)
            torch.testing.assert_close(got_policy, policy)
            torch.testing.assert_close(got_value, value)

    def test_stones_get_no_probability(self):
        play = hexnet.PlayNet(TINY, torch.device("cpu"))
        play.load(tiny_net().exported())
        bits = boards(5, 8)
        value, policy = play.evaluate(bits, 5)
        taken = hexnet.planes_of(bits, 5, torch.float32)[:, :2, 1:-1, 1:-1].sum(1).flatten(1) > 0
        self.assertTrue((policy.float()[taken] == 0).all())
        torch.testing.assert_close(policy.float().sum(1), torch.ones(8), atol=0.02, rtol=0)
        self.assertTrue(((value > 0) & (value < 1)).all())

    def test_weights_survive_the_file(self):
        net = tiny_net()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tiny.hexnet")
            hexnet.save(path, TINY, net.exported(), "a note: ä")
            shape, tensors, note = hexnet.load(path)
            self.assertEqual((shape, note), (TINY, "a note: ä"))
            for got, expected in zip(tensors, net.exported(), strict=True):
                torch.testing.assert_close(got, expected.detach().half())
            with open(path, "r+b") as file:
                file.seek(100)
                byte = file.read(1)
                file.seek(100)
                file.write(bytes([byte[0] ^ 1]))
            with self.assertRaisesRegex(ValueError, "damaged"):
                hexnet.load(path)

    def test_fixture_of_the_rust_reader_is_current(self):
        """`python3 make_fixture.py` writes it; the crate `network` reads it in its tests."""
        import make_fixture

        with open(make_fixture.EXPECTED) as file:
            stored = json.load(file)
        shape, tensors, _ = hexnet.load(make_fixture.WEIGHTS)
        for case, expected in zip(make_fixture.evaluations(shape, tensors), stored["cases"], strict=True):
            for key in ("side", "own", "opponent"):
                self.assertEqual(case[key], expected[key])
            np.testing.assert_allclose(case["policy"], expected["policy"], atol=2e-4)
            np.testing.assert_allclose(case["value"], expected["value"], atol=2e-4)


@unittest.skipIf(ops.triton is None, "Triton is not installed")
class Kernels(unittest.TestCase):
    """The Triton kernels against plain operators, gradients included."""

    def check(self, function, *inputs):
        results = []
        for force in (False, True):
            ops.force_kernels = force
            own = [None if t is None else t.clone().requires_grad_() for t in inputs]
            out = function(*own)
            out.backward(torch.linspace(-1, 1, out.numel()).reshape(out.shape))
            results.append([out.detach()] + [t.grad for t in own if t is not None])
        ops.force_kernels = False
        for plain, kernel in zip(*results, strict=True):
            torch.testing.assert_close(kernel, plain, atol=1e-5, rtol=1e-5)

    def test_bias_relu(self):
        for channels, side in ((8, 3), (6, 5)):
            torch.manual_seed(2)
            x = torch.randn(3, channels, side, side).contiguous(memory_format=torch.channels_last)
            bias, group = torch.randn(channels), torch.randn(3, channels)
            for arguments in ((x, bias, None, None), (x, bias, group, None), (x, bias, None, torch.randn_like(x))):
                self.check(ops.bias_relu, *arguments)

    def test_pooled(self):
        for channels, side in ((8, 3), (6, 5)):
            torch.manual_seed(3)
            self.check(ops.pooled, torch.randn(3, channels, side, side), torch.randn(channels))


class Samples(unittest.TestCase):
    def records(self, side: int, count: int) -> np.ndarray:
        records = np.zeros((count, record_len(side)), np.uint8)
        records[:, 0] = np.arange(count)
        return records

    def test_ring_keeps_the_newest(self):
        ring = Ring(3, 8, torch.device("cpu"))
        ring.append(self.records(3, 5))
        ring.append(self.records(3, 7) + 100)
        self.assertEqual(sorted(ring.records[:, 0].tolist()), [4, *range(100, 107)])
        drawn = ring.draw(50, 3, np.random.default_rng(1))
        self.assertEqual(set(ring.records[drawn, 0].tolist()), {104, 105, 106})

    def test_decode(self):
        side, width = 3, 8
        record = bytes([1] + [0] * 7 + [2] + [0] * 7 + [4] + [0] * 7)
        record += np.array([0, 65535] + [0] * 7, "<u2").tobytes()
        record += np.array([65535], "<u2").tobytes() + bytes([1, 2]) + np.array([0.25], "<f4").tobytes()
        self.assertEqual(len(record), record_len(side))
        records = torch.frombuffer(bytearray(record), dtype=torch.uint8).reshape(1, -1)
        bits, policy, reply, outcome, value = decode(records, side)
        self.assertEqual(bits[0, :, 0].tolist(), [1, 2, 4])
        self.assertEqual(bits.shape, (1, 3, width))
        self.assertEqual(policy[0].tolist(), [0, 1] + [0] * 7)
        self.assertEqual((reply.item(), outcome.item(), value.item()), (9, 1.0, 0.25))

    def test_tail_reads_whole_records_once(self):
        with tempfile.TemporaryDirectory() as folder:
            tail = Tail(folder)
            self.assertEqual(len(tail.new(3)), 0)
            with open(os.path.join(folder, "samples-3.bin"), "wb") as file:
                file.write(self.records(3, 3).tobytes() + b"torn")
                file.flush()
                self.assertEqual(tail.new(3)[:, 0].tolist(), [0, 1, 2])
                self.assertEqual(len(tail.new(3)), 0)


class Learning(unittest.TestCase):
    def test_a_learner_fits_what_it_is_shown_and_resumes(self):
        side, cells = 3, 9
        random = np.random.default_rng(4)
        records = np.zeros((64, record_len(side)), np.uint8)
        # Own stones on one of the corners; the best move is the cell of the same number from the other end.
        corner = random.integers(0, 4, 64)
        records[:, 0] = np.array([1, 4, 64, 0], np.uint8)[corner]
        records[:, 1] = (corner == 3).astype(np.uint8)
        policy = np.zeros((64, cells), "<u2")
        policy[np.arange(64), np.array([8, 6, 2, 0])[corner]] = 65535
        records[:, 24 : 24 + 2 * cells] = policy.view(np.uint8)
        records[:, 24 + 2 * cells] = 4
        records[:, 24 + 2 * cells + 2] = corner < 2
        torch.manual_seed(5)
        learner = Learner(TINY, torch.device("cpu"), 32, 1e-2, 0.0)
        ring = Ring(side, 64, torch.device("cpu"))
        ring.append(records)
        for _ in range(10):
            learner.step(ring, 64, 1e-2)
        before = learner.mean_losses()
        for _ in range(150):
            learner.step(ring, 64, 1e-2)
        learner.mean_losses()
        for _ in range(10):
            learner.step(ring, 64, 1e-2)
        after = learner.mean_losses()
        self.assertLess(after["policy"], 0.3 * before["policy"])
        with tempfile.TemporaryFile() as file:
            torch.save(learner.state(), file)
            file.seek(0)
            other = Learner(TINY, torch.device("cpu"), 32, 1e-2, 0.0)
            other.restore(torch.load(file, weights_only=True))
        self.assertEqual(other.steps, learner.steps)
        for got, expected in zip(other.average.exported(), learner.average.exported(), strict=True):
            torch.testing.assert_close(got, expected)
        other.step(ring, 64, 1e-2)

    def test_a_learner_begins_with_a_weights_file(self):
        net = tiny_net()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tiny.hexnet")
            hexnet.save(path, TINY, net.exported(), "")
            learner = Learner(TINY, torch.device("cpu"), 8, 1e-3, 0.0)
            learner.begin_with(path)
            for got, expected in zip(learner.average.exported(), net.exported(), strict=True):
                torch.testing.assert_close(got, expected, atol=1e-3, rtol=1e-3)
            larger = Learner(hexnet.Shape(channels=16, blocks=2), torch.device("cpu"), 8, 1e-3, 0.0)
            with self.assertRaisesRegex(ValueError, "channels 8.*expected channels 16"):
                larger.begin_with(path)


class Schedules(unittest.TestCase):
    def test_a_size_may_have_visits_of_its_own(self):
        schedule = Schedule(os.path.join(HERE, "wide.toml"))
        phase = schedule.phase(700)
        self.assertEqual([schedule.work(phase, side).full for side in (11, 13, 17)], [96, 96, 64])
        self.assertEqual(schedule.work(schedule.phase(100), 11).full, 64)

    def test_the_rate_rises_after_each_start(self):
        schedule = Schedule(os.path.join(HERE, "wide.toml"))
        schedule.first_step = 10_000
        low, high = schedule.rate(700, 10_000), schedule.rate(700, 12_000)
        self.assertLess(low, high / 1000)
        self.assertAlmostEqual(schedule.rate(700, 20_000), high)


class Variants(unittest.TestCase):
    def test_a_variant_changes_what_it_names_and_nothing_else(self):
        path = os.path.join(HERE, "ablation.toml")
        base = Schedule(path)
        for name, changes in base.table["variant"].items():
            variant = Schedule(path, name).table
            for key, value in base.table.items():
                wanted = changes.get(key, value)
                if isinstance(value, dict):
                    wanted = {**value, **changes.get(key, {})}
                self.assertEqual(variant[key], wanted, f"{name}: {key}")
            self.assertLessEqual(set(variant) - set(base.table), {"losses"})

    def test_losses_of_the_schedule_replace_the_defaults(self):
        learner = Learner(TINY, torch.device("cpu"), 8, 1e-3, 0.0, {"chain": 0.0})
        self.assertEqual([round(w, 4) for w in learner.loss_weights.tolist()], [1.0, 1.2, 0.15, 0.0])


if __name__ == "__main__":
    torch.set_num_threads(1)
    unittest.main()
