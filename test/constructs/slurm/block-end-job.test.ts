import { blockEndJob, blockEndScript } from "../../../constructs/slurm/block-end-job";
import { runScript } from "../../helpers/slurm";
import type { Json } from "../../helpers/synth";

const END = 1_800_000_000;
const NODES = [
  "h200-0|h200,leaf|mixed|none",
  "h200-1|h200|idle|none",
  "h200-2|h200|drained|by hand",
  "h200-3|h200|drained|railyard: the Capacity Block ends",
  "cpu-0|cpu,h2000|idle|none",
].join("\n");

const LIMIT = "7-00:00:00";

/** A Slurm at a moment, with jobs "job start end"; a scontrol that `refuses` says so. @param comments "job comment" of jobs */
function run(beforeEnd: number, jobs: readonly string[] = [], refuses = "", comments: readonly string[] = []) {
  const result = runScript(blockEndScript([{ group: "h200", endSeconds: END }]), {
    files: { nodes: `${NODES}\n`, jobs: lines(jobs), comments: lines(comments) },
    stubs: {
      sinfo: 'cat "$FOLDER/nodes"',
      squeue: `case "$*" in *"-t PENDING"*) cat "$FOLDER/comments" ;; *admin_comment*) grep "^$4 " "$FOLDER/comments" | cut -d" " -f2- ;; *%l) echo ${LIMIT} ;; *) cat "$FOLDER/jobs" ;; esac`,
      scontrol: refuses === "" ? "" : `echo ${JSON.stringify(refuses)} >&2; exit 1`,
      sleep: "",
      date: `case "$*" in +%s) echo ${END - beforeEnd} ;; *) /bin/date "$@" ;; esac`,
    },
  });
  const of = (program: string) =>
    result.calls.filter((call) => call.startsWith(`${program} `)).map((call) => call.slice(program.length + 1));
  return { ...result, scontrol: of("scontrol"), slept: of("sleep"), squeue: of("squeue") };
}

const lines = (all: readonly string[]) => all.map((line) => `${line}\n`).join("");
const MARK = `railyard: its time limit was ${LIMIT}`;

const at = (beforeEnd: number): string => new Date((END - beforeEnd) * 1000).toISOString().slice(0, 19);
const OPENED = "update NodeName=h200-3 State=UNDRAIN";

describe("the end of a Capacity Block in Slurm", () => {
  test("changes no time limit more than 19 hours before", () => {
    const { scontrol, slept } = run(68_401, [`7 ${at(70_000)} ${at(-9_000)}`]);
    expect(scontrol).toEqual([OPENED]);
    expect(slept).toEqual([]);
  });

  test("is the end of jobs on its nodes, two minutes before, within 19 hours", () => {
    const { scontrol, squeue } = run(68_400, [
      `7 ${at(72_000)} ${at(-9_000)}`,
      `8 ${at(72_000)} ${at(120)}`,
      `9 ${at(72_030)} ${at(119)}`,
      `10 ${at(72_000)} NONE`,
    ]);
    expect(squeue).toContain("-h --all -t RUNNING -w h200-0,h200-1,h200-2,h200-3 -o %A %S %e");
    const minutes = (72_000 - 120) / 60;
    expect(scontrol).toEqual([
      OPENED,
      `update JobId=7 TimeLimit=${minutes} AdminComment=${MARK}`,
      `update JobId=9 TimeLimit=${Math.floor((72_030 - 120) / 60)} AdminComment=${MARK}`,
      `update JobId=10 TimeLimit=${minutes} AdminComment=${MARK}`,
    ]);
  });

  test("keeps the limit that a job had, and what else its comment says, and gives it back in the queue", () => {
    const running = [`7 ${at(72_000)} ${at(-9_000)}`];
    const minutes = (72_000 - 120) / 60;
    expect(run(68_400, running, "", ["7 of the site "]).scontrol).toContain(
      `update JobId=7 TimeLimit=${minutes} AdminComment=of the site${MARK}`,
    );
    // shortened before: the limit of the first time is the one to keep
    expect(run(68_400, running, "", [`7 ${MARK}`]).scontrol).toContain(`update JobId=7 TimeLimit=${minutes}`);
    const waiting = run(90_000, [], "", [`8 ${MARK}   `, `9 of the site${MARK}`, "10 of the site", "11 $(touch x)"]);
    expect(waiting.scontrol.filter((call) => call.includes("JobId"))).toEqual([
      `update JobId=8 TimeLimit=${LIMIT} AdminComment=`,
      `update JobId=9 TimeLimit=${LIMIT} AdminComment=of the site`,
    ]);
  });

  test("drains its nodes ten minutes before, and queues what runs again, and a run waits for it that would come too late", () => {
    const { scontrol, slept, output } = run(1199, [`7 ${at(7200)} ${at(120)}`]);
    expect(slept).toEqual(["599", "999"]);
    expect(scontrol).toEqual([
      OPENED,
      ...[0, 1].map((node) => `update NodeName=h200-${node} State=DRAIN Reason=railyard: the Capacity Block ends`),
      "requeue 7",
    ]);
    expect(output).toContain("job 7, as the Capacity Block of h200 ends: goes back to the queue");
    expect(run(1200, []).slept).toEqual([]);
  });

  test("is nothing to do once it is over", () => {
    expect(run(0, [`7 ${at(7200)} ${at(-100)}`]).scontrol).toEqual([]);
  });

  test("leaves a job that may not be queued again to its limit, and fails where Slurm does not take a limit", () => {
    const refused = run(100, [`7 ${at(7200)} ${at(120)}`], "Requested operation is presently disabled");
    expect(refused.output).toContain(
      "job 7, as the Capacity Block of h200 ends: Requested operation is presently disabled",
    );
    expect(run(3600, [`7 ${at(7200)} ${at(0)}`], "Unable to contact slurm controller").status).toBe(1);
    const other = run(3600, [`7 ${at(7200)} ${at(0)}`], "Invalid job id specified");
    expect(other.output).not.toContain("JobId=7 TimeLimit: Invalid");
  });
});

test("Kubernetes asks each ten minutes, and lets a run wait for the end", () => {
  const placement = { nodeSelector: { role: "system" }, tolerations: [] };
  const [files, cron]: Json[] = blockEndJob({
    namespace: "slurm",
    release: "slurm",
    image: "tools",
    placement,
    blockEnds: [{ group: "h200", endSeconds: END }],
  });
  expect(files.data["block-end.sh"]).toContain(`block h200 ${END}`);
  expect(cron.spec).toMatchObject({ schedule: "*/10 * * * *", concurrencyPolicy: "Allow" });
  const { spec } = cron.spec.jobTemplate;
  expect(spec.activeDeadlineSeconds).toBeGreaterThan(600 + 600 - 200);
  expect(spec.template.spec).toMatchObject({ restartPolicy: "Never", nodeSelector: { role: "system" } });
  expect(spec.template.spec.containers[0].command[2]).toMatch(/block-end\.sh$/);
});
