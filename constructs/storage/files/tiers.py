#!/usr/bin/env python3
# Written by railyard examples
"""
Takes checkpoints from tier to tier: local disks, the file system that all nodes see, a bucket, its archive; and deletes what a tier does
not keep, where the next one has all of it.

    tiers.py checkpoint-tiers.json [--run RUN] [--every SECONDS] [--metrics FILE] [--listen PORT]
    tiers.py checkpoint-tiers.json --fetch RUN [--name NAME]

Any number of these may run at once, and any of them may be killed at any time. It needs Python 3.9 and, for a bucket, boto3. Exit code: 0
all went well; 1 something did not, which it says; 2 it cannot begin.
"""
import argparse
import os
import signal
import sys
import time

import tier_folder as folder
from tier_metrics import Metrics
from tier_policy import PolicyError, kept, number_of, read_policy


class Tiers:
    """@param bucket that of the policy; None: it has none. What goes wrong is said, and what follows goes on: `failed` has how often"""

    def __init__(self, policy, bucket, metrics):
        self.policy, self.bucket, self.metrics, self.failed = policy, bucket, metrics, 0
        # what need not be asked of the bucket again
        self.compared = set()
        self.whole = policy["whole"]
        self.hot, self.warm = policy.get("hot"), policy["warm"]
        self.cold, self.archive = policy.get("cold"), policy.get("archive")

    def trying(self, what, do):
        """@returns what it gives; None: it failed"""
        try:
            return do()
        # Exception: boto3 has many of its own, and a checkpoint that cannot be copied does not hold up the others
        except Exception as error:  # noqa: BLE001
            self.failed += 1
            print(f"FAILED: {what}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
            return None

    def all_runs(self):
        tiers = [tier["path"] for tier in (self.hot, self.warm) if tier]
        return sorted({run for path in tiers for run in folder.runs_in(path)})

    def once(self, runs=None):
        for run in self.all_runs() if runs is None else runs:
            self.trying(run, lambda run=run: self.one_run(run))
        self.metrics.space({tier: self.policy[tier]["path"] for tier in ("hot", "warm") if self.policy.get(tier)})

    def one_run(self, run):
        warm = os.path.join(self.warm["path"], run)
        if self.hot:
            self.from_hot(run, os.path.join(self.hot["path"], run), warm)
        folder.finish_removals(warm)
        found, torn = folder.whole_in(warm, self.whole)
        self.metrics.seen(run, found, torn)
        for name, why in torn.items():
            print(f"{run}/{name} is not copied: {why}", flush=True)
        if not self.cold:
            return
        linked = self.cold.get("linked", False)
        if not linked:
            self.trying(f"{run} in the bucket", lambda: self.bucket.finish_removals(run))
            self.to_cold(run, warm, found)
        if self.archive:
            self.to_archive(run, warm, found)
        if self.warm.get("prune", True):
            self.prune_warm(run, warm, found)
        if linked and self.warm.get("keepData"):
            self.trying(f"{run} on Lustre", lambda: self.release(run, warm, found))
        if self.cold.get("prune") and not linked:
            self.prune_cold(run)

    def from_hot(self, run, hot, warm):
        for name in folder.names_in(hot):
            source = os.path.join(hot, name)
            if not self.is_too_old(name, warm):
                self.trying(f"{run}/{name} from {hot}", lambda: folder.bring(source, warm, name, self.whole))
        mine = self.parts_in(hot)
        for name in sorted(set(mine) - kept(mine, self.hot)):
            if not folder.held(hot, name) and folder.has_all(mine[name], os.path.join(hot, name), os.path.join(warm, name), self.whole):
                self.trying(f"deleting {hot}/{name}", lambda: folder.remove(hot, name))
        folder.finish_removals(hot)

    def is_too_old(self, name, warm):
        """Whether the file system would delete it at once, or has it."""
        there, _ = folder.whole_in(warm, self.whole)
        return name in there or (bool(there) and name not in kept([*there, name], self.warm))

    def parts_in(self, hot):
        found = {}
        for name in folder.names_in(hot):
            try:
                found[name] = folder.promised(os.path.join(hot, name), self.whole, part=True)
            except folder.NotWhole:
                continue
        return found

    def to_cold(self, run, warm, found):
        """Of `found` it takes away what turns out not to be whole: that takes nobody's place."""
        there = set(self.bucket.names(run))
        for name in sorted(set(found) & there):
            self.trying(f"{run}/{name} in the bucket", lambda: self.compare(run, warm, name, found[name]))
        archived = set(self.bucket.at(self.archive["prefix"]).names(run)) if self.archive else set()
        tried = set()
        while True:
            wanted = kept(there | set(found), self.cold) | {name for name in found if self.is_milestone(name, warm)} - archived
            # the newest first: what is lost with the file system is as little as can be
            waiting = sorted((set(found) & wanted) - there, key=number_of, reverse=True)
            self.metrics.waiting(run, "cold", [found[each] for each in waiting])
            name = next((each for each in waiting if each not in tried), None)
            if name is None:
                break
            tried.add(name)
            if self.bucket.is_leaving(run, name):
                continue
            if self.trying(f"{run}/{name} to the bucket", lambda: self.put(run, warm, name, found[name])):
                there.add(name)
            else:
                del found[name]
        self.trying(f"{run}/latest", lambda: self.bucket.point_to_newest(run))

    def put(self, run, warm, name, promised):
        files = self.with_sums(warm, name, promised)
        self.bucket.put_all(run, name, files, lambda each, key: self.bucket.upload(os.path.join(warm, name, each), key))
        self.metrics.copied(run, "cold", files)
        return True

    def compare(self, run, warm, name, files):
        """Raises BucketError where the bucket has another checkpoint of that name."""
        state = run, name, os.stat(os.path.join(warm, name)).st_ctime_ns
        if state in self.compared:
            return
        manifest = self.bucket.manifest(run, name)
        if manifest:
            self.bucket.same_or_raise(f"{run}/manifests/{name}.json", manifest["files"], files)
        self.compared.add(state)

    def with_sums(self, warm, name, files):
        """Files that no process has counted are read once more."""
        return {each: wanted if "sha256" in wanted else folder.sum_of(os.path.join(warm, name, each)) for each, wanted in files.items()}

    def is_milestone(self, name, warm=None):
        """Whether the archive is to have it: by its number, or because somebody keeps it."""
        if not self.archive:
            return False
        return number_of(name) % self.archive["every"] == 0 or (warm is not None and folder.held(warm, name))

    def to_archive(self, run, warm, found):
        archive = self.bucket.at(self.archive["prefix"])
        there = set(archive.names(run))
        milestones = {name for name in found if self.is_milestone(name, warm)}
        for name in sorted(milestones - there, key=number_of):

            def put(name=name):
                files = self.with_sums(warm, name, found[name])
                listed = self.bucket.list(f"{run}/{name}/")
                if any(listed.get(each, (None,))[0] != wanted["bytes"] for each, wanted in files.items()):
                    print(f"{run}/{name} is not archived yet: not all of it is in the bucket", flush=True)
                    return

                def copy(each, key):
                    source = {"Bucket": self.bucket.name, "Key": f"{self.bucket.prefix}{run}/{name}/{each}"}
                    archive.client.copy(source, archive.name, archive.prefix + key)

                archive.put_all(run, name, files, copy)
                self.metrics.copied(run, "archive", files)

            self.trying(f"{run}/{name} to the archive", put)

    def prune_warm(self, run, warm, found):
        pointed = self.read_latest(warm)
        for name in sorted(set(found) - kept(found, self.warm), key=number_of):
            if folder.held(warm, name) or name == pointed:
                continue

            def drop(name=name):
                missing = self.not_beyond(run, warm, name, found)
                if missing is None:
                    folder.remove(warm, name)
                    print(f"deleted {warm}/{name}", flush=True)
                else:
                    print(f"kept {warm}/{name}: {missing}", flush=True)

            self.trying(f"deleting {warm}/{name}", drop)

    def not_beyond(self, run, warm, name, found):
        """What the bucket lacks of what it would keep, seen from what it has; None: nothing."""
        wanted = kept({name, *self.bucket.names(run)}, self.cold)
        is_milestone = self.is_milestone(name)
        if name not in wanted and not is_milestone:
            return None
        files = self.with_sums(warm, name, found[name])
        if is_milestone and (missing := self.bucket.at(self.archive["prefix"]).proved(run, name, files)):
            return f"in the archive {missing}"
        return self.bucket.proved(run, name, files) if name in wanted else None

    def prune_cold(self, run):
        self.bucket.point_to_newest(run)
        names, pointed = self.bucket.names(run), self.bucket.latest(run)
        for name in sorted(set(names) - kept(names, self.cold), key=number_of):
            files = (self.bucket.manifest(run, name) or {}).get("files", {})
            if name == pointed or folder.held(os.path.join(self.warm["path"], run), name):
                continue
            if self.is_milestone(name) and self.bucket.at(self.archive["prefix"]).proved(run, name, files):
                continue
            self.trying(f"deleting {run}/{name} in the bucket", lambda name=name: self.bucket.remove(run, name))

    def release(self, run, warm, found):
        from tier_lustre import Released

        archived = set(self.bucket.at(self.archive["prefix"]).names(run)) if self.archive else set()
        # a milestone that is not in the archive yet is read for it
        spared = {name for name in found if self.is_milestone(name, warm)} - archived | {self.read_latest(warm)}
        Released(self.warm, self.bucket, self.whole).run(run, warm, found, spared, self.trying)

    def read_latest(self, warm):
        try:
            with open(os.path.join(warm, "latest"), encoding="utf8") as file:
                return file.read().strip()
        except FileNotFoundError:
            return None

    def fetch(self, run, name):
        """Brings one back to the file system: that, or what `latest` names. @returns its name"""
        name = name or self.bucket.latest(run)
        manifest = name and self.bucket.manifest(run, name)
        if not manifest:
            there = ", ".join(self.bucket.names(run)) or "none"
            raise PolicyError(f"{run}/{name or 'latest'} is not in the bucket. There: {there}")
        warm = os.path.join(self.warm["path"], run)
        arriving = os.path.join(warm, f".{name}.arriving")
        if os.path.exists(os.path.join(warm, name)):
            raise PolicyError(f"{warm}/{name} is there already: nothing is overwritten")
        for each, wanted in manifest["files"].items():
            path, said = os.path.join(arriving, each), {key: wanted[key] for key in ("bytes", "sha256")}
            os.makedirs(os.path.dirname(path), exist_ok=True)
            if not os.path.exists(path) or folder.sum_of(path) != said:
                self.bucket.client.download_file(self.bucket.name, f"{self.bucket.prefix}{run}/{name}/{each}", path)
            if folder.sum_of(path) != said:
                os.remove(path)
                raise folder.NotWhole(f"{each} is not what the manifest says")
        os.sync()
        folder.give_name(warm, name, self.whole)
        return name


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("policy", help="the tiers, as railyard examples writes them")
    parser.add_argument("--run", help="only this run; else all")
    parser.add_argument("--every", type=int, default=0, help="seconds between two rounds; else there is one")
    parser.add_argument("--metrics", help="file for the text collector of node-exporter")
    parser.add_argument("--listen", type=int, help="port at which the same metrics are served")
    parser.add_argument("--fetch", metavar="RUN", help="brings a checkpoint of this run back from the bucket")
    parser.add_argument("--name", help="which; else the latest")
    said = parser.parse_args(arguments)
    try:
        policy = read_policy(said.policy)
        bucket = None
        if policy.get("cold"):
            from tier_bucket import Bucket, BucketError

            bucket = Bucket(policy["cold"])
            if not policy["cold"].get("linked"):
                bucket.check_conditions()
        tiers = Tiers(policy, bucket, Metrics(said.metrics))
        if said.fetch:
            if bucket is None:
                raise PolicyError("the policy has no cold tier: there is nothing to fetch from")
            print(f"{tiers.fetch(said.fetch, said.name)} is back", flush=True)
            return 0
    except PolicyError as error:
        print(error, file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        print(f"{error.name} is missing: python3 -m pip install --user boto3", file=sys.stderr)
        return 2
    except Exception as error:  # noqa: BLE001
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 2
    # else the first process of a container goes on
    signal.signal(signal.SIGTERM, lambda *_: os._exit(143))
    if said.listen:
        tiers.metrics.serve(said.listen)
    while True:
        before = tiers.failed
        tiers.once([said.run] if said.run else None)
        tiers.metrics.write(failed=tiers.failed > before)
        if not said.every:
            return 1 if tiers.failed else 0
        time.sleep(said.every)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
