import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drainFirst } from "../../../../scripts/commands/deploy/drain-first";
import { REASON } from "../../../../scripts/lib/slurm/drain-groups";
import { fakeProgram, recordedAws, withPath, type Answer } from "../../../helpers/deploying";
import { sample } from "../../../helpers/environment";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();
const { env: environment } = sample();

const DESCRIBE = { call: "EKS DescribeCluster", input: { name: "sample" } };
const CLUSTER: Answer = {
  ...DESCRIBE,
  output: { cluster: { endpoint: "https://abc.eks.amazonaws.com", certificateAuthority: { data: "Q0E=" } } },
};
const DENIED: Answer = { ...DESCRIBE, error: { name: "AccessDeniedException", message: "no", status: 403 } };
const GONE: Answer = { ...DESCRIBE, error: { name: "ResourceNotFoundException", message: "none", status: 404 } };

const EXEC = "exec --namespace slurm statefulset/slurm-controller --container slurmctld --";
const SINFO = `${EXEC} env TZ=UTC SLURM_TIME_FORMAT=%s sinfo --noheader --all --Node --format=%N|%T|%H|%u|%f|%E`;
const squeue = (nodes: string) =>
  `${EXEC} squeue --noheader --all --states=RUNNING,COMPLETING,CONFIGURING,SUSPENDED,STOPPED,SIGNALING,STAGE_OUT --nodelist=${nodes} --format=%i (%u, %T)`;
const drain = (nodes: string) => `${EXEC} scontrol update NodeName=${nodes} State=DRAIN Reason=${REASON}`;
const undrain = (nodes: string) => `${EXEC} scontrol update NodeName=${nodes} State=UNDRAIN`;

const READY = `*readyz*) echo ok;;
*statefulset*json*) echo '{"items":[{"metadata":{"name":"slurm-controller"}}]}';;`;
interface Asked {
  readonly minutes?: number;
  readonly requeueAfter?: number;
  readonly answer?: Answer;
  readonly abort?: boolean;
}

/** Nodes before the drain, and those that are drained by it afterwards; jobs end when the file is gone. */
const SLURM = `${READY}
*State=DRAIN*) touch drained;;
*sinfo*) cat before; [ -e drained ] && cat after; :;;
*squeue*) [ -e jobs ] && cat jobs; [ -e stay ] || rm -f jobs;;`;

function slurm(cases = SLURM, { minutes = 1, requeueAfter, answer = CLUSTER, abort = false }: Asked = {}) {
  const at = folder();
  const { calls } = fakeProgram(at, "kubectl", cases);
  writeFileSync(join(at, "before"), "");
  writeFileSync(join(at, "after"), "");
  const printed: string[] = [];
  const stop = new AbortController();
  const tell = (text: string) => {
    printed.push(text);
    if (abort && text.startsWith("waiting")) stop.abort(new Error("Ctrl-C"));
  };
  const run = drainFirst({
    environment,
    aws: recordedAws([answer]),
    folder: at,
    env: withPath(at),
    minutes,
    requeueAfter,
    patience: { pollSeconds: 0.001, tell, signal: stop.signal },
  });
  return { at, run, printed, asked: () => calls().filter((call) => call.startsWith("exec")) };
}

const node = (name: string, state: string, group = "h100", reason = "none", since = "Unknown") =>
  `${name}|${state}|${since}|root|${group}|${reason}\n`;

test("nodes of the groups are drained, their jobs waited for, and what is still there is resumed", async () => {
  const { at, run, printed, asked } = slurm();
  writeFileSync(
    join(at, "before"),
    node("a", "mixed") +
      node("a", "mixed") +
      node("b", "idle*", "x,h100") +
      node("c", "drained", "h100", "railyard: 7 of 8 GPUs") +
      node("d", "down", "h100", "Not responding") +
      node("e", "idle", "h100b"),
  );
  writeFileSync(join(at, "jobs"), "7 (ann, RUNNING)\n");
  const { resume } = await run(["h100"]);
  expect(asked().slice(0, 3)).toEqual([SINFO, drain("a,b"), squeue("a,b,c,d")]);
  expect(printed.slice(0, 2)).toEqual([
    "Slurm: no new jobs on nodes of h100; drained for it: 2",
    "waiting for Slurm jobs on nodes of h100 to end: 7 (ann, RUNNING)",
  ]);
  // EKS has replaced a meanwhile
  writeFileSync(
    join(at, "before"),
    node("b", "drained", "h100", REASON) + node("c", "drained", "h100", "railyard: 7 of 8 GPUs") + node("n", "idle"),
  );
  await resume();
  expect(asked().at(-1)).toBe(undrain("b"));
  expect(printed.at(-1)).toBe("Slurm: what was drained and is still there takes jobs again: b");
});

test("nodes that come while it waits are drained, too", async () => {
  const { at, run, asked } = slurm();
  writeFileSync(join(at, "before"), node("a", "drained", "h100", REASON));
  writeFileSync(join(at, "jobs"), "7 (ann, RUNNING)\n");
  rmSync(join(at, "after"));
  writeFileSync(join(at, "drained"), "");
  writeFileSync(join(at, "after"), node("new", "idle"));
  await run(["h100"]);
  expect(asked().slice(0, 3)).toEqual([SINFO, drain("new"), squeue("a,new")]);
});

test("many nodes are named in parts", async () => {
  const { at, run, asked } = slurm();
  const names = Array.from({ length: 120 }, (_, i) => `n${i}`);
  writeFileSync(join(at, "before"), names.map((name) => node(name, "drained", "h100", "x|y")).join(""));
  await run(["h100"]);
  expect(asked().slice(1)).toEqual([
    squeue(names.slice(0, 50).join()),
    squeue(names.slice(50, 100).join()),
    squeue(names.slice(100).join()),
  ]);
});

test("at the limit the nodes take jobs again, and it fails with the jobs and what to do", async () => {
  const { at, run, asked } = slurm(SLURM, { minutes: 0 });
  writeFileSync(join(at, "before"), node("a", "draining", "h100", REASON));
  writeFileSync(join(at, "jobs"), "7 (ann, RUNNING)\n");
  await expect(run(["h100", "h200"])).rejects.toThrow(
    /^Waited too long for Slurm jobs on nodes of h100, h200 to end: 7 \(ann, RUNNING\)\.\nNothing of this stack was applied, and the nodes take jobs again\.[^]*--drain-timeout[^]*--no-drain/,
  );
  expect(asked().at(-1)).toBe(undrain("a"));
});

test("after an interruption the nodes take jobs again", async () => {
  const { at, run, asked } = slurm(SLURM, { abort: true });
  writeFileSync(join(at, "before"), node("a", "draining", "h100", REASON));
  writeFileSync(join(at, "jobs"), "7 (ann, RUNNING)\n");
  writeFileSync(join(at, "stay"), "");
  await expect(run(["h100"])).rejects.toThrow("Ctrl-C");
  expect(asked().at(-1)).toBe(undrain("a"));
});

const ago = (minutes: number) => String(Math.floor(Date.now() / 1000) - minutes * 60);

test.each([
  [20, "drained for a deployment 20 minutes ago: jobs that still run have 10 minutes of the wait left", false],
  [45, "drained for a deployment 45 minutes ago: jobs that still run are told to save now", true],
])(
  "nodes that one before has drained for it %i minutes ago: the wait does not begin anew",
  async (since, words, isTold) => {
    const { at, run, printed, asked } = slurm(`*format=%A) echo 7;;\n${SLURM}`, { requeueAfter: 30 });
    writeFileSync(join(at, "before"), node("a", "draining", "h100", REASON, ago(since)));
    writeFileSync(join(at, "jobs"), "7 (ann, RUNNING)\n");
    await run(["h100"]);
    expect(printed).toContain(`Slurm: the nodes were ${words}`);
    expect(asked().some((call) => call.includes("--format=%A|%M|%l|%T"))).toBe(isTold);
  },
);

test("nodes that somebody else has drained, or this one, say nothing of a wait before", async () => {
  const { at, run, printed } = slurm(SLURM, { requeueAfter: 30 });
  writeFileSync(join(at, "before"), node("a", "mixed") + node("b", "drained", "h100", "broken fan", ago(90)));
  writeFileSync(join(at, "jobs"), "7 (ann, RUNNING)\n");
  await run(["h100"]);
  expect(printed.join("\n")).not.toContain("were drained for a deployment");
});

const limits = (text: string) => `*get\\ configmap*) echo '${JSON.stringify({ data: { limits: text } })}';;\n${SLURM}`;

test("limits that one before had shortened, who was killed, are given back, and forgotten then", async () => {
  const { run, printed, asked } = slurm(limits('{"7":"7-00:00:00","9":"UNLIMITED"}'));
  await run(["h100"]);
  expect(asked().slice(0, 2)).toEqual([
    `${EXEC} scontrol update JobId=7 TimeLimit=7-00:00:00`,
    `${EXEC} scontrol update JobId=9 TimeLimit=UNLIMITED`,
  ]);
  expect(printed.slice(0, 2)).toEqual([
    "Slurm: job 7 has its time limit of 7-00:00:00 again",
    "Slurm: job 9 has its time limit of UNLIMITED again",
  ]);
});

test("what is no list of limits is told, and nothing is drained", async () => {
  const { run, asked } = slurm(limits('{"7":"State=CANCELLED"}'));
  await expect(run(["h100"])).rejects.toThrow(
    /ConfigMap railyard-deploy-limits is not time limits of jobs:[^]*kubectl delete configmap -n slurm railyard-deploy-limits/,
  );
  expect(asked()).toEqual([]);
});

test("nodes that cannot be resumed are told, with what opens them: what was applied is applied", async () => {
  const { at, run, printed } = slurm(`*UNDRAIN*) echo 'Access denied' >&2; exit 1;;\n${SLURM}`);
  writeFileSync(join(at, "before"), node("a", "drained", "h100", REASON));
  await (await run(["h100"])).resume();
  expect(printed.at(-1)).toMatch(
    /^Slurm: nodes may still be drained: [^]*Access denied[^]*scontrol update nodename=<names> state=undrain/,
  );
});

test.each([
  ["without a cluster", SLURM, GONE],
  ["without Slurm", `*readyz*) echo ok;;\n*) echo '{"items":[]}';;`, CLUSTER],
])("%s there is nothing to drain", async (_, cases, answer) => {
  const { at, run, asked } = slurm(cases, { answer });
  await (await run(["h100"])).resume();
  expect(asked()).toEqual([]);
  expect(existsSync(join(at, "drained"))).toBe(false);
});

test.each<[string, string, RegExp, Answer?]>([
  [
    "a cluster that does not answer",
    "*) echo 'i/o timeout' >&2; exit 1;;",
    /cannot be asked for jobs on nodes of h100: [^]*i\/o timeout/,
  ],
  ["Slurm that refuses", `*sinfo*) echo 'slurm_load_node: denied' >&2; exit 1;;\n${READY}`, /slurm_load_node: denied/],
  ["an account that does not tell", SLURM, /jobs on nodes of h100: eks:DescribeCluster is not permitted/, DENIED],
])("fails for %s, with the way without draining", async (_, cases, words, answer = CLUSTER) => {
  const failure = slurm(cases, { answer }).run(["h100"]);
  await expect(failure).rejects.toThrow(words);
  await expect(failure).rejects.toThrow(
    "Nothing of this stack was applied. Mend it, or apply without draining, jobs or not: --no-drain.",
  );
});
