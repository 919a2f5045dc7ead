import { execFile, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { driftPrograms } from "../../../constructs/training/drift-job";

const root = mkdtempSync(join(tmpdir(), "railyard-drift-"));
const programs = join(root, "programs");
beforeAll(() => {
  mkdirSync(programs);
  for (const [name, text] of Object.entries(driftPrograms())) writeFileSync(join(programs, name), text);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** 600 rows; `by` is added to every number of x. */
const rows = (by = 0, from = "NA") =>
  Array.from({ length: 600 }, (_, at) => [
    `${((at * 37) % 600) / 100 + by}`,
    at % 3 ? "DE" : from,
    at % 7 ? `${at % 4}` : "",
  ]);
const csv = (lines: readonly (readonly string[])[], head = "x,country,level") =>
  `${[head, ...lines.map((line) => line.join(","))].join("\n")}\n`;

/** A folder of its own, with the programs that start trainings in it. */
class Place {
  readonly folder: string;
  readonly state: string;
  constructor(name: string) {
    this.folder = join(root, name);
    this.state = join(this.folder, "state");
    mkdirSync(join(this.folder, "bin"), { recursive: true });
    mkdirSync(join(this.folder, "data"));
    this.data(csv(rows()));
  }
  data(text: string | Buffer, name = "a.csv"): void {
    writeFileSync(join(this.folder, "data", name), text);
  }
  program(name: string, text: string): string {
    const path = join(this.folder, "bin", name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
    return path;
  }
  run(what: string, ...more: readonly string[]) {
    const data = what === "check" || what === "reference" ? ["data"] : [];
    const { status, stdout, stderr } = spawnSync(
      "python3",
      [join(programs, "railyard_drift.py"), what, `--state=${this.state}`, ...more, ...data],
      {
        cwd: this.folder,
        encoding: "utf8",
        env: { PATH: `${this.folder}/bin:${process.env["PATH"]}`, SLURM_JOB_ID: "1", SLURM_CONF: "kept" },
      },
    );
    return { status, stdout, stderr, last: stdout.trim().split("\n").at(-1) };
  }
  slow(...more: readonly string[]): Promise<string> {
    const words = [join(programs, "railyard_drift.py"), "check", `--state=${this.state}`, ...more, "data"];
    const env = { PATH: `${this.folder}/bin:${process.env["PATH"]}`, SLOW: "1" };
    return promisify(execFile)("python3", words, { cwd: this.folder, env }).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );
  }
  readonly check = (...more: readonly string[]) => this.run("check", ...more);
  report() {
    return JSON.parse(readFileSync(join(this.state, "report.json"), "utf8")) as {
      columns: Record<string, { kind: string; psi: number; ks?: number; drifts: boolean; unseen?: number }>;
      form: string[];
    };
  }
  started(): string[] {
    const file = join(this.folder, "started");
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  }
}

test("data like the reference is no drift; numbers, categories and what is missing drift", () => {
  const place = new Place("columns");
  expect(place.check()).toMatchObject({ status: 0, last: "the first check: 600 rows are the reference" });
  expect(place.check()).toMatchObject({ status: 0, last: "no drift", stderr: "" });
  expect(place.report().columns).toMatchObject({
    x: { kind: "numbers", psi: 0, ks: 0 },
    country: { kind: "values", psi: 0, unseen: 0 },
    level: { kind: "numbers", psi: 0, ks: 0 },
  });

  place.data(csv(rows(3)));
  expect(place.check().status).toBe(10);
  // 3.00 and more were 300 of 600, and 1 of those below had 2.99 to itself
  expect(place.report().columns).toMatchObject({ x: { ks: 301 / 600, drifts: true }, country: { drifts: false } });

  place.data(csv(rows(0, "FR")));
  expect(place.check().status).toBe(10);
  expect(place.report().columns).toMatchObject({ x: { drifts: false }, country: { drifts: true, unseen: 1 / 3 } });
  expect(readFileSync(join(place.state, "metrics.prom"), "utf8")).toContain(
    'railyard_drift_columns_drifting{dataset="data"} 1.0\n',
  );

  place.data(csv(rows().map(([x, country], at) => [x!, country!, at % 2 ? "" : "1"])));
  place.check();
  expect(place.report().columns).toMatchObject({ level: { drifts: true }, x: { drifts: false } });
});

test("few rows drift by chance, which is not told as drift", () => {
  const place = new Place("few");
  const few = (seed: number) => csv(Array.from({ length: 100 }, (_, at) => [`${(at * seed * 7919) % 101}`, "a", ""]));
  place.data(few(1));
  place.check();
  place.data(csv(Array.from({ length: 100 }, (_, at) => [`${((at * 48_271 + 11) % 65_537) % 101}`, "a", ""])));
  expect(place.check("--psi=0.001", "--ks=0.001")).toMatchObject({ status: 0, last: "no drift" });
  expect(place.report().columns["x"]!.psi).toBeGreaterThan(0.01);
});

describe("a training", () => {
  const start = `echo "$# $1" >>started; echo run-$(wc -l <started)`;

  test("is started once for a version, none while it runs, and none in the hours after it; then its data is the reference", () => {
    const place = new Place("once");
    const hook = `--run=${place.program("hook", start)}`;
    place.check(hook);
    place.data(csv(rows(3)));
    expect(place.check(hook)).toMatchObject({ status: 10, last: "drift; a training is started: run-1" });
    expect(place.started()).toEqual([`1 ${join(place.state, "report.json")}`]);
    for (const by of [3, 9]) {
      place.data(csv(rows(by)));
      expect(place.check(hook).last).toContain("no training is started: the training run-1 is not known to be over");
    }
    expect(place.run("accept")).toMatchObject({ status: 0 });
    // compared with what run-1 was trained on
    place.data(csv(rows(3)));
    expect(place.check(hook)).toMatchObject({ status: 0, last: "no drift" });
    place.data(csv(rows(9)));
    expect(place.check(hook).last).toBe("drift; no training is started: the last one was within 24 hours");
    expect(place.check(hook, "--rest-hours=0").last).toBe("drift; a training is started: run-2");
    expect(place.run("accept").status).toBe(0);
    expect(place.run("accept")).toMatchObject({ status: 2, stderr: "no training was started that is not over\n" });
  });

  test("of which nobody knows whether it was started is not started again, until somebody says so", () => {
    const place = new Place("torn");
    const hook = place.program("hook", `kill -9 $PPID; ${start}`);
    place.check();
    place.data(csv(rows(3)));
    expect(place.check(`--run=${hook}`).status).toBeNull();
    place.program("hook", start);
    expect(place.check(`--run=${hook}`).last).toContain("a check began to start a training and did not end");
    expect(place.run("forget").status).toBe(0);
    expect(place.check(`--run=${hook}`).last).toContain("a training is started");
  });

  test("that a program refuses is told with code 1, and tried at the next check", () => {
    const place = new Place("refused");
    const hook = place.program("hook", "echo no room >&2; exit 3");
    place.check();
    place.data(csv(rows(3)));
    expect(place.check(`--run=${hook}`)).toMatchObject({ status: 1, stderr: expect.stringContaining("no room") });
    place.program("hook", start);
    expect(place.check(`--run=${hook}`).last).toContain("a training is started");
  });

  test("of Slurm is a job whose end Slurm is asked for, and one that failed is not started again for the same data", () => {
    const place = new Place("slurm");
    place.program("sbatch", `env | grep ^SLURM >env.txt; echo "$@" >>started; echo "4$(wc -l <started);cluster"`);
    place.program("squeue", `cat queue.txt`);
    const job = place.program("it's a job.sbatch", "");
    const check = () => place.check(`--sbatch=${job}`, "--rest-hours=0").last;
    const slurmSays = (state: string, queue = "") => {
      writeFileSync(join(place.folder, "state.txt"), state);
      writeFileSync(join(place.folder, "queue.txt"), queue);
    };
    place.program("sacct", `cat state.txt`);
    check();
    place.data(csv(rows(3)));
    expect(check()).toBe("drift; a training is started: 41");
    expect(place.started()[0]).toMatch(
      /^--parsable --chdir=.*\/bin --job-name=it's a job-\w{10} --comment=drift of \w+ .*\/it's a job\.sbatch$/,
    );
    expect(readFileSync(join(place.folder, "env.txt"), "utf8")).toBe("SLURM_CONF=kept\n");
    // a job that lost its node, or gave way, may be in the queue again before accounting says so
    for (const [state, queue] of [
      ["RUNNING"],
      ["REQUEUED"],
      ["REQUEUE_HOLD"],
      [""],
      ["PREEMPTED", "7 RUNNING\n41 PENDING\n"],
      ["NODE_FAIL", "41 CONFIGURING\n"],
    ] as const) {
      slurmSays(state, queue);
      expect(check()).toContain("no training is started: the training 41 ");
    }
    place.program("squeue", "exit 1");
    slurmSays("PREEMPTED");
    expect(check()).toContain("no training is started: the training 41 is not known to be over");
    place.program("squeue", "cat queue.txt");
    slurmSays("PREEMPTED", "41 PREEMPTED\n7 RUNNING\n");
    expect(check()).toBe("drift; no training is started: 41 was for this version, and is failed");
    expect(place.run("forget").status).toBe(0);
    expect(check()).toBe("drift; a training is started: 42");
    expect(place.started()[1]).toMatch(/ --job-name=it's a job-\w{10}-2 /);
    slurmSays("CANCELLED by 1000");
    expect(check()).toContain("42 was for this version, and is failed");
    expect(place.run("forget").status).toBe(0);
    expect(check()).toBe("drift; a training is started: 43");
    slurmSays("COMPLETED");
    expect(check()).toBe("no drift");
  });

  test("of a check that was slow to ask how the last one ended is not started beside that of a quick one", async () => {
    const place = new Place("slow");
    place.program("sbatch", `echo "$@" >>started; wc -l <started`);
    place.program("sacct", `[ -z "$SLOW" ] || { : >asked; while [ ! -e go ]; do sleep 0.05; done; }; echo COMPLETED`);
    const job = place.program("job.sbatch", "");
    place.check(`--sbatch=${job}`);
    place.data(csv(rows(3)));
    place.check(`--sbatch=${job}`);
    place.data(csv(rows(9)));
    const slow = place.slow(`--sbatch=${job}`, "--rest-hours=0");
    while (!existsSync(join(place.folder, "asked"))) await sleep(20);
    const quick = place.check(`--sbatch=${job}`, "--rest-hours=0");
    expect(quick.last).toBe("drift; a training is started: 2");
    place.program("sacct", "echo RUNNING");
    writeFileSync(join(place.folder, "go"), "");
    expect(await slow).toContain("drift; no training is started: the training 2 runs");
    expect(place.started()).toHaveLength(2);
  });

  test("counts for the hours of rest by its start, whatever was trained before", () => {
    const place = new Place("rest");
    const hook = `--run=${place.program("hook", start)}`;
    const day = (by: number, words: string) => {
      place.data(csv(rows(by)));
      expect(place.check(hook).last).toContain(words);
    };
    const later = (hours: number) => {
      for (const name of readdirSync(join(place.state, "runs"))) {
        const file = join(place.state, "runs", name);
        const event = JSON.parse(readFileSync(file, "utf8")) as { at?: number };
        if (event.at !== undefined) writeFileSync(file, JSON.stringify({ ...event, at: event.at - hours * 3600 }));
      }
    };
    place.check(hook);
    day(3, "run-1");
    place.run("forget");
    later(25);
    day(9, "run-2");
    place.run("accept");
    later(25);
    day(3, "run-3");
    place.run("accept");
    day(20, "no training is started: the last one was within 24 hours");
    later(25);
    day(20, "run-4");
  });

  test("of an older program, or a folder that lacks what happened, is not taken for none", () => {
    const place = new Place("older");
    place.check();
    writeFileSync(join(place.state, "runs/00000002.json"), "{}");
    expect(place.check()).toMatchObject({ status: 2, stderr: expect.stringContaining("lacks a file") });
    rmSync(join(place.state, "runs/00000002.json"));
    writeFileSync(join(place.state, "pending.json"), "{}");
    expect(place.check()).toMatchObject({ status: 2, stderr: expect.stringContaining("pending.json is of an older") });
  });

  test("of a cluster is a Job with the version and the attempt in its name; a Job of that name which others made is none", () => {
    const job = {
      kind: "Job",
      metadata: { name: "train", namespace: "lab" },
      spec: { template: { metadata: { labels: { "job-name": "train" } }, spec: { containers: [{ name: "main" }] } } },
    };
    const file = join(root, "job.json");
    writeFileSync(file, JSON.stringify(job));
    const program = `
import http.server, json, os, sys, threading
import railyard_retrain as r
jobs, answers, seen = {}, [], []
class Cluster(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        job = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        name = job["metadata"]["name"]
        code = answers.pop() if answers else 409 if name in jobs else 201
        if code == 201:
            jobs[name] = job
        self.answer(code, {"message": "no"})
    def do_GET(self):
        job = jobs.get(self.path.rpartition("/")[2])
        status = {"conditions": [{"type": kind, "status": status} for kind, status in condition]}
        self.answer(200 if job else 404, {**(job or {}), "status": status})
    def answer(self, code, body):
        self.send_response(code)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())
    def log_message(self, *_): pass
server = http.server.HTTPServer(("127.0.0.1", 0), Cluster)
threading.Thread(target=server.serve_forever, daemon=True).start()
os.environ["RAILYARD_KUBERNETES_API"] = f"http://127.0.0.1:{server.server_port}"
condition = []
def start(claim="c1", attempt=1):
    try:
        return r.Kubernetes(sys.argv[1]).start({"digest": "0123456789abcdef", "claim": claim, "attempt": attempt})
    except (r.NotStarted, r.Unknown) as error:
        return f"{type(error).__name__}: {error}"
for code in (403, 500):
    answers.append(code)
    seen.append(start())
seen += [start(), start()]
name, states = seen[-1], []
state = lambda claim: r.Kubernetes(sys.argv[1]).state({"id": name, "claim": claim})
for condition in ([], [("Suspended", "True")], [("Complete", "False")], [("FailureTarget", "True"), ("Failed", "True")], [("Complete", "True")]):
    states.append(state("c1"))
seen += [states, state("c2"), start("c2")]
condition = [("Failed", "True")]
seen += [start("c2"), start("c2", 2)]
server.shutdown()
server.server_close()
seen += [state("c1"), start()]
print(json.dumps([seen, {name: [job["spec"], job["metadata"]["annotations"]] for name, job in jobs.items()}]))`;
    const { stdout, stderr } = spawnSync("python3", ["-c", program, file], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"], PYTHONPATH: programs },
    });
    expect(stderr).toBe("");
    const name = "train-0123456789";
    const made = (own: string, claim: string) => [
      {
        template: {
          metadata: { labels: { "job-name": own } },
          spec: { containers: [{ name: "main" }] },
        },
      },
      { "railyard.dev/drift-claim": claim },
    ];
    expect(JSON.parse(stdout)).toEqual([
      [
        `NotStarted: the cluster refuses the Job ${name}: 403 {"message": "no"}`,
        `Unknown: the cluster answers 500: look whether the Job ${name} is there`,
        name,
        name,
        ["runs", "runs", "runs", "failed", "done"],
        null,
        expect.stringMatching(
          `^NotStarted: there is a Job ${name} already, which is done and which this check has not`,
        ),
        expect.stringMatching(`^NotStarted: there is a Job ${name} already, which is failed and`),
        `${name}-2`,
        null,
        expect.stringMatching("^Unknown: the cluster does not answer"),
      ],
      { [name]: made(name, "c1"), [`${name}-2`]: made(`${name}-2`, "c2") },
    ]);
  });

  test("does not follow of columns that it would not know", () => {
    const place = new Place("form");
    const hook = `--run=${place.program("hook", start)}`;
    place.check(hook);
    for (const [text, why] of [
      [csv(rows(), "x,land,level"), "column country is gone"],
      [csv(rows().map(([, ...more]) => ["much", ...more])), "column x had numbers, and has texts"],
    ] as const) {
      place.data(text);
      expect(place.check(hook)).toMatchObject({ status: 10, last: expect.stringContaining(why) });
    }
    expect(place.started()).toEqual([]);
  });
});

/** Columns that say what a reader may take for something else: what the reference has, what is there now, and what follows. */
const COLUMNS: readonly [string, (at: number) => object, (at: number) => object, object, readonly string[]][] = [
  ["an empty column that is full", () => ({ x: null }), () => ({ x: 5 }), { x: { drifts: true } }, []],
  ["a full one that is empty", () => ({ x: 5 }), () => ({ x: null }), {}, ["column x has no values any more"]],
  ["a full one that is not there", () => ({ x: 5 }), () => ({ y: 5 }), {}, ["column x is gone"]],
  ["one value that chance leaves out", (at) => (at ? {} : { x: 5 }), () => ({}), { x: { drifts: false } }, []],
  ["half of the values", (at) => (at % 2 ? {} : { x: 5 }), () => ({}), {}, ["column x is gone"]],
  [
    "numbers among texts, by all of their digits",
    (at) => ({ x: at % 4 ? 12_345_601 + (at % 20) : "none" }),
    (at) => ({ x: at % 4 ? 12_345_621 + (at % 20) : "none" }),
    { x: { drifts: true, unseen: 0.75 } },
    [],
  ],
];

test("what a column lacks, and numbers among texts, are compared as they are", () => {
  const places = COLUMNS.map(([name, was, is]) => {
    const place = new Place(name);
    rmSync(join(place.folder, "data/a.csv"));
    const lines = (of: (at: number) => object) =>
      Array.from({ length: 400 }, (_, at) => JSON.stringify({ ...of(at), z: at % 7 }) + "\n").join("");
    mkdirSync(join(place.folder, "was"));
    writeFileSync(join(place.folder, "was/a.jsonl"), lines(was));
    place.data(lines(is), "a.jsonl");
    return place;
  });
  // one Python for all of them
  const program = `
import sys, railyard_drift
for folder in sys.argv[1:]:
    for what, data in (("reference", "was"), ("check", "data")):
        railyard_drift.main([what, f"--state={folder}/state", f"{folder}/{data}"])`;
  const { stderr } = spawnSync("python3", ["-c", program, ...places.map(({ folder }) => folder)], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], PYTHONPATH: programs },
  });
  expect(stderr).toBe("");
  for (const [at, [name, , , columns, form]] of COLUMNS.entries())
    expect({ name, ...places[at]!.report() }).toMatchObject({ name, columns, form });
});

test("integers beyond 2^53 and leading zeros are texts of their own among texts", () => {
  const place = new Place("exact");
  const ids = (from: bigint, zeros: string) =>
    csv(
      Array.from({ length: 400 }, (_, at) => [
        at % 2 ? "none" : at % 4 ? `${zeros}${at % 3}` : `${from + BigInt(at % 16)}`,
        "a",
        "1",
      ]),
    );
  place.data(ids(9_007_199_254_740_993n, "0"));
  place.check();
  place.data(ids(9_007_199_254_740_994n, "00"));
  expect(place.check().status).toBe(10);
  // of 9007199254740993, 997 … and 994, 998 … none is the same, nor is 01 as 001
  expect(place.report().columns["x"]).toMatchObject({ drifts: true, unseen: 0.5 });
});

test("a column of a header is gone however rarely it had a value, and a rare value is not missed", () => {
  const place = new Place("header");
  const of = (head: string, cells: (at: number) => string[]) =>
    csv(
      Array.from({ length: 400 }, (_, at) => cells(at)),
      head,
    );
  place.data(of("x,err", (at) => [`${at % 9}`, at ? "" : "bad"]));
  place.check();
  place.data(of("x,err", (at) => [`${at % 9}`, ""]));
  expect(place.check()).toMatchObject({ status: 0, last: "no drift" });
  place.data(of("x,other", (at) => [`${at % 9}`, "1"]));
  expect(place.check()).toMatchObject({
    status: 10,
    stdout: expect.stringMatching(/nothing: other\ncolumn err is gone/),
  });
});

test("columns are compared that are named, and a name that is none is told with the nearest", () => {
  const place = new Place("named");
  expect(place.check("--columns=x,cuontry")).toMatchObject({
    status: 2,
    stderr: "--columns names 'cuontry', which none of 600 rows has: the nearest is 'country'\n",
  });
  expect(existsSync(join(place.state, "reference.json"))).toBe(false);
  expect(place.check("--columns=")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("commas between them"),
  });
  place.check("--columns=x,country");
  place.data(csv(rows(0, "FR")));
  expect(place.check("--columns=x")).toMatchObject({ status: 0, last: "no drift" });
  expect(place.check("--columns=level")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("the reference has no column level"),
  });
  place.data(csv(rows(), "y,country,level"));
  expect(place.check("--columns=x").stdout).toContain("\ncolumn x is gone\n");
  expect(place.check("--columns=y").status).toBe(2);
  // and the dataset's own name is that of the metrics
  place.check("--name=events");
  expect(readFileSync(join(place.state, "metrics.prom"), "utf8")).toContain('railyard_drift_rows{dataset="events"}');
});

test("names and values of others move neither the terminal nor the metrics", () => {
  const place = new Place("hostile");
  const head = 'x,"a""b\\\u001b[31m\n",level';
  place.data(csv(rows(), head));
  place.check();
  place.data(
    csv(
      rows().map(([x]) => [x!, `"${"\u0000\u202e'; $(id)".repeat(400)}"`, "1e999"]),
      head,
    ),
  );
  const { status, stdout } = place.check();
  expect(status).toBe(10);
  expect(stdout).toContain(String.raw`  a"b\\x1b[31m\x0a`);
  expect([...stdout].filter((sign) => sign < " " && sign !== "\n")).toEqual([]);
  const metrics = readFileSync(join(place.state, "metrics.prom"), "utf8");
  expect(metrics).toContain(String.raw`column="a\"b\\\\x1b[31m\\x0a"`);
  expect(metrics.split("\n").every((line) => /^(|# TYPE \w+ gauge|\w+\{.*\} \S+)$/.test(line))).toBe(true);
});

const LINK = "a link";
const NOTHING: readonly [string, Record<string, string | Buffer>, string][] = [
  ["no file of data", { "a.csv": "", "b.txt": "x" }, "there are 0 rows"],
  ["few rows", { "a.csv": "x\n1\n" }, "there are 1 rows, and at least 100 are compared"],
  [
    "rows that are torn",
    { "a.csv": csv([...rows(), ...Array.from({ length: 9 }, () => ["1"])]) },
    "9 of 609 rows cannot be read",
  ],
  [
    "lines that are no JSON",
    { "a.csv": "", "a.jsonl": `${'{"x": 1}\n'.repeat(300)}${"[1]\n{\n".repeat(9)}` },
    "18 of 318",
  ],
  ["a file that is cut off", { "a.csv.gz": gzipSync(csv(rows())).subarray(0, 200) }, "a.csv.gz cannot be read: EOFErr"],
  ["two columns of a name", { "a.csv": "x,x\n1,1\n" }, "two columns have the same name"],
  [
    "a link whose end is not there",
    { "a.csv": LINK },
    "data/a.csv cannot be read: No such file or directory, as a link",
  ],
  ["a shard that is none", { "a.tar": "not a tar" }, "a.tar cannot be read: ReadError"],
];

test("data of which nothing can be said has code 2, in words", () => {
  const places = NOTHING.map(([name, files]) => {
    const place = new Place(name);
    for (const [file, text] of Object.entries(files))
      if (text === LINK) {
        rmSync(join(place.folder, "data", file));
        symlinkSync("nowhere", join(place.folder, "data", file));
      } else place.data(text, file);
    return place;
  });
  // one Python for all of them: each start takes a while
  const program = `
import contextlib, io, json, sys
import railyard_drift
told = []
for folder in sys.argv[1:]:
    error = io.StringIO()
    with contextlib.redirect_stderr(error):
        told.append([railyard_drift.main(["check", f"--state={folder}/state", f"{folder}/data"]), error.getvalue()])
print(json.dumps(told))`;
  const { stdout } = spawnSync("python3", ["-c", program, ...places.map(({ folder }) => folder)], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], PYTHONPATH: programs },
  });
  expect(JSON.parse(stdout)).toEqual(NOTHING.map(([, , why]) => [2, expect.stringContaining(why)]));
});

test("what was kept and cannot be read is not taken for nothing", () => {
  const place = new Place("kept");
  place.check();
  writeFileSync(join(place.state, "reference.json"), '{"rows": 6');
  expect(place.check()).toMatchObject({ status: 2, stderr: expect.stringContaining("reference.json cannot be read") });
  writeFileSync(join(place.state, "reference.json"), "{}");
  expect(place.check()).toMatchObject({ status: 2, stderr: expect.stringContaining("reference.json") });
});

test("lines of JSON and shards have columns, too", () => {
  const place = new Place("others");
  rmSync(join(place.folder, "data/a.csv"));
  const lines = rows().map(([x, country], at) =>
    JSON.stringify({ x: Number(x), at: { country, tags: [1, 2] }, ok: at % 2 === 0, none: null, big: 10 ** 300 }),
  );
  place.data(gzipSync(`${lines.join("\n")}\n`), "b.jsonl.gz");
  place.data("{", "_started.jsonl");
  expect(place.check().status).toBe(0);
  expect(place.check().status).toBe(0);
  const kinds = Object.entries(place.report().columns).map(([name, { kind }]) => [name, kind]);
  expect(Object.fromEntries(kinds)).toEqual({
    x: "numbers",
    "at.country": "values",
    "at.tags.length": "numbers",
    ok: "values",
    none: "nothing",
    big: "numbers",
  });
});
