import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RestoreWorld } from "../../../../scripts/commands/restore/command";
import { RESTORE_KINDS } from "../../../../scripts/commands/restore/kinds";
import { jobOf } from "../../../../scripts/commands/restore/put-back";
import { sample } from "../../../helpers/environment";
import { pretendedAws } from "../../../helpers/pretended-aws";
import { bucket, cluster, CRON, MEANT, PREFIX, restore } from "../../../helpers/restore-cluster";
import type { Json } from "../../../helpers/synth";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();
test("a plan lists the copies with their age, tells what would be lost, and touches nothing", async () => {
  const { kubectl, calls } = cluster();
  const { code, printed } = await restore(["research", "queue", "--plan", "--copy", "hour-07"], { kubectl });
  expect([code, calls]).toEqual([0, []]);
  expect(printed).toContain("  latest      2026-11-23 15:20 UTC  10 min ago");
  expect(printed).toContain("→ hour-07     2026-11-23 07:50 UTC  8 h ago");
  expect(printed).not.toContain("notes");
  expect(printed).toContain("submitted since 2026-11-23 07:50 UTC are unknown");
  expect(printed).toContain("slurmctld runs (slurm-controller-0): what it has is newer than the copy");
});

test("the operator is stopped before slurmctld, and both start when the job is done", async () => {
  const { kubectl, calls, created, state } = cluster();
  const { code, errors } = await restore(["research", "queue", "--copy", "hour-07", ...MEANT], { kubectl });
  expect(code).toBe(0);
  expect(calls).toEqual([
    "scale deployment/slurm-operator --namespace slinky --replicas=0",
    "scale statefulset/slurm-controller --namespace slurm --replicas=0",
    "create --filename job.json",
    "logs job/railyard-slurm-state-restore --namespace slurm --all-containers --tail=20",
    "delete job railyard-slurm-state-restore --namespace slurm",
    "scale statefulset/slurm-controller --namespace slurm --replicas=1",
    "scale deployment/slurm-operator --namespace slinky --replicas=2",
  ]);
  const [job] = created;
  const [first] = job!.spec.template.spec.initContainers as Json[];
  expect(first!.env).toContainEqual({ name: "BACKUP", value: "hour-07" });
  expect(state).toMatchObject({ controller: 1, operator: 2 });
  expect(errors).toContain("restored the state of research");
});

test("as many slurmctld start as the environment has, and one slurmdbd", () => {
  const { env } = sample({ slurm: { controller: { replicas: 2, claim: "slurm-state" } } });
  expect(RESTORE_KINDS.queue.replicas(env)).toBe(2);
  expect(RESTORE_KINDS.queue.replicas(sample().env)).toBe(1);
  expect(RESTORE_KINDS.database.replicas()).toBe(1);
});

test("what a restore that failed has left stopped is started by one that succeeds", async () => {
  const { kubectl, state } = cluster({ controller: 0, operator: 0 });
  expect((await restore(["research", "queue", "--yes-restore", "research"], { kubectl })).code).toBe(0);
  expect(state).toMatchObject({ controller: 1, operator: 2 });
});

test("a slurmctld that runs has newer state: it is given up by name, or not at all", async () => {
  const { kubectl, calls } = cluster();
  const { code, errors } = await restore(["research", "queue", "--yes-restore", "research"], { kubectl });
  expect([code, calls]).toEqual([2, []]);
  expect(errors).toContain("--lose-newer research");
});

test("another name than that of the environment, typed or given, does nothing", async () => {
  const { kubectl, calls } = cluster();
  const open = () => ({ ask: () => Promise.resolve("dev"), close: () => {} }) as never;
  expect((await restore(["research", "queue", "--lose-newer", "research"], { kubectl, open })).code).toBe(2);
  expect((await restore(["research", "queue", "--yes-restore", "dev"], { kubectl })).code).toBe(1);
  expect((await restore(["research", "queue"], { kubectl })).errors).toContain("nobody can be asked here");
  expect(calls).toEqual([]);
});

test("a job that fails leaves Slurm stopped, with what to do", async () => {
  const { kubectl, calls, state } = cluster({ fails: true });
  const { code, errors } = await restore(["research", "queue", ...MEANT], { kubectl });
  expect([code, state.controller, state.operator]).toEqual([1, 0, 0]);
  expect(calls.at(-1)).toMatch(/^logs /);
  expect(errors).toContain("kubectl --namespace slurm scale statefulset slurm-controller --replicas 1");
});

test.each([
  ["pod", "Waited too long for slurmctld to end", "Nothing was put back.", "restore again, with a longer --timeout"],
  [
    "job",
    "Waited too long for job railyard-slurm-state-restore",
    "goes on in the cluster",
    "wait --for=condition=Complete",
  ],
] as const)("a %s that takes too long: it says what is left, and how to go on", async (hangs, what, left, next) => {
  const { kubectl, state } = cluster({ hangs });
  const { code, errors } = await restore(["research", "queue", ...MEANT, "--timeout", "0"], { kubectl });
  expect([code, state.operator]).toEqual([1, 0]);
  for (const words of [what, left, next]) expect(errors).toContain(words);
  expect(errors).toContain("kubectl --namespace slurm scale statefulset slurm-controller --replicas 1");
});

test.each<[string, readonly string[], RestoreWorld, string]>([
  ["a copy that is not there", ["research", "queue", "--copy", "hour-08"], {}, "hour-07"],
  ["an empty copy", ["research", "queue"], { aws: bucket(["latest.tar.gz", "2026-11-23T15:20:00Z", 0]) }, "is empty"],
  ["no copy at all", ["research", "queue"], { aws: bucket() }, `below ${PREFIX}`],
  [
    "a cluster without the job",
    ["research", "queue"],
    { kubectl: cluster({ cron: false }).kubectl },
    "deploy the environment",
  ],
  [
    "a job that is left",
    ["research", "queue"],
    { kubectl: cluster({ jobs: ["railyard-slurm-state-restore"] }).kubectl },
    "delete it",
  ],
  ["a cluster of one's own", ["iron", "queue"], {}, "no checkpoints"],
  ["another word", ["research", "state"], {}, "queue or database"],
])("%s is refused in words", async (_, args, world, words) => {
  const { code, errors } = await restore([...args, "--plan"], { kubectl: cluster().kubectl, ...world });
  expect([code, errors]).toEqual([1, expect.stringContaining(words)]);
});

test("what was recorded plans the same, and asks nobody", async () => {
  const file = join(temporary(), "found.json");
  const { kubectl } = cluster();
  const first = await restore(["research", "queue", "--plan", "--record", file], { kubectl });
  const nobody = { run: () => Promise.reject(new Error("asked")) };
  const again = await restore(["research", "queue", "--replay", file], { kubectl: nobody, aws: pretendedAws({}) });
  expect([again.code, again.printed]).toEqual([0, first.printed]);
  const other = await restore(["research", "database", "--replay", file], { kubectl: nobody });
  expect([other.code, other.errors]).toEqual([1, expect.stringContaining("queue of research")]);
  writeFileSync(file, "{}");
  expect((await restore(["research", "queue", "--replay", file], { kubectl: nobody })).code).toBe(1);
});

test("a CronJob that is not Railyard's is not run", () => {
  expect(() => jobOf({ spec: { jobTemplate: { spec: { template: { spec: {} } } } } }, "a", "latest")).toThrow("BACKUP");
  expect((jobOf(CRON, "a", "hour-07") as Json).spec.backoffLimit).toBe(0);
});
