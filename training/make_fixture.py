"""Writes a tiny network and what it says of some positions, for the tests of the Rust reader."""

import json
import os

import numpy as np
import torch

import hexnet

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixtures")
WEIGHTS = os.path.join(FOLDER, "tiny.hexnet")
EXPECTED = os.path.join(FOLDER, "tiny.json")
SHAPE = hexnet.Shape(channels=8, blocks=3, policy_channels=4, value_channels=6, value_hidden=8, pool_mask=0b110)


def evaluations(shape: hexnet.Shape, tensors) -> list[dict]:
    """Logits of the weights as the file has them, in double precision."""
    net = hexnet.PlayNet(shape, torch.device("cpu"))
    net.dtype = torch.float64
    net.tensors = [t.double() for t in tensors]
    cases = []
    random = np.random.default_rng(6)
    for side in (3, 5, 8, 11, 13):
        for share in (9, 3):
            taken = random.integers(0, share, side * side)
            bits = np.zeros((1, 2, 8 * hexnet.words(side)), np.uint8)
            for plane in range(2):
                packed = np.packbits(taken == plane, bitorder="little")
                bits[0, plane, : len(packed)] = packed
            policy, value = net.logits(hexnet.planes_of(torch.from_numpy(bits), side, torch.float64))
            cases.append({
                "side": side,
                "own": np.flatnonzero(taken == 0).tolist(),
                "opponent": np.flatnonzero(taken == 1).tolist(),
                "policy": [round(v, 5) for v in policy[0].tolist()],
                "value": round(value[0].item(), 5),
            })
    return cases


def main():
    os.makedirs(FOLDER, exist_ok=True)
    torch.manual_seed(7)
    net = hexnet.HexNet(SHAPE)
    for parameter in net.parameters():
        # Biases too, and large enough that every layer matters.
        torch.nn.init.normal_(parameter, std=0.5 / max(1, parameter[0].numel()) ** 0.5 + 0.1)
    hexnet.save(WEIGHTS, SHAPE, net.exported(), "a tiny network for tests: random weights, plays nothing")
    shape, tensors, _ = hexnet.load(WEIGHTS)
    about = "Logits of fixtures/tiny.hexnet; stones by cell number in the view of the side to move; made by make_fixture.py"
    with open(EXPECTED, "w") as file:
        json.dump({"about": about, "cases": evaluations(shape, tensors)}, file, separators=(",", ":"))
        file.write("\n")


if __name__ == "__main__":
    main()
