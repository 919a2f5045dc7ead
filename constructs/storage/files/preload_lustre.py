# Written by railyard examples
"""Files whose contents a Lustre has in its bucket alone, back onto its disks."""
import collections
import os
import shutil
import stat
import time

from lustre_files import LOST, RELEASED, Lfs
from preload_progress import Progress, at_once, refuse, shown

def files_below(folder):
    """Each file with its size, and each folder that cannot be read with the reason; links are not followed."""
    folders = [folder]
    while folders:
        at = folders.pop()
        try:
            entries = sorted(os.scandir(at), key=lambda entry: entry.name)
        except OSError as error:
            yield at, None, error.strerror
            continue
        for entry in entries:
            try:
                found = entry.stat(follow_symlinks=False)
            except OSError as error:
                yield entry.path, None, error.strerror
                continue
            if stat.S_ISDIR(found.st_mode):
                folders.append(entry.path)
            elif stat.S_ISREG(found.st_mode):
                yield entry.path, found.st_size, None


def restore(asked):
    folder = os.path.abspath(os.fsencode(asked.folder))
    if not os.path.isdir(folder):
        return refuse(f"{shown(folder)} is no folder")
    program = shutil.which(asked.lfs)
    sizes, unseen = {}, {}
    for path, size, why in files_below(folder):
        if why is None:
            sizes[path] = size
        else:
            unseen[path] = why
    if program is None:
        print(f"There is no {asked.lfs}: the first byte of each file is read, which waits until Lustre has all of it", flush=True)
        progress = Progress(len(sizes), sum(sizes.values()), asked.every)
        progress.failed.update(unseen)
        return by_reading(sizes, progress, asked)
    lfs = Lfs(program, asked.batch)
    states, failed = lfs.states(list(sizes))
    released = [path for path in states if states[path] & RELEASED]
    print(f"{len(sizes)} files, of which {len(released)} are released", flush=True)
    progress = Progress(len(released), sum(sizes[path] for path in released), asked.every)
    for path, why in {**unseen, **failed}.items():
        progress.fail(path, why)
    return by_lfs(lfs, released, sizes, progress, asked)


def by_reading(sizes, progress, asked):
    def touch(path):
        with open(path, "rb", buffering=0) as file:
            file.read(1)

    for path, each in at_once(asked.in_flight, sizes, touch, progress):
        error = each.exception()
        if error is None:
            progress.done(sizes[path])
        else:
            progress.fail(path, str(getattr(error, "strerror", None) or error))
    return progress.end()


def by_lfs(lfs, released, sizes, progress, asked):
    waiting, flying, tries = collections.deque(released), [], collections.Counter()

    def again(path, why):
        if tries[path] < asked.tries:
            waiting.append(path)
        else:
            progress.fail(path, why)

    while waiting or flying:
        room = asked.in_flight - len(flying)
        wanted = [waiting.popleft() for _ in range(min(room, len(waiting)))]
        tries.update(wanted)
        refused = lfs.ask("hsm_restore", wanted)
        for path, why in refused.items():
            again(path, why)
        flying += [path for path in wanted if path not in refused]
        time.sleep(asked.poll)
        states, failed = lfs.states(flying)
        still = [path for path in states if states[path] & RELEASED]
        idle = lfs.idle(still)
        # one that came back between the two questions is idle, too
        late, gone = lfs.states(idle)
        states.update(late)
        for path, why in {**failed, **gone}.items():
            progress.fail(path, why)
        for path in set(flying) - set(failed) - set(gone):
            if not states[path] & RELEASED:
                progress.done(sizes[path])
            elif states[path] & LOST:
                progress.fail(path, "its copy in the bucket is lost")
            elif path in late:
                again(path, f"Lustre gave up restoring it {tries[path]} times")
            else:
                continue
            flying.remove(path)
        flying = [path for path in flying if path not in progress.failed]
        progress.tell()
    return progress.end()
