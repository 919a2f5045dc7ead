#!/usr/bin/env python3
# Written by railyard examples
"""
Which version of a dataset a training reads: told with the run, kept in its checkpoints, and compared when it goes on.

    railyard_datasets.py dvc FILE [--out PATH]      what a .dvc file or dvc.lock says of its data (its hash, and that of the Git commit)
    railyard_datasets.py delta TABLE                the newest commit of a Delta table, in a folder or at s3://bucket/folder
    railyard_datasets.py glue DATABASE TABLE        the table as the catalogue of AWS Glue has it

Each prints a line of JSON. In a training railyard_telemetry.py does it where $RAILYARD_DATASETS names datasets of the file datasets.json
beside this program: RAILYARD_DATASETS=imagenet,coco. A restart that finds another version than the run had tells it; with
RAILYARD_DATASETS_CHANGED=refuse it does not begin. Exit code: 0 it was read; 2 it was not, and why.

Python 3.9. dvc needs PyYAML or ruamel.yaml; tables on S3, and Glue, need boto3.
"""
import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import time

COMMIT = re.compile(r"(\d{20})\.json")
# of one file, of several, and those of which a UUID is in the name
CHECKPOINT = re.compile(r"(\d{20})\.checkpoint(?:\.\d{10}\.\d{10})?\.parquet|(\d{20})\.checkpoint\.[0-9A-Fa-f-]{36}\.(?:json|parquet)")
# who commits to such a table is a catalogue: its newest versions may not be in the log
CATALOGUES = {"catalogManaged", "catalogOwned", "catalogOwned-preview"}
JOURNAL, TABLE = "datasets.jsonl", "datasets.json"
CHANGED = "RAILYARD_DATASETS_CHANGED"


class Unknown(Exception):
    """The version cannot be told, and why."""


def sha256(data):
    return hashlib.sha256(data).hexdigest()


# DVC


def read_yaml(path):
    try:
        import yaml

        load, broken = yaml.safe_load, yaml.YAMLError
    except ImportError:
        try:
            from ruamel.yaml import YAML
            from ruamel.yaml.error import YAMLError as broken
        except ImportError:
            raise Unknown("there is no PyYAML to read it with: pip install PyYAML") from None
        load = YAML(typ="safe", pure=True).load
    try:
        with open(path, encoding="utf8") as file:
            return load(file)
    except OSError as error:
        raise Unknown(f"{path} cannot be read: {error.strerror}") from None
    except (broken, UnicodeDecodeError) as error:
        raise Unknown(f"{path} is no YAML: {str(error).splitlines()[0]}") from None


def outs_of(path):
    """What a .dvc file or a dvc.lock has made, by path: the lock has those of all its stages."""
    found = read_yaml(path)
    try:
        stages = [found] if "outs" in found else list(found["stages"].values())
        outs = [out for stage in stages for out in stage.get("outs", [])]
        return {str(out["path"]): out for out in outs}
    except (AttributeError, KeyError, TypeError):
        raise Unknown(f"{path} is no .dvc file and no dvc.lock: it has no outs") from None


def dvc(file, out=None):
    outs = outs_of(file)
    names = ", ".join(sorted(outs)) or "none"
    if out is None and len(outs) != 1:
        raise Unknown(f"{file} has {len(outs)} outs: {names}. Name one with out")
    name = next(iter(outs)) if out is None else out
    if name not in outs:
        raise Unknown(f"{file} has no out {name!r}; it has {names}")
    each = outs[name]
    version = each.get(str(each.get("hash", "md5"))) or each.get("md5") or each.get("etag") or each.get("checksum")
    if version is None and ("files" in each or "cloud" in each):
        # versions of a cloud: a list of files, each with its own
        version = "sha256:" + sha256(json.dumps({key: each.get(key) for key in ("files", "cloud")}, sort_keys=True, default=str).encode())
    if not version:
        raise Unknown(f"{file} has no hash of {name}: `dvc commit` writes it")
    about = {"kind": "dvc", "version": str(version), "out": name, **{key: each[key] for key in ("size", "nfiles") if key in each}}
    commit = git_commit(os.path.dirname(os.path.abspath(file)))
    return {**about, **({"commit": commit} if commit else {})}


def git_commit(folder):
    """Of the repository that has the file; None: there is none, or no Git."""
    try:
        asked = subprocess.run(["git", "-C", folder, "rev-parse", "--verify", "HEAD"], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return asked.stdout.strip() if asked.returncode == 0 else None


# Delta


class FolderLog:
    def __init__(self, table):
        self.folder = os.path.join(table, "_delta_log")

    def names(self):
        try:
            return os.listdir(self.folder)
        except OSError as error:
            raise Unknown(f"{self.folder} cannot be read: {error.strerror}") from None

    def read(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()


class BucketLog:
    def __init__(self, table):
        try:
            import boto3
        except ImportError:
            raise Unknown("there is no boto3 to read S3 with: pip install boto3") from None
        self.bucket, _, prefix = table[len("s3://") :].partition("/")
        self.prefix = f"{prefix.strip('/')}/_delta_log/".lstrip("/")
        self.client = boto3.client("s3")

    def names(self):
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=self.prefix, Delimiter="/")
        return [each["Key"][len(self.prefix) :] for page in pages for each in page.get("Contents", [])]

    def read(self, name):
        return self.client.get_object(Bucket=self.bucket, Key=self.prefix + name)["Body"].read()


def delta(table):
    """https://github.com/delta-io/delta/blob/master/PROTOCOL.md: the newest commit, where the log has all since the last checkpoint."""
    log = BucketLog(table) if table.startswith("s3://") else FolderLog(table)
    names = log.names()
    commits = sorted(int(match[1]) for match in map(COMMIT.fullmatch, names) if match)
    checkpoints = [int(match[1] or match[2]) for match in map(CHECKPOINT.fullmatch, names) if match]
    if not commits and not checkpoints:
        raise Unknown(f"{table} is no Delta table: its _delta_log has no commit")
    base = max(checkpoints, default=-1)
    version = max(commits[-1:] + [base])
    missing = sorted(set(range(base + 1, version + 1)) - set(commits))
    if missing:
        raise Unknown(f"{table} has no commit {missing[0]} in its log, and has {version}: it is not whole")
    found = {"kind": "delta", "version": str(version)}
    # newest first, until one says which table this is
    for number in reversed(commits):
        data = log.read(f"{number:020d}.json")
        actions = actions_of(table, number, data)
        if number == version:
            found["sha256"] = sha256(data)
        for action in actions:
            features = (action.get("protocol") or {}).get("writerFeatures") or []
            if CATALOGUES & set(features):
                raise Unknown(f"{table} is managed by a catalogue, and its log alone does not say its newest version")
            if "metaData" in action:
                found.setdefault("table", action["metaData"].get("id"))
        if "table" in found:
            break
    return found


def actions_of(table, number, data):
    try:
        found = [json.loads(line) for line in data.decode("utf8").splitlines() if line.strip()]
    except ValueError:
        found = [None]
    if not all(isinstance(each, dict) for each in found):
        raise Unknown(f"commit {number} of {table} is no list of actions")
    return found


# Glue


def glue(database, table, catalog=None, region=None):
    """Of an Iceberg table its newest metadata; of others the version of the definition, which stays when files come."""
    try:
        import boto3
    except ImportError:
        raise Unknown("there is no boto3 to ask Glue with: pip install boto3") from None
    asked = {"DatabaseName": database, "Name": table, **({"CatalogId": catalog} if catalog else {})}
    found = boto3.client("glue", **({"region_name": region} if region else {})).get_table(**asked)["Table"]
    parameters = found.get("Parameters") or {}
    location = parameters.get("metadata_location")
    if str(parameters.get("table_type", "")).upper() == "ICEBERG" and location:
        return {"kind": "glue", "version": location, "of": "data"}
    if not found.get("VersionId"):
        raise Unknown(f"Glue says no version of {database}.{table}")
    return {"kind": "glue", "version": str(found["VersionId"]), "of": "definition"}


READERS = {"dvc": (dvc, ("file",), ("out",)), "delta": (delta, ("table",), ()), "glue": (glue, ("database", "table"), ("catalog", "region"))}


def version_of(source):
    """@param source as datasets.json has it: a kind, and what that asks for @returns what is known; `unknown` says why it is not"""
    read, needed, more = READERS[source["kind"]]
    try:
        return read(*(source[key] for key in needed), **{key: source[key] for key in more if source.get(key) is not None})
    except Unknown as error:
        return {"kind": source["kind"], "unknown": str(error)}
    # whatever a library raises: no version is worth a training, unless somebody says so
    except Exception as error:  # noqa: BLE001
        lines = str(error).splitlines()
        return {"kind": source["kind"], "unknown": f"{type(error).__name__}: {lines[0] if lines else ''}"}


def is_same(before, now):
    """None: it is not known."""
    if "version" not in before or "version" not in now:
        return None
    if before["kind"] != now["kind"] or before["version"] != now["version"]:
        return False
    # a table that was made anew has versions of the same numbers
    return all(before[key] == now[key] for key in ("table", "sha256") if before.get(key) and now.get(key))


def changes(before, now, since):
    """Lines of what is another version, or not known to be the same. @param since what `before` is of: the last start, a checkpoint"""
    told = []
    for name in sorted({*before, *now}):
        old, new = before.get(name), now.get(name)
        if old is None or new is None:
            told.append(f"{name} was {'not read' if old is None else 'read'} by {since}, and is {'read' if old is None else 'not read'} now")
        elif is_same(old, new) is None:
            told.append(f"whether {name} is the version of {since} is not known: {new.get('unknown') or old.get('unknown')}")
        elif not is_same(old, new):
            told.append(f"{name} is another version than that of {since}: {old['version']} then, {new['version']} now")
    return told


class Datasets:
    """
    What a run reads. @param asked names, with commas between them @param folder of datasets.json @param log folder of the run, where
    all of its starts have one; None: nothing is kept
    """

    def __init__(self, asked, folder, log=None):
        self.refuses = os.environ.get(CHANGED, "tell")
        if self.refuses not in ("tell", "refuse"):
            raise SystemExit(f"{CHANGED} is {self.refuses!r}: write tell or refuse")
        known = table_in(folder)
        names = [name.strip() for name in asked.split(",") if name.strip()]
        for name in names:
            if name not in known:
                raise SystemExit(f"RAILYARD_DATASETS names {name!r}, and {TABLE} has {', '.join(sorted(known)) or 'none'}")
        self.found = {name: version_of(known[name]) for name in names}
        for name, each in self.found.items():
            print(f"dataset {name}: {each['kind']} {each.get('version') or 'of a version that is not known: ' + each['unknown']}", flush=True)
        if log is not None:
            os.makedirs(log, exist_ok=True)
            before = last_line(os.path.join(log, JOURNAL))
            self.compare(before, "the last start")
            with open(os.path.join(log, JOURNAL), "a", encoding="utf8") as file:
                file.write(json.dumps({"at": time.time(), "job": os.environ.get("SLURM_JOB_ID"), "datasets": self.found}) + "\n")

    def compare(self, before, since):
        """@param before what was found then; None: nothing was kept. Raises SystemExit where a change is refused"""
        told = [] if before is None else changes(before, self.found, since)
        for line in told:
            print(line, file=sys.stderr, flush=True)
        if told and self.refuses == "refuse":
            raise SystemExit(f"the training does not begin: {CHANGED} is refuse. Bring the data back, or say tell")

    def keep(self, folder):
        """In a checkpoint."""
        with open(os.path.join(folder, TABLE), "w", encoding="utf8") as file:
            json.dump(self.found, file)

    def compare_with(self, folder):
        """With what a checkpoint has kept; one without it says nothing."""
        try:
            with open(os.path.join(folder, TABLE), encoding="utf8") as file:
                before = json.load(file)
        except FileNotFoundError:
            return
        self.compare(before, f"the checkpoint {os.path.basename(folder)}")


def table_in(folder):
    path = os.path.join(folder, TABLE)
    try:
        with open(path, encoding="utf8") as file:
            found = json.load(file)["datasets"]
    except FileNotFoundError:
        raise SystemExit(f"RAILYARD_DATASETS is set, and there is no {path}, which railyard examples writes") from None
    except (ValueError, KeyError, TypeError) as error:
        raise SystemExit(f"{path} is not what railyard examples writes: {type(error).__name__}: {error}") from None
    for name, each in found.items():
        if not isinstance(each, dict) or each.get("kind") not in READERS or any(key not in each for key in READERS[each["kind"]][1]):
            raise SystemExit(f"{path} does not say where the version of {name} is")
    return found


def last_line(path):
    """What was kept last; the last line of a process that was killed may be torn."""
    try:
        with open(path, encoding="utf8", errors="replace") as file:
            lines = file.read().splitlines()
    except FileNotFoundError:
        return None
    for line in reversed(lines):
        try:
            return json.loads(line)["datasets"]
        except (ValueError, KeyError, TypeError):
            continue
    return None


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    one = kinds.add_parser("dvc")
    one.add_argument("file")
    one.add_argument("--out", help="which of several outs")
    kinds.add_parser("delta").add_argument("table")
    three = kinds.add_parser("glue")
    three.add_argument("database")
    three.add_argument("table")
    three.add_argument("--catalog", help="account whose catalogue it is")
    three.add_argument("--region")
    found = version_of(vars(parser.parse_args(arguments)))
    if "unknown" in found:
        print(found["unknown"], file=sys.stderr)
        return 2
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
