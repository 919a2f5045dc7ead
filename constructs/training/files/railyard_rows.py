# Written by railyard examples
"""
Rows of a dataset, whatever its files are: CSV and TSV, lines of JSON (each of them .gz as well), Parquet, Delta tables, shards of WebDataset.

Of a shard a sample is a row: the keys of its .json, its .cls as a number, and of every other member the length in bytes. Keys within keys are
joined by dots, and of a list its length is taken. The place is a file, a folder with all that is below it, or s3://BUCKET/PREFIX.

Python 3.9. Parquet needs pyarrow, Delta deltalake, S3 boto3.
"""
import csv
import datetime
import decimal
import gzip
import io
import json
import math
import os
import re
import tarfile
import tempfile
import zlib
from urllib.parse import unquote

KINDS = {".csv": "csv", ".tsv": "tsv", ".jsonl": "json", ".ndjson": "json", ".json": "json", ".parquet": "parquet", ".tar": "tar"}
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|[+-]?(inf|Infinity)|nan|NaN", re.ASCII)
DEPTH = 8


class Unreadable(Exception):
    """Data that cannot be read, and why."""


class Written(float):
    """A number that is written in another way than Python writes it, such as 007, or that has more digits than a float."""

    __slots__ = ("text",)


def number(text):
    found = float(text)
    if exact(found) == text:
        return found
    found = Written(found)
    found.text = text
    return found


def exact(value):
    """A number as its text: no other one has the same."""
    if isinstance(value, Written):
        return value.text
    return f"{value:.0f}" if value.is_integer() and abs(value) < 1 << 53 else repr(value)


class Local:
    def __init__(self, path, name):
        self.path, self.name = path, name
        try:
            about = os.stat(path)
        except OSError as error:
            raise Unreadable(f"{path} cannot be read: {error.strerror}{', as a link whose end is not there' if os.path.islink(path) else ''}") from None
        self.stamp = [name, about.st_size, about.st_mtime_ns]

    def open(self):
        return open(self.path, "rb")


class Stored:
    def __init__(self, client, bucket, about, prefix):
        self.client, self.bucket, self.key = client, bucket, about["Key"]
        self.name = self.key[len(prefix) :] or self.key
        self.stamp = [self.name, about["Size"], about["ETag"]]

    def open(self):
        """On a disk: readers of Parquet and of tar go to and fro."""
        file = tempfile.TemporaryFile()
        try:
            self.client.download_fileobj(self.bucket, self.key, file)
        except store_errors() as error:
            raise Unreadable(f"s3://{self.bucket}/{self.key} cannot be read: {type(error).__name__}: {error}") from None
        file.seek(0)
        return file


def kind_of(name):
    """None: it is no file of data."""
    if any(part.startswith((".", "_")) for part in name.split("/")):
        return None
    return KINDS.get(os.path.splitext(name[: -len(".gz")] if name.endswith(".gz") else name)[1])


def files_of(place):
    """All files with data, by name. Raises Unreadable where there is none."""
    if place.startswith("s3://"):
        found = stored(place)
    elif os.path.isdir(os.path.join(place, "_delta_log")):
        paths = [path if os.path.exists(path) else unquote(path.replace("file://", "", 1)) for path in delta_files(place)]
        found = [Local(path, os.path.relpath(path, os.path.abspath(place))) for path in paths]
    elif os.path.isdir(place):
        paths = [os.path.join(folder, name) for folder, _, names in os.walk(place, onerror=not_walked) for name in names]
        found = [Local(path, os.path.relpath(path, place)) for path in paths if kind_of(os.path.relpath(path, place))]
    elif os.path.lexists(place):
        found = [Local(place, os.path.basename(place))]
    else:
        raise Unreadable(f"{place} is not there")
    found = sorted((file for file in found if kind_of(file.name)), key=lambda file: file.name)
    if not found:
        raise Unreadable(f"{place} has no file that is read: {', '.join(sorted(KINDS))}, and those of text with .gz")
    return found


def not_walked(error):
    """A folder that is left out would be rows that nobody misses."""
    raise Unreadable(f"{error.filename} cannot be read: {error.strerror}")


def store_errors():
    """What boto3 raises where a store does not answer, or refuses."""
    import boto3.exceptions
    import botocore.exceptions

    # of an address or a name that is none: ValueError
    return botocore.exceptions.BotoCoreError, botocore.exceptions.ClientError, boto3.exceptions.Boto3Error, ValueError


def stored(place):
    try:
        import boto3
    except ImportError:
        raise Unreadable("there is no boto3 to read S3 with: pip install boto3") from None
    bucket, _, prefix = place[len("s3://") :].partition("/")
    try:
        client = boto3.client("s3")
        pages = client.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix)
        objects = [about for page in pages for about in page.get("Contents", [])]
    except store_errors() as error:
        raise Unreadable(f"{place} cannot be read: {type(error).__name__}: {error}") from None
    if any("/_delta_log/" in f"/{about['Key'][len(prefix):]}" for about in objects):
        active = {each for path in delta_files(place) for key in [path.partition(f"{bucket}/")[2]] for each in (key, unquote(key))}
        objects = [about for about in objects if about["Key"] in active]
    return [Stored(client, bucket, about, prefix) for about in objects]


def delta_files(table):
    """Those of its newest version: a folder has files of older ones, too."""
    try:
        import deltalake
        import deltalake.exceptions
    except ImportError:
        raise Unreadable(f"{table} is a Delta table, and there is no deltalake to read it with: pip install deltalake") from None
    try:
        # blanks and other signs of a path may be written as those of a URL
        return deltalake.DeltaTable(table).file_uris()
    except (deltalake.exceptions.DeltaError, OSError, ValueError) as error:
        raise Unreadable(f"the Delta table {table} cannot be read: {type(error).__name__}: {error}") from None


def rows_of(file):
    """Rows as dicts of plain values; None for one that cannot be read. Raises Unreadable where the file cannot."""
    kind = kind_of(file.name)
    try:
        with file.open() as raw:
            if kind == "parquet":
                yield from parquet(raw)
            elif kind == "tar":
                yield from shard(raw)
            else:
                with gzip.open(raw) if file.name.endswith(".gz") else raw as data:
                    text = io.TextIOWrapper(data, encoding="utf-8-sig", errors="replace", newline="")
                    yield from json_lines(text) if kind == "json" else delimited(text, "\t" if kind == "tsv" else ",")
    except (OSError, EOFError, ValueError, csv.Error, tarfile.TarError, zlib.error) as error:
        raise Unreadable(f"{file.name} cannot be read: {type(error).__name__}: {error}") from None


def delimited(text, delimiter):
    csv.field_size_limit(1 << 27)
    lines = csv.reader(text, delimiter=delimiter)
    names = next(lines, None)
    if names is None:
        return
    if len(set(names)) < len(names):
        raise ValueError("two columns have the same name")
    for line in lines:
        if line:
            yield {name: from_text(value) for name, value in zip(names, line)} if len(line) == len(names) else None


def from_text(value):
    """Nothing is missing but what is empty or no number: NA is a country, too."""
    if value == "":
        return None
    return number(value) if NUMBER.fullmatch(value) else value


def json_lines(text):
    for line in text:
        if not line.strip():
            continue
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        yield flat(found) if isinstance(found, dict) else None


def parquet(raw):
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise Unreadable("there is no pyarrow to read Parquet with: pip install pyarrow") from None
    try:
        for batch in pyarrow.parquet.ParquetFile(raw).iter_batches(batch_size=1024):
            for row in batch.to_pylist():
                yield flat(row)
    except pyarrow.ArrowException as error:
        raise ValueError(str(error).splitlines()[0]) from None


def shard(raw):
    """Members whose names are the same up to the first dot of their last part are a sample."""
    last, row = None, {}
    with tarfile.open(fileobj=raw, mode="r:") as archive:
        for member in archive:
            folder, _, name = member.name.rpartition("/")
            key, _, ending = name.partition(".")
            if not member.isfile() or not key or not ending or name.startswith("__"):
                continue
            if last is not None and (folder, key) != last:
                yield row
                row = {}
            last = folder, key
            add_member(row, ending, archive, member)
    if last is not None:
        yield row


def add_member(row, ending, archive, member):
    if ending not in ("json", "cls"):
        row[f"{ending}.bytes"] = float(member.size)
        return
    try:
        found = json.loads(archive.extractfile(member).read(1 << 24))
    except (ValueError, RecursionError):
        row[f"{ending}.unreadable"] = "yes"
        return
    row.update(flat(found, f"{ending}.") if isinstance(found, dict) else flat({ending: found}))


def flat(found, before="", depth=0):
    row = {}
    for name, value in found.items():
        if isinstance(value, dict) and depth < DEPTH:
            row.update(flat(value, f"{before}{name}.", depth + 1))
        elif isinstance(value, (list, tuple, dict, bytes)):
            row[f"{before}{name}.length"] = float(len(value))
        else:
            row[f"{before}{name}"] = plain(value)
    return row


def plain(value):
    """None, a float or a text; truth is a category."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return value
    if isinstance(value, (int, decimal.Decimal)):
        try:
            return number(str(value))
        except (ArithmeticError, ValueError):
            return math.inf if isinstance(value, int) and value > 0 else -math.inf if isinstance(value, int) else math.nan
    if isinstance(value, datetime.datetime):
        return value.replace(tzinfo=value.tzinfo or datetime.timezone.utc).timestamp()
    if isinstance(value, datetime.date):
        return float(value.toordinal())
    return f"{value!r}"
