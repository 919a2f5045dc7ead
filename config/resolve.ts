import type { AdoptConfig } from "./sites/aws-eks/adopt/schema";
import type { Environment } from "./schema";
import type { ResolvedVolume } from "./storage/kind";
import { mainLustre, resolveStorage } from "./storage/resolve";
import { resolveCi, type ResolvedCi } from "./sites/aws-eks/ci/resolve";
import { resolveCheckpoints, type ResolvedCheckpoints } from "./checkpoints/resolve";
import { resolveCluster, type ResolvedCluster } from "./sites/aws-eks/cluster/resolve";
import { resolveCost, type ResolvedCost } from "./money/cost";
import { deepFreeze } from "./kernel/freeze";
import { resolveGovernance, type ResolvedGovernance } from "./money/governance";
import { resolveLifetime, type ResolvedLifetime } from "./lifetime/resolve";
import type { ResolvedLustre } from "./storage/fsx-lustre/resolve";
import { bucketName, namesOf, type Names } from "./names/resolve";
import { resolveNodeGroup, withVolumes, type ResolvedNodeGroup } from "./sites/aws-eks/nodes/resolve";
import { resolveSchedule, type ResolvedSchedule } from "./schedule/resolve";
import { resolvePrices, type PriceBook } from "./money/price-book";
import { resolveNetwork, type ResolvedNetwork } from "./sites/aws-eks/network/resolve";
import { resolveSlurm, type ResolvedSlurm } from "./slurm/resolve";
import { resolveTags } from "./owner/tags";
import type { Partition } from "./facts/regions";
import { partitionOf } from "./sites/aws-eks/account/partition";

/** Everything that follows from an environment and the facts. Frozen; stacks and scripts compute none of it again. */
export interface ResolvedEnvironment {
  readonly site: "aws-eks";
  readonly name: string;
  readonly account: string;
  readonly region: string;
  readonly partition: Partition;
  readonly production: boolean;
  readonly tags: Readonly<Record<string, string>>;
  readonly names: Names;
  readonly state:
    { readonly kind: "s3"; readonly bucket: string } | { readonly kind: "local"; readonly directory: string };
  readonly ci: ResolvedCi | null;
  readonly network: ResolvedNetwork;
  readonly cluster: ResolvedCluster;
  readonly nodeGroups: readonly ResolvedNodeGroup[];
  /** Every volume that pods mount, `lustre` among them. */
  readonly storage: readonly ResolvedVolume[];
  /** Of them the FSx for Lustre file system that checkpoints are on; null: there is none. */
  readonly lustre: ResolvedLustre | null;
  readonly checkpoints: ResolvedCheckpoints | null;
  readonly gpu: Environment["gpu"];
  readonly slurm: ResolvedSlurm | null;
  readonly platform: Environment["platform"];
  readonly monitoring: Environment["monitoring"];
  readonly teams: Environment["teams"];
  /** What was there before, and is managed from now on; null: nothing was. */
  readonly adopt: AdoptConfig | null;
  /** Hours in which nodes run; null: day and night. */
  readonly schedule: ResolvedSchedule | null;
  /** Null: until somebody destroys it. */
  readonly lifetime: ResolvedLifetime | null;
  /** Budgets, and whom alarms about money reach; null: nobody watches. */
  readonly governance: ResolvedGovernance | null;
  /** When GPUs that are held count as idle; null: nobody looks. */
  readonly idle: NonNullable<Environment["idle"]> | null;
  /** What the account pays where it has agreed on prices of its own. */
  readonly prices: PriceBook;
  readonly cost: ResolvedCost;
  /** As written, with defaults: to name the key of what cannot be made. */
  readonly written: Environment;
  /** Environment that wrote a value, by the JSON of its path; values that the environment wrote itself are left out. */
  readonly origins: ReadonlyMap<string, string>;
}

/**
 * Resolves an environment whose shape is right. Never fails: what cannot be is left for the rules to tell, in words.
 * @param origins where inherited values come from
 * @param now decides on which side of their window Capacity Blocks are, and what is over or paused
 */
export function resolveEnvironment(
  config: Environment,
  origins: ReadonlyMap<string, string>,
  now: Date,
): ResolvedEnvironment {
  const names = namesOf(config.name, config.adopt?.cluster?.name);
  const production = config.profile === "production";
  const network = resolveNetwork(config.network, config.cluster.zones);
  const lifetime = resolveLifetime(config.lifetime, now);
  const unplaced = Object.entries(config.nodeGroups).map(([name, group]) =>
    resolveNodeGroup(name, group, config, network, now),
  );
  const prices = resolvePrices(config, now);
  const storage = resolveStorage({ env: config, groups: unplaced, zones: network.zones });
  const lustre = mainLustre(config, storage);
  const nodeGroups = unplaced.map((group) => withVolumes(group, storage));
  const schedule = resolveSchedule(config.schedule, nodeGroups, prices, now);
  const checkpoints = resolveCheckpoints(config, nodeGroups, lustre);
  const env: Omit<ResolvedEnvironment, "cost"> = {
    site: "aws-eks",
    name: config.name,
    account: config.account,
    region: config.region,
    partition: partitionOf(config.region),
    production,
    tags: resolveTags(config),
    names,
    state:
      config.state.kind === "s3"
        ? {
            kind: "s3",
            bucket:
              config.state.bucket ??
              config.adopt?.stateBucket?.name ??
              bucketName(config.name, "tfstate", config.account, config.region),
          }
        : config.state,
    ci: resolveCi(config, names),
    network,
    cluster: resolveCluster(config, now),
    nodeGroups,
    storage,
    lustre,
    checkpoints,
    gpu: config.gpu,
    slurm: resolveSlurm(config.slurm, schedule),
    platform: config.platform,
    monitoring: config.monitoring,
    teams: config.teams,
    adopt: config.adopt ?? null,
    schedule,
    lifetime,
    governance: resolveGovernance({
      config,
      names: namesOf(config.name),
      partition: partitionOf(config.region),
      tags: resolveTags(config),
    }),
    idle: config.idle ?? null,
    prices,
    written: config,
    origins,
  };
  return deepFreeze({ ...env, cost: resolveCost(env) });
}
