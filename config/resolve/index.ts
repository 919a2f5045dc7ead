import type { Environment } from "../schema/environment";
import { resolveCheckpoints, type ResolvedCheckpoints } from "./checkpoints";
import { resolveCluster, type ResolvedCluster } from "./cluster";
import { resolveCost, type ResolvedCost } from "./cost";
import { deepFreeze } from "./freeze";
import { resolveLustre, type ResolvedLustre } from "./lustre";
import { bucketName, namesOf, type Names } from "./names";
import { resolveNodeGroup, type ResolvedNodeGroup } from "./node-groups";
import { resolveNetwork, type ResolvedNetwork } from "./subnets";
import { resolveSlurm, type ResolvedSlurm } from "./slurm";
import { resolveTags } from "./tags";
import { partitionOf, type Partition } from "./partition";

/** Everything that follows from an environment and the facts. Frozen; stacks and scripts compute none of it again. */
export interface ResolvedEnvironment {
  readonly name: string;
  readonly account: string;
  readonly region: string;
  readonly partition: Partition;
  readonly production: boolean;
  readonly tags: Readonly<Record<string, string>>;
  readonly names: Names;
  readonly state:
    { readonly kind: "s3"; readonly bucket: string } | { readonly kind: "local"; readonly directory: string };
  readonly network: ResolvedNetwork;
  readonly cluster: ResolvedCluster;
  readonly nodeGroups: readonly ResolvedNodeGroup[];
  readonly lustre: ResolvedLustre | null;
  readonly checkpoints: ResolvedCheckpoints | null;
  readonly gpu: Environment["gpu"];
  readonly slurm: ResolvedSlurm | null;
  readonly platform: Environment["platform"];
  readonly monitoring: Environment["monitoring"];
  readonly teams: Environment["teams"];
  readonly cost: ResolvedCost;
  /** Environment that wrote a value, by the JSON of its path; values that the environment wrote itself are left out. */
  readonly origins: ReadonlyMap<string, string>;
}

/**
 * Resolves an environment whose shape is right. Never fails: what cannot be is left for the rules to tell, in words.
 * @param origins where inherited values come from
 * @param now decides on which side of their window Capacity Blocks are
 */
export function resolveEnvironment(
  config: Environment,
  origins: ReadonlyMap<string, string>,
  now: Date,
): ResolvedEnvironment {
  const production = config.profile === "production";
  const network = resolveNetwork(config.network);
  const nodeGroups = Object.entries(config.nodeGroups).map(([name, group]) =>
    resolveNodeGroup(name, group, config, network.zones, now),
  );
  const lustre = resolveLustre(config, nodeGroups, network.zones);
  const checkpoints = resolveCheckpoints(config, nodeGroups, lustre);
  const env: Omit<ResolvedEnvironment, "cost"> = {
    name: config.name,
    account: config.account,
    region: config.region,
    partition: partitionOf(config.region),
    production,
    tags: resolveTags(config),
    names: namesOf(config.name),
    state:
      config.state.kind === "s3"
        ? {
            kind: "s3",
            bucket: config.state.bucket ?? bucketName(config.name, "tfstate", config.account, config.region),
          }
        : config.state,
    network,
    cluster: resolveCluster(config, now),
    nodeGroups,
    lustre,
    checkpoints,
    gpu: config.gpu,
    slurm: resolveSlurm(config.slurm),
    platform: config.platform,
    monitoring: config.monitoring,
    teams: config.teams,
    origins,
  };
  return deepFreeze({ ...env, cost: resolveCost(env) });
}
