import fc from "fast-check";

const NAMES = ["alpha", "beta", "gamma", "delta", "all-in", "team-x", "constructor"];
const PEOPLE = ["ada", "grace", "jane.doe", "a_b", "x"];

/** What teams may name: partitions, and QOS with those in which each may be used. */
export interface TeamWorld {
  readonly partitions: readonly string[];
  /** Null: all partitions. */
  readonly qos: Readonly<Record<string, readonly string[] | null>>;
  /** How many GPUs there are. */
  readonly gpus: number;
  /** A type of GPUs that a partition has. @default - none */
  readonly type?: string;
}

interface Drawn {
  readonly name: string;
  /** How far back in the list the team above stands; 0 is none. */
  readonly above: number;
  readonly share: number;
  readonly gpus: number | undefined;
  readonly type: boolean;
  readonly hours: boolean;
  readonly burst: boolean;
  readonly users: readonly string[];
  readonly coordinator: boolean;
  readonly partitions: readonly string[] | undefined;
  readonly qos: readonly string[];
}

const drawn = (name: string, { partitions, qos }: TeamWorld): fc.Arbitrary<Drawn> =>
  fc.record({
    name: fc.constant(name),
    above: fc.nat(3),
    share: fc.integer({ min: 1, max: 10_000 }),
    gpus: fc.option(fc.nat(32), { nil: undefined }),
    type: fc.boolean(),
    hours: fc.boolean(),
    burst: fc.boolean(),
    users: fc.subarray(PEOPLE),
    coordinator: fc.boolean(),
    partitions: fc.option(fc.subarray([...partitions], { minLength: 1 }), { nil: undefined }),
    qos: fc.subarray(Object.keys(qos)),
  });

/**
 * Teams of any legal tree, with limits that add up, for partitions and QOS. Each part of a tree has gpus where the one above
 * has, so that nothing leaves the quota above.
 */
export const teamsFor = (world: TeamWorld): fc.Arbitrary<Record<string, object>> =>
  fc
    .subarray(NAMES, { minLength: 1 })
    .chain((names) => fc.tuple(...names.map((name) => drawn(name, world))))
    .map((all) => {
      const teams: Record<string, { gpus?: number; parent?: string } & Record<string, unknown>> = {};
      const left: Record<string, number> = {};
      const open: Record<string, readonly string[] | undefined> = {};
      for (const [index, one] of all.entries()) {
        const parent = one.above > 0 ? all[index - one.above]?.name : undefined;
        // what is left of the next one above with a quota
        let owner = parent;
        while (owner !== undefined && left[owner] === undefined) owner = teams[owner]?.parent;
        const most = owner === undefined ? world.gpus : left[owner]!;
        const gpus = one.gpus === undefined ? undefined : Math.min(one.gpus, most);
        if (gpus !== undefined) {
          if (owner !== undefined) left[owner] = most - gpus;
          left[one.name] = gpus;
        }
        const higher = parent === undefined ? undefined : open[parent];
        const partitions = one.partitions?.filter((name) => higher?.includes(name) ?? true);
        open[one.name] = partitions?.length ? partitions : higher;
        const may = open[one.name] ?? world.partitions;
        // within a tree the parts of a type, and of hours, would have to add up, too
        const atTop = gpus !== undefined && parent === undefined;
        teams[one.name] = {
          share: one.share,
          ...(parent !== undefined && { parent }),
          ...(gpus !== undefined && { gpus }),
          ...(atTop && one.type && world.type !== undefined && { gpusByType: { [world.type]: Math.min(gpus, 8) } }),
          ...(atTop && one.hours && { gpuHours: 100_000 }),
          ...(gpus !== undefined && one.burst && world.gpus > 0 && { burst: Math.min(8, world.gpus) }),
          users: one.users,
          ...(one.coordinator && one.users.length > 0 && { coordinators: one.users.slice(0, 1) }),
          ...(partitions?.length && { partitions }),
          qos: one.qos.filter((name) => world.qos[name]?.some((partition) => may.includes(partition)) ?? true),
        };
      }
      return teams;
    });

/** For the partitions and QOS of `POLICIES`. */
export const legalTeams = teamsFor({
  partitions: ["train", "small", "prep"],
  qos: { high: null, debug: null },
  gpus: 32,
  type: "h100",
});
