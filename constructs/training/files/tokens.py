# Written by railyard examples
"""Tokens by the number of a sample, so that what a step reads does not depend on how many processes read it."""
import os
import random

import torch


class MadeUp:
    """Sequences with a rule that a small model learns: a run needs no data, and its loss must fall."""

    def __init__(self, vocabulary, length, seed=1):
        self.vocabulary, self.length, self.seed = vocabulary, length, seed

    def sample(self, number):
        chance = random.Random(self.seed * 1_000_003 + number)
        stride, token = chance.choice((1, 3, 7)), chance.randrange(self.vocabulary)
        row = [(token + stride * place) % self.vocabulary for place in range(self.length + 1)]
        return torch.tensor(row, dtype=torch.long)


class TokenFile:
    """A file of token numbers, two bytes each (four where the name ends with .u32), read where it lies and never as a whole."""

    def __init__(self, path, vocabulary, length, seed=1):
        size, self.dtype = (4, torch.int32) if path.endswith(".u32") else (2, torch.uint16)
        if not os.path.isfile(path):
            raise SystemExit(f"--data {path} is no file on this node")
        tokens, rest = divmod(os.path.getsize(path), size)
        if rest:
            raise SystemExit(f"--data {path} ends within a token of {size} bytes: it is cut off, or its numbers have another size (four bytes end with .u32)")
        self.samples = (tokens - 1) // length
        if self.samples < 1:
            raise SystemExit(f"--data {path} has {tokens} tokens, and one sample takes {length + 1}")
        self.tokens = torch.from_file(path, size=tokens, dtype=self.dtype)
        self.vocabulary, self.length, self.seed = vocabulary, length, seed

    def sample(self, number):
        epoch, place = divmod(number, self.samples)
        # each sample once in an epoch, in an order that anybody can compute: a step of a stride that shares no divisor
        chance = random.Random(self.seed * 1_000_003 + epoch)
        stride = coprime(self.samples, chance)
        first = (chance.randrange(self.samples) + place * stride) % self.samples * self.length
        row = self.tokens[first : first + self.length + 1].long()
        # of four bytes: those beyond 2**31 are below 0 here
        wrong = row[(row < 0) | (row >= self.vocabulary)]
        if len(wrong):
            raise SystemExit(f"sample {number} has token {int(wrong[0]) % 2**32}, and the model knows {self.vocabulary}: take another --model or another file")
        return row


def tokens_of(args, size):
    """What a training reads: the file of --data, or made-up tokens."""
    if args.data:
        return TokenFile(args.data, size.vocabulary, size.sequence, args.seed)
    return MadeUp(size.vocabulary, size.sequence, args.seed)


def coprime(number, chance):
    """A number below the given one that shares no divisor with it."""
    from math import gcd

    while True:
        found = chance.randrange(1, max(number, 2))
        if gcd(found, number) == 1:
            return found


def batch(source, numbers, device):
    """Inputs, and what comes next of each."""
    rows = torch.stack([source.sample(number) for number in numbers])
    if device.type == "cuda":
        rows = rows.pin_memory()
    rows = rows.to(device, non_blocking=True)
    return rows[:, :-1], rows[:, 1:]
