# Written by railyard examples
"""What the tiers of checkpoints are, and what stays in each: a JSON file that follows from config."""
import json
import os
import re

LAST_NUMBER = re.compile(r"(?<!\d)\d{1,18}$")
# as in the pruner of the environment: whoever puts it into a checkpoint, or a run, keeps that
KEEP_FILE = ".railyard-keep"


class PolicyError(Exception):
    """The file cannot be used: its text says why."""


def number_of(name):
    """@returns the number that ends the name of a checkpoint; None: it is none"""
    found = None if name.startswith(".") else LAST_NUMBER.search(name)
    return int(found[0]) if found else None


def kept(names, tier):
    """
    Which of some checkpoints a tier keeps: the newest, and those whose number `keepEvery` divides.

    @param names of checkpoints that are whole: what is not could not be resumed from, and takes nobody's place
    """
    last, every = tier.get("keepLast"), tier.get("keepEvery")
    if last is None:
        return set(names)
    newest = sorted({number_of(name) for name in names}, reverse=True)[:last]
    return {name for name in names if number_of(name) in newest or (every and number_of(name) % every == 0)}


def newest_of(names):
    """@returns the name with the greatest number; None: there are none. Of two with one number that which sorts last"""
    return max(names, key=lambda name: (number_of(name), name), default=None)


FIELDS = {
    "hot": {"path": str, "keepLast": int, "keepEvery": int},
    "warm": {
        "path": str,
        "keepLast": int,
        "keepEvery": int,
        "keepData": int,
        "archives": bool,
        "lfs": str,
        "prune": bool,
    },
    "cold": {
        "bucket": str,
        "prefix": str,
        "keepLast": int,
        "keepEvery": int,
        "linked": bool,
        "prune": bool,
        "checksums": bool,
    },
    "archive": {"prefix": str, "every": int},
}
NEEDED = {"hot": ["path"], "warm": ["path"], "cold": ["bucket", "prefix"], "archive": ["prefix", "every"]}
WHOLE = "sums, rename, or the name of the file that is written last, such as .metadata"


def read_policy(path):
    """@returns what the file says. Raises PolicyError with all that is wrong"""
    try:
        with open(path, encoding="utf8") as file:
            policy = json.load(file)
    except (OSError, ValueError) as error:
        raise PolicyError(f"{path} cannot be read: {error}") from None
    for tier in ("hot", "warm"):
        # homes are shared on some sites
        if isinstance(policy, dict) and isinstance(policy.get(tier), dict) and isinstance(policy[tier].get("path"), str):
            policy[tier]["path"] = os.path.expandvars(policy[tier]["path"])
    wrong = list(faults(policy)) if isinstance(policy, dict) else [f"it has a {type(policy).__name__}, not an object"]
    if wrong:
        raise PolicyError("\n".join(f"{path}: {fault}" for fault in wrong))
    return policy


def faults(policy):
    for name in set(policy) - {"written", "whole", *FIELDS}:
        yield f"{name} is not known. Allowed: whole, {', '.join(FIELDS)}"
    whole = policy.get("whole")
    if not isinstance(whole, str) or not re.fullmatch(r"[A-Za-z0-9._-]+", whole):
        yield f"whole is {json.dumps(whole)}: write {WHOLE}"
    for tier, fields in FIELDS.items():
        if policy.get(tier) is not None:
            yield from tier_faults(tier, policy[tier], fields)
    if not policy.get("warm"):
        yield 'warm is missing: write {"path": "/…"}, the folder that all nodes see'
    if not policy.get("cold") and not policy.get("hot"):
        yield "there is neither hot nor cold: nothing is to be copied"
    linked = isinstance(policy.get("cold"), dict) and policy["cold"].get("linked") is True
    if isinstance(policy.get("warm"), dict) and policy["warm"].get("keepData") and not linked:
        yield "warm.keepData is of a file system that is linked to the bucket (cold.linked): nowhere else files stay without their contents"
    if policy.get("archive") and not policy.get("cold"):
        yield "archive needs cold: it lies in the same bucket"


def tier_faults(tier, values, fields):
    if not isinstance(values, dict):
        yield f"{tier} is {json.dumps(values)}: write an object"
        return
    for name in set(values) - set(fields):
        yield f"{tier}.{name} is not known. Allowed: {', '.join(fields)}"
    for name in NEEDED[tier]:
        if values.get(name) is None:
            yield f"{tier}.{name} is missing"
    for name, kind in fields.items():
        value = values.get(name)
        if value is not None and (type(value) is not kind or (kind is int and value < 1)):
            expected = {str: "a text", int: "a whole number of at least 1", bool: "true or false"}[kind]
            yield f"{tier}.{name} is {json.dumps(value)}: write {expected}"
        elif name == "path" and value is not None and not re.fullmatch(r"(/[^/]+)+", value):
            yield f"{tier}.path is {json.dumps(value)}: write an absolute folder that is not the root, without a slash at its end"
        elif name == "prefix" and value is not None and value != "" and (not value.endswith("/") or value.startswith("/")):
            yield f"{tier}.prefix is {json.dumps(value)}: write names with a slash after each, such as checkpoints/"
    if values.get("keepEvery") is not None and values.get("keepLast") is None:
        yield f"{tier}.keepEvery without keepLast would delete the newest checkpoint: write keepLast, too"
