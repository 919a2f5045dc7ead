"""
Tells Prometheus what slurmctld does not: the states of each node and since when it is out, how many jobs wait, for what and
how long, and how long those waited that have started.

Slurm's own commands are asked, in forms that name no text of users but names. A job waits for nodes from the moment on at which
it may start: not before its begin, while it is held, or while it waits for other jobs; and not while a limit of its team, its
QOS or its user holds it back. What it waited before such a limit is forgotten.
"""
import http.server
import json
import os
import re
import subprocess
import sys
import threading
import time

BUCKETS = [60, 300, 900, 1800, 3600, 7200, 14400, 43200, 86400, 259200]
FIELD, ASKED = "\x1f", 45
JOBS = ["JobArrayID", "State", "EligibleTime", "StartTime", "RestartCnt", "NodeList", "Partition", "QOS", "Reason"]
NODES = ["NodeList", "StateComplete", "Timestamp"]

# reasons that no free node would end; the rest are the cluster's
# https://github.com/SchedMD/slurm/blob/slurm-26-05-0-1/src/common/job_state_reason.c
LIMITS = re.compile(r"Assoc|QOS|Max\w+Per(Account|Limit)|AccountingPolicy|JobArrayTaskLimit|Licenses")
OWN = re.compile(
    r"Dependency|JobHeld|JobHoldMaxRequeue|BeginTime|Reservation|Partition(Node|Time)Limit|BadConstraints|Constraints"
    r"|AccountNotAllowed|Invalid|DeadLine|PartitionConfig|BurstBuffer|launch failed requeued held|FedJobLock"
)
# "railyard: hardware: gpu-count: 7 of 8 GPUs answer"
CHECKED = re.compile(r"railyard(?: lemon)?: (hardware|fabric|unknown): ([a-z0-9-]{1,40}): ")

HELP = {
    "railyard_slurm_answers": ("gauge", "1: Slurm answered when it was asked last."),
    "railyard_slurm_node_state": ("gauge", "1 for the state of a node, and for each of its flags."),
    "railyard_slurm_node_out_since_seconds": ("gauge", "When somebody gave the reason for which a node is out, by whose fault it is and what found it."),
    "railyard_slurm_jobs_waiting": ("gauge", "Jobs that wait, and why: for nodes, at limits, or as they were told themselves."),
    "railyard_slurm_longest_wait_seconds": ("gauge", "How long the first of those waits that wait for nodes."),
    "railyard_slurm_job_wait_seconds": ("histogram", "How long jobs waited for nodes that have started since this process began."),
    "railyard_slurm_jobs_in_time_total": ("counter", "Jobs that started within the promised time."),
    "railyard_slurm_jobs_late_total": ("counter", "Jobs that did not, as soon as the time is over."),
}


def records(program, fields, *args):
    """@returns tuples of what a command of Slurm says. Raises OSError or subprocess.SubprocessError where it does not"""
    wanted = ",".join(f"{field}:{FIELD}" for field in fields)
    env = {**os.environ, "SLURM_TIME_FORMAT": "%s", "LC_ALL": "C.UTF-8"}
    said = subprocess.run(
        [program, "--all", "--noheader", *args, f"--Format={wanted}"],
        env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=ASKED, check=True,
    ).stdout.decode("utf-8", "replace")
    # what comes last may have several lines: the others are no record
    for parts in (line.split(FIELD) for line in said.split("\n")):
        if len(parts) >= len(fields):
            yield tuple(part.strip() for part in parts[: len(fields)])


def moment(text):
    """@returns seconds since 1970; None: not yet, or unknown"""
    return int(text) if text.isdigit() and int(text) > 0 else None


def waits_for(reason):
    return "limits" if LIMITS.match(reason) else "itself" if OWN.match(reason) else "nodes"


def cause_of(reason):
    """@returns whose fault it is that a node is out, and what found it: words of ours, not what programs write"""
    found = CHECKED.match(reason)
    if found:
        return found[1], found[2]
    if reason.startswith("Not responding"):
        return "unknown", "not-responding"
    if reason.startswith(("Kill task failed", "Prolog error", "Epilog error")):
        return "unknown", "-".join(reason.lower().split()[:2])
    return "person", "none"


def nodes():
    """@returns node → its states, and node → cause, check and moment for those that are out"""
    states, since = {}, {}
    for name, state, stamp in records("sinfo", NODES, "--Node"):
        words = {re.sub(r"\W+$", "", word).lower() for word in state.split("+")} - {""}
        if "*" in state:
            words.add("not_responding")
        states[name], since[name] = words, moment(stamp)
    # a reason may have several lines, and say anything: it is asked for apart, and gives no more than a class
    reasons = {}
    for name, reason in records("sinfo", ["NodeList", "Reason"], "--Node", "--states=down,drain,fail"):
        reasons.setdefault(name, reason)
    out = {
        name: (*cause_of(reasons.get(name, "")), since[name])
        for name, words in states.items()
        if words & {"down", "drain", "fail"} and since[name]
    }
    return states, out


class Waits:
    """What is known of jobs from one look to the next. @param targets QOS → seconds in which its jobs are promised to start"""

    def __init__(self, targets, now):
        self.targets, self.begun, self.looked = targets, now, False
        # key of a run of a job → since when it waits for nodes
        self.clocks, self.started, self.late = {}, set(), set()
        self.waited, self.in_time, self.too_late = {}, {name: 0 for name in targets}, {name: 0 for name in targets}
        self.waiting, self.longest = {}, {}

    def look(self, jobs, now):
        seen, waiting, longest, clocks = set(), {}, {}, {}
        for job, state, eligible, start, restarts, on, partitions, qos, reason in jobs:
            key, eligible, start = (job, restarts), moment(eligible), moment(start)
            seen.add(key)
            if state == "PENDING":
                why = waits_for(reason) if eligible is not None and eligible <= now else "itself"
                clock = max(eligible, self.clocks.get(key, 0)) if why == "nodes" else now
                clocks[key] = clock
                for partition in partitions.split(","):
                    place = partition, qos
                    waiting[(*place, why)] = waiting.get((*place, why), 0) + 1
                    if why == "nodes":
                        longest[place] = max(longest.get(place, 0), now - clock)
                if why == "nodes" and now - clock > self.targets.get(qos, float("inf")):
                    self.miss(key, qos)
            # one that is cancelled while it waits has a start, too, but no nodes
            elif on and start is not None and start >= self.begun and key not in self.started and eligible is not None:
                self.started.add(key)
                self.begin(key, partitions, qos, max(start - max(eligible, self.clocks.get(key, 0)), 0))
        if not self.looked:
            # when they became late, nobody was here, or a process before this one
            self.too_late, self.looked = {name: 0 for name in self.targets}, True
        # what Slurm has forgotten need not be known
        self.started &= seen
        self.late &= seen
        self.clocks, self.waiting, self.longest = clocks, waiting, longest

    def begin(self, key, partition, qos, wait):
        counts = self.waited.setdefault((partition, qos), [0] * (len(BUCKETS) + 1) + [0])
        for at, most in enumerate([*BUCKETS, float("inf")]):
            counts[at] += wait <= most
        counts[-1] += wait
        if qos in self.targets:
            if wait > self.targets[qos]:
                self.miss(key, qos)
            elif key not in self.late:
                self.in_time[qos] += 1

    def miss(self, key, qos):
        if key not in self.late:
            self.late.add(key)
            self.too_late[qos] += 1


class Exporter:
    def __init__(self, targets):
        self.waits, self.text = Waits(targets, int(time.time())), ""

    def look(self):
        """What is said after it is as Slurm is now; where Slurm says nothing, nothing is said of it"""
        values = []
        try:
            states, out = nodes()
            self.waits.look(list(records("squeue", JOBS, "--array", "--states=all")), int(time.time()))
        except (OSError, subprocess.SubprocessError) as error:
            print(f"Slurm does not answer: {said_by(error)}", file=sys.stderr, flush=True)
            values.append(("railyard_slurm_answers", {}, 0))
        else:
            values.append(("railyard_slurm_answers", {}, 1))
            values += [("railyard_slurm_node_state", {"node": node, "state": word}, 1) for node, words in states.items() for word in sorted(words)]
            values += [("railyard_slurm_node_out_since_seconds", {"node": node, "cause": cause, "check": check}, since) for node, (cause, check, since) in out.items()]
            values += self.queue()
        self.text = written(values + self.counted())

    def queue(self):
        waits = self.waits
        return [
            *(("railyard_slurm_jobs_waiting", {"partition": partition, "qos": qos, "why": why}, count) for (partition, qos, why), count in waits.waiting.items()),
            *(("railyard_slurm_longest_wait_seconds", {"partition": partition, "qos": qos}, wait) for (partition, qos), wait in waits.longest.items()),
        ]

    def counted(self):
        values, name = [], "railyard_slurm_job_wait_seconds"
        for (partition, qos), [*counts, total] in self.waits.waited.items():
            place = {"partition": partition, "qos": qos}
            values += [(f"{name}_bucket", {**place, "le": most}, count) for most, count in zip([*map(str, BUCKETS), "+Inf"], counts)]
            values += [(f"{name}_sum", place, total), (f"{name}_count", place, counts[-1])]
        for name, counts in (("railyard_slurm_jobs_in_time_total", self.waits.in_time), ("railyard_slurm_jobs_late_total", self.waits.too_late)):
            values += [(name, {"qos": qos}, count) for qos, count in counts.items()]
        return values


def said_by(error):
    return (getattr(error, "stderr", None) or b"").decode("utf-8", "replace").strip().split("\n")[-1] or type(error).__name__


def quoted(text):
    escaped = text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
    return f'"{escaped}"'


def written(values):
    """@returns them in the text format of Prometheus"""
    lines = []
    for family, (kind, about) in HELP.items():
        names = [f"{family}{end}" for end in (["_bucket", "_sum", "_count"] if kind == "histogram" else [""])]
        found = [value for value in values if value[0] in names]
        if found:
            lines += [f"# HELP {family} {about}", f"# TYPE {family} {kind}"]
        for name, labels, value in found:
            said = ",".join(f"{key}={quoted(text)}" for key, text in labels.items())
            lines.append(f"{name}{{{said}}} {value}" if said else f"{name} {value}")
    return "\n".join([*lines, ""])


def main():
    exporter = Exporter(json.loads(os.environ.get("RAILYARD_START_WITHIN", "{}")))
    if sys.argv[1:] == ["--once"]:
        exporter.look()
        print(exporter.text, end="")
        return

    class Handler(http.server.BaseHTTPRequestHandler):
        timeout = 10

        def do_GET(self):
            body = exporter.text.encode() if self.path == "/metrics" else b""
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    exporter.look()
    server = http.server.ThreadingHTTPServer(("", int(os.environ.get("RAILYARD_PORT", "9341"))), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    while True:
        time.sleep(float(os.environ.get("RAILYARD_PAUSE", "30")))
        exporter.look()


if __name__ == "__main__":
    main()
