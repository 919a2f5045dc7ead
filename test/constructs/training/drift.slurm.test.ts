import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { driftFiles } from "../../../stacks/drift-files";
import { slurmLayout } from "../../../stacks/slurm-layout";
import { sample } from "../../helpers/environment";
import { hasSlurm, startSlurm, type RealSlurm } from "../../helpers/real-slurm";

/** Who submits: not root, and in two teams. */
const [NAME, ID] = ["nobody", 65534];
const root = mkdtempSync(join(tmpdir(), "railyard-drift-slurm-"));
const at = (...parts: string[]) => join(root, ...parts);
let slurm: RealSlurm;

beforeAll(async () => {
  if (!hasSlurm()) throw new Error("these tests need slurmctld, slurmd, slurmdbd, MariaDB and munged, and to be root");
  slurm = await startSlurm(["h100-0"], { feature: "h100", programs: {}, qos: ["normal Priority=1"] });
  // others read its files, which lie in a folder of the tests
  chmodSync(tmpdir(), 0o711);
  chmodSync(dirname(slurm.env["SLURM_CONF"]!), 0o755);
  for (const team of ["audio", "vision"]) await slurm.command("sacctmgr", "-i", "add", "account", team, "Cluster=real");
  // the first is what jobs have that say nothing
  await slurm.command("sacctmgr", "-i", "add", "user", NAME, "account=audio", "DefaultAccount=audio");
  await slurm.command("sacctmgr", "-i", "add", "user", NAME, "account=vision");
  for (const folder of ["data", "drift", "training", "home"]) mkdirSync(at(folder));
  const { env } = sample({
    teams: { vision: {} },
    slurm: { partitions: { train: { nodeGroups: ["h100"], maxHours: 1 } } },
    datasets: {
      events: {
        place: { kind: "volume", volume: "lustre", path: "/events" },
        drift: { retrain: "own.sbatch", restHours: 0 },
      },
    },
  });
  for (const [name, text] of Object.entries(driftFiles(env, slurmLayout(env, env.slurm!)).files))
    writeFileSync(at("drift", name), text.replaceAll("/fsx/events/", at("data")));
  chmodSync(root, 0o755);
  for (const name of ["", ...readdirSync(root), ...readdirSync(at("drift")).map((one) => `drift/${one}`)])
    chownSync(at(name), ID, ID);
});
afterAll(async () => {
  await slurm?.stop();
  rmSync(root, { recursive: true, force: true });
});

/** As the person, in the folder that the jobs were written to. */
function submit(more: Record<string, string>, ...words: readonly string[]): string {
  const ids = [`--reuid=${ID}`, `--regid=${ID}`, "--clear-groups"];
  const { stdout, stderr, status } = spawnSync("setpriv", [...ids, "sbatch", "--parsable", ...words], {
    cwd: at("drift"),
    env: { ...slurm.env, HOME: at("home"), USER: NAME, ...more },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim().split(";")[0]!;
}

/** Ended, and what became of it. */
async function ended(job: string): Promise<string> {
  for (let tries = 0; tries < 240; tries++) {
    const words = await slurm.command("sacct", "-nPX", "-j", job, "-o", "State");
    if (/^(COMPLETED|FAILED|CANCELLED|TIMEOUT|NODE_FAIL)/.test(words)) return words.trim();
    await sleep(250);
  }
  throw new Error(`${job} does not end: ${await slurm.command("scontrol", "show", "job", job)}`);
}

/** One look at the data, beside those that the job asks for itself. */
const look = async () => {
  rmSync(at("drift", "once.out"), { force: true });
  const job = submit(
    { DRIFT_ONCE: "1" },
    "--job-name=once",
    "--account=vision",
    "--output=once.out",
    "drift-events.sbatch",
  );
  return { state: await ended(job), text: spawnSync("cat", [at("drift", "once.out")], { encoding: "utf8" }).stdout };
};
const jobs = async (name: string) =>
  (await slurm.command("squeue", "-h", "--format=%i|%u|%a|%P|%T|%S|%j"))
    .trim()
    .split("\n")
    // a training has a name of its own, by the version
    .filter((line) => line.split("|")[6]?.startsWith(name));
const rows = (from: number) =>
  writeFileSync(at("data", "rows.csv"), `x\n${Array.from({ length: 400 }, (_, row) => from + row).join("\n")}\n`);
/** It runs until somebody says that it is over. */
const training = (partition: string) =>
  writeFileSync(
    at("training", "own.sbatch"),
    `#!/bin/bash\n#SBATCH --job-name=own --partition=${partition} --ntasks=1 --gpus-per-node=1 --time=5 --output=own-%j.out\nuntil [ -e over ]; do sleep 0.2; done\n`,
  );

test("a version that drifts starts one training, as the person and for the team of the check; one that is refused is tried again", async () => {
  training("train");
  rows(0);
  const first = submit({}, "--account=vision", "drift-events.sbatch");
  expect(await ended(first)).toBe("COMPLETED");
  // the next run is a day later, and the same person's and team's
  const [next, ...others] = await jobs("drift-events");
  expect(others).toEqual([]);
  expect(next).toMatch(/^\d+\|nobody\|vision\|train\|PENDING\|/);
  const begins = Date.parse(next!.split("|")[5]!);
  expect(Math.abs(begins - Date.now() - 86_400_000)).toBeLessThan(3_600_000);

  // by its own name it would begin after that one
  const behind = submit({ DRIFT_ONCE: "1" }, "--account=vision", "drift-events.sbatch");
  await sleep(2000);
  expect(await slurm.command("squeue", "-h", "-j", behind, "--format=%T %r")).toBe("PENDING Dependency\n");
  await slurm.command("scancel", behind);

  rows(5000);
  expect(await look()).toMatchObject({ state: "COMPLETED", text: expect.stringMatching(/a training is started: \d+/) });
  const started = await jobs("own");
  expect(started).toEqual([expect.stringMatching(/^\d+\|nobody\|vision\|train\|(PENDING|RUNNING)\|/)]);
  const [id] = started[0]!.split("|") as [string];
  expect(await slurm.command("scontrol", "show", "job", id)).toContain(`WorkDir=${at("training")}`);

  // the same version again while it runs, and another one
  for (const from of [5000, 9000]) {
    rows(from);
    expect((await look()).text).toContain(`no training is started: the training ${id} runs`);
  }
  expect(await jobs("own")).toHaveLength(1);

  // over: the accounts say so, and what it was trained on is the reference
  rows(5000);
  writeFileSync(at("training", "over"), "");
  expect(await ended(id)).toBe("COMPLETED");
  const after = await look();
  expect(after.text).toMatch(/training \d+ is done: its data is the reference[^]*no drift/);
  expect(await jobs("own")).toEqual([]);

  // Slurm refuses it: the check fails, and the next one tries again, once
  training("nowhere");
  rows(20_000);
  expect(await look()).toMatchObject({
    state: "FAILED",
    text: expect.stringMatching(/no training could be started: sbatch refuses .*invalid partition/i),
  });
  training("train");
  rmSync(at("training", "over"));
  expect((await look()).text).toContain("a training is started");
  expect((await look()).text).toContain("no training is started");
  expect(await jobs("own")).toEqual([expect.stringMatching(/\|nobody\|vision\|train\|/)]);

  // the run that waits: it asks for one more, and no more than that
  await slurm.command("scontrol", "update", `jobid=${next!.split("|")[0]}`, "StartTime=now");
  expect(await ended(next!.split("|")[0]!)).toBe("COMPLETED");
  expect(await jobs("drift-events")).toEqual([expect.stringMatching(/\|nobody\|vision\|train\|PENDING\|/)]);
});
