// Run by harness.sh: what `railyard rollout` does to a running Slurm.
//
//   roll-nodes.ts GROUP FOLDER REQUEUE SAVE PROGRAM …
//
// FOLDER is that of the sandbox, as this process sees it. REQUEUE: minutes after which jobs are told to save; SAVE: those that they have
// for it. PROGRAM … runs what comes after it where Slurm is. A node is made anew by whoever finds FOLDER/remake.<node>; the id of its
// process stands for that of its boot. What is remembered is in FOLDER/rollout.json.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../lib/process/until";
import { slurmRecords, type SeenNode } from "../../lib/slurm/pool-nodes";
import { Rollout } from "../../lib/slurm/rollout";
import type { RolloutWorld } from "../../lib/slurm/rollout-world";
import { continued, isFinished, newRollout } from "../../lib/slurm/rollout-nodes";
import { slurmSide } from "../../lib/slurm/rollout-slurm";
import type { RolloutState } from "../../lib/slurm/rollout-state";
import { slurmBy } from "./slurm-by";

const [group = "", folder = "", requeueAfter = "", saveMinutes = "", program = "", ...first] = process.argv.slice(2);

const slurm = slurmBy(program, first);

const read = (name: string): string => readFileSync(join(folder, name), "utf8").trim();

async function see(): Promise<{ now: number; nodes: SeenNode[] }> {
  const records = await slurmRecords(slurm);
  const nodes = read("etc/nodes")
    .split("\n")
    .flatMap((line): SeenNode[] => {
      const [name = "", pool = ""] = line.split("\t");
      const bootId = read(`slurmd.${name}.main`);
      const record = records.find((one) => one.name === name) ?? null;
      const ours = { uid: bootId, bootId, ready: "True", readySince: null, cordoned: false };
      const host = { name, ...ours, providerId: "", labels: {}, annotations: {} };
      return [{ pool, name, slurm: record, host, pod: { name, uid: bootId, host: name, hostname: name, ready: true } }];
    });
  return { now: Math.floor(Date.now() / 1000), nodes };
}

async function main(): Promise<void> {
  const memory = join(folder, "rollout.json");
  const { now, nodes } = await see();
  const before = existsSync(memory) ? (JSON.parse(readFileSync(memory, "utf8")) as RolloutState) : null;
  const goesOn = before !== null && !isFinished(before);
  console.log(goesOn ? "goes on" : "begins");
  const side = slurmSide({
    slurm,
    requeueAfter: Number(requeueAfter),
    saveMinutes: Number(saveMinutes),
    tell: console.log,
    kept: { get: () => engine.state.limits, set: (limits) => engine.keepLimits(limits) },
  });
  const world: RolloutWorld = {
    see,
    ...side,
    remake: ({ name }) => {
      writeFileSync(join(folder, `remake.${name}`), "");
      return Promise.resolve();
    },
    accept: async ({ name }) => {
      const answer = (await slurm("env", `SLURMD_NODENAME=${name}`, "accept")).trim();
      return answer === "sound" ? { kind: "sound" } : { kind: "finding", reason: answer };
    },
    save: (state) => {
      writeFileSync(memory, JSON.stringify(state));
      return Promise.resolve();
    },
    tell: console.log,
  };
  const engine = new Rollout(
    {
      world,
      pool: group,
      limits: { floorPercent: 50, failuresInRow: 2, comesBack: true, hasChecks: true },
      shares: [{ title: `pool ${group}`, pools: [group] }],
    },
    goesOn ? continued(before, now) : newRollout(group, "reboot", nodes, now),
  );
  await side.restoreLimits();
  await until("nodes", { pollSeconds: 0.5, tell: () => {} }, () => engine.look());
  await side.end();
  console.log(isFinished(engine.state) ? "all are made anew" : "not all are made anew");
}

main().catch((error: unknown) => {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
