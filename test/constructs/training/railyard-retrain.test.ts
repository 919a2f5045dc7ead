import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { csv, driftPlaces, rows } from "../../helpers/drift-place";

const { root, programs, place: placeOf } = driftPlaces();

describe("a training", () => {
  const start = `echo "$# $1" >>started; echo run-$(wc -l <started)`;

  test("is started once for a version, none while it runs, and none in the hours after it; then its data is the reference", () => {
    const place = placeOf("once");
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
    const place = placeOf("torn");
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
    const place = placeOf("refused");
    const hook = place.program("hook", "echo no room >&2; exit 3");
    place.check();
    place.data(csv(rows(3)));
    expect(place.check(`--run=${hook}`)).toMatchObject({ status: 1, stderr: expect.stringContaining("no room") });
    place.program("hook", start);
    expect(place.check(`--run=${hook}`).last).toContain("a training is started");
  });

  test("of Slurm is a job whose end Slurm is asked for, and one that failed is not started again for the same data", () => {
    const place = placeOf("slurm");
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
    const place = placeOf("slow");
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
    const place = placeOf("rest");
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
    const place = placeOf("older");
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
    const place = placeOf("form");
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
