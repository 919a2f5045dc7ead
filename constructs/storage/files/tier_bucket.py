# Written by railyard examples
"""
Checkpoints in a bucket: objects first, each read back; then the manifest, by which a checkpoint is there; then `latest`.

    RUN/NAME/FILE…              what the checkpoint is made of
    RUN/manifests/NAME.json     size, SHA-256 and ETag of each: without it there is no checkpoint
    RUN/leaving/NAME.json       the manifest of one that is being deleted
    RUN/latest                  the name of the newest that has a manifest
"""
import base64
import hashlib
import json
import os
import re
from concurrent.futures import ThreadPoolExecutor

import boto3
from boto3.s3.transfer import TransferConfig, create_transfer_manager
from botocore.config import Config
from botocore.exceptions import ClientError
from tier_folder import NotWhole
from tier_policy import newest_of, number_of

MIB = 1 << 20
WORKERS = int(os.environ.get("RAILYARD_TIER_WORKERS", "16"))
PART = 32 * MIB
# https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
MOST_PARTS = 10_000
PROBE = ".railyard-tiers"


class BucketError(Exception):
    """The store cannot do, or did not do, what is needed."""


class Reader:
    """A file that is read once, from its beginning to its end, and counted while it is."""

    def __init__(self, file):
        self.file, self.found, self.bytes = file, hashlib.sha256(), 0

    def read(self, size=-1):
        block = self.file.read(size)
        self.found.update(block)
        self.bytes += len(block)
        return block


class Bucket:
    """@param tier `bucket`, `prefix`, and `checksums`: whether the store checks SHA-256 as parts arrive"""

    def __init__(self, tier, client=None):
        self.name, self.prefix = tier["bucket"], tier["prefix"]
        self.client = client or boto3.client(
            "s3",
            config=Config(
                retries={"mode": "standard"},
                max_pool_connections=2 * WORKERS,
                connect_timeout=10,
                read_timeout=60,
            ),
        )
        self.extra = {"ChecksumAlgorithm": "SHA256"} if tier.get("checksums") else {}

    def at(self, prefix):
        """The same store at another prefix."""
        return Bucket({"bucket": self.name, "prefix": prefix, "checksums": bool(self.extra)}, self.client)

    def get(self, key):
        """@returns the bytes of a small object and its ETag; None: there is none"""
        try:
            found = self.client.get_object(Bucket=self.name, Key=self.prefix + key)
            return found["Body"].read(), found["ETag"]
        except ClientError as error:
            if error.response["Error"]["Code"] in ("NoSuchKey", "404"):
                return None
            raise

    def put_if(self, key, body, etag):
        """Puts a small object where it still has the ETag; None: where there is none. @returns whether it did"""
        condition = {"IfNoneMatch": "*"} if etag is None else {"IfMatch": etag}
        try:
            self.client.put_object(Bucket=self.name, Key=self.prefix + key, Body=body, **condition)
            return True
        except ClientError as error:
            code = error.response["Error"]["Code"]
            if code in ("PreconditionFailed", "412", "ConditionalRequestConflict", "NoSuchKey"):
                return False
            raise

    def check_conditions(self):
        """Raises BucketError where the store takes no notice of conditions: two agents would overwrite each other's `latest`."""
        self.put_if(PROBE, b"whether conditions are kept\n", None)
        if self.put_if(PROBE, b"whether conditions are kept\n", None):
            raise BucketError(
                f"the store of s3://{self.name} takes no notice of If-None-Match: `latest` could go back. Use a store, or a release of it, that knows conditional writes"
            )

    def list(self, under, delimiter=None):
        """Size and ETag by key below `under`; with a delimiter also the folders there, with None."""
        found, start = {}, len(self.prefix) + len(under)
        pages = self.client.get_paginator("list_objects_v2").paginate(
            Bucket=self.name, Prefix=self.prefix + under, **({"Delimiter": delimiter} if delimiter else {})
        )
        for page in pages:
            for each in page.get("Contents", []):
                found[each["Key"][start:]] = (each["Size"], each["ETag"])
            for each in page.get("CommonPrefixes", []):
                found[each["Prefix"][start:]] = None
        return found

    def sum_of(self, key):
        """What an object is when it is read."""
        reply = self.client.get_object(Bucket=self.name, Key=self.prefix + key)
        found, size = hashlib.sha256(), 0
        for block in reply["Body"].iter_chunks(MIB):
            found.update(block)
            size += len(block)
        return {"bytes": size, "sha256": found.hexdigest(), "etag": reply["ETag"]}

    def upload(self, path, key):
        """@returns size and SHA-256 of what was read of the file while it went"""
        with open(path, "rb") as file:
            size, reader = os.fstat(file.fileno()).st_size, Reader(file)
            if size <= PART:
                body = reader.read()
                sums = {"ChecksumSHA256": base64.b64encode(reader.found.digest()).decode()} if self.extra else {}
                self.client.put_object(Bucket=self.name, Key=self.prefix + key, Body=body, **sums)
            else:
                # each read while the ones before it are on their way
                part = max(PART, -(-size // MOST_PARTS // MIB) * MIB + MIB)
                config = TransferConfig(multipart_threshold=PART, multipart_chunksize=part, max_concurrency=WORKERS)
                with create_transfer_manager(self.client, config) as manager:
                    manager.upload(reader, self.name, self.prefix + key, dict(self.extra)).result()
        return {"bytes": reader.bytes, "sha256": reader.found.hexdigest()}

    def names(self, run):
        """Checkpoints that are there: those that have a manifest."""
        found = re.compile(r"([^/]+)\.json")
        matches = (found.fullmatch(key) for key in self.list(f"{run}/manifests/"))
        return sorted(match[1] for match in matches if match and number_of(match[1]) is not None)

    def manifest(self, run, name):
        found = self.get(f"{run}/manifests/{name}.json")
        return json.loads(found[0]) if found else None

    def is_leaving(self, run, name):
        return self.get(f"{run}/leaving/{name}.json") is not None

    def put_all(self, run, name, files, put):
        """
        Objects, the manifest, `latest`. What is there already is read and not put again: one that was killed goes on where it was.

        @param files by name, with size and, where it is known, SHA-256
        @param put takes a name and a key, and gives size and SHA-256 of what it put; None: it did not read it
        """
        there = self.list(f"{run}/{name}/")

        def one(each):
            key, wanted = f"{run}/{name}/{each}", files[each]
            if each in there and there[each][0] == wanted["bytes"] and "sha256" in wanted:
                found = self.sum_of(key)
                if found["sha256"] == wanted["sha256"]:
                    return each, found
            sent = put(each, key) or wanted
            if sent["bytes"] != wanted["bytes"] or ("sha256" in wanted and sent["sha256"] != wanted["sha256"]):
                raise NotWhole(f"{each} is not what was written")
            found = self.sum_of(key)
            if (found["bytes"], found["sha256"]) != (sent["bytes"], sent["sha256"]):
                raise BucketError(f"s3://{self.name}/{self.prefix}{key} reads otherwise than it was put")
            return each, found

        with ThreadPoolExecutor(WORKERS) as pool:
            try:
                found = dict(pool.map(one, sorted(files)))
            except BaseException:
                # what has not begun need not
                pool.shutdown(wait=True, cancel_futures=True)
                raise
        manifest = {"run": run, "name": name, "number": number_of(name), "files": found}
        key = f"{run}/manifests/{name}.json"
        if not self.put_if(key, json.dumps(manifest, indent=1).encode(), None):
            self.same_or_raise(key, (self.manifest(run, name) or {"files": {}})["files"], found)
        self.point_to_newest(run)

    def same_or_raise(self, key, there, here):
        if not same(there, here):
            raise BucketError(f"s3://{self.name}/{self.prefix}{key} says of other files than there are here: {ANOTHER}")

    def point_to_newest(self, run):
        """Until `latest` names the newest that has a manifest; it never goes back, for none is newer than the newest."""
        for _ in range(100):
            found = self.get(f"{run}/latest")
            # read after it: what came meanwhile is seen, or makes the condition fail
            newest = newest_of(self.names(run))
            if newest is None or (found and found[0].decode().strip() == newest):
                return
            if self.put_if(f"{run}/latest", f"{newest}\n".encode(), found and found[1]):
                return
        raise BucketError(f"s3://{self.name}/{self.prefix}{run}/latest changes all the time: who else writes it?")

    def latest(self, run):
        found = self.get(f"{run}/latest")
        return found[0].decode().strip() if found else None

    def proved(self, run, name, files):
        """@returns what is missing of a checkpoint here, compared with that; None: nothing"""
        manifest = self.manifest(run, name)
        if manifest is None:
            return "it has no manifest"
        if not same(manifest["files"], files):
            return f"its manifest says of other files: {ANOTHER}"
        there = self.list(f"{run}/{name}/")
        for each, wanted in manifest["files"].items():
            if each not in there:
                return f"{each} is gone"
            if there[each] != (wanted["bytes"], wanted["etag"]):
                # put again by another one: the content decides
                if self.sum_of(f"{run}/{name}/{each}")["sha256"] != wanted["sha256"]:
                    return f"{each} is another object"
        return None

    def remove(self, run, name):
        """Its manifest goes first: what has none is not there."""
        found = self.get(f"{run}/manifests/{name}.json")
        if found:
            self.client.put_object(Bucket=self.name, Key=f"{self.prefix}{run}/leaving/{name}.json", Body=found[0])
            self.client.delete_object(Bucket=self.name, Key=f"{self.prefix}{run}/manifests/{name}.json")
        keys = [f"{self.prefix}{run}/{name}/{each}" for each in self.list(f"{run}/{name}/")]
        for at in range(0, len(keys), 1000):
            asked = {"Objects": [{"Key": key} for key in keys[at : at + 1000]], "Quiet": True}
            errors = self.client.delete_objects(Bucket=self.name, Delete=asked).get("Errors", [])
            if errors:
                raise BucketError(f"s3://{self.name}/{errors[0]['Key']} was not deleted: {errors[0].get('Message')}")
        self.client.delete_object(Bucket=self.name, Key=f"{self.prefix}{run}/leaving/{name}.json")

    def finish_removals(self, run):
        for key in self.list(f"{run}/leaving/"):
            self.remove(run, key[: -len(".json")])


ANOTHER = "another training had this name, or it wrote the checkpoint again. Nothing is overwritten: give the run another name"


def same(a, b):
    """Whether two lists of files are of one content, as far as both say."""
    if set(a) != set(b):
        return False
    return all(a[each]["bytes"] == b[each]["bytes"] and a[each].get("sha256") == b[each].get("sha256", a[each].get("sha256")) for each in a)
