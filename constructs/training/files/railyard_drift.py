#!/usr/bin/env python3
# Written by railyard examples
"""
Whether the data of a dataset is still like that which a model was trained on, column by column; and a training anew where it is not.

    railyard_drift.py reference DATA --state FOLDER   what later checks compare with
    railyard_drift.py check DATA --state FOLDER [--dataset NAME] [--sbatch JOB | --kubernetes-job FILE | --run PROGRAM]
    railyard_drift.py accept --state FOLDER           the training that was started is over: its data is the reference
    railyard_drift.py forget --state FOLDER           it failed, or never was: another one may be started for the same data

A first check without a reference makes one. Of each column: PSI over the tenths of the reference, or its 50 most frequent values, and
what is missing; of numbers KS as well. It drifts where PSI reaches --psi, or KS --ks, and chance alone makes so much of as many rows in
less than one of 1,000 checks. FOLDER has report.json, metrics.prom, and what was started.

One training is started for one version of the data, and none while another one runs, or within --rest-hours of the last. The version is that
which railyard_datasets.py tells of --dataset, else one of the names, sizes and times of all files.

Exit code: 0 no drift; 10 drift: the last line says what follows of it; 2 nothing can be said, and why; 1 a training could not be started.

Python 3.9, and what railyard_rows.py reads the data with.
"""
import argparse
import bisect
import collections
import csv
import difflib
import hashlib
import json
import math
import os
import random
import re
import statistics
import sys
import time
import uuid

from railyard_retrain import Kubernetes, NotStarted, Program, Slurm, follow, settle, shown
from railyard_rows import Unreadable, Written, exact, files_of, rows_of
from railyard_runs import REFERENCE, REPORT, State, Unknown

DRIFT = 10
TENTHS, MOST_VALUES, MOST_COLUMNS, LEAST_ROWS = 10, 50, 2000, 100
# of all columns together: how often chance is taken for drift
CHANCE = 0.001
# of a row that cannot be read in so many others nothing follows
UNREADABLE = 0.01
# a column that fewer rows have may be in none
RARE = 0.01


# statistics


def ks(first, second):
    """The largest distance between two distributions. @param first, second numbers in order"""
    most, left, right = 0.0, 0, 0
    while left < len(first) and right < len(second):
        at = min(first[left], second[right])
        left, right = bisect.bisect_right(first, at, left), bisect.bisect_right(second, at, right)
        most = max(most, abs(left / len(first) - right / len(second)))
    return most


def ks_by_chance(distance, rows):
    """How often chance makes such a distance; rows = n m / (n + m). Stephens 1970"""
    root = math.sqrt(rows)
    x = (root + 0.12 + 0.11 / root) * distance
    if x < 0.2:
        return 1.0
    return min(1.0, max(0.0, 2 * sum((-1) ** (k - 1) * math.exp(-2 * k * k * x * x) for k in range(1, 101))))


def psi(before, now):
    """@param before, now rows of each bin. Each bin has half a row more, so that an empty one is no infinity; bins that both lack count for nothing."""
    bins = [(old, new) for old, new in zip(before, now) if old or new]
    olds, news = (sum(each[side] for each in bins) + len(bins) / 2 for side in (0, 1))
    shares = [((old + 0.5) / olds, (new + 0.5) / news) for old, new in bins]
    return sum((new - old) * math.log(new / old) for old, new in shares)


def psi_by_chance(bins, before, now, share):
    """PSI that chance exceeds in a share of all checks: chi-squared × (1/n + 1/m), which Wilson and Hilferty approximate."""
    if bins < 2:
        return 0.0
    free = bins - 1
    part = 2 / (9 * free)
    return free * max(0.0, 1 - part + statistics.NormalDist().inv_cdf(1 - share) * math.sqrt(part)) ** 3 * (1 / before + 1 / now)


# what is kept of data


def profile(files, most, names, known):
    """Values of each column, of rows that are chosen by chance, the same each time. @param most rows @param names of columns; None: all @param known columns of the reference"""
    chance, chosen, seen, bad = random.Random(0), [], 0, 0
    for file in files:
        for row in rows_of(file):
            if row is None:
                bad += 1
                continue
            seen += 1
            at = seen - 1 if seen <= most else chance.randrange(seen)
            if at < most:
                chosen[at : at + 1] = [row]
    if bad > UNREADABLE * (seen + bad):
        raise Unknown(f"{bad} of {seen + bad} rows cannot be read")
    if len(chosen) < LEAST_ROWS:
        raise Unknown(f"there are {len(chosen)} rows, and at least {LEAST_ROWS} are compared")
    there = sorted({name for row in chosen for name in row})
    every = there if names is None else [name for name in names if name in there or name in known]
    for name in names or ():
        if name not in every:
            near = difflib.get_close_matches(name, [*there, *known], 1, 0)
            raise Unknown(f"--columns names {shown(name)!r}, which none of {len(chosen)} rows has{f': the nearest is {shown(near[0])!r}' if near else ''}")
    if len(every) > MOST_COLUMNS:
        raise Unknown(f"there are {len(every)} columns, and at most {MOST_COLUMNS} are compared: name some with --columns")
    return {"rows": seen, "compared": len(chosen), "unreadable": bad, "columns": {name: column(name, chosen) for name in every}}


def column(name, rows):
    """`there`: rows that have it, if only empty. `written`: numbers whose text is not that which Python gives them."""
    numbers, texts, lengths, written, there = [], collections.Counter(), [], collections.Counter(), 0
    for row in rows:
        there += name in row
        value = row.get(name)
        if isinstance(value, str):
            texts[short(value)] += 1
            lengths.append(len(value))
        elif value is not None and not math.isnan(value):
            numbers.append(float(value))
            if isinstance(value, Written):
                written[value.text] += 1
    missing = len(rows) - len(numbers) - len(lengths)
    return {"numbers": sorted(numbers), "texts": dict(texts), "lengths": sorted(lengths), "missing": missing, "written": dict(written), "there": there}


def short(text):
    """Long texts by their beginning and a sum."""
    return text if len(text) <= 80 else f"{text[:40]} {hashlib.sha256(text.encode('utf8', 'surrogatepass')).hexdigest()}"


def kind_of(found):
    """How a column is compared."""
    count = sum(found["texts"].values())
    if not count and not found["numbers"]:
        return "nothing"
    if not count:
        return "numbers"
    if not found["numbers"] and len(found["texts"]) > MOST_VALUES and len(found["texts"]) > count / 2:
        return "texts by length"
    return "values"


def values_of(found):
    """Numbers among texts are texts, as they are written."""
    numbers = collections.Counter(exact(value) for value in found["numbers"])
    for text, count in found["written"].items():
        numbers[exact(float(text))] -= count
        numbers[short(text)] += count
    return collections.Counter(found["texts"]) + numbers


def bins_of_numbers(numbers, edges, few):
    counts = [0] * (2 * len(edges) + 1 if few else len(edges) + 1)
    for value in numbers:
        at = bisect.bisect_left(edges, value)
        counts[at + bisect.bisect_right(edges, value) if few else at] += 1
    return counts


def bins(kind, before, now):
    """Rows of each bin, then and now; the last ones are of what is missing, and what is another kind of value."""
    if kind == "nothing":
        counts = [[len(each["numbers"]) + len(each["lengths"])] for each in (before, now)]
    elif kind == "values":
        old, new = values_of(before), values_of(now)
        often = [value for value, _ in sorted(old.items(), key=lambda each: (-each[1], each[0]))[:MOST_VALUES]]
        counts = [[each[value] for value in often] + [sum(each.values()) - sum(each[value] for value in often)] for each in (old, new)]
    else:
        key, other = ("numbers", "lengths") if kind == "numbers" else ("lengths", "numbers")
        numbers = before[key]
        few = len(set(numbers)) <= TENTHS
        edges = sorted(set(numbers)) if few else sorted({numbers[len(numbers) * tenth // TENTHS] for tenth in range(1, TENTHS)})
        counts = [bins_of_numbers(each[key], edges, few) + [len(each[other])] for each in (before, now)]
    return [each + [found["missing"]] for each, found in zip(counts, (before, now))]


def compare(before, now, limits, columns):
    """What became of a column. @param columns that are compared: each has its share of chance"""
    kind = kind_of(before)
    sizes = [len(each["numbers"]) + len(each["lengths"]) + each["missing"] for each in (before, now)]
    found = {"kind": kind, "missing": [before["missing"] / sizes[0], now["missing"] / sizes[1]], "drifts": False, "why": []}
    old, new = bins(kind, before, now)
    found["psi"] = psi(old, new)
    used = sum(1 for each in zip(old, new) if any(each))
    if found["psi"] >= limits["psi"] and found["psi"] > psi_by_chance(used, *sizes, CHANCE / columns):
        found["why"].append("psi")
    if kind == "values":
        known = set(values_of(before))
        fresh = values_of(now)
        found["unseen"] = sum(count for value, count in fresh.items() if value not in known) / max(1, sum(fresh.values()))
    elif kind != "nothing":
        key = "numbers" if kind == "numbers" else "lengths"
        if now[key]:
            found["ks"] = ks(before[key], now[key])
            found["ksByChance"] = ks_by_chance(found["ks"], len(before[key]) * len(now[key]) / (len(before[key]) + len(now[key])))
            if found["ks"] >= limits["ks"] and found["ksByChance"] < CHANCE / columns:
                found["why"].append("ks")
    found["drifts"] = bool(found["why"])
    return found


def nowhere(rows):
    """A column that no row has."""
    return {"numbers": [], "texts": {}, "lengths": [], "missing": rows, "written": {}, "there": 0}


def absent_by_chance(with_it, before, now):
    """How often no row has it now, where chance alone says which rows do. Fisher's exact test. @param with_it rows, then @param before, now rows of both"""

    def ways(of, some):
        return math.lgamma(of + 1) - math.lgamma(some + 1) - math.lgamma(of - some + 1)

    return math.exp(ways(before, with_it) - ways(before + now, with_it))


def changed_form(before, now, rows):
    """Columns with which a training would not read what it knows. @param rows that were compared then, and now"""
    told = []
    for name, old in before.items():
        new = now.get(name)
        values = rows[0] - old["missing"]
        if new is None or not new["there"]:
            if old["there"] >= RARE * rows[0] and absent_by_chance(old["there"], *rows) < CHANCE / len(before):
                told.append(f"column {shown(name)} is gone")
        elif kind_of(new) == "nothing" and values > rows[0] / 2:
            told.append(f"column {shown(name)} has no values any more")
        elif kind_of(old) == "numbers" and len(new["lengths"]) > len(new["numbers"]):
            told.append(f"column {shown(name)} had numbers, and has texts")
    return told


# a version of the data


def version_of(files, dataset):
    if dataset is None:
        return "files " + hashlib.sha256(json.dumps([file.stamp for file in files]).encode()).hexdigest()[:32]
    try:
        import railyard_datasets
    except ImportError:
        raise Unknown("--dataset is given, and railyard_datasets.py does not lie beside this program") from None
    try:
        known = railyard_datasets.table_in(os.path.dirname(os.path.abspath(__file__)))
    except SystemExit as error:
        raise Unknown(str(error.code)) from None
    if dataset not in known:
        raise Unknown(f"datasets.json does not say where the version of {dataset} is; it has {', '.join(sorted(known)) or 'none'}")
    found = railyard_datasets.version_of(known[dataset])
    if "unknown" in found:
        raise Unknown(f"the version of {dataset} is not known: {found['unknown']}")
    return " ".join(str(found[key]) for key in ("kind", "version", "table") if found.get(key))


# what is told


def label(text):
    return shown(short(text), 500).replace("\\", "\\\\").replace('"', '\\"')


def totals(name, found):
    """What everybody may know: of columns their number and their worst."""
    columns = found["columns"].values()
    lines = [
        ("drifted", int(found["drifts"])),
        ("columns", len(columns)),
        ("columns_drifting", sum(1 for each in columns if each["drifts"])),
        ("rows", found["rows"]),
        *((f"{key}_max", max(each[key] for each in columns if key in each)) for key in ("psi", "ks") if any(key in each for each in columns)),
        ("last_check_timestamp_seconds", found["at"]),
    ]
    return "".join(f'# TYPE railyard_drift_{metric} gauge\nrailyard_drift_{metric}{{dataset="{label(name)}"}} {float(value)!r}\n' for metric, value in lines)


def leave(folder, name, text):
    """For Prometheus, in a folder where everybody has files of their own. What cannot be left is told, and changes nothing."""
    path = os.path.join(folder, f"{re.sub('[^A-Za-z0-9_.-]', '_', name)[-100:]}.{os.getuid()}.prom")
    part = f"{path}.{uuid.uuid4().hex}"
    try:
        try:
            with open(part, "x", encoding="utf8", errors="backslashreplace") as file:
                os.fchmod(file.fileno(), 0o644)
                file.write(text)
            os.replace(part, path)
        except BaseException:
            if os.path.exists(part):
                os.remove(part)
            raise
    except OSError as error:
        print(f"Prometheus is not told of it: {shown(str(error), 2000)}", file=sys.stderr)


def metrics(name, found):
    lines = [
        ("rows", "", found["rows"]),
        ("columns_drifting", "", sum(1 for each in found["columns"].values() if each["drifts"])),
        ("last_check_timestamp_seconds", "", found["at"]),
    ]
    for key in ("psi", "ks", "unseen"):
        lines += [(key, f',column="{label(column)}"', each[key]) for column, each in found["columns"].items() if key in each]
    text, told = "", set()
    for metric, more, value in lines:
        if metric not in told:
            text += f"# TYPE railyard_drift_{metric} gauge\n"
        told.add(metric)
        text += f'railyard_drift_{metric}{{dataset="{label(name)}"{more}}} {float(value)!r}\n'
    return text


def tell(found):
    print(f"{found['rows']} rows now, {found['before']} then, {found['compared']} compared; PSI from {found['limits']['psi']:g}, KS from {found['limits']['ks']:g}")
    for name, each in sorted(found["columns"].items(), key=lambda pair: -pair[1].get("psi", 0.0)):
        psi_text = f"{each['psi']:.4f}" if "psi" in each else "-"
        ks_text = f"{each['ks']:.4f}" if "ks" in each else "-"
        print(f"{'DRIFT' if each['drifts'] else 'like '}  psi {psi_text:>8}  ks {ks_text:>6}  missing {each['missing'][0]:.1%} {each['missing'][1]:.1%}  {shown(name)}")
    if found["new"]:
        print(f"new, and compared with nothing: {', '.join(map(shown, found['new'][:MOST_VALUES]))}")
    for line in found["form"]:
        print(line)


def check(asked, state):
    hooks = [(Slurm, asked.sbatch), (Kubernetes, asked.kubernetes_job), (Program, asked.run)]
    hook = next((kind(given) for kind, given in hooks if given is not None), None)
    name = asked.name or asked.dataset or asked.data
    pending, runs = settle(state, hook)
    known = len(state.events())
    before = state.read(REFERENCE)
    is_one = isinstance(before, dict) and {"rows", "compared", "columns", "version"} <= set(before)
    if before is not None and not is_one:
        raise Unknown(f"{state.path(REFERENCE)} is no reference: say `reference` of the data that a model was trained on")
    now, version = read(asked, before["columns"] if is_one else {})
    if before is None:
        state.write(REFERENCE, {**now, "version": version})
        if asked.metrics:
            # what is compared with itself does not drift
            leave(asked.metrics, name, totals(name, {"at": time.time(), "drifts": False, "rows": now["rows"], "columns": {each: {"drifts": False} for each in now["columns"]}}))
        print(f"the first check: {now['rows']} rows are the reference")
        return 0
    columns = {name: each for name, each in before["columns"].items() if asked.columns is None or name in asked.columns}
    unknown = [shown(name) for name in asked.columns or () if name not in columns]
    if unknown:
        raise Unknown(f"the reference has no column {', '.join(unknown)}: say `reference` with --columns, of the data that a model was trained on")
    sizes = [before["compared"], now["compared"]]
    limits = {"psi": asked.psi, "ks": asked.ks}
    found = {
        "at": time.time(),
        "version": version,
        "reference": before["version"],
        "rows": now["rows"],
        "before": before["rows"],
        "compared": now["compared"],
        "unreadable": now["unreadable"],
        "limits": limits,
        "form": changed_form(columns, now["columns"], sizes),
        "new": sorted(set(now["columns"]) - set(before["columns"])),
        "columns": {name: compare(each, now["columns"].get(name) or nowhere(sizes[1]), limits, len(columns)) for name, each in columns.items()},
    }
    found["drifts"] = bool(found["form"]) or any(each["drifts"] for each in found["columns"].values())
    state.write(REPORT, found)
    state.write_text("metrics.prom", metrics(name, found))
    if asked.metrics:
        leave(asked.metrics, name, totals(name, found))
    tell(found)
    if not found["drifts"]:
        print("no drift")
        return 0
    if pending is not None:
        print(f"drift; no training is started: {runs}")
    else:
        try:
            print(f"drift; {follow(state, hook, version, found, {**now, 'version': version}, asked.rest_hours, known)}")
        except NotStarted as error:
            print(f"drift, and no training could be started: {error}", file=sys.stderr)
            return 1
    return DRIFT


def read(asked, known=()):
    """What the data is now, and its version, which must not become another one in the meantime."""
    files = files_of(asked.data)
    version = version_of(files, asked.dataset)
    found = profile(files, asked.rows, asked.columns, known)
    if version_of(files_of(asked.data), asked.dataset) != version:
        raise Unknown("the data became another version while it was read: the next check sees it whole")
    return found, version


def number(least, most):
    def of(text):
        if not re.fullmatch(r"\d+(\.\d+)?", text, re.ASCII) or not least <= float(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r}: write a number from {least:g} to {most:g}")
        return float(text)

    return of


def names(text):
    """As a line of CSV."""
    found = next(csv.reader([text]), [])
    if not found or "" in found:
        raise argparse.ArgumentTypeError(f"{text!r}: write names with commas between them")
    return list(dict.fromkeys(found))


def options(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="what", required=True)
    for name in ("reference", "check", "accept", "forget"):
        part = parts.add_parser(name)
        part.add_argument("--state", required=True, help="folder that is there at the next check, too")
        if name in ("accept", "forget"):
            continue
        part.add_argument("data")
        part.add_argument("--dataset", help="its name in datasets.json, which says where its version is")
        part.add_argument("--columns", type=names, help="names with commas between them, in quotes where a name has one (default: all)")
        part.add_argument("--rows", type=lambda text: int(number(LEAST_ROWS, 10_000_000)(text)), default=20_000, help="rows that are compared, chosen by chance")
        if name == "check":
            part.add_argument("--name", help="label of the metrics (default: DATA)")
            part.add_argument("--metrics", metavar="FOLDER", help="where a file for Prometheus is left, without names of columns")
            part.add_argument("--psi", type=number(0.001, 1000), default=0.2)
            part.add_argument("--ks", type=number(0.001, 1), default=0.1)
            part.add_argument("--rest-hours", type=number(0, 100_000), default=24.0)
            hooks = part.add_mutually_exclusive_group()
            hooks.add_argument("--sbatch", metavar="JOB")
            hooks.add_argument("--kubernetes-job", metavar="FILE")
            hooks.add_argument("--run", metavar="PROGRAM")
    return parser.parse_args(arguments)


def main(arguments):
    asked = options(arguments)
    try:
        state = State(asked.state)
        if asked.what == "check":
            return check(asked, state)
        if asked.what == "reference":
            found, version = read(asked)
            state.write(REFERENCE, {**found, "version": version})
            print(f"{found['rows']} rows are the reference")
            return 0
        state.close("done" if asked.what == "accept" else "forgotten")
        return 0
    except (Unknown, Unreadable) as error:
        print(shown(str(error), 2000), file=sys.stderr)
    except OSError as error:
        print(f"{asked.state}: {shown(str(error), 2000)}", file=sys.stderr)
    # code 1 says that a training could not be started
    except Exception as error:  # noqa: BLE001
        print(f"nothing can be said, by a fault of this program: {type(error).__name__}: {shown(str(error), 2000)}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
