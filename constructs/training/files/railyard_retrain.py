# Written by railyard examples
"""
A training that is started once for a version of data: by Slurm, as a Job of Kubernetes, or by a program; and what is known of it afterwards.

railyard_drift.py uses it. Python 3.9.
"""
import hashlib
import json
import os
import ssl
import subprocess
import time
import urllib.error
import urllib.request
import uuid

from railyard_runs import REPORT, RUNS, Unknown, profile_of, runs_of

ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount"
# of a Job: which start of a training it is
CLAIM = "railyard.dev/drift-claim"
# by it a job of Slurm knows that it is to begin anew: jobs that Railyard writes do not go on with checkpoints of others
NEW_RUN = "RAILYARD_NEW_RUN"


class NotStarted(Exception):
    """The training was certainly not started, and why."""


def shown(text, most=60):
    """No sign of a name moves the terminal."""
    return "".join(each if each.isprintable() else f"\\x{ord(each):02x}" for each in text[:most])


# what starts a training


def says(program, *words, seconds=120, more=None):
    """What a program prints; None: it was killed, or is not there, and nobody knows what became of it. @param more variables"""
    # what Slurm says of this job is not that of the next one
    env = {key: value for key, value in os.environ.items() if not key.startswith("SLURM_") or key == "SLURM_CONF"}
    try:
        return subprocess.run([program, *words], capture_output=True, text=True, errors="replace", timeout=seconds, env={**env, **(more or {})})
    except (OSError, subprocess.TimeoutExpired):
        return None


def own_name(name, begun, most):
    """Of this training alone: where checkpoints go by the name it finds none, and begins with its first step."""
    attempt = f"-{begun['attempt']}" if begun["attempt"] > 1 else ""
    return f"{name[: most - 11 - len(attempt)]}-{begun['digest'][:10]}{attempt}"


class Slurm:
    # of sacct: a job that Slurm may have put back to its queue all the same
    OVER = ("BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "LAUNCH_FAILED", "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED", "REVOKED", "TIMEOUT")

    def __init__(self, job):
        self.job = job
        if not os.path.isfile(job):
            raise Unknown(f"--sbatch {job} is not there")

    def start(self, begun):
        folder, name = os.path.split(os.path.abspath(self.job))
        # whose time the check takes pays for the training, too
        account = os.environ.get("SLURM_JOB_ACCOUNT")
        options = [
            f"--chdir={folder}",
            f"--job-name={own_name(os.path.splitext(name)[0], begun, 63)}",
            f"--comment=drift of {begun['digest']}",
            *([f"--account={account}"] if account else []),
        ]
        found = says("sbatch", "--parsable", *options, os.path.join(folder, name), more={NEW_RUN: begun["claim"]})
        if found is None:
            raise Unknown("sbatch does not answer: look with squeue whether the job is there")
        if found.returncode:
            raise NotStarted(f"sbatch refuses {self.job}: {last_of(found.stderr)}")
        return found.stdout.strip().partition(";")[0]

    def state(self, run):
        found = says("sacct", "--allocations", "--noheader", "--parsable2", "--jobs", run["id"], "--format", "State")
        word = found.stdout.split()[:1] if found and not found.returncode else []
        if not word:
            return None
        if word[0] not in self.OVER:
            return "runs"
        if word[0] == "COMPLETED":
            return "done"
        # one that was preempted, or lost its node, is over unless it is queued anew
        queue = says("squeue", "--me", "--noheader", "--states=all", "--format=%A %T")
        if queue is None or queue.returncode:
            return None
        now = dict(line.split()[:2] for line in queue.stdout.splitlines() if len(line.split()) > 1).get(run["id"])
        return "failed" if now is None or now in self.OVER else "runs"


class Kubernetes:
    """A Job, whose name has the version and the attempt: the cluster itself refuses a second one."""

    def __init__(self, file):
        try:
            with open(file, encoding="utf8") as text:
                self.job = json.load(text)
            self.name = self.job["metadata"]["name"]
            self.template = self.job["spec"]["template"]
            self.template["spec"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Unknown(f"--kubernetes-job {file} is no Job as JSON: {error}") from None
        # kubectl proxy, or that of the cluster
        self.url = os.environ.get("RAILYARD_KUBERNETES_API") or f"https://{os.environ.get('KUBERNETES_SERVICE_HOST', '')}:{os.environ.get('KUBERNETES_SERVICE_PORT', '443')}"

    def ask(self, path, body=None):
        headers, secure = {"Content-Type": "application/json"}, None
        if self.url.startswith("https:"):
            secure = ssl.create_default_context(cafile=os.path.join(ACCOUNT, "ca.crt"))
            with open(os.path.join(ACCOUNT, "token"), encoding="utf8") as file:
                headers["Authorization"] = f"Bearer {file.read().strip()}"
        request = urllib.request.Request(self.url + path, json.dumps(body).encode() if body else None, headers)
        with urllib.request.urlopen(request, timeout=60, context=secure) as answer:
            return json.load(answer)

    def path(self):
        namespace = self.job["metadata"].get("namespace")
        if namespace is None:
            with open(os.path.join(ACCOUNT, "namespace"), encoding="utf8") as file:
                namespace = file.read().strip()
        return f"/apis/batch/v1/namespaces/{namespace}/jobs"

    def start(self, begun):
        name = self.job["metadata"]["name"] = own_name(self.name, begun, 63)
        self.job["metadata"].setdefault("annotations", {})[CLAIM] = begun["claim"]
        labels = self.template.setdefault("metadata", {}).setdefault("labels", {})
        if "job-name" in labels:
            labels["job-name"] = name
        try:
            self.ask(self.path(), self.job)
        except urllib.error.HTTPError as error:
            if error.code == 409:
                self.taken(name, begun)
            elif error.code < 500:
                raise NotStarted(f"the cluster refuses the Job {name}: {error.code} {last_of(error.read().decode(errors='replace'))}") from None
            else:
                raise Unknown(f"the cluster answers {error.code}: look whether the Job {name} is there") from None
        except (OSError, ValueError) as error:
            raise Unknown(f"the cluster does not answer: {error}: look whether the Job {name} is there") from None
        return name

    def taken(self, name, begun):
        """There is a Job of that name: it may be this one, where an answer was lost. Raises NotStarted where it is another."""
        found = self.look(name)
        if found is None:
            raise Unknown(f"the cluster has a Job {name}, and does not show it: look what it is")
        claim, became = found
        if claim != begun["claim"]:
            raise NotStarted(f"there is a Job {name} already, which {'runs' if became == 'runs' else f'is {became}'} and which this check has not made: delete it when nobody needs it")

    def look(self, job):
        """@returns whose it is, and what became of it; None: nobody knows"""
        try:
            found = self.ask(f"{self.path()}/{job}")
            conditions = found.get("status", {}).get("conditions") or []
            kinds = {each["type"] for each in conditions if each.get("status") == "True"}
            claim = (found.get("metadata", {}).get("annotations") or {}).get(CLAIM)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None
        return claim, "done" if "Complete" in kinds else "failed" if "Failed" in kinds else "runs"

    def state(self, run):
        claim, became = self.look(run["id"]) or (None, None)
        # who deletes a Job may make another of its name
        return became if claim == run["claim"] else None


class Program:
    """It is called with the report, and what it prints is kept; `accept` says when the training is over."""

    def __init__(self, program):
        self.program = program

    def start(self, begun):
        found = says(self.program, begun["report"], seconds=600)
        if found is None:
            raise Unknown(f"{self.program} did not end, or cannot be run: look what it has done")
        if found.returncode:
            raise NotStarted(f"{self.program} ended with {found.returncode}: {last_of(found.stderr)}")
        return last_of(found.stdout)

    def state(self, _):
        return None


def last_of(text):
    lines = text.strip().splitlines()
    return shown(lines[-1], 500) if lines else ""


# from check to check


def settle(state, hook):
    """Ends what is over. @returns what still runs, and in words"""
    state.follow_end()
    while True:
        events = state.events()
        run = next((run for run in runs_of(events) if run["outcome"] is None), None)
        if run is None:
            return None, None
        if run["id"] is None:
            return run, f"a check began to start a training and did not end: look whether it is there, and say accept or forget; {state.path(RUNS)}"
        became = hook.state(run) if hook and run["hook"] == type(hook).__name__ else None
        if became not in ("done", "failed"):
            return run, f"the training {run['id']} {'runs' if became else 'is not known to be over'}: say accept when it is"
        if state.end(len(events), run, became):
            print(f"the training {run['id']} is {became}" + (": its data is the reference" if became == "done" else ", and is not started again for the same data"))


def follow(state, hook, version, found, now, rest, known):
    """What follows of a drift. @param known how many events there were before the reference was read @returns in words; raises NotStarted"""
    digest = hashlib.sha256(version.encode()).hexdigest()[:20]
    if hook is None:
        return "no training is started: nobody says which"
    if found["form"]:
        return f"no training is started: {found['form'][0]}, and it would read other data than it knows"
    events = state.events()
    if len(events) != known:
        return "no training is started: another check, or somebody, has said what becomes of trainings in the meantime"
    runs = runs_of(events)
    before = [run for run in runs if run["outcome"] != "forgotten"]
    for run in before:
        if run["digest"] == digest:
            return f"no training is started: {run['id']} was for this version, and is {run['outcome']}"
    if before and time.time() - max(run["at"] for run in before) < rest * 3600:
        return f"no training is started: the last one was within {rest:g} hours"
    attempt = 1 + sum(1 for run in runs if run["digest"] == digest)
    begun = {"event": "begun", "claim": uuid.uuid4().hex, "digest": digest, "attempt": attempt, "version": version, "at": time.time(), "hook": type(hook).__name__}
    profile = profile_of(begun["claim"])
    state.write(profile, now)
    if not state.add(len(events), begun):
        os.remove(state.path(profile))
        return "no training is started: another check starts one"
    try:
        started = hook.start({**begun, "report": os.path.abspath(state.path(REPORT))})
    except NotStarted:
        state.say({"event": "refused", "claim": begun["claim"]})
        os.remove(state.path(profile))
        raise
    state.say({"event": "started", "claim": begun["claim"], "id": started})
    return f"a training is started: {started}"
