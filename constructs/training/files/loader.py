#!/usr/bin/env python3
# Written by railyard examples
"""
How long a training waits for its data: shards of WebDataset or TFRecord, by the reader that it will have, and no model.

    loader.py FOLDER --reader webdataset|tf.data|dali [--batch 64] [--steps 200] [--compute-ms 0] [--workers 4]

Started as a training is: alone, by torchrun or by srun, of which it takes rank and processes. Each step waits for a batch and then stands still
for --compute-ms, as if a GPU worked: that of your own training, which `steps.jsonl` or railyard_telemetry.py tells. What is waited for is told as
a training tells it: by the metric railyard_training_rank_data_wait_seconds_total, and at the end by a line of each process.

- webdataset: the package webdataset. With PyTorch --workers processes read ahead; without it, this one reads by itself.
- tf.data: TensorFlow reads TFRecord. --workers shards are read at once.
- dali: NVIDIA DALI reads WebDataset; --ext says which member of a sample. It gives each process a part of the samples, not of the shards.

Exit code: 0 it has read; 2 it could not, and why.
"""
import argparse
import itertools
import json
import os
import sys
import time

from railyard_telemetry import Telemetry
from shards import of_process, shards_in


class Unreadable(Exception):
    """Why nothing can be read."""


def number_of(*names, usual):
    """The first of the variables that is set: those of torchrun, and of Slurm."""
    return next((int(os.environ[name]) for name in names if os.environ.get(name)), usual)


def needs(package, how):
    return Unreadable(f"there is no {package} to read with: pip install {how}")


def by_webdataset(shards, asked, rank, world):
    try:
        import webdataset
    except ImportError:
        raise needs("webdataset", "webdataset") from None
    mine = of_process(shards, rank, world)
    found = webdataset.WebDataset(mine, shardshuffle=len(mine), nodesplitter=None, seed=rank, empty_check=False).repeat()
    try:
        from torch.utils.data import DataLoader
    except ImportError:
        return in_batches(found, asked.batch)
    # more workers than shards would have nothing to read
    return iter(DataLoader(found.batched(asked.batch, collation_fn=None), batch_size=None, num_workers=min(asked.workers, len(mine))))


def in_batches(samples, size):
    samples = iter(samples)
    while batch := list(itertools.islice(samples, size)):
        yield batch


def by_tf_data(shards, asked, rank, world):
    try:
        import tensorflow
    except ImportError:
        raise needs("TensorFlow", "tensorflow") from None
    # GPUs are the training's
    tensorflow.config.set_visible_devices([], "GPU")
    mine = of_process(shards, rank, world)
    files = tensorflow.data.Dataset.from_tensor_slices(mine).shuffle(len(mine), seed=rank).repeat()
    records = files.interleave(tensorflow.data.TFRecordDataset, cycle_length=min(asked.workers, len(mine)), num_parallel_calls=tensorflow.data.AUTOTUNE, deterministic=False)
    return iter(records.batch(asked.batch).prefetch(tensorflow.data.AUTOTUNE).as_numpy_iterator())


def by_dali(shards, asked, rank, world):
    try:
        from nvidia.dali import fn, pipeline_def
    except ImportError:
        raise needs("DALI", "nvidia-dali-cuda120") from None

    @pipeline_def(batch_size=asked.batch, num_threads=asked.workers, device_id=None)
    def read():
        return fn.readers.webdataset(
            paths=shards, ext=[asked.ext], missing_component_behavior="error", shard_id=rank, num_shards=world, random_shuffle=True, stick_to_shard=True, pad_last_batch=True
        )

    pipeline = read()
    pipeline.build()
    return iter(pipeline.run, None)


READERS = {"webdataset": (by_webdataset, (".tar",)), "tf.data": (by_tf_data, (".tfrecord", ".tfrecords")), "dali": (by_dali, (".tar",))}


def measure(asked, rank, world, local):
    """@returns seconds of waiting for each step, the first apart: it starts the reader"""
    read, endings = READERS[asked.reader]
    try:
        shards = [path for path in shards_in(asked.folder) if is_of(path, endings)]
    except OSError as error:
        raise Unreadable(f"{asked.folder} cannot be read: {error.strerror}") from None
    if len(shards) < world:
        raise Unreadable(f"{asked.folder} has {len(shards)} shards that {asked.reader} reads ({', '.join(endings)}), and there are {world} processes: python3 shards.py says how many would do")
    telemetry = Telemetry(rank=rank, world=world, local=local, log=asked.log, unit="samples")
    batches, waits = None, []
    for step in range(1, asked.steps + 1):
        with telemetry.step(step, asked.batch * world) as now:
            with now.phase("data"):
                batches = read(shards, asked, rank, world) if batches is None else batches
                if next(batches, None) is None:
                    raise Unreadable(f"{asked.folder} ended at step {step}: shards are empty")
            waits.append(now.spent("data"))
            with now.phase("compute"):
                time.sleep(asked.compute_ms / 1000)
    telemetry.close()
    return waits


def is_of(path, endings):
    return path.endswith(endings) or (".tfrecord" in endings and ".tfrecord" in os.path.basename(path))


def summary(waits, asked, rank):
    first, *rest = waits
    rest = sorted(rest) or [first]
    compute = asked.compute_ms / 1000
    mean = sum(rest) / len(rest)
    return {
        "rank": rank,
        "reader": asked.reader,
        "firstSeconds": first,
        "meanWaitSeconds": mean,
        "p95WaitSeconds": rest[int(0.95 * (len(rest) - 1))],
        "waitShare": mean / (mean + compute) if mean + compute else 0.0,
        "samplesPerSecond": asked.batch / (mean + compute) if mean + compute else None,
    }


def at_least(least):
    def of(text):
        if not (text.isascii() and text.isdigit() and int(text) >= least):
            raise argparse.ArgumentTypeError(f"{text!r}: write a whole number from {least} on")
        return int(text)

    return of


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--reader", choices=sorted(READERS), required=True)
    parser.add_argument("--batch", type=at_least(1), default=64, help="samples of a process in a step")
    parser.add_argument("--steps", type=at_least(2), default=200)
    parser.add_argument("--compute-ms", type=at_least(0), default=0)
    parser.add_argument("--workers", type=at_least(1), default=4)
    parser.add_argument("--ext", default="jpg", help="member of a sample that DALI reads")
    parser.add_argument("--log", help="folder for steps.jsonl")
    asked = parser.parse_args(arguments)
    rank, world = number_of("RANK", "SLURM_PROCID", usual=0), number_of("WORLD_SIZE", "SLURM_NTASKS", usual=1)
    try:
        waits = measure(asked, rank, world, number_of("LOCAL_RANK", "SLURM_LOCALID", usual=0))
    except Unreadable as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps(summary(waits, asked, rank)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
