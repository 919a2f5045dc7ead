# Written by railyard examples
"""
What a training tells of itself: a line for each step, the same as JSON, metrics that Prometheus scrapes, and spans.

One file, which needs nothing but Python; copy it beside your own program:

    telemetry = Telemetry(rank=rank, world=world, local=local, flops_per_token=flops, peak_tflops=989)
    for number in range(1, steps + 1):
        with telemetry.step(number, tokens) as step:
            with step.phase("data"):
                ...
            with step.phase("compute"):
                ...
            step.loss = loss

- Metrics: each process keeps a file in the folder $RAILYARD_TELEMETRY, which jobs of Slurm are given. In a pod say
  $RAILYARD_TELEMETRY_PORT: its first process serves the files of all of them there. Where neither is set there are none.
- Versions of datasets: $RAILYARD_DATASETS names them; see railyard_datasets.py, which lies beside this file.
- Profiles, and TensorBoard and Weights & Biases: see railyard_profile.py and railyard_trackers.py, which lie beside this file.
- Spans: to $OTEL_EXPORTER_OTLP_ENDPOINT, where opentelemetry-sdk and opentelemetry-exporter-otlp-proto-http are installed. Only
  of the ranks $RAILYARD_TRACE_RANKS (0), of each $RAILYARD_TRACE_EVERY (100) steps and of steps that take half as long again as the last.
"""
import atexit
import contextlib
import http.server
import json
import os
import re
import statistics
import sys
import threading
import time

# names of metrics, which dashboards and alerts know; those of a rank are told by each process, others by the first
OF_RANK = {
    "railyard_training_rank_steps_total": "Steps that a process has done.",
    "railyard_training_rank_compute_seconds_total": "Computing of its own, before it waits for others.",
    "railyard_training_rank_data_wait_seconds_total": "Waiting for data.",
}
OF_JOB = {
    "railyard_training_step": "Number of the last step.",
    "railyard_training_steps_total": "Steps since the processes were started.",
    "railyard_training_step_seconds_total": "Time of these steps.",
    "railyard_training_first_hour_step_seconds": "Mean time of a step of the first hour, without stalls, when that is over.",
    "railyard_training_checkpoint_stall_seconds_total": "Time for which steps stood still for a checkpoint.",
    "railyard_training_tokens_total": "Tokens of these steps, of all processes together.",
    "railyard_training_samples_total": "Samples of these steps, where a training counts no tokens.",
    "railyard_training_processes": "Processes that take part.",
    "railyard_training_loss": "Mean loss of the last step.",
    "railyard_training_mfu_ratio": "Share of the peak of the GPUs that trains the model, 0 to 1; of the last step.",
    "railyard_training_productive_seconds": "Steps of this allocation that count, without stalls: no step that was done again counts twice.",
    "railyard_training_allocated_seconds": "Since the allocation of the job began.",
    "railyard_checkpoint_last_success_timestamp_seconds": "When the newest whole checkpoint was there.",
    "railyard_checkpoint_last_duration_seconds": "From its beginning until it was whole.",
    "railyard_checkpoint_successes_total": "Checkpoints since the processes were started.",
    "railyard_checkpoint_failures_total": "Checkpoints that failed since then.",
}
METRICS = {**OF_RANK, **OF_JOB}

# seconds between two writes of a file: scrapes are further apart
WRITE_EVERY = 1.0
# steps with which a run warms up, and seconds after them with which its later ones are compared
WARM_UP, FIRST_HOUR = 10, 3600.0
# a step that takes so many times the median of the last ones has a span, but no more often than each so many seconds
SLOW, SLOW_EVERY, MEDIAN_OF = 1.5, 10.0, 50


def mfu(tokens_per_second, flops_per_token, processes, peak_tflops):
    """Share of the GPUs' peak that trains the model, 0 to 1. @param tokens_per_second of all processes together."""
    return tokens_per_second * flops_per_token / (processes * peak_tflops * 1e12)


def label(text):
    """What a label may have, so that nothing of it is read as more than its value."""
    return re.sub(r"[^\w.:/-]", "_", str(text), flags=re.ASCII)[:64]


def number_in(name, usual):
    """A number of the environment from 1 on. Raises SystemExit for what is none."""
    text = os.environ.get(name, str(usual))
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise SystemExit(f"{name} is {text!r}: write a number from 1 on, or leave it out")
    return int(text)


class Step:
    """One step while it lasts. `loss`; `slowest`, a rank and its seconds of computing; `waited`, the longest wait for data of any process: where these are known."""

    def __init__(self, number, count):
        self.number, self.count, self.began, self.at = number, count, time.perf_counter(), time.time_ns()
        self.loss, self.slowest, self.waited = None, None, None
        self.seconds, self.phases = {}, []

    @contextlib.contextmanager
    def phase(self, name):
        """A part of the step: `data`, `compute` (without messages), `checkpoint`, and any other for spans alone. A part may come several times."""
        began = time.perf_counter()
        try:
            yield
        finally:
            ended = time.perf_counter()
            self.seconds[name] = self.seconds.get(name, 0.0) + ended - began
            self.phases.append((name, began, ended))

    def spent(self, name):
        """Seconds of a part up to now."""
        return self.seconds.get(name, 0.0)

    def time_of(self, clock):
        """Nanoseconds since 1970 of a moment of the step."""
        return self.at + int((clock - self.began) * 1e9)


class Telemetry:
    """
    @param rank of this process, of `world` @param local rank on its node
    @param flops_per_token of forward and backward; without it there is no MFU @param peak_tflops of a GPU, dense; the same
    @param log folder for steps.jsonl, where all processes of all runs of this training have one @param unit what a step counts: tokens or samples
    """

    def __init__(self, *, rank, world, local=0, flops_per_token=None, peak_tflops=None, log=None, unit="tokens"):
        if unit not in ("tokens", "samples"):
            raise ValueError(f"unit is {unit!r}: a step counts tokens or samples")
        self.rank, self.world, self.local, self.unit = rank, world, local, unit
        self.flops, self.peak = flops_per_token, peak_tflops
        job = os.environ.get("SLURM_JOB_ID") or os.environ.get("RAILYARD_JOB") or os.environ.get("HOSTNAME", "unknown")
        team = os.environ.get("SLURM_JOB_ACCOUNT") or os.environ.get("RAILYARD_TEAM")
        self.labels = {"hpc_job": label(job), **({"team": label(team)} if team else {})}
        # Slurm says when the allocation began, from 23.02 on
        self.allocated = float(os.environ.get("SLURM_JOB_START_TIME") or time.time())
        self.values, self.kept, self.written, self.first_hour = {}, None, 0.0, []
        self.log = StepLog(log, self.allocated) if log is not None and rank == 0 else None
        self.files = MetricFiles.of_environment(local)
        self.spans = Spans.of_environment(rank, self.labels)
        self.profile = own_profile(rank)
        self.trackers = own_trackers(self.labels["hpc_job"]) if rank == 0 else None
        self.datasets = own_datasets(log) if rank == 0 else None
        if self.trackers and self.datasets:
            self.trackers.about({f"dataset.{name}": each.get("version") or "unknown" for name, each in self.datasets.found.items()})
        atexit.register(self.close)

    @contextlib.contextmanager
    def step(self, number, count):
        """A step. @param number from 1 on @param count tokens or samples of all processes together. One that raises is not told."""
        step = Step(number, count)
        if self.kept is None:
            self.kept = self.log.kept_before(number) if self.log else {}
        with self.profile.step(number) if self.profile else contextlib.nullcontext():
            yield step
            seconds = time.perf_counter() - step.began
        self.add("railyard_training_rank_steps_total", 1)
        self.add("railyard_training_rank_compute_seconds_total", step.spent("compute"))
        self.add("railyard_training_rank_data_wait_seconds_total", step.spent("data"))
        if self.rank == 0:
            self.tell_step(step, seconds)
        if self.spans:
            self.spans.step(step, seconds)
        self.write()

    def tell_step(self, step, seconds):
        stalled, rate = step.spent("checkpoint"), step.count / seconds
        share = None if self.flops is None or self.peak is None else mfu(rate, self.flops, self.world, self.peak)
        self.add("railyard_training_steps_total", 1)
        self.add("railyard_training_step_seconds_total", seconds)
        self.add("railyard_training_checkpoint_stall_seconds_total", stalled)
        self.add(f"railyard_training_{self.unit}_total", step.count)
        self.kept[step.number] = seconds - stalled
        self.compare(seconds - stalled)
        for name in ("railyard_checkpoint_successes_total", "railyard_checkpoint_failures_total"):
            self.add(name, 0)
        self.set("railyard_training_step", step.number)
        self.set("railyard_training_processes", self.world)
        self.set("railyard_training_loss", step.loss)
        self.set("railyard_training_mfu_ratio", share)
        self.set("railyard_training_productive_seconds", sum(self.kept.values()))
        self.set("railyard_training_allocated_seconds", time.time() - self.allocated)
        self.print_step(step, rate, share)
        if self.trackers:
            values = {"loss": step.loss, "mfu": share, f"{self.unit}_per_second": rate, "step_seconds": seconds, "checkpoint_stall_seconds": stalled}
            self.trackers.step(step.number, values, time.time())
        if self.log:
            slowest = step.slowest or (None, None)
            waited = step.spent("data") if step.waited is None else step.waited
            self.log.write_row({
                "step": step.number,
                "loss": step.loss,
                "processes": self.world,
                f"{self.unit}_per_second": rate,
                "mfu": share,
                "step_seconds": seconds,
                "data_wait_seconds": waited,
                "checkpoint_stall_seconds": stalled,
                "slowest_rank": slowest[0],
                "slowest_compute_seconds": slowest[1],
                "at": time.time(),
            })

    def compare(self, seconds):
        """Keeps the steps of the first hour, after those with which a run warms up, until their mean is told."""
        if "railyard_training_first_hour_step_seconds" in self.values or self.values["railyard_training_steps_total"] <= WARM_UP:
            return
        self.first_hour.append(seconds)
        if sum(self.first_hour) >= FIRST_HOUR:
            self.set("railyard_training_first_hour_step_seconds", statistics.fmean(self.first_hour))
            self.first_hour = []

    def print_step(self, step, rate, share):
        """The line that people and `railyard verify` read."""
        # six digits: a loss is compared with that of other runs
        loss = "" if step.loss is None else f"  loss: {step.loss:.6f}"
        speed = f"  tps: {rate / self.world:,.0f}" if self.unit == "tokens" else f"  samples per second: {rate:,.0f}"
        work = "" if self.flops is None else f"  tflops: {rate * self.flops / self.world / 1e12:,.2f}"
        print(f"step: {step.number}{loss}{speed}{work}{'' if share is None else f'  mfu: {100 * share:.2f}%'}", flush=True)

    def checkpoint_written(self, seconds, at=None):
        """A checkpoint is whole. @param seconds that it took @param at when, seconds since 1970. @default now"""
        if self.rank != 0:
            return
        self.add("railyard_checkpoint_successes_total", 1)
        self.set("railyard_checkpoint_last_duration_seconds", seconds)
        self.set("railyard_checkpoint_last_success_timestamp_seconds", time.time() if at is None else at)
        self.write()

    def checkpoint_failed(self):
        """A checkpoint was not written."""
        if self.rank != 0:
            return
        self.add("railyard_checkpoint_failures_total", 1)
        self.write()

    def checkpoint_read(self, at):
        """A run goes on from a checkpoint. @param at when that was whole, seconds since 1970"""
        if self.rank == 0:
            self.set("railyard_checkpoint_last_success_timestamp_seconds", at)

    @contextlib.contextmanager
    def checkpoint(self):
        """A checkpoint that is written while the block lasts: it counts as failed where the block raises."""
        began = time.perf_counter()
        try:
            yield
        except BaseException:
            self.checkpoint_failed()
            raise
        self.checkpoint_written(time.perf_counter() - began)

    def add(self, name, value):
        self.values[name] = self.values.get(name, 0) + value

    def set(self, name, value):
        """What is not known is not told."""
        if value is not None:
            self.values[name] = value

    def write(self, now=False):
        moment = time.monotonic()
        if self.files and (now or not self.written or moment - self.written >= WRITE_EVERY):
            self.written = moment
            self.files.write(self.text())

    def text(self):
        """Its metrics in Prometheus' format."""
        lines = []
        for name, value in sorted(self.values.items()):
            labels = {**self.labels, **({"rank": self.rank} if name in OF_RANK else {})}
            pairs = ",".join(f'{key}="{each}"' for key, each in labels.items())
            lines.append(f"# TYPE {name} {'counter' if name.endswith('_total') else 'gauge'}\n{name}{{{pairs}}} {float(value)!r}\n")
        return "".join(lines)

    def close(self):
        """What a process that has ended would tell is old: its file goes. Python calls it at the end of the process."""
        atexit.unregister(self.close)
        if self.files:
            self.files.remove()
        if self.spans:
            self.spans.close()
        if self.trackers:
            self.trackers.close()


def own_profile(rank):
    """None: nobody asks for one. Raises SystemExit where somebody does and railyard_profile.py is not there."""
    if not os.environ.get("RAILYARD_PROFILE"):
        return None
    try:
        from railyard_profile import StepProfile
    except ImportError:
        raise SystemExit("RAILYARD_PROFILE asks for a profile, and railyard_profile.py does not lie beside this program") from None
    return StepProfile(rank)


def own_datasets(log):
    """None: nobody asks which versions are read. Raises SystemExit where somebody does and railyard_datasets.py is not there."""
    asked = os.environ.get("RAILYARD_DATASETS")
    if not asked:
        return None
    try:
        from railyard_datasets import Datasets
    except ImportError:
        raise SystemExit("RAILYARD_DATASETS is set, and railyard_datasets.py does not lie beside this program") from None
    return Datasets(asked, os.path.dirname(os.path.abspath(__file__)), log)


def own_trackers(job):
    """None: nobody asks for TensorBoard or Weights & Biases. Raises SystemExit where somebody does and railyard_trackers.py is not there."""
    asked = [name for name in ("RAILYARD_TENSORBOARD", "RAILYARD_WANDB") if os.environ.get(name)]
    if not asked:
        return None
    try:
        from railyard_trackers import Trackers
    except ImportError:
        raise SystemExit(f"{asked[0]} is set, and railyard_trackers.py does not lie beside this program") from None
    return Trackers(job)


class StepLog:
    """`steps.jsonl`, by the first process. Lines of steps that a restart repeats stay: the later one counts."""

    def __init__(self, folder, since):
        os.makedirs(folder, exist_ok=True)
        self.path, self.since, self.failed = os.path.join(folder, "steps.jsonl"), since, False
        # what was killed may have left the beginning of a line
        self.write("\n" if is_cut_off(self.path) else "")

    def kept_before(self, first):
        """Seconds of steps of this allocation, without stalls, that a run which begins with a step goes on from."""
        kept = {}
        try:
            with open(self.path, encoding="utf8", errors="replace") as file:
                for line in file:
                    with contextlib.suppress(ValueError, KeyError, TypeError):
                        row = json.loads(line)
                        if row["at"] >= self.since and row["step"] < first:
                            kept[row["step"]] = row["step_seconds"] - row["checkpoint_stall_seconds"]
        except OSError:
            pass
        return kept

    def write_row(self, row):
        self.write(json.dumps(row) + "\n")

    def write(self, text):
        """A disk that takes no line is told once, and ends no training: the line that is printed has the same."""
        try:
            with open(self.path, "a", encoding="utf8") as file:
                file.write(text)
            self.failed = False
        except OSError as error:
            if not self.failed:
                print(f"{self.path} is not written: {error}", flush=True)
            self.failed = True


def is_cut_off(path):
    """Whether the last line of a file was not ended."""
    if not os.path.exists(path) or os.path.getsize(path) == 0:
        return False
    with open(path, "rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read() != b"\n"


class MetricFiles:
    """A file for each process of a node, which whoever scrapes the node reads. It has the name of the place on the node: whoever takes that place later writes it anew."""

    def __init__(self, folder, local, port):
        self.path, self.failed, self.server = os.path.join(folder, f"{local}.prom"), False, None
        os.makedirs(folder, exist_ok=True)
        if port is not None and local == 0:
            self.server = serve(folder, port)

    @classmethod
    def of_environment(cls, local):
        """None: nobody scrapes. A folder that cannot be made, or a port that is taken, is told and ends no training."""
        port = number_in("RAILYARD_TELEMETRY_PORT", 1) if "RAILYARD_TELEMETRY_PORT" in os.environ else None
        folder = os.environ.get("RAILYARD_TELEMETRY") or (None if port is None else f"/tmp/railyard-telemetry-{os.getuid()}")
        if folder is None:
            return None
        try:
            return cls(folder, local, port)
        except OSError as error:
            print(f"there are no metrics: {folder}{'' if port is None else f', port {port}'}: {error}", file=sys.stderr, flush=True)
            return None

    def write(self, text):
        """Whole, or not at all: a scrape never sees half of it."""
        try:
            with open(self.path + ".part", "w", encoding="utf8") as file:
                file.write(text)
            os.replace(self.path + ".part", self.path)
            self.failed = False
        except OSError as error:
            if not self.failed:
                print(f"metrics are not written: {error}", file=sys.stderr, flush=True)
            self.failed = True

    def remove(self):
        for path in (self.path, self.path + ".part"):
            with contextlib.suppress(OSError):
                os.remove(path)
        if self.server:
            self.server.shutdown()
            self.server.server_close()


def gathered(folder):
    """The metrics of all processes of a node, as one answer: lines of a name stand together."""
    found = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".prom"):
            with contextlib.suppress(OSError), open(os.path.join(folder, name), encoding="utf8") as file:
                lines = file.read().splitlines()
                for kind, sample in zip(lines[::2], lines[1::2]):
                    found.setdefault(kind, []).append(sample)
    return "".join(f"{kind}\n" + "".join(f"{sample}\n" for sample in samples) for kind, samples in sorted(found.items()))


def serve(folder, port):
    """Answers at /metrics, on all addresses of the pod. @returns the server, which a thread runs"""

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = gathered(folder).encode() if self.path == "/metrics" else b""
            self.send_response(200 if self.path == "/metrics" else 404)
            self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("", port), Answer)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class Spans:
    """A span for a step, and one for each part of it, made when the step is over: what is not wanted costs nothing."""

    def __init__(self, tracer, provider, rank, every):
        self.tracer, self.provider, self.rank, self.every = tracer, provider, rank, every
        self.last, self.told = [], 0.0

    @classmethod
    def of_environment(cls, rank, labels):
        """None: nobody asks for them, or not of this rank, or OpenTelemetry is not here, which the first process tells."""
        ranks = os.environ.get("RAILYARD_TRACE_RANKS", "0").split(",")
        every = number_in("RAILYARD_TRACE_EVERY", 100)
        asked = "OTEL_EXPORTER_OTLP_ENDPOINT" in os.environ or "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT" in os.environ
        if not asked or str(rank) not in ranks:
            return None
        try:
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
            from opentelemetry.sdk.resources import Resource
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor
        except ImportError as error:
            print(f"no spans are sent: {error}; pip install opentelemetry-sdk opentelemetry-exporter-otlp-proto-http", file=sys.stderr, flush=True)
            return None
        name = os.environ.get("OTEL_SERVICE_NAME") or os.environ.get("SLURM_JOB_NAME") or "training"
        about = {"service.name": name, "service.instance.id": str(rank), "host.name": os.uname().nodename}
        provider = TracerProvider(resource=Resource.create({**about, **{f"railyard.{key}": each for key, each in labels.items()}}))
        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        return cls(provider.get_tracer("railyard_telemetry"), provider, rank, every)

    def is_wanted(self, step, seconds):
        usual = statistics.median(self.last) if len(self.last) == MEDIAN_OF else None
        self.last = [*self.last, seconds][-MEDIAN_OF:]
        if step.number % self.every == 0:
            return True
        if usual is None or seconds < SLOW * usual or step.began - self.told < SLOW_EVERY:
            return False
        self.told = step.began
        return True

    def step(self, step, seconds):
        if not self.is_wanted(step, seconds):
            return
        from opentelemetry import context, trace

        about = {"railyard.step": step.number, "railyard.rank": self.rank}
        if step.loss is not None:
            about["railyard.loss"] = step.loss
        # a trace of its own, whatever goes on around it
        whole = self.tracer.start_span("step", context=context.Context(), start_time=step.at, attributes=about)
        inside = trace.set_span_in_context(whole, context.Context())
        for name, began, ended in step.phases:
            self.tracer.start_span(name, context=inside, start_time=step.time_of(began)).end(step.time_of(ended))
        whole.end(step.time_of(step.began + seconds))

    def close(self):
        self.provider.shutdown()
