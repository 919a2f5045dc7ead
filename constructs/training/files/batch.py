# Written by railyard examples
"""How a global batch is shared by the processes that are there: the same samples in a step, however many they are."""
import argparse


def positive(text):
    """A number of the command line that is 1 or more."""
    if text.isascii() and text.isdigit() and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")


def micro_batches(global_batch, world, micro_batch):
    """
    Micro-batches of each process in a step.

    With half of the processes each takes twice as many, so that a step stays the same step: its samples, its gradient, and its
    place in the schedule of the learning rate. Where the batch is no whole number of them, some have fewer samples, or none.
    """
    return -(-global_batch // (world * micro_batch))


def samples(step, global_batch, rank, world, micro_batch, turn):
    """Numbers of the samples of one micro-batch; `step` and `turn` begin with 0. Empty where there are none left for this process."""
    first = (turn * world + rank) * micro_batch
    last = min(first + micro_batch, global_batch)
    return range(step * global_batch + first, step * global_batch + max(first, last))
