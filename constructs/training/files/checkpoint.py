# Written by railyard examples
"""
Checkpoints that are whole or are not there, written while the training goes on, and read by any number of processes.

A folder `step-00000100` holds what torch.distributed.checkpoint wrote, and the size and SHA-256 of each of its files. It gets
its name only when all of it is on the disk; until then it is called `step-00000100.part`. `latest` names the newest.
"""
import hashlib
import json
import os
import re
import shutil
import threading
import time

import torch.distributed as dist
import torch.distributed.checkpoint as dcp

NAME = re.compile(r"step-(\d{8})")
SUMS = "sums-{}.json"
SUMS_FILE = re.compile(r"sums-\d+\.json(\.part)?")
# of torch.distributed.checkpoint, and of DeepSpeed: the process that wrote it
OWN_FILE = re.compile(r"(?:__|(?:\w+_)?zero_pp_rank_)(\d+)_(?:\d+\.distcp|mp_rank_\d+_\w+\.pt)")
PART = re.compile(r"(step-\d{8}|latest)\.part")
MOST_FAILURES = 3


def write_text(path, text):
    """Whole, or not at all; on the disk when this returns."""
    with open(path + ".part", "w", encoding="utf8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".part", path)
    sync_folder(os.path.dirname(path))


def sync_folder(path):
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def sum_of(path, sync=False):
    """@param sync whether it is on the disk when this returns: not all that write checkpoints see to it"""
    found = hashlib.sha256()
    with open(path, "rb") as file:
        if sync:
            os.fsync(file.fileno())
        while block := file.read(1 << 24):
            found.update(block)
    return {"bytes": os.path.getsize(path), "sha256": found.hexdigest()}


def own_files(path, rank):
    """Each process answers for the files that it wrote by its number, and the first for all others."""
    for folder, _, names in os.walk(path):
        for name in names:
            writer = OWN_FILE.fullmatch(name)
            if not SUMS_FILE.fullmatch(name) and (int(writer[1]) if writer else 0) == rank:
                yield os.path.relpath(os.path.join(folder, name), path)


def dcp_writer(state):
    """What `start` calls: copies the state, and writes it behind the training's back."""
    return lambda path, group: dcp.async_save(state, checkpoint_id=path, process_group=group).result


def dcp_reader(state):
    """What `restore` calls: reads into the state, whatever number of processes wrote it."""
    return lambda path, group: dcp.load(state, checkpoint_id=path, process_group=group)


def faults(path, rank, world):
    """What is wrong with a folder; None: nothing. Processes share the work: each looks at its part of the writers."""
    try:
        with open(os.path.join(path, SUMS.format(0)), encoding="utf8") as file:
            writers = json.load(file)["processes"]
        for writer in range(rank, writers, world):
            with open(os.path.join(path, SUMS.format(writer)), encoding="utf8") as file:
                expected = json.load(file)["files"]
            for name, wanted in expected.items():
                if sum_of(os.path.join(path, name)) != wanted:
                    return f"{name} is not what was written"
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        return f"{type(error).__name__}: {error}"
    return None


def processes_of(path):
    """How many wrote a checkpoint that is whole."""
    with open(os.path.join(path, SUMS.format(0)), encoding="utf8") as file:
        return json.load(file)["processes"]


def cause_of(error):
    """In a line; torch.distributed.checkpoint has what went wrong by process."""
    for each, _ in getattr(error, "failures", {}).values():
        return cause_of(each)
    return f"{type(error).__name__}: {error}"


class Checkpoints:
    """@param keep how many of the newest stay @param telemetry is told of them. @default nobody is"""

    def __init__(self, folder, keep, telemetry=None):
        self.folder, self.keep, self.telemetry = folder, keep, telemetry
        self.rank, self.world = dist.get_rank(), dist.get_world_size()
        self.writing, self.failure, self.failures = None, None, 0
        # what is written in the background has messages of its own: they come in no order with those of the training
        self.group, self.background = dist.new_group(backend="gloo"), dist.new_group(backend="gloo")
        if self.rank == 0:
            os.makedirs(folder, exist_ok=True)
            for name in os.listdir(folder):
                if PART.fullmatch(name):
                    path = os.path.join(folder, name)
                    shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
        dist.barrier(group=self.group)

    def datasets(self):
        """Versions that the run reads; None: nobody asked, or this is not the first process."""
        return getattr(self.telemetry, "datasets", None)

    def path(self, step):
        return os.path.join(self.folder, f"step-{step:08d}")

    def steps(self):
        """Steps of which there is a folder, newest first."""
        found = (NAME.fullmatch(name) for name in os.listdir(self.folder))
        return sorted((int(match[1]) for match in found if match), reverse=True)

    def restore(self, read):
        """
        Lets `read` take the newest checkpoint that is whole, by its path and a group of processes.

        @returns its step; 0 where no checkpoint was ever written. Raises RuntimeError where there are some and none is whole: to
        begin again is for people to say, by another folder.
        """
        listed = [self.steps() if self.rank == 0 else None]
        dist.broadcast_object_list(listed, src=0, group=self.group)
        broken = []
        for step in listed[0]:
            found = [None] * self.world
            dist.all_gather_object(found, faults(self.path(step), self.rank, self.world), group=self.group)
            wrong = next((fault for fault in found if fault), None)
            if wrong is None:
                if self.rank == 0 and self.datasets():
                    self.datasets().compare_with(self.path(step))
                read(self.path(step), self.group)
                if self.rank == 0:
                    # their steps come again, and older ones must not go before them
                    for each in broken:
                        os.replace(self.path(each), f"{self.path(each)}.broken-{os.urandom(4).hex()}")
                    if self.telemetry:
                        self.telemetry.checkpoint_read(os.path.getmtime(os.path.join(self.path(step), SUMS.format(0))))
                return step
            broken.append(step)
            if self.rank == 0:
                print(f"the checkpoint of step {step} is not read: {wrong}", flush=True)
        if broken:
            raise RuntimeError(f"none of the checkpoints in {self.folder} is whole: see why, or say another folder with --checkpoints")
        return 0

    def start(self, step, write):
        """
        Begins a checkpoint, and waits for the one before. All processes call it at the same step.

        @param write is given a folder and a group of processes, and returns what waits until all is written
        """
        self.finish()
        part = self.path(step) + ".part"
        # until the last file is on the disk
        self.failure = "it was not written to its end"
        thread = threading.Thread(target=self.add_sums, args=(write(part, self.background), part))
        self.writing = (step, thread, time.perf_counter())
        thread.start()

    def add_sums(self, wait, part):
        try:
            wait()
            # the first process answers for files of others, too
            dist.barrier(group=self.background)
            if self.rank == 0 and self.datasets():
                self.datasets().keep(part)
            files = {name: sum_of(os.path.join(part, name), sync=True) for name in own_files(part, self.rank)}
            write_text(os.path.join(part, SUMS.format(self.rank)), json.dumps({"processes": self.world, "files": files}))
            self.failure = None
        # told by `finish`, to all processes; those of torch.distributed.checkpoint are no Exception
        except BaseException as error:  # noqa: BLE001
            self.failure = cause_of(error)

    def is_written(self):
        """Whether `finish` would not wait for this process."""
        return self.writing is not None and not self.writing[1].is_alive()

    def finish(self):
        """
        Gives what was written its name. All processes call it together.

        @returns why there is no checkpoint of that step; None: there is. Raises RuntimeError when checkpoints fail one after the other: a training that goes on without any loses all of its work.
        """
        if self.writing is None:
            return None
        (step, thread, began), self.writing = self.writing, None
        thread.join()
        found = [None] * self.world
        dist.all_gather_object(found, self.failure, group=self.group)
        failure = next((each for each in found if each), None)
        if failure is None and self.rank == 0:
            failure = self.give_name(step)
        told = [failure]
        dist.broadcast_object_list(told, src=0, group=self.group)
        self.failures = self.failures + 1 if told[0] else 0
        if self.telemetry and told[0]:
            self.telemetry.checkpoint_failed()
        elif self.telemetry:
            self.telemetry.checkpoint_written(time.perf_counter() - began)
        if told[0] and self.rank == 0:
            print(f"the checkpoint of step {step} failed: {told[0]}", flush=True)
        if self.failures >= MOST_FAILURES:
            raise RuntimeError(f"{MOST_FAILURES} checkpoints failed one after the other: {told[0]}")
        return told[0]

    def give_name(self, step):
        """By the first process. @returns what went wrong"""
        try:
            path = self.path(step)
            for folder, _, _ in os.walk(path + ".part"):
                sync_folder(folder)
            if os.path.exists(path):
                shutil.rmtree(path)
            os.replace(path + ".part", path)
            sync_folder(self.folder)
            write_text(os.path.join(self.folder, "latest"), os.path.basename(path) + "\n")
            for old in self.steps()[self.keep :]:
                shutil.rmtree(self.path(old), ignore_errors=True)
        except OSError as error:
            return f"{type(error).__name__}: {error}"
        return None
