#!/usr/bin/env python3
# Written by railyard examples
"""
Whether shards of a dataset divide among the processes of a training: WebDataset (.tar) and TFRecord (.tfrecord), as they lie.

    shards.py FOLDER --processes 128 [--workers 4] [--json]

Each shard is gone through, not unpacked. The rules: no shard is torn; every worker of every process has one; all processes have as many,
and as many samples, for the one that ends its epoch first leaves the others waiting in their all-reduce. Exit code: 0 they divide; 1 they
do not, and why; 2 there is nothing to look at.
"""
import argparse
import json
import os
import re
import struct
import sys
import tarfile

SHARD = re.compile(r".+\.(tar|tfrecords?(-\d+-of-\d+)?)")


class Torn(Exception):
    """A shard that ends too early, or is none."""


def castagnoli():
    for byte in range(256):
        for _ in range(8):
            byte = (byte >> 1) ^ (0x82F63B78 if byte & 1 else 0)
        yield byte


TABLE = list(castagnoli())


def masked_crc(data):
    """https://www.tensorflow.org/tutorials/load_data/tfrecord#tfrecords_format_details"""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = TABLE[(crc ^ byte) & 0xFF] ^ (crc >> 8)
    crc ^= 0xFFFFFFFF
    return (((crc >> 15) | (crc << 17)) + 0xA282EAD8) & 0xFFFFFFFF


def samples_of_tfrecord(path):
    """Records by their heads: a length and its sum, the record, and its sum, which is not read."""
    size, found = os.path.getsize(path), 0
    with open(path, "rb") as file:
        at = 0
        while at < size:
            head = file.read(12)
            if len(head) < 12 or struct.unpack("<I", head[8:])[0] != masked_crc(head[:8]):
                raise Torn(f"record {found} at byte {at} has no head")
            at += 16 + struct.unpack("<Q", head[:8])[0]
            if at > size:
                raise Torn(f"record {found} ends at byte {at}, and the file at {size}")
            file.seek(at)
            found += 1
    return found


def samples_of_tar(path):
    """Files beside each other whose names are the same up to the first dot of their last part are a sample, as webdataset has it."""
    size, found, last = os.path.getsize(path), 0, None
    try:
        with tarfile.open(path, "r:") as archive:
            for member in archive:
                if member.offset_data + member.size > size:
                    raise Torn(f"{member.name} ends at byte {member.offset_data + member.size}, and the file at {size}")
                folder, _, name = member.name.rpartition("/")
                key = folder, name.split(".")[0]
                # directories, and what webdataset leaves out
                if not member.isfile() or "." not in name or not name.split(".")[0] or name.startswith("__"):
                    continue
                found += key != last
                last = key
            # two blocks of zeros end an archive: a shard that is cut between two files has none
            if size - archive.offset < tarfile.BLOCKSIZE:
                raise Torn("it has no end")
    except tarfile.TarError as error:
        raise Torn(str(error)) from None
    return found


def samples_of(path):
    return samples_of_tar(path) if path.endswith(".tar") else samples_of_tfrecord(path)


def shards_in(folder):
    """In the order in which readers list them."""
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if SHARD.fullmatch(name)]


def of_process(shards, process, processes):
    """Each takes every n-th shard: split_by_node of webdataset, shard of tf.data."""
    return shards[process::processes]


def look(shards, processes, workers):
    """@returns what there is, and what is against the rules"""
    sizes, samples, faults = [], {}, []
    for path in shards:
        sizes.append(os.path.getsize(path))
        try:
            samples[path] = samples_of(path)
        except (Torn, OSError) as error:
            faults.append(f"{os.path.basename(path)} is torn: {error}")
    for path, count in samples.items():
        if count == 0:
            faults.append(f"{os.path.basename(path)} has no sample")
    needed = processes * workers
    if len(shards) < needed:
        faults.append(
            f"{len(shards)} shards for {needed} workers ({processes} processes × {workers}): {needed - len(shards)} have nothing to read. "
            f"Write {needed} shards or more, or start fewer workers"
        )
    if len(shards) % processes:
        below, above = len(shards) // processes * processes, -(-len(shards) // processes) * processes
        faults.append(
            f"{len(shards)} shards do not divide among {processes} processes: write {above}{f' or {below}' if below else ''}, "
            "or repeat them without end and count steps"
        )
    each = [sum(samples.get(path, 0) for path in of_process(shards, process, processes)) for process in range(processes)]
    if len(shards) % processes == 0 and len(set(each)) > 1:
        faults.append(
            f"processes have {min(each)} to {max(each)} samples: the one with the fewest ends first. "
            "Write as many samples to each shard, or repeat them without end and count steps"
        )
    return {
        "shards": len(shards),
        "bytes": sum(sizes),
        "smallestBytes": min(sizes),
        "largestBytes": max(sizes),
        "samples": sum(samples.values()),
        "samplesOfProcess": {"least": min(each), "most": max(each)},
        "faults": faults,
    }


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--processes", type=int, required=True, help="of the training: nodes × GPUs")
    parser.add_argument("--workers", type=int, default=1, help="that load data in each process")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    if asked.processes < 1 or asked.workers < 1:
        parser.error("--processes and --workers are whole numbers of at least 1")
    try:
        shards = shards_in(asked.folder)
    except OSError as error:
        print(f"{asked.folder} cannot be read: {error.strerror}", file=sys.stderr)
        return 2
    if not shards:
        print(f"{asked.folder} has no shard: files that end with .tar or .tfrecord", file=sys.stderr)
        return 2
    found = look(shards, asked.processes, asked.workers)
    if asked.json:
        print(json.dumps(found, indent=2))
    else:
        mib = [found[each] / (1 << 20) for each in ("bytes", "smallestBytes", "largestBytes")]
        print("{} shards, {:.1f} MiB ({:.1f} to {:.1f}), {} samples".format(found["shards"], *mib, found["samples"]))
        print("{least} to {most} samples for each process".format(**found["samplesOfProcess"]))
        for fault in found["faults"]:
            print(fault, file=sys.stderr)
    return 1 if found["faults"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
