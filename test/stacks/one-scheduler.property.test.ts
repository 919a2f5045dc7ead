import fc from "fast-check";
import { loadEnvironments } from "../../config";
import { ConfigError } from "../../config/kernel/issues";
import { usedGroups } from "../../constructs/slurm/slurm-types";
import { queuesOf } from "../../stacks/queues";
import { slurmLayout } from "../../stacks/slurm-layout";
import { LEGAL, NOW } from "../helpers/environment";

const TYPES = ["g6e.12xlarge", "g6e.48xlarge", "g6.12xlarge"] as const;
const RULE = "kueue/node-group-in-slurm";

/** Groups by name, each in any of three partitions and in Kueue or not: whatever a person may write. */
const mixes = fc.array(
  fc.record({
    type: fc.nat(TYPES.length - 1),
    nodes: fc.integer({ min: 1, max: 8 }),
    partitions: fc.subarray(["interactive", "small", "train"]),
    inKueue: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
);

type Mix = typeof mixes extends fc.Arbitrary<infer T> ? T : never;

const names = (mix: Mix, wanted: (group: Mix[number]) => boolean) =>
  mix.flatMap((group, at) => (wanted(group) ? [`g${at}`] : []));

function environment(mix: Mix) {
  const groups = mix.map(({ type, nodes }, at) => [
    `g${at}`,
    { instanceType: TYPES[type]!, nodes, capacity: { kind: "on-demand" as const }, fabric: { kind: "none" as const } },
  ]);
  const partitions = ["interactive", "small", "train"].flatMap((name) => {
    const nodeGroups = names(mix, (group) => group.partitions.includes(name));
    return nodeGroups.length > 0 ? [[name, { nodeGroups }]] : [];
  });
  const queued = names(mix, ({ inKueue }) => inKueue);
  return {
    ...LEGAL,
    nodeGroups: Object.fromEntries(groups) as object,
    slurm: partitions.length > 0 ? { partitions: Object.fromEntries(partitions) as object } : undefined,
    kueue: queued.length > 0 ? { nodeGroups: queued } : undefined,
    teams: { vision: { namespace: { gpus: 4 } } },
  };
}

function load(mix: Mix) {
  try {
    return { env: loadEnvironments({ sample: () => environment(mix) }, [], NOW)[0]!.resolved, refused: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { env: null, refused: error.environments.flatMap(({ issues }) => issues) };
  }
}

test("whatever is written, each node group that is in a partition and in Kueue is refused, and what is left has none", () => {
  const seen = { refused: 0, mixed: 0 };
  fc.assert(
    fc.property(mixes, (mix) => {
      const { env, refused } = load(mix);
      const both = names(mix, (group) => group.inKueue && group.partitions.length > 0);
      const queued = names(mix, ({ inKueue }) => inKueue);
      const found = refused.flatMap(({ rule, path }) => (rule === RULE ? [queued[Number(path.at(-1))]] : []));
      expect(found).toEqual(both);
      if (both.length > 0) {
        seen.refused += 1;
        expect(env).toBeNull();
      }
      if (!env) return;
      // what runs: nodes on which slurmd starts, and nodes whose GPUs Kueue counts
      const slurm = env.slurm ? usedGroups(slurmLayout(env, env.slurm)).map(({ name }) => name) : [];
      const pools = queuesOf(env)?.pools ?? [];
      const isSlurms = env.nodeGroups.filter(({ name }) => slurm.includes(name));
      for (const { nodeSelector } of pools)
        expect(isSlurms.map((group) => group.nodeSelector)).not.toContainEqual(nodeSelector);
      expect(slurm.filter((name) => pools.some((pool) => pool.name === name))).toEqual([]);
      if (slurm.length > 0 && pools.length > 0) seen.mixed += 1;
    }),
    { numRuns: 200 },
  );
  expect(seen.refused).toBeGreaterThan(20);
  expect(seen.mixed).toBeGreaterThan(5);
});
