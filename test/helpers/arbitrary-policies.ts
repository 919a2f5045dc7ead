import fc from "fast-check";
import { teamsFor } from "./arbitrary-teams";
import { LEGAL, NOW, sample, type Change, type Sample } from "./environment";
import { POLICIES } from "./slurm-policies";

/** Partitions, QOS and teams as an environment has them. */
export interface DrawnPolicies {
  readonly slurm: Record<string, unknown>;
  readonly teams: Record<string, object>;
}

interface DrawnPartition {
  readonly nodeGroups: readonly string[];
  readonly maxHours: number;
  readonly defaultHours?: number;
}
type DrawnPartitions = Record<string, DrawnPartition>;
type DrawnQos = Record<string, object & { readonly partitions?: readonly string[] }>;

/** GPUs by group of `POLICIES`, and their types in Slurm; CPU nodes have none. */
const GPUS: Readonly<Record<string, number>> = { h100: 32, l40s: 8 };
const typesOf = (partitions: readonly DrawnPartition[]): string[] =>
  Object.keys(GPUS).filter((group) => partitions.some(({ nodeGroups }) => nodeGroups.includes(group)));

const optional = <T>(from: fc.Arbitrary<T>) => fc.option(from, { nil: undefined });

const partition = fc
  .record({
    nodeGroups: fc.constantFrom<readonly string[]>(["h100"], ["l40s"], ["cpu"], ["h100", "l40s"]),
    maxHours: fc.constantFrom(0.5, 1, 12, 47.25, 336, 8760),
    // none: a day, or the longest
    part: optional(fc.double({ min: 0.1, max: 1, noNaN: true })),
    priority: optional(fc.integer({ min: 1, max: 65_533 })),
    who: optional(fc.constantFrom("jobs", "user")),
    cpusPerNode: fc.boolean(),
  })
  .map(({ part, who, cpusPerNode, nodeGroups, ...one }) => ({
    ...one,
    nodeGroups,
    ...(part !== undefined && { defaultHours: Math.max(0.1, Math.floor(one.maxHours * part * 10) / 10) }),
    ...(who !== undefined && { nodeSharing: who }),
    ...(cpusPerNode && !nodeGroups.includes("cpu") && { cpusPerNode: 8 }),
  }));

const legalPartitions: fc.Arbitrary<DrawnPartitions> = fc
  .record({
    names: fc.subarray(["train", "small", "gpu_1", "Night-2", "constructor", "x"], { minLength: 1 }),
    all: fc.array(partition, { minLength: 6, maxLength: 6 }),
    main: fc.nat(6),
  })
  .map(({ names, all, main }) =>
    Object.fromEntries(
      names.map((name, index) => [name, { ...all[index]!, ...(index === main && { default: true }) }]),
    ),
  );

const gpusOf = (types: readonly string[]): number => types.reduce((sum, type) => sum + GPUS[type]!, 0);

const gpuLimit = (types: readonly string[]) =>
  types.length === 0
    ? fc.constant(0)
    : fc.oneof(
        fc.nat(gpusOf(types)),
        fc.subarray([...types], { minLength: 1 }).map((some) => Object.fromEntries(some.map((type) => [type, 8]))),
      );

/** What a QOS may say, where its jobs may be in `within`. */
function qosIn(within: readonly DrawnPartition[], below: readonly string[]) {
  const types = typesOf(within);
  const longest = Math.max(...within.map(({ maxHours }) => maxHours));
  return fc.record(
    {
      priority: fc.integer({ min: 0, max: 1_000_000 }),
      preempts: fc.subarray([...below]),
      graceSeconds: fc.integer({ min: 0, max: 86_400 }),
      exemptMinutes: fc.integer({ min: 1, max: 43_200 }),
      maxHours: fc.constant(longest),
      gpus: gpuLimit(types),
      gpusPerUser: gpuLimit(types),
      gpusPerTeam: gpuLimit(types),
      gpusPerJob: gpuLimit(types),
      gpuHours: fc.integer({ min: 1, max: 100_000_000 }),
      jobsPerUser: fc.integer({ min: 1, max: 1_000_000 }),
      submittedPerUser: fc.integer({ min: 1, max: 1_000_000 }),
      usageFactor: fc.constantFrom(0, 0.1, 1, 2.5, 100),
    },
    { requiredKeys: [] },
  );
}

/** Each QOS preempts those that are told before it, and so never itself; their order is another one in each environment. */
const legalQos = (partitions: DrawnPartitions): fc.Arbitrary<DrawnQos> =>
  fc.shuffledSubarray(["urgent", "debug", "a1", "constructor", "long-run"]).chain((own) => qosOf(own, partitions));

function qosOf(own: readonly string[], partitions: DrawnPartitions): fc.Arbitrary<DrawnQos> {
  const all = Object.values(partitions);
  const one = (name: string, index: number) =>
    optional(fc.subarray(Object.keys(partitions), { minLength: 1 })).chain((only) =>
      fc
        .tuple(
          qosIn(only?.map((each) => partitions[each]!) ?? all, ["scavenger", "standard", ...own.slice(0, index)]),
          fc.boolean(),
        )
        .map(([given, everyone]) => [name, { ...given, everyone, ...(only && { partitions: only }) }] as const),
    );
  const builtIn = (name: string, below: readonly string[]) =>
    optional(qosIn(all, below)).map((given) => [name, given] as const);
  return fc
    .tuple(fc.tuple(...own.map(one)), builtIn("scavenger", []), builtIn("standard", ["scavenger"]))
    .map(([some, ...others]) =>
      Object.fromEntries<DrawnQos[string]>([
        ...some,
        ...others.flatMap(([name, given]) => (given ? [[name, given] as const] : [])),
      ]),
    );
}

/** Any legal partitions, QOS and teams, for the node groups of `POLICIES`. */
export const legalPolicies: fc.Arbitrary<DrawnPolicies> = legalPartitions.chain((partitions) =>
  legalQos(partitions).chain((qos) => {
    const names = Object.entries(qos).flatMap(([name, { partitions: only }]) =>
      name === "scavenger" || name === "standard" ? [] : [[name, only ?? null] as const],
    );
    const types = typesOf(Object.values(partitions));
    const [type] = types;
    return fc
      .record({
        teams: teamsFor({
          partitions: Object.keys(partitions),
          qos: { ...Object.fromEntries(names), high: null },
          gpus: gpusOf(types),
          ...(type !== undefined && { type }),
        }),
        prune: fc.boolean(),
        halfLifeDays: fc.constantFrom(0.5, 3.5, 7, 365),
      })
      .map(({ teams, prune, halfLifeDays }) => ({
        slurm: {
          prune,
          halfLifeDays,
          submit: {},
          qos,
          partitions,
          defaultTeams: defaults(teams),
        },
        teams,
      }));
  }),
);

/** Who is in several teams has the first of them. */
function defaults(teams: Record<string, { readonly users?: readonly string[] }>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, { users = [] }] of Object.entries(teams)) for (const user of users) found[user] ??= name;
  return found;
}

/** An environment with the node groups of `POLICIES`, and nothing of Slurm or teams but what was drawn. */
export function sampleOf({ slurm, teams }: DrawnPolicies): Sample {
  const { slurm: _, teams: __, ...base } = LEGAL;
  return sample({ teams }, NOW, { ...base, nodeGroups: POLICIES.nodeGroups, slurm } satisfies Change);
}
