import { plannedAbsences } from "../../../config/monitoring/planned-absence";
import { CHARTS } from "../../../config/facts/versions";
import type { KubernetesEnvironment } from "../../../config/sites/kubernetes/environment";
import { commonLabels } from "../../../config/pools/existing/labels";
import { layerLabels, MOST_LAYERS } from "../../../config/topology/layer-label";
import { teamsOf } from "../../../config/teams/resolve";
import type { Placement, Toleration } from "../../../constructs/cluster/placement";
import type { VolumesContext } from "../../../constructs/platform/component";
import { driftMetrics } from "../../../constructs/platform/drift-metrics";
import { jobLogCollector } from "../../../constructs/platform/logs/job-log-collector";
import { CLUSTER_COMPONENTS } from "../../../constructs/platform/components";
import { teamVolumes, volumes } from "../../../constructs/platform/volumes";
import type { BaseStack } from "../../base-stack";
import { allTaints, trustingNamespaces } from "../../in-cluster";
import { claimExistingVolumes } from "../../storage/existing-volumes";
import type { ClusterSite } from "../site";
import { KUBERNETES_GROUND } from "./ground";
import { clusterAuth } from "./kubernetes-auth";
import { queuesOf } from "../../queues";

/** What components know in a cluster that somebody has made. */
export interface ExistingContext extends VolumesContext {
  readonly env: KubernetesEnvironment;
}

/** What a cluster that somebody has made gives to the stacks in it. */
export function existingCluster({ cluster, nodeGroups }: KubernetesEnvironment): ClusterSite<ExistingContext> {
  const placement = placementOf(cluster);
  return {
    ground: KUBERNETES_GROUND,
    kubernetesAuth: clusterAuth,
    placement,
    storageClasses: cluster.storageClasses,
    components: [...CLUSTER_COMPONENTS, volumes, teamVolumes, driftMetrics, jobLogCollector],
    context: (stack) => contextOf(stack, placement),
    before: [],
    jobsAccount: null,
    topologyLabels: {
      nodes: selectorOf(nodeGroups),
      layers: layerLabels(cluster.layersFrom, MOST_LAYERS),
    },
    loginService: {
      kind: "cluster",
      loadBalancerClass: cluster.loadBalancers?.class ?? null,
      annotations: cluster.loadBalancers?.annotations ?? {},
    },
  };
}

function contextOf(stack: BaseStack<KubernetesEnvironment>, placement: Placement): ExistingContext {
  const { env } = stack;
  return {
    env,
    nodes: env.nodeGroups.reduce((sum, { count }) => sum + count.max, 0),
    taints: allTaints(stack),
    placement,
    storageClassName: env.cluster.storageClasses.usual,
    teams: teamsOf(env),
    costs: null,
    usdPerGpuHour: null,
    queues: queuesOf(env),
    absences: plannedAbsences(env),
    trustingNamespaces: trustingNamespaces(stack),
    alarms: () => null,
    metricsWriter: () => null,
    logReader: () => null,
    logWriter: () => null,
    traceWriter: () => null,
    nodeReplacer: () => [],
    claimVolumes: (some, namespaces, place) => claimExistingVolumes(some, { ...place, namespaces }),
    jobs: { namespace: CHARTS.slurm.namespace },
  };
}

/** Labels that all nodes of all pools have, as kubectl selects by them. */
const selectorOf = (pools: KubernetesEnvironment["nodeGroups"]): string =>
  Object.entries(commonLabels(pools.map(({ nodeSelector }) => nodeSelector)))
    .map(([key, value]) => `${key}=${value}`)
    .join(",");

/** Nodes for controllers, whose taints they bear. */
function placementOf({ systemNodes: { labels, taints } }: KubernetesEnvironment["cluster"]): Placement {
  return {
    nodeSelector: labels,
    tolerations: taints.map(({ key, value, effect }): Toleration =>
      value === undefined ? { key, operator: "Exists", effect } : { key, operator: "Equal", value, effect },
    ),
  };
}
