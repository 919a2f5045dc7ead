# Written by railyard examples
"""A folder of a bucket onto the disks of this node, each file proved before it has its name."""
import base64
import fcntl
import hashlib
import json
import os
import shutil
import stat
import zlib

import boto3
from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from preload_progress import GIB, Progress, at_once, refuse, shown

JOURNAL, MANIFEST, LOCK = ".railyard-preload.jsonl", ".railyard-preload.json", ".railyard-preload.lock"
OWN = (JOURNAL, MANIFEST, LOCK)
PARTIAL = ".railyard-part-"


def digests(head):
    """Sums that the store has of a whole object: a name, how it is counted, and what it must be."""
    whole = {name[8:]: text for name, text in head.items() if name.startswith("Checksum") and name != "ChecksumType"}
    if head.get("ChecksumType") == "COMPOSITE":
        whole = {}
    for name, start, add in (
        ("SHA256", None, hashlib.sha256),
        ("SHA1", None, hashlib.sha1),
        ("CRC32", 0, zlib.crc32),
        *crt_sums(),
    ):
        text = whole.get(name)
        if text and "-" not in text:
            return name, start, add, base64.b64decode(text)
    etag = head["ETag"].strip('"')
    if len(etag) == 32 and head.get("ServerSideEncryption", "AES256") == "AES256" and "SSECustomerAlgorithm" not in head:
        return "MD5", None, lambda: hashlib.md5(usedforsecurity=False), bytes.fromhex(etag)
    return None


def crt_sums():
    try:
        from awscrt import checksums
    except ImportError:
        return []
    sums = ((name, 0, getattr(checksums, name.lower(), None)) for name in ("CRC64NVME", "CRC32C"))
    return [each for each in sums if each[2] is not None]


def check(path, head):
    """@returns the name of the sum that was the same; None where the store has none that can be counted here"""
    if os.path.getsize(path) != head["ContentLength"]:
        raise ValueError(f"{os.path.getsize(path)} bytes came of {head['ContentLength']}")
    known = digests(head)
    if known is None:
        return None
    name, start, add, wanted = known
    found = add() if start is None else start
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            if start is None:
                found.update(block)
            else:
                found = add(block, found)
    counted = found.digest() if start is None else found.to_bytes(len(wanted), "big")
    if counted != wanted:
        raise ValueError(f"its {name} is another one than the store's")
    return name


def place_of(folder, name):
    """Where the object of a key goes; a key may be any text."""
    parts = name.split("/")
    if any(part in ("", ".", "..") or "\0" in part or part.startswith(PARTIAL) for part in parts) or name in OWN:
        raise ValueError("no file below the folder can have this name")
    return os.path.join(folder, *(os.fsencode(part.encode("utf-8")) for part in parts))


def journal_of(folder, source):
    """What was copied before: a line each; the last one may be torn."""
    found = {}
    try:
        with open(os.path.join(folder, os.fsencode(JOURNAL)), "rb") as file:
            for line in file:
                try:
                    each = json.loads(line)
                except ValueError:
                    continue
                if each["source"] == source:
                    found[each["name"]] = each
    except FileNotFoundError:
        pass
    return found


def is_there(place, listed, before):
    if before is None or (before["etag"], before["bytes"]) != (listed["ETag"], listed["Size"]):
        return False
    try:
        found = os.stat(place, follow_symlinks=False)
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and found.st_size == listed["Size"]


def copy(asked):
    bucket, slash, prefix = asked.source.removeprefix("s3://").partition("/")
    if not asked.source.startswith("s3://") or not bucket:
        return refuse(f"{asked.source!r} is no s3://bucket/folder")
    prefix = prefix + "/" if prefix and not prefix.endswith("/") else prefix
    source = f"s3://{bucket}/{prefix}"
    folder = os.path.abspath(os.fsencode(asked.folder))
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, os.fsencode(LOCK)), "wb") as lock:
        # two tasks on a node would write the same files
        fcntl.flock(lock, fcntl.LOCK_EX)
        for name in os.listdir(folder):
            if name.startswith(os.fsencode(PARTIAL)):
                os.remove(os.path.join(folder, name))
        client = boto3.client("s3", config=Config(retries={"mode": "standard"}, max_pool_connections=4 * asked.workers))
        transfer = TransferConfig(max_concurrency=4, multipart_chunksize=32 << 20)
        return Copy(client, transfer, bucket, prefix, source, folder, asked).run()


class Copy:
    def __init__(self, client, transfer, bucket, prefix, source, folder, asked):
        self.client, self.transfer, self.bucket, self.prefix = client, transfer, bucket, prefix
        self.source, self.folder, self.asked = source, folder, asked

    def run(self):
        before, kept, wanted, progress = journal_of(self.folder, self.source), {}, {}, Progress(0, 0, self.asked.every)
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=self.prefix)
        for listed in (each for page in pages for each in page.get("Contents", [])):
            name = listed["Key"][len(self.prefix) :]
            if listed["Key"].endswith("/") and listed["Size"] == 0:
                continue  # consoles make one for a folder
            try:
                place = place_of(self.folder, name)
            except ValueError as error:
                progress.fail(name, str(error))
                continue
            if is_there(place, listed, before.get(name)):
                kept[name] = before[name]
            else:
                wanted[name] = (place, listed)
        if not kept and not wanted and not progress.failed:
            return refuse(f"{self.source} has no objects")
        progress.files, progress.bytes = len(wanted), sum(listed["Size"] for _, listed in wanted.values())
        print(f"{len(kept) + len(wanted)} files, of which {len(kept)} are there", flush=True)
        free = shutil.disk_usage(self.folder).free
        if progress.bytes > free:
            return refuse(f"{progress.bytes / GIB:.3f} GiB are to come, and {shown(self.folder)} has room for {free / GIB:.3f}")
        with open(os.path.join(self.folder, os.fsencode(JOURNAL)), "ab") as journal:
            journal.write(b"\n")  # after a line that was torn
            self.fetch_all(wanted, kept, journal, progress)
        if not progress.failed:
            self.write_manifest(kept)
        by_size = sum(1 for each in kept.values() if each["sum"] is None)
        print(f"{len(kept) - by_size} files are proved by a sum of the store, {by_size} by their size alone", flush=True)
        return progress.end()

    def fetch_all(self, wanted, kept, journal, progress):
        for name, each in at_once(self.asked.workers, wanted, lambda one: self.fetch(one, *wanted[one]), progress):
            error = each.exception()
            if error is not None:
                progress.fail(name, str(error))
                continue
            kept[name] = each.result()
            journal.write(json.dumps(kept[name]).encode() + b"\n")
            journal.flush()
            progress.done(kept[name]["bytes"])

    def fetch(self, name, place, listed):
        """Under another name until it is proved. @returns its line of the journal"""
        os.makedirs(os.path.dirname(place), exist_ok=True)
        part = os.path.join(self.folder, os.fsencode(PARTIAL + hashlib.sha256(place).hexdigest()))
        key = {"Bucket": self.bucket, "Key": self.prefix + name}
        for left in reversed(range(self.asked.tries)):
            try:
                head = self.client.head_object(**key, ChecksumMode="ENABLED")
                self.client.download_file(*key.values(), os.fsdecode(part), Config=self.transfer)
                proved = check(part, head)
                # parts of two versions can have the size of one
                if proved is None and self.client.head_object(**key)["ETag"] != head["ETag"]:
                    raise ValueError("somebody changed it while it was copied")
                os.replace(part, place)
                break
            except Exception:
                if os.path.exists(part):
                    os.remove(part)
                if left == 0:
                    raise
        return {"source": self.source, "name": name, "bytes": head["ContentLength"], "etag": head["ETag"], "sum": proved}

    def write_manifest(self, kept):
        place = os.path.join(self.folder, os.fsencode(MANIFEST))
        with open(place + b".new", "w", encoding="utf-8") as file:
            files = {name: {key: each[key] for key in ("bytes", "etag", "sum")} for name, each in sorted(kept.items())}
            json.dump({"source": self.source, "files": files}, file, indent=1)
        os.replace(place + b".new", place)
