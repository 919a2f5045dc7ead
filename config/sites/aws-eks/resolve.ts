import { isInSlurm } from "../../slurm/partitions";
import type { AwsConfig } from "./schema";
import type { AwsEnvironment } from "./environment";
import { mainLustre } from "../../storage/fsx-lustre/resolve";
import { resolveStorage } from "../../storage/resolve";
import { resolveCi } from "./ci/resolve";
import { resolveCheckpoints } from "../../checkpoints/resolve";
import { resolveCluster } from "./cluster/resolve";
import { resolveCost } from "../../money/cost";
import { deepFreeze } from "../../kernel/freeze";
import { resolveGovernance } from "../../money/governance";
import { resolveLifetime } from "../../lifetime/resolve";
import { bucketName, namesOf } from "../../names/resolve";
import { resolveNodeGroup, withVolumes } from "./nodes/resolve";
import { withTuning } from "./nodes/tuning";
import { resolveSchedule } from "../../schedule/resolve";
import { resolvePrices } from "../../money/price-book";
import { mirrorsOf, resolveImageCache } from "./image-cache/resolve";
import { AMP_SERVICE, workspaces } from "../../monitoring/remote-write";
import { XRAY_SERVICE } from "../../traces/traces";
import { resolveNetwork } from "./network/resolve";
import { withoutProxy } from "./network/without-proxy";
import { resolveCommon } from "../resolve";
import { resolveTags } from "../../owner/tags";
import { partitionOf } from "./account/partition";
import { resolveHybridPool } from "./hybrid/pool";
import type { AwsPool } from "./nodes/node-group";
import { ec2Entries, hybridEntries } from "./nodes/ec2-groups";

/**
 * Resolves an environment whose shape is right. Never fails: what cannot be is left for the rules to tell, in words.
 * @param origins where inherited values come from
 * @param now decides on which side of their window Capacity Blocks are, and what is over or paused
 */
export function resolveAwsEks(config: AwsConfig, origins: ReadonlyMap<string, string>, now: Date): AwsEnvironment {
  const names = namesOf(config.name, config.adopt?.cluster?.name);
  const network = resolveNetwork(config.network, config.cluster.zones, calledServices(config));
  const imageCache = resolveImageCache(config);
  const lifetime = resolveLifetime(config.lifetime, now);
  const unplaced = ec2Entries(config).map(([name, group]) => resolveNodeGroup(name, group, config, network, now));
  const prices = resolvePrices(config, now);
  const storage = resolveStorage({ env: config, groups: unplaced, zones: network.zones });
  const lustre = mainLustre(config, storage);
  const written = new Map(ec2Entries(config));
  const groups = unplaced.map((group) => withTuning(withVolumes(group, storage), written.get(group.name)?.tuning));
  const nodeGroups = inOrder(config, [
    ...groups,
    ...hybridEntries(config).map(([name, pool]) =>
      resolveHybridPool(name, pool, config, isInSlurm(config.slurm, name)),
    ),
  ]);
  const schedule = resolveSchedule(config.schedule, groups, prices, now);
  const checkpoints = resolveCheckpoints(config, groups, lustre);
  const env: Omit<AwsEnvironment, "cost"> = {
    site: "aws-eks",
    ...resolveCommon(config, origins, {
      nodeGroups,
      schedule,
      near: withoutProxy(config, network),
      buckets: { checkpoints, region: config.region, account: config.account },
    }),
    platform: { ...config.platform, images: { ...config.platform.images, mirrors: mirrorsOf(config, imageCache) } },
    imageCache,
    account: config.account,
    region: config.region,
    partition: partitionOf(config.region),
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
    adopt: config.adopt ?? null,
    schedule,
    lifetime,
    governance: resolveGovernance({
      config,
      names: namesOf(config.name),
      partition: partitionOf(config.region),
      tags: resolveTags(config),
    }),
    prices,
    written: config,
  };
  return deepFreeze({ ...env, cost: resolveCost(env) });
}

/** As config has them: reviews and pages name them in the order of their author. */
function inOrder({ nodeGroups }: AwsConfig, pools: readonly AwsPool[]): AwsPool[] {
  const byName = new Map(pools.map((pool) => [pool.name, pool]));
  return Object.keys(nodeGroups).flatMap((name) => byName.get(name) ?? []);
}

/** Services that an environment calls by what its config names. */
const calledServices = ({ region, monitoring, traces }: AwsConfig): readonly string[] => [
  ...(monitoring.enabled && workspaces(monitoring.remoteWrite).some(([, workspace]) => workspace.region === region)
    ? [AMP_SERVICE]
    : []),
  ...(traces.to.kind === "xray" ? [XRAY_SERVICE] : []),
];
