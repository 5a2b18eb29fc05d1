"""The operations between convolutions, each in one pass over memory: bias, sum and relu; mean and maximum of the board.

With PyTorch's own operators these passes cost more than the convolutions of a small network. On a GPU they are Triton
kernels, elsewhere plain operators; both have the same gradients (`test_training.py`). Tensors are [batch, channels, rows,
columns] in channels-last memory, so that a board is a matrix of cells by channels.
"""

import torch
import torch.nn.functional as F

try:
    import triton
    import triton.language as tl
except ImportError:
    triton = None

force_kernels = False
"""Use the kernels also on a CPU, where Triton's interpreter can run them: for tests."""


def _kernels(x: torch.Tensor) -> bool:
    return triton is not None and (x.is_cuda or force_kernels)


def bias_relu(x, bias, group=None, residual=None):
    """relu(x + bias[channel] + group[board, channel] + residual)."""
    if _kernels(x):
        return BiasRelu.apply(x, bias, group, residual)
    y = x + bias[:, None, None].to(x.dtype)
    y = y if group is None else y + group[:, :, None, None]
    return F.relu(y if residual is None else y + residual)


def pooled(x, bias):
    """Mean and maximum over the board of relu(x + bias[channel]), one after the other: [batch, 2 channels]."""
    if _kernels(x):
        return Pooled.apply(x, bias)
    rows = F.relu(x + bias[:, None, None].to(x.dtype)).permute(0, 2, 3, 1).flatten(1, 2)
    return torch.cat([rows.mean(1), rows.amax(1)], 1)


if triton is not None:

    @triton.jit
    def _place(cells, C: tl.constexpr, CELLS: tl.constexpr, CHANNELS: tl.constexpr):
        """Offsets of one board's numbers, those of its channels, and which exist."""
        board = tl.program_id(0).to(tl.int64)
        cell = tl.arange(0, CELLS)
        channel = tl.arange(0, CHANNELS)
        there = (cell[:, None] < cells) & (channel[None, :] < C)
        return board * cells * C + cell[:, None] * C + channel[None, :], board * C + channel, channel, cell, there

    @triton.jit
    def _bias_relu(x, bias, group, residual, y, cells, GROUP: tl.constexpr, RESIDUAL: tl.constexpr,
                   C: tl.constexpr, CELLS: tl.constexpr, CHANNELS: tl.constexpr):
        at, row, channel, cell, there = _place(cells, C, CELLS, CHANNELS)
        value = tl.load(x + at, there, 0.0).to(tl.float32)
        shift = tl.load(bias + channel, channel < C, 0.0).to(tl.float32)
        if GROUP:
            shift += tl.load(group + row, channel < C, 0.0).to(tl.float32)
        value += shift[None, :]
        if RESIDUAL:
            value += tl.load(residual + at, there, 0.0).to(tl.float32)
        tl.store(y + at, tl.maximum(value, 0.0), there)

    @triton.jit
    def _bias_relu_back(dy, y, dx, sums, cells, C: tl.constexpr, CELLS: tl.constexpr, CHANNELS: tl.constexpr):
        at, row, channel, cell, there = _place(cells, C, CELLS, CHANNELS)
        grad = tl.load(dy + at, there, 0.0).to(tl.float32)
        grad = tl.where(tl.load(y + at, there, 0.0).to(tl.float32) > 0.0, grad, 0.0)
        tl.store(dx + at, grad, there)
        tl.store(sums + row, tl.sum(grad, 0), channel < C)

    @triton.jit
    def _pooled(x, bias, out, places, cells, PLACES: tl.constexpr, C: tl.constexpr, CELLS: tl.constexpr,
                CHANNELS: tl.constexpr):
        at, row, channel, cell, there = _place(cells, C, CELLS, CHANNELS)
        shift = tl.load(bias + channel, channel < C, 0.0).to(tl.float32)
        value = tl.maximum(tl.load(x + at, there, 0.0).to(tl.float32) + shift[None, :], 0.0)
        value = tl.where(there, value, 0.0)
        pair = tl.program_id(0).to(tl.int64) * 2 * C + channel
        largest = tl.max(value, 0)
        tl.store(out + pair, tl.sum(value, 0) / cells, channel < C)
        tl.store(out + pair + C, largest, channel < C)
        if PLACES:
            place = tl.min(tl.where((value == largest[None, :]) & there, cell[:, None], CELLS), 0)
            tl.store(places + row, place, channel < C)

    @triton.jit
    def _pooled_back(dout, x, bias, places, dx, sums, cells, C: tl.constexpr, CELLS: tl.constexpr,
                     CHANNELS: tl.constexpr):
        at, row, channel, cell, there = _place(cells, C, CELLS, CHANNELS)
        shift = tl.load(bias + channel, channel < C, 0.0).to(tl.float32)
        alive = tl.load(x + at, there, 0.0).to(tl.float32) + shift[None, :] > 0.0
        pair = tl.program_id(0).to(tl.int64) * 2 * C + channel
        mean = tl.load(dout + pair, channel < C, 0.0).to(tl.float32) / cells
        largest = tl.load(dout + pair + C, channel < C, 0.0).to(tl.float32)
        place = tl.load(places + row, channel < C, 0)
        grad = mean[None, :] + tl.where(cell[:, None] == place[None, :], largest[None, :], 0.0)
        grad = tl.where(alive & there, grad, 0.0)
        tl.store(dx + at, grad, there)
        tl.store(sums + row, tl.sum(grad, 0), channel < C)


def _sizes(x):
    batch, channels, height, width = x.shape
    cells = height * width
    block = {"C": channels, "CELLS": triton.next_power_of_2(cells), "CHANNELS": triton.next_power_of_2(channels)}
    if x.is_cuda:
        block["num_warps"] = 4 if block["CELLS"] * block["CHANNELS"] <= 8192 else 8
    return batch, channels, cells, block


def _channels_last(x):
    return x.contiguous(memory_format=torch.channels_last)


class BiasRelu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, bias, group, residual):
        x = _channels_last(x)
        batch, _, cells, block = _sizes(x)
        residual = residual if residual is None else _channels_last(residual)
        group = group if group is None else group.contiguous()
        y = torch.empty_like(x)
        _bias_relu[(batch,)](
            x, bias, x if group is None else group, x if residual is None else residual, y, cells,
            GROUP=group is not None, RESIDUAL=residual is not None, **block,
        )
        ctx.save_for_backward(y)
        ctx.kinds = bias.dtype, None if group is None else group.dtype, residual is not None
        return y

    @staticmethod
    def backward(ctx, dy):
        (y,) = ctx.saved_tensors
        dy = _channels_last(dy)
        batch, channels, cells, block = _sizes(y)
        dx = torch.empty_like(y)
        sums = torch.empty(batch, channels, dtype=torch.float32, device=y.device)
        _bias_relu_back[(batch,)](dy, y, dx, sums, cells, **block)
        bias, group, residual = ctx.kinds
        return dx, sums.sum(0).to(bias), None if group is None else sums.to(group), dx if residual else None


class Pooled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, bias):
        x = _channels_last(x)
        batch, channels, cells, block = _sizes(x)
        out = torch.empty(batch, 2 * channels, dtype=x.dtype, device=x.device)
        keep = any(ctx.needs_input_grad)
        places = torch.empty(batch, channels, dtype=torch.int32, device=x.device) if keep else out
        _pooled[(batch,)](x, bias, out, places, cells, PLACES=keep, **block)
        ctx.save_for_backward(x, bias, places)
        return out

    @staticmethod
    def backward(ctx, dout):
        x, bias, places = ctx.saved_tensors
        batch, channels, cells, block = _sizes(x)
        dx = torch.empty_like(x)
        sums = torch.empty(batch, channels, dtype=torch.float32, device=x.device)
        _pooled_back[(batch,)](dout.contiguous(), x, bias, places, dx, sums, cells, **block)
        return dx, sums.sum(0).to(bias.dtype)
