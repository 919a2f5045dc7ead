# Written by railyard examples
"""
What a Lustre that is linked to the bucket need not hold any more: the contents of older checkpoints. Their files stay, and whoever reads one gets it from
the bucket. Nothing goes that is not there: Lustre says that its copy is of what the file has, and each object is read and has the SHA-256 of what was
written.
"""
import os
import shutil

from lustre_files import ARCHIVED, DIRTY, LOST, NORELEASE, RELEASED, Lfs
from tier_bucket import BucketError
from tier_folder import NotWhole, held, sum_of
from tier_policy import kept, number_of

# what is smaller is read to see what a checkpoint has, and would come back each time
LEAST_BYTES = int(os.environ.get("RAILYARD_TIER_LEAST_BYTES", str(1 << 20)))
BATCH = 200


class Released:
    """@param bucket at the prefix to which the file system is linked @param whole when all of a checkpoint is there"""

    def __init__(self, warm, bucket, whole):
        program = shutil.which(warm.get("lfs", "lfs"))
        if program is None:
            raise NotWhole("there is no lfs here, by which Lustre is asked: run this on a node that has its client")
        self.warm, self.bucket, self.whole, self.lfs = warm, bucket, whole, Lfs(program, BATCH)

    def run(self, run, path, found, spared, trying):
        """@param spared names that keep their contents for another reason @param trying does something, and says what goes wrong"""
        if self.warm.get("archives"):
            for name in sorted(found, key=number_of):
                trying(f"exporting {path}/{name}", lambda name=name: self.export(path, name, found[name]))
        stay = kept(found, {"keepLast": self.warm["keepData"]}) | spared
        for name in sorted(set(found) - stay, key=number_of):
            if not held(path, name):
                trying(f"releasing {path}/{name}", lambda name=name: self.one(run, path, name, found[name]))

    def one(self, run, path, name, files):
        """Releases the contents of a checkpoint. Raises NotWhole or BucketError where that would lose something."""
        has_sums = any("sha256" in wanted for wanted in files.values())
        where = {
            os.fsencode(os.path.join(path, name, each)): each
            for each, wanted in files.items()
            # what says whether a checkpoint is whole is read in each round
            if wanted["bytes"] >= LEAST_BYTES and ("sha256" in wanted or not has_sums) and each != self.whole
        }
        states = self.states(where)
        there = [each for each in where if not states[each] & RELEASED]
        if not there:
            return
        wrong = [where[each] for each in there if states[each] & LOST]
        if wrong:
            raise BucketError(f"Lustre says that the copy of {wrong[0]} is lost")
        waiting = [each for each in there if not states[each] & ARCHIVED or states[each] & DIRTY]
        if waiting:
            print(f"{path}/{name} is not released yet: {len(waiting)} files are not in the bucket as they are", flush=True)
            return
        free = [each for each in there if not states[each] & NORELEASE]
        for each in free:
            self.prove(run, path, name, where[each], files[where[each]])
        # what was written meanwhile is dirty now, and Lustre refuses it as well
        states = self.states(free)
        changed = [where[each] for each in free if not states[each] & ARCHIVED or states[each] & (DIRTY | LOST)]
        if changed:
            raise NotWhole(f"{changed[0]} was written while its copy was read")
        refused = self.lfs.ask("hsm_release", free)
        states = self.states(free)
        left = [each for each in free if not states[each] & RELEASED]
        if left:
            raise BucketError(f"Lustre did not release {where[left[0]]}: {refused.get(left[0], 'it says nothing').strip()}")
        print(f"released {len(free)} files of {path}/{name}", flush=True)

    def states(self, paths):
        found, failed = self.lfs.states(list(paths))
        for path, why in failed.items():
            raise NotWhole(f"lfs says nothing of {os.fsdecode(path)}: {why.strip()}")
        return found

    def export(self, path, name, files):
        """Where the link does not export by itself, Lustre is asked to; it takes its time, and the next round looks again."""
        states = self.states(os.fsencode(os.path.join(path, name, each)) for each in files)
        waiting = [each for each, state in states.items() if not state & ARCHIVED or state & DIRTY]
        for each, why in self.lfs.ask("hsm_archive", waiting).items():
            raise BucketError(f"Lustre does not export {os.fsdecode(each)}: {why.strip()}")
        if waiting:
            print(f"{len(waiting)} files of {path}/{name} are on their way to the bucket", flush=True)

    def prove(self, run, path, name, each, wanted):
        wanted = wanted if "sha256" in wanted else sum_of(os.path.join(path, name, each))
        found = self.bucket.sum_of(f"{run}/{name}/{each}")
        if (found["bytes"], found["sha256"]) != (wanted["bytes"], wanted["sha256"]):
            raise BucketError(f"the copy of {each} in the bucket is not what was written: it stays on the file system")
