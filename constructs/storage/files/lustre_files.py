# Written by railyard examples
"""Where the contents of files of a Lustre are, which is linked to a bucket: what its own tool says, and what it is asked to do."""
import os
import subprocess

# https://github.com/lustre/lustre-release/blob/master/lustre/include/uapi/linux/lustre/lustre_user.h (hsm_states)
DIRTY, RELEASED, ARCHIVED, NORELEASE, LOST = 0x02, 0x04, 0x08, 0x10, 0x40


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

    def ask(self, verb, paths):
        """One that cannot be done lets Lustre refuse all that were asked for together. @returns why, of those that were refused"""
        failed = {}
        for batch in self.batches(paths):
            if self.run(verb, batch).returncode == 0:
                continue
            for path in batch:
                one = self.run(verb, [path])
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
