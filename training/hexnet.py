"""The network: what it sees, its layers, and the weights file.

`docs/explanation/neural.md` has the architecture and the file format; the crate `network` reads the file and must compute the same.
The layers have no normalisation: six residual blocks whose second convolution starts at zero train well without, the
network is the same in training and in play, and there is nothing to fold at export.
"""

import struct
import zlib
from dataclasses import asdict, dataclass

import torch
import torch.nn.functional as F
from torch import nn

import ops

MAGIC = b"HEXWNET\0"
VERSION = 1


@dataclass(frozen=True)
class Shape:
    """The numbers that fix every tensor's size."""

    channels: int = 64
    blocks: int = 6
    policy_channels: int = 32
    value_channels: int = 32
    value_hidden: int = 64
    pool_mask: int = 0b101010

    def pools(self, block: int) -> bool:
        return bool(self.pool_mask >> block & 1)


def words(side: int) -> int:
    """64-bit words of a set of cells: the widths of the crate `board`."""
    cells = side * side
    return 1 if cells <= 64 else 2 if cells <= 128 else 3 if cells <= 192 else 6


class Block(nn.Module):
    def __init__(self, channels: int, pools: bool):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1)
        self.pool = nn.Linear(2 * channels, channels) if pools else None
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1)
        nn.init.zeros_(self.conv2.weight)
        nn.init.zeros_(self.conv2.bias)
        if self.pool:
            nn.init.zeros_(self.pool.weight)
            nn.init.zeros_(self.pool.bias)

    def forward(self, x):
        h = F.conv2d(x, self.conv1.weight, padding=1)
        group = self.pool(ops.pooled(h, self.conv1.bias)) if self.pool else None
        h = ops.bias_relu(h, self.conv1.bias, group)
        return ops.bias_relu(F.conv2d(h, self.conv2.weight, padding=1), self.conv2.bias, residual=x)


class HexNet(nn.Module):
    """Training form: the exported layers and the auxiliary heads."""

    def __init__(self, shape: Shape):
        super().__init__()
        self.shape = shape
        c, p, v = shape.channels, shape.policy_channels, shape.value_channels
        self.stem = nn.Conv2d(3, c, 3)
        self.blocks = nn.ModuleList(Block(c, shape.pools(i)) for i in range(shape.blocks))
        self.policy_conv = nn.Conv2d(c, p, 1)
        self.policy_pool = nn.Linear(2 * c, p, bias=False)
        self.policy_out = nn.Conv2d(p, 1, 1)
        self.value_conv = nn.Conv2d(c, v, 1)
        self.value_1 = nn.Linear(2 * v, shape.value_hidden)
        self.value_2 = nn.Linear(shape.value_hidden, 1)
        # Auxiliary: the opponent's reply (from the policy's channels), and the cells of the winning group, own and
        # the opponent's. They shape the trunk and are not exported.
        self.reply_out = nn.Conv2d(p, 1, 1)
        self.chain_out = nn.Conv2d(c, 2, 1)
        for module in self.modules():
            if isinstance(module, nn.Conv2d) and module.weight.abs().sum() > 0:
                nn.init.kaiming_normal_(module.weight, nonlinearity="relu")
                nn.init.zeros_(module.bias)
        for head in (self.policy_out, self.reply_out, self.chain_out, self.value_2):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)

    def forward(self, planes):
        """Policy logits, value logit, reply logits (each row by row), and chain logits [batch, 2, cells]."""
        h = ops.bias_relu(F.conv2d(planes, self.stem.weight), self.stem.bias)
        for block in self.blocks:
            h = block(h)
        # The trunk is not negative, so that a relu without bias before pooling changes nothing.
        group = self.policy_pool(ops.pooled(h, torch.zeros_like(self.stem.bias)))
        p = ops.bias_relu(F.conv2d(h, self.policy_conv.weight), self.policy_conv.bias, group)
        v = F.relu(self.value_1(ops.pooled(F.conv2d(h, self.value_conv.weight), self.value_conv.bias)))
        return (
            self.policy_out(p).flatten(1),
            self.value_2(v).squeeze(1),
            self.reply_out(p).flatten(1),
            self.chain_out(h).flatten(2),
        )

    def exported(self) -> list[torch.Tensor]:
        """The tensors of the weights file in its order."""
        layers = [self.stem]
        for block in self.blocks:
            layers += [block.conv1] + ([block.pool] if block.pool else []) + [block.conv2]
        layers += [self.policy_conv, self.policy_pool, self.policy_out, self.value_conv, self.value_1, self.value_2]
        return [t for layer in layers for t in (layer.weight, layer.bias) if t is not None]


def planes_of(bits: torch.Tensor, side: int, dtype: torch.dtype) -> torch.Tensor:
    """Input planes [batch, 3, side + 2, side + 2] from sets of cells as bytes [batch, 2, bytes]: own stones with the
    rows beyond top and bottom, the opponent's with the columns beyond left and right, and where the board is."""
    shifts = torch.arange(8, dtype=torch.uint8, device=bits.device)
    stones = ((bits.unsqueeze(-1) >> shifts) & 1).flatten(2)[:, :, : side * side]
    planes = torch.zeros(len(bits), 3, side + 2, side + 2, dtype=dtype, device=bits.device)
    planes = planes.contiguous(memory_format=torch.channels_last)
    planes[:, :2, 1:-1, 1:-1] = stones.reshape(-1, 2, side, side).to(dtype)
    planes[:, 0, 0, :] = 1
    planes[:, 0, -1, :] = 1
    planes[:, 1, :, 0] = 1
    planes[:, 1, :, -1] = 1
    planes[:, 2, 1:-1, 1:-1] = 1
    return planes


class PlayNet:
    """The exported layers alone, in half precision on a GPU, with convolution, bias, sum and relu in one kernel."""

    def __init__(self, shape: Shape, device: torch.device):
        self.shape = shape
        self.device = device
        self.dtype = torch.float16 if device.type == "cuda" else torch.float32
        self.fused = device.type == "cuda"
        self.tensors = [self._own(t) for t in HexNet(shape).exported()]

    def _own(self, tensor):
        own = tensor.detach().to(self.device, self.dtype, copy=True)
        return own.contiguous(memory_format=torch.channels_last) if own.dim() == 4 else own

    def load(self, tensors: list[torch.Tensor]):
        """Takes over weights in place, so that captured graphs see them."""
        for own, new in zip(self.tensors, tensors, strict=True):
            own.copy_(new.detach())

    def _conv(self, x, weight, bias, padding, plus=None):
        if self.fused and plus is not None:
            return torch.cudnn_convolution_add_relu(x, weight, plus, 1.0, bias, [1, 1], [padding] * 2, [1, 1], 1)
        if self.fused:
            return torch.cudnn_convolution_relu(x, weight, bias, [1, 1], [padding] * 2, [1, 1], 1)
        return ops.bias_relu(F.conv2d(x, weight, padding=padding), bias, residual=plus)

    @torch.no_grad()
    def logits(self, planes):
        """Policy logits [batch, cells] and value logits [batch], in single precision."""
        rest = iter(self.tensors)
        zero = torch.zeros_like(self.tensors[1])
        h = self._conv(planes, next(rest), next(rest), 0)
        for block in range(self.shape.blocks):
            weight, bias = next(rest), next(rest)
            if self.shape.pools(block):
                g = F.conv2d(h, weight, padding=1)
                g = ops.bias_relu(g, bias, F.linear(ops.pooled(g, bias), next(rest), next(rest)))
            else:
                g = self._conv(h, weight, bias, 1)
            h = self._conv(g, next(rest), next(rest), 1, plus=h)
        weight, bias = next(rest), next(rest)
        p = ops.bias_relu(F.conv2d(h, weight), bias, F.linear(ops.pooled(h, zero), next(rest)))
        policy = F.conv2d(p, next(rest), next(rest)).flatten(1)
        weight, bias = next(rest), next(rest)
        v = ops.pooled(F.conv2d(h, weight), bias)
        v = F.relu(F.linear(v, next(rest), next(rest)))
        value = F.linear(v, next(rest), next(rest)).squeeze(1)
        return policy.float(), value.float()

    @torch.no_grad()
    def evaluate(self, bits, side):
        """Probability that the side to move wins [batch] and of each move [batch, cells] as bfloat16."""
        policy, value = self.logits(planes_of(bits, side, self.dtype))
        shifts = torch.arange(8, dtype=torch.uint8, device=bits.device)
        taken = (((bits[:, 0] | bits[:, 1]).unsqueeze(-1) >> shifts) & 1).flatten(1)[:, : side * side]
        policy = policy.masked_fill(taken.bool(), float("-inf")).softmax(1)
        return torch.sigmoid(value), policy.to(torch.bfloat16)


def save(path, shape: Shape, tensors: list[torch.Tensor], note: str):
    """Writes a weights file."""
    text = note.encode()
    head = struct.pack(
        "<8s8I", MAGIC, VERSION, shape.channels, shape.blocks, shape.policy_channels, shape.value_channels,
        shape.value_hidden, shape.pool_mask, len(text),
    )
    body = b"".join(t.detach().cpu().to(torch.float16).contiguous().numpy().tobytes() for t in tensors)
    data = head + text + body
    with open(path, "wb") as file:
        file.write(data + struct.pack("<I", zlib.crc32(data)))


def load(path) -> tuple[Shape, list[torch.Tensor], str]:
    """Reads a weights file."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != MAGIC or struct.unpack("<I", data[-4:])[0] != zlib.crc32(data[:-4]):
        raise ValueError(f"{path} is damaged or no weights file: expected {MAGIC!r} and a matching checksum")
    version, *numbers, length = struct.unpack("<8I", data[8:40])
    if version != VERSION:
        raise ValueError(f"{path} has version {version}: expected {VERSION}")
    shape = Shape(*numbers)
    flat = torch.frombuffer(bytearray(data[40 + length : -4]), dtype=torch.float16)
    tensors, at = [], 0
    for like in HexNet(shape).exported():
        tensors.append(flat[at : at + like.numel()].reshape(like.shape))
        at += like.numel()
    if at != flat.numel():
        raise ValueError(f"{path} has {flat.numel()} weights: expected {at}")
    return shape, tensors, data[40 : 40 + length].decode()


def describe(shape: Shape) -> str:
    return ", ".join(f"{key} {value}" for key, value in asdict(shape).items())
