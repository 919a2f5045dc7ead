# Written by railyard examples
"""Files whose contents a Lustre has in its bucket alone, back onto its disks."""
import collections
import os
import shutil
import stat
import subprocess
import time

from preload_progress import Progress, at_once, refuse, shown

# https://github.com/lustre/lustre-release/blob/master/lustre/include/uapi/linux/lustre/lustre_user.h (hsm_states)
RELEASED, LOST = 0x04, 0x40


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


class Lfs:
    """Lustre's own tool. It stops at the first file that it cannot do: then each is asked for by itself."""

    def __init__(self, program, batch):
        self.program, self.batch = program, batch

    def run(self, verb, paths):
        return subprocess.run([self.program, verb, *paths], stdin=subprocess.DEVNULL, capture_output=True, check=False)

    def batches(self, paths):
        for at in range(0, len(paths), self.batch):
            yield paths[at : at + self.batch]

    def answers(self, verb, paths):
        """What `lfs` says of each file, and why of those of which it says nothing. A name may have a line break, so it is looked for."""
        found, failed = {}, {}
        for batch in self.batches(paths):
            done = self.run(verb, batch)
            found.update(parsed(done.stdout, batch))
            for path in [path for path in batch if path not in found]:
                one = self.run(verb, [path])
                answer = parsed(one.stdout, [path])
                found.update(answer)
                if not answer:
                    failed[path] = os.fsdecode(one.stderr) or f"lfs {verb} says nothing of it"
        return found, failed

    def states(self, paths):
        found, failed = self.answers("hsm_state", paths)
        return {path: int(text[1 : text.index(b")")], 16) for path, text in found.items()}, failed

    def idle(self, paths):
        """Files that Lustre has nothing to do for: waiting and running requests are recorded."""
        found, _ = self.answers("hsm_action", paths)
        return [path for path, text in found.items() if text.startswith(b"NOOP")]

    def restore(self, paths):
        """One that cannot be restored lets Lustre refuse all that were asked for together. @returns why, of those that were refused"""
        failed = {}
        for batch in self.batches(paths):
            if self.run("hsm_restore", batch).returncode == 0:
                continue
            for path in batch:
                one = self.run("hsm_restore", [path])
                if one.returncode != 0:
                    failed[path] = os.fsdecode(one.stderr)
        return failed


def parsed(text, paths):
    """Answers in the order of the question: a path, a colon, and the rest of the line."""
    found, at = {}, 0
    for path in paths:
        head = path + b": "
        if not text.startswith(head, at):
            break
        end = text.find(b"\n", at + len(head))
        end = len(text) if end < 0 else end
        found[path], at = text[at + len(head) : end], end + 1
    return found


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
        refused = lfs.restore(wanted)
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
