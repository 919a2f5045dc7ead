# Written by railyard examples
"""A decoder of the usual form (RMSNorm, rotary positions, grouped attention, SwiGLU), of sizes from a laptop's to a cluster's."""
from dataclasses import dataclass

import torch
from torch import nn
from torch.distributed.tensor import DTensor, distribute_tensor
from torch.nn import functional


@dataclass(frozen=True)
class Size:
    layers: int
    width: int
    heads: int
    key_heads: int
    hidden: int
    vocabulary: int
    sequence: int


SIZES = {
    "tiny": Size(2, 64, 4, 2, 192, 256, 64),
    "125m": Size(12, 768, 12, 12, 2048, 50_304, 1024),
    "1b": Size(16, 2048, 32, 8, 8192, 128_256, 4096),
    "8b": Size(32, 4096, 32, 8, 14_336, 128_256, 8192),
    "70b": Size(80, 8192, 64, 8, 28_672, 128_256, 8192),
}


def rotate(x, cos, sin):
    one, two = x.chunk(2, dim=-1)
    return torch.cat((one * cos - two * sin, two * cos + one * sin), dim=-1)


class Block(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.heads, self.key_heads, self.each = size.heads, size.key_heads, size.width // size.heads
        self.before_attention, self.before_hidden = nn.RMSNorm(size.width, eps=1e-5), nn.RMSNorm(size.width, eps=1e-5)
        self.query = nn.Linear(size.width, size.heads * self.each, bias=False)
        self.key_value = nn.Linear(size.width, 2 * size.key_heads * self.each, bias=False)
        self.out = nn.Linear(size.width, size.width, bias=False)
        self.up = nn.Linear(size.width, 2 * size.hidden, bias=False)
        self.down = nn.Linear(size.hidden, size.width, bias=False)

    def attend(self, x, cos, sin):
        rows, length, _ = x.shape
        query = self.query(x).view(rows, length, self.heads, self.each).transpose(1, 2)
        keys = self.key_value(x).view(rows, length, 2, self.key_heads, self.each).permute(2, 0, 3, 1, 4)
        key, value = rotate(keys[0], cos, sin), keys[1]
        found = functional.scaled_dot_product_attention(rotate(query, cos, sin), key, value, is_causal=True, enable_gqa=True)
        return self.out(found.transpose(1, 2).reshape(rows, length, -1))

    def forward(self, x, cos, sin):
        x = x + self.attend(self.before_attention(x), cos, sin)
        gate, value = self.up(self.before_hidden(x)).chunk(2, dim=-1)
        return x + self.down(functional.silu(gate) * value)


def first_weight(weight, seed, place):
    """Fills a weight: small numbers by chance, and ones for those of norms. @param place among the weights of the model"""
    if weight.dim() < 2:
        return weight.fill_(1.0)
    return weight.normal_(std=0.02, generator=torch.Generator(weight.device).manual_seed(seed * 1_000_003 + place))


def own_part(weight):
    """What this process holds of a weight."""
    return weight.to_local() if isinstance(weight, DTensor) else weight


def like(whole, weight):
    """Divides a tensor, which all processes have, as a weight is divided."""
    return distribute_tensor(whole, weight.device_mesh, weight.placements, src_data_rank=None)


class Decoder(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size
        self.embedding = nn.Embedding(size.vocabulary, size.width)
        self.blocks = nn.ModuleList(Block(size) for _ in range(size.layers))
        self.norm = nn.RMSNorm(size.width, eps=1e-5)
        self.head = nn.Linear(size.width, size.vocabulary, bias=False)

    def start(self, seed):
        """First weights: the same for a seed, whether a process holds the whole model or a part of it."""
        for place, weight in enumerate(self.parameters()):
            whole = first_weight(torch.empty(weight.shape, device=weight.device), seed, place)
            with torch.no_grad():
                own_part(weight).copy_(whole if own_part(weight) is weight else own_part(like(whole, weight)))

    def forward(self, tokens):
        each = self.size.width // self.size.heads
        places = torch.arange(tokens.shape[1], device=tokens.device, dtype=torch.float32)
        turns = 500_000.0 ** (-torch.arange(0, each, 2, device=tokens.device, dtype=torch.float32) / each)
        x = self.embedding(tokens)
        angles = torch.outer(places, turns)
        cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
        for block in self.blocks:
            x = block(x, cos, sin)
        return self.head(self.norm(x))


def loss_of(model, inputs, wanted):
    return functional.cross_entropy(model(inputs).flatten(0, 1).float(), wanted.flatten())


def flops_per_token(model, sequence):
    """
    Forward and backward of one token, without what is computed a second time.

    6 for each weight that multiplies, and 12 x layers x width x sequence for attention: as torchtitan counts it.
    """
    weights = sum(weight.numel() for weight in model.parameters()) - model.embedding.weight.numel()
    return 6 * weights + 12 * model.size.layers * model.size.width * sequence
