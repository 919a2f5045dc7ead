import { schedulingCheck } from "../../../scripts/verify/checks/scheduling";
import { judgeScheduling } from "../../../scripts/verify/judge/scheduling";
import { parseScheduling } from "../../../scripts/verify/parse/scheduling";
import { srunArguments } from "../../../scripts/verify/slurm";
import { sample } from "../../helpers/environment";
import { measured } from "../../helpers/verify";

const judged = (file: string) =>
  judgeScheduling(parseScheduling(measured(file)), {
    low: "scavenger",
    high: "standard",
    partitions: ["train"],
    teams: { standard: 16 },
  });

// scheduling.txt and that of a busy node were recorded of Slurm 22.05; the others are changes of it
test.each<[file: string, finding: RegExp]>([
  ["scheduling-no-limits.txt", /AccountingStorageEnforce lacks limits: limits of teams hold nobody/],
  ["scheduling-not-preempted.txt", /No job gave way within 480 s: the one that should run is PENDING/],
  ["scheduling-cancelled.txt", /is PREEMPTED, and did not go back to the queue/],
  ["scheduling-drain-kills.txt", /on a node that was closed is CANCELLED: it did not go on/],
  ["scheduling-opened.txt", /A node that was closed is idle, and a job for it is RUNNING/],
  ["scheduling-other-limit.txt", /standard may use 1600 GPUs, and not 16/],
  ["scheduling-down.txt", /The partition train is DOWN, and not UP/],
])("%s", (file, finding) => {
  const { status, findings } = judged(file);
  expect(status).toBe("failed");
  expect(findings.map(({ text }) => text).join("\n")).toMatch(finding);
});

test("what Slurm 22.05 did is right, and a trial that it refused says why", () => {
  expect(judged("scheduling.txt")).toMatchObject({ status: "passed", findings: [], figures: [{ value: 22 }] });
  expect(() => parseScheduling(measured("scheduling-busy-node.txt"))).toThrow(
    /refused a reservation: .*nodes are busy/,
  );
  expect(() => parseScheduling(measured("scheduling.txt").split("drained")[0]!)).toThrow(/it is cut/);
});

test("the trial takes one node, waits for the grace of its QOS, and is for Slurm alone", () => {
  const { env } = sample();
  const pool = env.nodeGroups.find(({ name }) => name === "h100")!;
  const plan = schedulingCheck(env).plan(pool, { image: null, on: "slurm" });
  if (typeof plan === "string") throw new Error(plan);
  expect(plan.nodes).toEqual({ least: 1, most: 1 });
  expect(plan.job(["h100-0"])).toMatchObject({ place: "controller" });
  expect(plan.job(["h100-0"]).script).toContain("patience=480");
  expect(schedulingCheck(env).plan(pool, { image: null, on: "kubernetes" })).toBe("it is for Slurm.");
});

test("folders of volumes are there in containers, under the same names", () => {
  const job = {
    tasksPerNode: 1,
    image: "ghcr.io/some/ior:1",
    mpi: false,
    env: {},
    script: "true",
    mounts: ["/lustre"],
  };
  const place = { nodes: ["a"], partition: "train", jobName: "verify", minutes: 1, gpus: 0 };
  expect(srunArguments(job, place)).toContain("--container-mounts=/lustre:/lustre");
  expect(srunArguments({ ...job, image: null }, place).join(" ")).not.toContain("container");
});
