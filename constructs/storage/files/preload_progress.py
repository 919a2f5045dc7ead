# Written by railyard examples
"""What preload.py tells while it works, and at its end."""
import concurrent.futures
import os
import sys
import time

GIB = 1 << 30


def shown(path):
    return repr(os.fsdecode(path))


class Progress:
    """What is done of all, once in a while."""

    def __init__(self, files, size, every):
        self.files, self.bytes, self.every = files, size, every
        self.done_files = self.done_bytes = 0
        self.failed = {}
        self.began = self.told = time.monotonic()

    def done(self, size):
        self.done_files += 1
        self.done_bytes += size

    def fail(self, path, why):
        self.failed[path] = why.strip() or "no reason was given"

    def tell(self, always=False):
        now = time.monotonic()
        if not always and now - self.told < self.every:
            return
        self.told = now
        rate = self.done_bytes / max(now - self.began, 1e-3)
        left = "unknown" if rate == 0 else f"{(self.bytes - self.done_bytes) / rate:.0f} s"
        failed = f", {len(self.failed)} failed" if self.failed else ""
        print(
            f"{self.done_files} of {self.files} files, {self.done_bytes / GIB:.3f} of {self.bytes / GIB:.3f} GiB, "
            f"{rate / 1e6:.1f} MB/s, left: {left}{failed}",
            flush=True,
        )

    def end(self):
        self.tell(always=True)
        for path in sorted(self.failed):
            print(f"not there: {shown(path)}: {self.failed[path]}", file=sys.stderr)
        return 1 if self.failed else 0


def refuse(why):
    print(why, file=sys.stderr)
    return 2


def at_once(most, items, work, progress):
    """Does work on each item, at the most so many at once, and tells of it meanwhile. @returns items that are done, with their futures"""
    left = iter(items)
    with concurrent.futures.ThreadPoolExecutor(most) as pool:
        flying = {}
        while True:
            while len(flying) < most and (item := next(left, None)) is not None:
                flying[pool.submit(work, item)] = item
            if not flying:
                return
            ended, _ = concurrent.futures.wait(flying, progress.every, concurrent.futures.FIRST_COMPLETED)
            for each in ended:
                yield flying.pop(each), each
            progress.tell()
