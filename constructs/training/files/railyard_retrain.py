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

REFERENCE, PENDING, REPORT, TRIED = "reference.json", "pending.json", "report.json", "tried.jsonl"
ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount"


class Unknown(Exception):
    """Nothing can be said, and why."""


class NotStarted(Exception):
    """The training was certainly not started, and why."""


def shown(text, most=60):
    """No sign of a name moves the terminal."""
    return "".join(each if each.isprintable() else f"\\x{ord(each):02x}" for each in text[:most])


# what starts a training


def says(program, *words, seconds=120):
    """What a program prints; None: it was killed, or is not there, and nobody knows what became of it."""
    # what Slurm says of this job is not that of the next one
    env = {key: value for key, value in os.environ.items() if not key.startswith("SLURM_") or key == "SLURM_CONF"}
    try:
        return subprocess.run([program, *words], capture_output=True, text=True, errors="replace", timeout=seconds, env=env)
    except (OSError, subprocess.TimeoutExpired):
        return None


class Slurm:
    def __init__(self, job):
        self.job = job
        if not os.path.isfile(job):
            raise Unknown(f"--sbatch {job} is not there")

    def start(self, about):
        folder, name = os.path.split(os.path.abspath(self.job))
        # whose time the check takes pays for the training, too
        account = os.environ.get("SLURM_JOB_ACCOUNT")
        options = [f"--chdir={folder}", f"--comment=drift of {about['digest']}", *([f"--account={account}"] if account else [])]
        found = says("sbatch", "--parsable", *options, os.path.join(folder, name))
        if found is None:
            raise Unknown("sbatch does not answer: look with squeue whether the job is there")
        if found.returncode:
            raise NotStarted(f"sbatch refuses {self.job}: {last_of(found.stderr)}")
        return found.stdout.strip().partition(";")[0]

    def state(self, job):
        found = says("sacct", "--allocations", "--noheader", "--parsable2", "--jobs", job, "--format", "State")
        word = found.stdout.split()[:1] if found and not found.returncode else []
        if not word:
            return None
        if word[0] in ("PENDING", "RUNNING", "SUSPENDED", "REQUEUED", "RESIZING", "COMPLETING", "CONFIGURING", "PREEMPTED"):
            return "runs"
        return "done" if word[0] == "COMPLETED" else "failed"


class Kubernetes:
    """A Job, whose name has the version: the cluster itself refuses a second one."""

    def __init__(self, file):
        try:
            with open(file, encoding="utf8") as text:
                self.job = json.load(text)
            self.name = self.job["metadata"]["name"]
            self.labels = self.job["spec"]["template"].setdefault("metadata", {}).setdefault("labels", {})
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

    def start(self, about):
        name = f"{self.name[:50]}-{about['digest'][:10]}"
        self.job["metadata"]["name"] = name
        if "job-name" in self.labels:
            self.labels["job-name"] = name
        try:
            self.ask(self.path(), self.job)
        except urllib.error.HTTPError as error:
            if error.code == 409:
                return name
            if error.code < 500:
                raise NotStarted(f"the cluster refuses the Job {name}: {error.code} {last_of(error.read().decode(errors='replace'))}") from None
            raise Unknown(f"the cluster answers {error.code}: look whether the Job {name} is there") from None
        except OSError as error:
            raise Unknown(f"the cluster does not answer: {error}: look whether the Job {name} is there") from None
        return name

    def state(self, job):
        try:
            conditions = self.ask(f"{self.path()}/{job}").get("status", {}).get("conditions") or []
        except (OSError, ValueError):
            return None
        kinds = {each["type"] for each in conditions if each.get("status") == "True"}
        return "done" if "Complete" in kinds else "failed" if "Failed" in kinds else "runs"


class Program:
    """It is called with the report, and what it prints is kept; `accept` says when the training is over."""

    def __init__(self, program):
        self.program = program

    def start(self, about):
        found = says(self.program, about["report"], seconds=600)
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


# what is kept between checks


class State:
    def __init__(self, folder):
        self.folder = folder
        os.makedirs(folder, mode=0o700, exist_ok=True)

    def path(self, name):
        return os.path.join(self.folder, name)

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
        part = self.path(f".{name}.{os.getpid()}")
        with open(part, "w", encoding="utf8", errors="backslashreplace") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, self.path(name))

    def claim(self, found):
        """Whether this is the only one. A file that is there is never written over."""
        part = self.path(f".claim.{os.getpid()}")
        with open(part, "w", encoding="utf8") as file:
            json.dump(found, file)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(part, self.path(PENDING))
        except FileExistsError:
            return False
        finally:
            os.remove(part)
        return True

    def tried(self):
        """What became of each training that was started, the newest last."""
        try:
            with open(self.path(TRIED), encoding="utf8") as file:
                return [json.loads(line) for line in file if line.endswith("\n")]
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as error:
            raise Unknown(f"{self.path(TRIED)} cannot be read: {error}") from None

    def end(self, pending, outcome):
        """@param outcome done: its data is the reference; failed, forgotten"""
        kept = f"profile-{pending['digest']}.json"
        if outcome == "done" and os.path.exists(self.path(kept)):
            os.replace(self.path(kept), self.path(REFERENCE))
        self.note(pending, outcome)
        os.remove(self.path(PENDING))
        if os.path.exists(self.path(kept)):
            os.remove(self.path(kept))

    def note(self, pending, outcome):
        with open(self.path(TRIED), "a", encoding="utf8") as file:
            file.write(json.dumps({**pending, "outcome": outcome}) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def close(self, outcome):
        """What a person says of the training that was started last."""
        pending = self.read(PENDING)
        last = self.tried()[-1:]
        if pending is not None:
            self.end({"id": None, **pending}, outcome)
        elif outcome == "forgotten" and last and last[0]["outcome"] == "failed":
            self.note(last[0], outcome)
        else:
            raise Unknown("no training was started that is not over")


def settle(state, hook):
    """Ends what is over. @returns what still runs, and in words"""
    pending = state.read(PENDING)
    if pending is None:
        return None, None
    became = hook.state(pending["id"]) if hook and pending.get("id") and pending["hook"] == type(hook).__name__ else None
    if became in ("done", "failed"):
        state.end(pending, became)
        print(f"the training {pending['id']} is {became}" + (": its data is the reference" if became == "done" else ", and is not started again for the same data"))
        return None, None
    if pending.get("id"):
        return pending, f"the training {pending['id']} {'runs' if became else 'is not known to be over'}: say accept when it is"
    return pending, f"a check began to start a training and did not end: look whether it is there, and say accept or forget; {state.path(PENDING)}"


def follow(state, hook, version, found, now, rest):
    """What follows of a drift. @returns in words; raises NotStarted"""
    digest = hashlib.sha256(version.encode()).hexdigest()[:20]
    if hook is None:
        return "no training is started: nobody says which"
    if found["form"]:
        return f"no training is started: {found['form'][0]}, and it would read other data than it knows"
    tried = state.tried()
    before = [each for each in {each["digest"]: each for each in tried}.values() if each["outcome"] != "forgotten"]
    for each in before:
        if each["digest"] == digest:
            return f"no training is started: {each['id']} was for this version, and is {each['outcome']}"
    if before and time.time() - before[-1]["at"] < rest * 3600:
        return f"no training is started: the last one was within {rest:g} hours"
    pending = {"digest": digest, "version": version, "at": time.time(), "hook": type(hook).__name__}
    state.write(f"profile-{digest}.json", now)
    if not state.claim(pending):
        return "no training is started: another check starts one"
    if any(each["digest"] == digest for each in state.tried()[len(tried) :]):
        os.remove(state.path(PENDING))
        return "no training is started: another check has started one"
    try:
        started = hook.start({"digest": digest, "report": os.path.abspath(state.path(REPORT))})
    except NotStarted:
        os.remove(state.path(PENDING))
        raise
    state.write(PENDING, {**pending, "id": started})
    return f"a training is started: {started}"
