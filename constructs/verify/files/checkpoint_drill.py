"""
Writes a checkpoint of numbers that are known as training does, and reads it: each process what one of another node wrote.

The state is in the memory of the host: what is measured is the storage and torch.distributed.checkpoint.
"""
import argparse
import os
import time

import torch
import torch.distributed as dist

from checkpoint import Checkpoints, dcp_reader, dcp_writer
from ranks import set_ranks

PARTS = 8


def part(rank, number, count):
    """Other numbers for each process and part, which both sides know."""
    return torch.arange(count, dtype=torch.int64) * 2654435761 + rank * 1000003 + number


def forget(folder):
    """Takes files out of the cache of this node; those of a file system that does not let it stay."""
    for path, _, names in os.walk(folder):
        for name in names:
            file = os.open(os.path.join(path, name), os.O_RDONLY)
            try:
                os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
            finally:
                os.close(file)


def longest(seconds):
    found = torch.tensor([seconds], dtype=torch.float64)
    dist.all_reduce(found, op=dist.ReduceOp.MAX)
    return float(found[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mib", type=int, required=True, help="of each process")
    parser.add_argument("--each", type=int, required=True, help="processes of a node")
    parser.add_argument("--checkpoints", required=True)
    args = parser.parse_args()
    rank, world, _ = set_ranks()
    dist.init_process_group("gloo")
    count = args.mib * 2**20 // 8 // PARTS
    name = "process-{}-{}".format
    state = {name(rank, number): part(rank, number, count) for number in range(PARTS)}
    checkpoints = Checkpoints(args.checkpoints, keep=1)
    dist.barrier()
    began = time.perf_counter()
    checkpoints.start(1, dcp_writer(state))
    stalled = longest(time.perf_counter() - began)
    failure = checkpoints.finish()
    if failure:
        raise RuntimeError(f"the checkpoint failed: {failure}")
    written = longest(time.perf_counter() - began)
    forget(args.checkpoints)
    dist.barrier()
    reader = (rank + args.each) % world
    back = {name(reader, number): torch.zeros(count, dtype=torch.int64) for number in range(PARTS)}
    began = time.perf_counter()
    step = checkpoints.restore(dcp_reader(back))
    restored = longest(time.perf_counter() - began)
    wrong = sum(not torch.equal(back[name(reader, number)], part(reader, number, count)) for number in range(PARTS))
    total = torch.tensor([wrong])
    dist.all_reduce(total)
    if rank == 0:
        same = "yes" if step == 1 and int(total[0]) == 0 else "no"
        size = world * PARTS * count * 8
        print(f"checkpoint={size} processes={world} stall={stalled:.4f} write={written:.4f} restore={restored:.4f} same={same}", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
