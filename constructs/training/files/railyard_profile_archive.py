# Written by railyard examples
"""
Profiles in a bucket: railyard_profile.py copies them there, lists what is there, and compares two of it. It needs boto3.

Keys are PREFIX/JOB/FILE. What lies in the bucket and is as large and not older is not sent again, so that it may be started again.
A bucket tells whole seconds: a file written in the second in which it was sent may be sent once more.
"""
import os
import re
import shlex
import stat
import sys

# files of a profile, as railyard_profile.py names them: whatever else lies in a folder stays there
FILE = re.compile(r"rank-\d{1,7}\.[A-Za-z0-9][A-Za-z0-9.-]{0,60}", re.ASCII)
JOB = re.compile(r"(?!\.{1,2}$)[\w.-]{1,128}", re.ASCII)


class Archive:
    """A prefix of a bucket. Raises SystemExit for an address that is none, and without boto3."""

    def __init__(self, url):
        match = re.fullmatch(r"s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])/([\w.=+@:/-]*)", url, re.ASCII)
        if match is None:
            raise SystemExit(f"{url!r} is no place for profiles: write s3://bucket/prefix/")
        try:
            import boto3
        except ImportError:
            raise SystemExit("profiles in a bucket need boto3: pip install boto3") from None
        self.bucket, self.prefix = match[1], match[2]
        self.s3 = boto3.client("s3")

    def below(self, *parts):
        return "/".join([self.prefix.rstrip("/"), *parts]).lstrip("/")

    def objects(self, prefix):
        """Key, bytes and seconds since 1970 of each."""
        pages = self.s3.get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=prefix)
        return [(each["Key"], each["Size"], each["LastModified"].timestamp()) for page in pages for each in page.get("Contents", [])]

    def send(self, folder, rank=None):
        """@param folder of a job @param rank whose files are sent. @default all @returns how many were sent, and names that were left out"""
        job = os.path.basename(os.path.abspath(folder))
        if JOB.fullmatch(job) is None:
            return 0, [job]
        there = {key: (size, at) for key, size, at in self.objects(self.below(job, ""))}
        sent, left = 0, []
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            found = os.lstat(path)
            if FILE.fullmatch(name) is None or not stat.S_ISREG(found.st_mode):
                left.append(name)
                continue
            if rank is not None and not name.startswith(f"rank-{rank}."):
                continue
            key = self.below(job, name)
            size, at = there.get(key, (None, 0.0))
            if size == found.st_size and at >= found.st_mtime:
                continue
            # a bucket with Object Lock takes nothing without a checksum
            self.s3.upload_file(path, self.bucket, key, ExtraArgs={"ChecksumAlgorithm": "SHA256"})
            sent += 1
        return sent, left

    def profiles(self):
        """Of each profile its job, the name of its rank, the text about it, and its files with the command that brings them; the newest job first."""
        jobs = {}
        start = self.below("")
        for key, size, _ in self.objects(start):
            job, _, name = key[len(start):].partition("/")
            if JOB.fullmatch(job) and FILE.fullmatch(name):
                jobs.setdefault(job, {})[name] = size
        for job in sorted(jobs, reverse=True):
            for name in sorted(jobs[job]):
                match = re.fullmatch(r"(rank-\d+)\.about\.json", name)
                if match is None:
                    continue
                files = [each for each in sorted(jobs[job]) if each.startswith(match[1] + ".") and each != name]
                bring = [(each, jobs[job][each], shlex.join(["aws", "s3", "cp", f"s3://{self.bucket}/{self.below(job, each)}", "."])) for each in files]
                yield job, match[1], self.read(self.below(job, name), 1 << 16), bring

    def read(self, key, most):
        """Text of an object; at most so many bytes of it."""
        return self.s3.get_object(Bucket=self.bucket, Key=key)["Body"].read(most).decode("utf8", "replace")


def text_of(url):
    """Text of one object. Raises OSError where it cannot be had."""
    folder, _, name = url.rpartition("/")
    archive = Archive(folder + "/")
    try:
        return archive.read(archive.below(name), 1 << 30)
    except Exception as error:  # noqa: BLE001
        raise OSError(f"{type(error).__name__}: {error}") from None


def send_own(folder, url, rank):
    """Files of one rank, when its program ends: what goes wrong is told in a line, and ends nothing."""
    try:
        sent, _ = Archive(url).send(folder, rank)
        print(f"the profile of rank {rank} is in {url}, too: {sent} sent", flush=True)
    except (Exception, SystemExit) as error:  # noqa: BLE001
        first = (str(error).splitlines() or [""])[0]
        print(f"the profile of rank {rank} is in {folder}, and not in {url}: {type(error).__name__}: {first}; python3 railyard_profile.py archive FOLDER {url} sends it later", flush=True)


if __name__ == "__main__":
    send_own(*sys.argv[1:])
