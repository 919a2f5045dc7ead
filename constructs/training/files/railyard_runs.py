# Written by railyard examples
"""
What is kept between checks of drift: the reference, the last report, and each training that was started, with what became of it.

All that happens to trainings is a row of files with numbers in the folder `runs`, each of which is made whole and once. A check says what it
does as the next number after those that it has read: where another one was quicker that number is there, and it has done nothing.

railyard_retrain.py uses it. Python 3.9.
"""
import json
import os
import re
import uuid

REFERENCE, REPORT, RUNS = "reference.json", "report.json", "runs"
# of programs that kept trainings in another way
OLDER = ("pending.json", "tried.jsonl")
OUTCOMES = ("done", "failed", "forgotten", "refused")


class Unknown(Exception):
    """Nothing can be said, and why."""


class State:
    def __init__(self, folder):
        self.folder = folder
        os.makedirs(self.path(RUNS), mode=0o700, exist_ok=True)
        older = next((self.path(name) for name in OLDER if os.path.exists(self.path(name))), None)
        if older:
            raise Unknown(f"{older} is of an older railyard_drift.py: delete it when no training runs that it has started")

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def read(self, name):
        """None: it is not there. Raises Unknown where it is not what was written: it is not taken for nothing."""
        try:
            with open(self.path(name), encoding="utf8") as file:
                return json.load(file)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise Unknown(f"{self.path(name)} cannot be read: {error}") from None

    def write(self, name, found):
        self.write_text(name, json.dumps(found))

    def write_text(self, name, text):
        """Whole, or not at all."""
        os.replace(self.part(text), self.path(name))

    def part(self, text):
        """A file of its own, on the disk."""
        part = self.path(f".part.{uuid.uuid4().hex}")
        with open(part, "w", encoding="utf8", errors="backslashreplace") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        return part

    def events(self):
        """All that happened to trainings, in order."""
        names = sorted(name for name in os.listdir(self.path(RUNS)) if not name.startswith("."))
        if names != [numbered(at + 1) for at in range(len(names))]:
            raise Unknown(f"{self.path(RUNS)} lacks a file, or has one of others: what became of trainings is not known")
        found = [self.read(os.path.join(RUNS, name)) for name in names]
        for name, event in zip(names, found):
            if not isinstance(event, dict) or event.get("event") not in ("begun", "started", *OUTCOMES) or "claim" not in event:
                raise Unknown(f"{self.path(RUNS, name)} cannot be read: it does not say what happened to a training")
        return found

    def add(self, after, event):
        """@param after how many events the caller knows @returns whether this is the next one; false: another check was quicker"""
        part = self.part(json.dumps(event))
        try:
            os.link(part, self.path(RUNS, numbered(after + 1)))
        except FileExistsError:
            # over a network the answer may be lost, and the link made
            return os.stat(part).st_nlink > 1
        finally:
            os.remove(part)
        return True

    def say(self, event):
        """What holds whatever others do."""
        while not self.add(len(self.events()), event):
            pass

    def end(self, known, run, outcome):
        """@param known how many events the caller knows @param outcome done: its data is the reference @returns false: another check was quicker"""
        if not self.add(known, {"event": outcome, "claim": run["claim"]}):
            return False
        self.follow_end()
        return True

    def follow_end(self):
        """What a training that is over leaves. A check that was killed has not done it."""
        for run in runs_of(self.events()):
            kept = self.path(profile_of(run["claim"]))
            if run["outcome"] is None or not os.path.exists(kept):
                continue
            try:
                os.replace(kept, self.path(REFERENCE)) if run["outcome"] == "done" else os.remove(kept)
            except FileNotFoundError:
                # another check did
                pass

    def close(self, outcome):
        """What a person says of the training that was started last."""
        events = self.events()
        last = runs_of(events)[-1:]
        open_or_failed = last and (last[0]["outcome"] is None or (outcome == "forgotten" and last[0]["outcome"] == "failed"))
        if not open_or_failed:
            raise Unknown("no training was started that is not over")
        if not self.end(len(events), last[0], outcome):
            raise Unknown("a check says something else of it at this moment: say it again")


def numbered(number):
    return f"{number:08d}.json"


def profile_of(claim):
    """What the data was, for which a training was started."""
    if not re.fullmatch(r"[0-9a-f]{32}", claim):
        raise Unknown(f"no training has the name {claim!r}")
    return f"profile-{claim}.json"


def runs_of(events):
    """Trainings that were begun, the newest last. `id` None: nobody knows what was started; `outcome` None: it is not over."""
    found = {}
    for event in events:
        if event["event"] == "begun":
            found[event["claim"]] = {**event, "id": None, "outcome": None}
        elif event["claim"] in found and event["event"] == "started":
            found[event["claim"]]["id"] = event["id"]
        elif event["claim"] in found:
            found[event["claim"]]["outcome"] = event["event"]
    return [run for run in found.values() if run["outcome"] != "refused"]
