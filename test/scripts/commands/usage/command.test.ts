import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { usageCommand } from "../../../../scripts/commands/usage/command";
import type { Usage } from "../../../../scripts/commands/usage/usage";
import { captured } from "../../../helpers/captured";
import { ROOT } from "../../../helpers/process";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();
const NOW = new Date("2026-11-23T09:00:00Z");

// what sacct, sacctmgr, sinfo and squeue of real Slurm printed of the same jobs, with the files of research
const RECORDED = ["22.05", "26.05"].map((version) => join(ROOT, `test/fixtures/usage/slurm-${version}.json`));

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { context, texts } = captured(ROOT, NOW);
  const code = await usageCommand(args, context, env);
  return { code, ...texts() };
}

async function usageOf(file: string, ...args: string[]): Promise<Usage> {
  const { printed } = await run(["research", "--replay", file, "--json", ...args]);
  return JSON.parse(printed) as Usage;
}

const total = (rows: readonly { readonly gpuHours: number }[]) => rows.reduce((all, { gpuHours }) => all + gpuHours, 0);

test.each(RECORDED)("what Slurm recorded adds up: %s", async (file) => {
  const { gpus, rows, out, notes } = await usageOf(file, "--tag", "project");
  const [h100] = gpus;
  // 4 nodes with 8 GPUs
  expect(h100!.gpuHours * 3600).toBeCloseTo(32 * seconds(file), 5);
  expect(total(rows)).toBeCloseTo(h100!.used, 9);
  expect(h100!.used + h100!.out + h100!.idle).toBeCloseTo(h100!.gpuHours, 9);
  expect(total(out)).toBeCloseTo(h100!.out, 9);
  expect(out.map(({ reason }) => reason)).toContain('disk|full: call "hall 7');
  // a job of the CPU partition has no GPU, and a price
  const cpu = rows.find(({ partition }) => partition === "prep")!;
  expect(cpu).toMatchObject({ user: "alice", team: "vision", gpuHours: 0 });
  expect(cpu.usd).toBeCloseTo((cpu.cpuHours * 3.2256) / 64, 9);
  expect(new Set(rows.map(({ tag }) => tag))).toEqual(new Set(["llm", "speech", ""]));
  expect(notes).toEqual(["GPUs of pods outside Slurm are not counted: not asked"]);
});

const seconds = (file: string): number => {
  const { period } = JSON.parse(readFileSync(file, "utf8")) as { period: { from: number; to: number } };
  return period.to - period.from;
};

test("one user of two teams is told with each, and both tries of a job that was requeued are one job", async () => {
  const { printed } = await run(["research", "--replay", RECORDED[1]!, "--by", "user", "--by", "job"]);
  expect(printed).toMatch(/^ {2}alice {2}language {2}Slurm +1 /m);
  expect(printed).toMatch(/^ {2}alice {2}vision {4}Slurm +7 /m);
  const requeued = printed.split("\n").filter((line) => /^ {2}11 {2,}bob/.test(line));
  expect(requeued).toHaveLength(1);
  const rows = (await usageOf(RECORDED[1]!)).rows.filter(({ job }) => job === "11");
  expect(rows).toHaveLength(2);
});

test("a job that slurmctld does not know is not counted for ever, and is named", async () => {
  const recording = JSON.parse(readFileSync(RECORDED[1]!, "utf8")) as {
    slurm: { answers: { separator: string; jobs: string } };
  };
  const { answers } = recording.slurm;
  const cells = [
    "77",
    "eve",
    "vision",
    "train",
    "team-vision",
    "RUNNING",
    "cpu=8,gres/gpu:h100=8,gres/gpu=8",
    "h100-0",
    "",
  ];
  answers.jobs += `${[...cells, "9000"].join(answers.separator)}\n`;
  const file = join(temporary(), "ghost.json");
  writeFileSync(file, JSON.stringify(recording));
  const { rows, notes } = await usageOf(file);
  expect(rows.map(({ job }) => job)).not.toContain("77");
  expect(notes).toContainEqual(expect.stringMatching(/^not counted: job 77, which slurmdbd takes for running/));
});

test("files are written for spreadsheets and browsers, and lines of Slurm add up to what there was", async () => {
  const folder = temporary();
  const [csv, html] = [join(folder, "usage.csv"), join(folder, "usage.html")];
  const { code } = await run(["research", "--replay", RECORDED[1]!, "--csv", csv, "--html", html, "--tag", "project"]);
  expect(code).toBe(0);
  const [head = "", ...lines] = readFileSync(csv, "utf8").trimEnd().split("\r\n");
  const column = head.split(",").indexOf("gpu_hours");
  // the reason has a quote
  expect(lines.find((line) => line.includes("drain"))).toContain('"disk|full: call ""hall 7"');
  const plain = lines.map((line) => line.replace(/"(?:[^"]|"")*"/g, "quoted").split(","));
  expect(plain.every((cells) => cells.length === head.split(",").length)).toBe(true);
  const sum = plain.reduce((all, cells) => all + Number(cells[column]), 0);
  expect(sum).toBeCloseTo((32 * seconds(RECORDED[1]!)) / 3600, 2);
  expect(readFileSync(html, "utf8")).toMatch(/<rect class="idle"/);
  // both are ours, and are written again
  expect((await run(["research", "--replay", RECORDED[0]!, "--csv", csv, "--html", html])).code).toBe(0);
});

test.each([
  [["--from", "2026-02-30"], /--from must be a day such as 2026-11-01, .* but is "2026-02-30"/],
  [["--from", "2026-12-01"], /--from must be before --to, and before now/],
  [["--from", "2026-11-02", "--to", "2026-11-01"], /--from must be before --to/],
  [["--by", "colour"], /--by must be one of team, user, partition, qos, tag, job, but is "colour"/],
  [["--by", "tag"], /--by tag needs --tag/],
  [["--tag", "a b"], /--tag must be the key of a tag/],
  [["--replay", RECORDED[0]!, "--from", "2026-11-01"], /--replay tells of the time that was recorded/],
  [["--replay", join(ROOT, "package.json")], /package\.json is not a recording of usage/],
])("%s is told", async (args, words) => {
  const { code, printed, errors } = await run(["research", ...args]);
  expect([code, printed]).toEqual([1, ""]);
  expect(errors).toMatch(words);
});

test.each([
  [
    ["--from", "2026-13-01", "--to", "yesterday", "--by", "foo", "--tag", "a b", "--bill", "/nope"],
    ["--from must", "--to must", "--by must", "--tag must", "--bill: there is no file"],
  ],
  [
    ["--by", "tag", "--from", "yesterday", "more"],
    ["--by tag needs", "--from must", "name one environment, not 2"],
  ],
  [
    ["--by", "tag", "--from", "2026-12-01", "--html", "/", "--csv", "/"],
    ["--by tag needs", "--from must be before", "--html: ", "--csv: "],
  ],
])("what is wrong with %j is told at once", async (args, words) => {
  const { code, errors } = await run(["research", ...args]);
  expect(code).toBe(1);
  for (const word of words) expect(errors).toContain(word);
});

test("a recording of another environment is refused", async () => {
  const { code, errors } = await run(["dev", "--replay", RECORDED[0]!]);
  expect([code, errors]).toEqual([1, expect.stringMatching(/is a recording of research, and not of dev\.$/)]);
});

/** A kubectl that has a cluster with Slurm, and answers as its programs do. */
const KUBECTL = `#!/bin/sh
printf '%s\\n' "$*" >>"$ASKED"
case "$*" in
  *get-contexts*) echo iron ;;
  *readyz*) echo ok ;;
  *statefulset*json*) echo '{"items":[{"metadata":{"name":"slurm-controller"}}]}' ;;
  *get\\ node*) echo '{"items":[{"metadata":{"name":"gpu-a01","labels":{"example.com/servers":"dgx"}}}]}' ;;
  *squeue*) echo 8 ;;
  *sinfo*) echo 'gpu-a01|dgx' ;;
  *sacctmgr*) echo 'iron||0|Unknown||Cluster Registered TRES|cpu=224,gres/gpu:h100=8,gres/gpu=8|' ;;
  *sacct*)
    for word; do case "$word" in --delimiter=*) s=\${word#--delimiter=} ;; esac; done
    printf '%s\\n' "7\${s}ann\${s}vision\${s}train\${s}normal\${s}COMPLETED\${s}cpu=224,gres/gpu:h100=8,gres/gpu=8\${s}gpu-a01\${s}x\${s}7200" ;;
  */services/http:prometheus-operated:9090/proxy/*) cat "$PROMETHEUS" ;;
  *) exit 1 ;;
esac
`;

function cluster(prometheus: string) {
  const folder = temporary();
  writeFileSync(join(folder, "kubectl"), KUBECTL);
  chmodSync(join(folder, "kubectl"), 0o755);
  mkdirSync(join(folder, ".kube"));
  writeFileSync(join(folder, ".kube/config"), "");
  writeFileSync(join(folder, "answer.json"), prometheus);
  return {
    folder,
    env: {
      PATH: `${folder}:/usr/bin:/bin`,
      HOME: folder,
      ASKED: join(folder, "asked"),
      PROMETHEUS: join(folder, "answer.json"),
    },
  };
}

const POD = { metric: { namespace: "vision", resource: "nvidia_com_gpu", node: "gpu-a01" }, value: [1, "3.5"] };

test("a cluster is asked, and its answers are kept for the same report", async () => {
  const { folder, env } = cluster(JSON.stringify({ status: "success", data: { result: [POD] } }));
  const file = join(folder, "usage.json");
  const asked = await run(["iron", "--from", "2026-11-20", "--to", "2026-11-21", "--record", file], env);
  expect(asked).toMatchObject({ code: 0, errors: "" });
  expect(asked.printed).toMatch(/^ {2}vision {2}Slurm +1 +16\.0 +82\.1 % +448\.0 {2}unknown$/m);
  expect(asked.printed).toMatch(/^ {2}vision {2}Kubernetes +3\.50 +17\.9 % +unknown$/m);
  expect(asked.printed).toMatch(/^ +idle +176\.0 +91\.7 % {2}unknown$/m);
  const questions = readFileSync(env.ASKED, "utf8");
  expect(questions).toMatch(
    /env TZ=UTC SLURM_TIME_FORMAT=%s sacct .*--starttime=2026-11-20T00:00:00 --endtime=2026-11-21T00:00:00/,
  );
  expect(questions.indexOf("squeue")).toBeLessThan(questions.indexOf("sacct"));
  const again = await run(["iron", "--replay", file]);
  expect(again.printed).toBe(asked.printed);
});

test("Prometheus that does not answer leaves out pods alone, and says so; one that answers nonsense stops it", async () => {
  const { env } = cluster("");
  const { code, printed } = await run(["iron", "--from", "2026-11-20"], { ...env, PROMETHEUS: "/nowhere" });
  expect(code).toBe(0);
  expect(printed).toMatch(/GPUs of pods outside Slurm are not counted: kubectl get --raw/);
  const broken = cluster('{"status":"error","error":"query timed out"}');
  expect(await run(["iron", "--from", "2026-11-20"], broken.env)).toMatchObject({
    code: 1,
    errors: "Prometheus did not answer: query timed out",
  });
});
