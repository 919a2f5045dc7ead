# Written by railyard examples
"""
Profiles of chosen steps of chosen ranks of a training, a page that lists them, and what differs between two.

    RAILYARD_PROFILE=nsys RAILYARD_PROFILE_STEPS=20-22 srun python3 railyard_profile.py run python3 train.py ...
    torchrun --no-python ... python3 railyard_profile.py run python3 train.py ...     (with torchrun)
    python3 railyard_profile.py index FOLDER|s3://BUCKET/PREFIX/
    python3 railyard_profile.py diff OPS OPS          (files, or s3://BUCKET/KEY)
    python3 railyard_profile.py archive FOLDER s3://BUCKET/PREFIX/

A program says where its steps are, with `with profile.step(number):` around each; railyard_telemetry.py does. By $RAILYARD_PROFILE it is

- torch: PyTorch's own profiler, which needs no wrapper: a trace, and the time of each operation (rank-N.ops.json)
- nsys: Nsight Systems, of which the wrapper starts one for each chosen rank, with the time of each kernel (rank-N.ops.csv)
- ncu: Nsight Compute, the same way; it runs each kernel of those steps many times

$RAILYARD_PROFILE_STEPS are the steps (20-22), $RAILYARD_PROFILE_RANKS the ranks (0), $RAILYARD_PROFILES the folder, where each job
has its own. What is wrong with them ends the program before it begins. Where $RAILYARD_PROFILE_ARCHIVE is s3://BUCKET/PREFIX/ each
chosen rank copies its files there when its program ends, by railyard_profile_archive.py, which lies beside this file.
"""
import atexit
import contextlib
import csv
import html
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.parse

TOOLS = ("torch", "nsys", "ncu")
# names that a difference shows
SHOWN = 40


class Plan:
    """What is asked of all processes, by the environment."""

    def __init__(self, tool, first, last, ranks, folder):
        self.tool, self.first, self.last, self.ranks, self.folder = tool, first, last, ranks, folder

    @classmethod
    def of_environment(cls):
        """None: no profile is asked for. Raises SystemExit for what nobody can do."""
        tool = os.environ.get("RAILYARD_PROFILE")
        if not tool:
            return None
        if tool not in TOOLS:
            raise SystemExit(f"RAILYARD_PROFILE is {tool!r}: write {', '.join(TOOLS)}, or leave it out")
        text = os.environ.get("RAILYARD_PROFILE_STEPS", "20-22")
        steps = re.fullmatch(r"([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?", text, re.ASCII)
        first, last = (int(steps[1]), int(steps[2] or steps[1])) if steps else (1, 0)
        if last < first:
            raise SystemExit(f"RAILYARD_PROFILE_STEPS is {text!r}: write a step or the first and the last one, such as 20-22")
        text = os.environ.get("RAILYARD_PROFILE_RANKS", "0")
        if not re.fullmatch(r"\d{1,7}(,\d{1,7})*", text, re.ASCII):
            raise SystemExit(f"RAILYARD_PROFILE_RANKS is {text!r}: write numbers, such as 0,8,16")
        job = re.sub(r"[^\w.-]", "_", os.environ.get("SLURM_JOB_ID") or os.environ.get("RAILYARD_JOB") or "local", flags=re.ASCII)
        folder = os.path.join(os.environ.get("RAILYARD_PROFILES", "profiles"), job)
        return cls(tool, first, last, {int(each) for each in text.split(",")}, folder)

    def path(self, rank, ending):
        os.makedirs(self.folder, exist_ok=True)
        return os.path.join(self.folder, f"rank-{rank}.{ending}")

    def archive_later(self, rank):
        """When the program ends: steps do not wait for it."""
        url = os.environ.get("RAILYARD_PROFILE_ARCHIVE")
        if url:
            atexit.register(archive_own, self.folder, url, rank)

    def write_about(self, rank):
        about = {"tool": self.tool, "rank": rank, "steps": [self.first, self.last], "name": os.environ.get("SLURM_JOB_NAME"), "team": os.environ.get("SLURM_JOB_ACCOUNT")}
        with open(self.path(rank, "about.json"), "w", encoding="utf8") as file:
            json.dump(about, file)


class StepProfile:
    """The profile of one process, which does nothing where it is not asked for."""

    def __init__(self, rank):
        plan = Plan.of_environment()
        self.plan, self.rank, self.running = (plan if plan and rank in plan.ranks else None), rank, None

    @contextlib.contextmanager
    def step(self, number):
        """Around each step."""
        if self.plan is None:
            yield
            return
        if number == self.plan.first:
            self.start()
        try:
            yield
        finally:
            if self.running is not None and number >= self.plan.last:
                self.stop()

    def start(self):
        try:
            import torch
        except ImportError:
            raise SystemExit("RAILYARD_PROFILE needs PyTorch in the program: it tells the tools where steps begin and end") from None

        if self.plan.tool == "torch":
            activities = [torch.profiler.ProfilerActivity.CPU]
            if torch.cuda.is_available():
                activities.append(torch.profiler.ProfilerActivity.CUDA)
            self.running = torch.profiler.profile(activities=activities)
            self.running.__enter__()
            return
        # the wrapper's tool waits for these two
        torch.cuda.profiler.start()
        self.running = torch.cuda.profiler

    def stop(self):
        running, self.running = self.running, None
        if self.plan.tool != "torch":
            running.stop()
            return
        running.__exit__(None, None, None)
        running.export_chrome_trace(self.plan.path(self.rank, "trace.json.gz"))
        rows = [
            # of CPUs alone where there is no GPU
            {"name": each.key, "calls": each.count, "microseconds": getattr(each, "self_device_time_total", 0) or each.self_cpu_time_total}
            for each in running.key_averages()
        ]
        with open(self.plan.path(self.rank, "ops.json"), "w", encoding="utf8") as file:
            json.dump(rows, file)
        self.plan.write_about(self.rank)
        self.plan.archive_later(self.rank)
        print(f"the profile of rank {self.rank} is in {self.plan.folder}", flush=True)


def own_rank():
    """By torchrun, mpirun or srun; 0 where none of them started this."""
    return int(next((os.environ[name] for name in ("RANK", "OMPI_COMM_WORLD_RANK", "SLURM_PROCID") if name in os.environ), "0"))


def command(plan, rank, program):
    """What is started in place of a program."""
    out = plan.path(rank, "").rstrip(".")
    if plan.tool == "nsys":
        # https://docs.nvidia.com/nsight-systems/UserGuide/index.html#cli-profile-command-switch-options
        return ["nsys", "profile", "--capture-range=cudaProfilerApi", "--capture-range-end=stop", "--trace=cuda,nvtx,osrt", "--sample=none", "--force-overwrite=true", f"--output={out}", *program]
    # https://docs.nvidia.com/nsight-compute/NsightComputeCli/index.html#command-line-options
    return ["ncu", "--profile-from-start=off", "--target-processes=all", "--force-overwrite", f"--export={out}", *program]


def run(program):
    """@returns the exit code of the program"""
    plan, rank = Plan.of_environment(), own_rank()
    if plan is None or plan.tool == "torch" or rank not in plan.ranks:
        os.execvp(program[0], program)
    if shutil.which(plan.tool) is None:
        raise SystemExit(f"{plan.tool} is not on the PATH: NVIDIA's images of PyTorch have it; take another image, or RAILYARD_PROFILE=torch")
    code = subprocess.run(command(plan, rank, program), check=False).returncode
    plan.write_about(rank)
    report = plan.path(rank, "nsys-rep")
    if plan.tool == "nsys" and os.path.exists(report):
        with open(plan.path(rank, "ops.csv"), "w", encoding="utf8") as file:
            subprocess.run(["nsys", "stats", "--force-export=true", "--report=cuda_gpu_kern_sum", "--format=csv", report], stdout=file, check=False)
    plan.archive_later(rank)
    return code


def archive_own(folder, url, rank):
    """In a process of its own: one that ends may start no threads any more."""
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "railyard_profile_archive.py")
    if not os.path.exists(program):
        print(f"the profile of rank {rank} is in {folder}, and not in {url}: railyard_profile_archive.py does not lie beside railyard_profile.py", flush=True)
        return
    subprocess.run([sys.executable, program, folder, url, str(rank)], check=False)


def archive(folder, url):
    """Every job of a folder, or the one job that it is of."""
    from railyard_profile_archive import Archive

    place = Archive(url)
    if not os.path.isdir(folder):
        raise SystemExit(f"{folder} is no folder")
    is_job = any(name.endswith(".about.json") for name in os.listdir(folder))
    folders = [folder] if is_job else [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if os.path.isdir(os.path.join(folder, name))]
    sent = 0
    for each in folders:
        more, left = place.send(each)
        sent += more
        for name in left:
            print(f"left out: {os.path.join(each, name)!r} is no file of a profile", file=sys.stderr)
    print(f"{sent} file{'' if sent == 1 else 's'} sent to {url}")


def operations(path):
    """Calls and milliseconds by name, of PyTorch's profiler or of `nsys stats`. Raises SystemExit for another file."""
    try:
        text = text_of(path)
        if path.endswith(".json"):
            rows = [(each["name"], int(each["calls"]), float(each["microseconds"]) / 1e3) for each in json.loads(text)]
        else:
            rows = list(kernels(text))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SystemExit(f"{path} has no times of operations that can be read ({type(error).__name__}: {error}): take rank-N.ops.json or rank-N.ops.csv") from None
    found = {}
    for name, calls, milliseconds in rows:
        before = found.get(name, (0, 0.0))
        found[name] = (before[0] + calls, before[1] + milliseconds)
    return found


def text_of(path):
    if path.startswith("s3://"):
        from railyard_profile_archive import text_of as text_in_archive

        return text_in_archive(path)
    with open(path, encoding="utf8", newline="") as file:
        return file.read()


def kernels(text):
    """Rows of `nsys stats --report cuda_gpu_kern_sum --format csv`, which says other things before them."""
    lines = text.splitlines()
    head = next((at for at, line in enumerate(lines) if line.startswith("Time (%),Total Time (ns),Instances,")), None)
    if head is None:
        raise ValueError("there is no line Time (%),Total Time (ns),Instances")
    for row in csv.DictReader(lines[head:]):
        if row["Name"]:
            yield row["Name"], int(row["Instances"]), float(row["Total Time (ns)"]) / 1e6


def difference(one, other):
    """Names by what changed most: name, calls and milliseconds of both."""
    none = (0, 0.0)
    rows = [(name, one.get(name, none), other.get(name, none)) for name in {*one, *other}]
    return sorted(rows, key=lambda row: (-abs(row[2][1] - row[1][1]), row[0]))


def print_difference(one, other):
    before, after = operations(one), operations(other)
    sums = sum(each[1] for each in before.values()), sum(each[1] for each in after.values())
    print(f"{'before, ms':>12} {'after, ms':>12} {'change, ms':>12} {'calls':>15}  name")
    print(f"{sums[0]:12.3f} {sums[1]:12.3f} {sums[1] - sums[0]:+12.3f} {'':>15}  all")
    rows = difference(before, after)
    for name, (calls, spent), (calls_after, spent_after) in rows[:SHOWN]:
        print(f"{spent:12.3f} {spent_after:12.3f} {spent_after - spent:+12.3f} {f'{calls} -> {calls_after}':>15}  {name}")
    if len(rows) > SHOWN:
        print(f"and {len(rows) - SHOWN} more that changed less")


def index(place):
    """Writes index.html, which lists the profiles below a folder, or in a bucket, and loads nothing. Of a bucket it lies in the folder that one is in."""
    if place.startswith("s3://"):
        from railyard_profile_archive import Archive

        bring = lambda name, size, command: f"{html.escape(name)} {size / 1e6:.1f} MB<br><code>{html.escape(command)}</code>"
        found = [(job, rank, text, [bring(*each) for each in files]) for job, rank, text, files in Archive(place).profiles()]
        return write_page("index.html", found)
    if not os.path.isdir(place):
        raise SystemExit(f"{place} is no folder")
    return write_page(os.path.join(place, "index.html"), list(profiles_below(place)))


def profiles_below(folder):
    """Of each profile its job, the name of its rank, the text about it, and its files as the page has them; the newest job first."""
    for job in sorted(os.listdir(folder), reverse=True):
        path = os.path.join(folder, job)
        names = sorted(os.listdir(path)) if os.path.isdir(path) else []
        for name in names:
            match = re.fullmatch(r"(rank-\d+)\.about\.json", name)
            if not match:
                continue
            try:
                with open(os.path.join(path, name), encoding="utf8") as file:
                    text = file.read()
            except (OSError, ValueError):
                text = ""
            files = [each for each in names if each.startswith(match[1] + ".") and each != name]
            links = [f'<a href="{urllib.parse.quote(f"{job}/{each}")}">{html.escape(each)}</a> {os.path.getsize(os.path.join(path, each)) / 1e6:.1f} MB' for each in files]
            yield job, match[1], text, links


def write_page(path, profiles):
    rows = []
    for job, rank, text, files in profiles:
        try:
            about = json.loads(text)
            cells = [job, about.get("name"), about.get("team"), about["tool"], about["rank"], "{}-{}".format(*about["steps"])]
        except (ValueError, KeyError, TypeError, IndexError, AttributeError):
            cells = [job, None, None, "cannot be read", rank, None]
        shown = [html.escape("" if each is None else str(each)) for each in cells] + ["<br>".join(files)]
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in shown) + "</tr>")
    head = "".join(f"<th>{each}</th>" for each in ("job", "name", "team", "tool", "rank", "steps", "files"))
    style = "body{font:14px sans-serif;margin:2em}td,th{text-align:left;vertical-align:top;padding:.3em 1em .3em 0;border-bottom:1px solid #ccc}"
    page = f'<!doctype html>\n<meta charset="utf-8"><title>Profiles</title><style>{style}</style>\n<h1>Profiles</h1>\n<table><tr>{head}</tr>\n' + "\n".join(rows) + "\n</table>\n"
    with open(path + ".part", "w", encoding="utf8") as file:
        file.write(page)
    os.replace(path + ".part", path)
    print(f"{path} lists {len(rows)} profile{'' if len(rows) == 1 else 's'}")


def main(args):
    if args[:1] == ["run"] and len(args) > 1:
        return run(args[1:])
    if args[:1] == ["index"] and len(args) == 2:
        return index(args[1])
    if args[:1] == ["archive"] and len(args) == 3:
        return archive(*args[1:])
    if args[:1] == ["diff"] and len(args) == 3:
        # whoever reads it may have seen enough
        with contextlib.suppress(BrokenPipeError):
            print_difference(args[1], args[2])
            sys.stdout.flush()
        sys.stdout = None
        return 0
    raise SystemExit("railyard_profile.py takes: run PROGRAM ..., index FOLDER, diff OPS OPS, or archive FOLDER s3://BUCKET/PREFIX/")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
