import { plannedAbsences } from "../../../config/monitoring/planned-absence";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { nodesAtMost } from "../../../config/sites/aws-eks/cluster/nodes-at-most";
import { blockTime } from "../../../config/slurm/block-ends";
import { teamsWithRole } from "../../../config/datasets/access";
import { teamsOf } from "../../../config/teams/resolve";
import { lustresOf } from "../../../config/storage/fsx-lustre/per-file-system";
import type { Placement } from "../../../constructs/cluster/placement";
import { SYSTEM_NODE_LABELS } from "../../../constructs/cluster/system-node-group";
import { alarmReceiver } from "../../../constructs/platform/alarm-receiver";
import { logReader } from "../../../constructs/platform/grafana-log-reader";
import { logWriter } from "../../../constructs/platform/logs/log-writer";
import { traceWriter } from "../../../constructs/platform/traces/trace-writer";
import { metricsWriter } from "../../../constructs/platform/remote-write";
import type { PlatformContext } from "../../../constructs/platform/component";
import { PLATFORM_COMPONENTS } from "../../../constructs/platform/components";
import { DEFAULT_STORAGE_CLASS, RETAINED } from "../../../constructs/platform/storage-class";
import type { BaseStack } from "../../base-stack";
import { tierAgent } from "../../tier-agent";
import { jobPrefixes, prunedTiers } from "../../checkpoint-tiers";
import type { ClusterStack } from "../../cluster-stack";
import { costRulesProps, meanUsdPerGpuHour } from "../../cost-watch";
import type { GovernanceStack } from "../../governance-stack";
import { allTaints, trustingNamespaces } from "../../in-cluster";
import type { NetworkStack } from "../../network-stack";
import { jobsHaveRole } from "../../dataset-access";
import { consume } from "../../shared-values";
import { JOBS_NAMESPACE, JOBS_SERVICE_ACCOUNT, type StorageStack } from "../../storage-stack";
import { claimVolumes, outputsOf } from "../../storage/volumes";
import type { ClusterSite } from "../site";
import { databaseBackup, stateBackup } from "./slurm-backups";
import { AWS_GROUND } from "./ground";
import { nodeRepairRole, nodeReplacer } from "./node-repair";
import { karpenterPools } from "./karpenter-pools";
import { eksAuth } from "./kubernetes-auth";
import { queuesOf } from "../../queues";

/** Nodes for controllers. */
const SYSTEM_PLACEMENT: Placement = { nodeSelector: SYSTEM_NODE_LABELS, tolerations: [] };

/** Stacks whose values those in the cluster take. */
interface Below {
  readonly network: NetworkStack;
  readonly cluster: ClusterStack;
  readonly storage: StorageStack;
  /** Null where nobody watches money. */
  readonly governance: GovernanceStack | null;
}

/** What EKS gives to the stacks in its cluster. */
export function eksCluster(env: AwsEnvironment, below: Below): ClusterSite<PlatformContext> {
  const { cluster, storage } = below;
  const { checkpoints } = env;
  return {
    ground: AWS_GROUND,
    kubernetesAuth: (stack) => eksAuth(stack, consume(stack, cluster, cluster.values)),
    placement: SYSTEM_PLACEMENT,
    storageClasses: { usual: DEFAULT_STORAGE_CLASS, retained: RETAINED.name },
    components: PLATFORM_COMPONENTS,
    context: (stack) => platformContext(stack, below),
    before: [],
    jobsAccount: jobsHaveRole(env) ? JOBS_SERVICE_ACCOUNT : null,
    repairRole: nodeRepairRole,
    ...(checkpoints && {
      backUp: (stack, accounting) =>
        databaseBackup(stack, checkpoints, accounting, consume(stack, storage, storage.values), SYSTEM_PLACEMENT),
      backUpState: (stack, slurm) =>
        stateBackup(stack, checkpoints, slurm, consume(stack, storage, storage.values), SYSTEM_PLACEMENT),
    }),
  };
}

function platformContext(
  stack: BaseStack<AwsEnvironment>,
  { network, cluster, storage, governance }: Below,
): PlatformContext {
  const { env } = stack;
  const { checkpoints, lustre, partition } = env;
  const volumes = consume(stack, storage, storage.values);
  const warm = checkpoints?.warm;
  // the only link to S3 is that of checkpoints
  const exports = (name: string): boolean =>
    name === lustre?.name && warm != null && (warm.export.length > 0 || warm.exportDeletes);
  const below = { network: consume(stack, network, network.values), cluster: consume(stack, cluster, cluster.values) };
  const context: PlatformContext = {
    env,
    partition,
    ...below,
    storage: volumes,
    lustreFileSystems: () =>
      lustresOf(env).map((volume) => ({
        name: volume.name,
        fileSystemId: outputsOf(volumes, volume)["fileSystemId"] ?? "",
        exported: exports(volume.name),
      })),
    blockEnds: env.nodeGroups.flatMap((pool) => {
      const time = blockTime(pool);
      return time ? [{ group: pool.name, end: time.end }] : [];
    }),
    lustreSizes: lustresOf(env).map(({ name, size: { capacityGiB }, throughputMBps }) => ({
      name,
      capacityGiB,
      throughputMBps,
      exported: exports(name),
    })),
    claimVolumes: (some, namespaces, place) => claimVolumes(some, volumes, { ...place, namespaces }),
    karpenterPools: () => karpenterPools(env, below),
    alarmTopic: () => governance && consume(stack, governance, governance.values),
    alarms: (scope, namespace) => alarmReceiver(context, scope, namespace),
    metricsWriter: (scope, namespace) => metricsWriter(context, scope, namespace),
    logReader: (scope, namespace) => logReader(context, scope, namespace),
    logWriter: (scope, account) => logWriter(context, scope, account),
    traceWriter: (scope) => traceWriter(context, scope),
    nodeReplacer: (scope, repair) => nodeReplacer(env, scope, repair),
    nodes: nodesAtMost(env),
    taints: allTaints(stack),
    placement: SYSTEM_PLACEMENT,
    storageClassName: DEFAULT_STORAGE_CLASS,
    teams: teamsOf(env),
    costs: costRulesProps(env),
    usdPerGpuHour: meanUsdPerGpuHour(env),
    queues: queuesOf(env),
    absences: plannedAbsences(env),
    trustingNamespaces: trustingNamespaces(stack),
    jobPrefixes: checkpoints && jobPrefixes(checkpoints),
    datasetTeams: teamsWithRole(env.datasets, Object.keys(env.teams)),
    jobsHaveRole: jobsHaveRole(env),
    prunedTiers: checkpoints && prunedTiers(checkpoints, lustre && lustre.mount.claimName),
    tierAgent: tierAgent(env),
    jobs: { namespace: JOBS_NAMESPACE, serviceAccount: JOBS_SERVICE_ACCOUNT },
  };
  return context;
}
