import { own } from "../../../config/kernel/own";
import { DEFAULT_QUEUE, OPERATOR_KINDS } from "../../../config/facts/kueue";
import { textHash } from "../../core/text-hash";
import type { ClusterRole, KubernetesObject, RoleBinding } from "../../kubernetes/objects";
import type {
  ClusterQueue,
  KueueTopology,
  LocalQueue,
  QueueResource,
  ResourceFlavor,
  WorkloadPriorityClass,
} from "../../kubernetes/queue-resources";
import { tolerate } from "../tolerations";
import { PODS, TEAM_LABEL } from "./manager-config";
import type { QueuedPool, QueuedTeam, Queues } from "./queues";

/** Teams of one environment borrow from each other. */
const COHORT = "railyard";

/** The queue of all teams, where history decides. */
const COMMON_QUEUE = "teams";

/** Lets a group see queues and workloads of a namespace. The chart makes it. */
const USER_ROLE = "kueue-batch-user-role";

/**
 * What a job may call itself with the label kueue.x-k8s.io/priority-class: those of a higher one go first, and take GPUs back. A job
 * without the label has 0, as normal ones.
 * @see https://kueue.sigs.k8s.io/docs/concepts/workload_priority_class/
 */
const PRIORITIES = [
  { name: "low", value: -1000, description: "Gives way to every other job of its team" },
  { name: "normal", value: 0, description: "Everyday jobs, as those that say nothing" },
  { name: "high", value: 1000, description: "Before everyday jobs of its team" },
] as const;

/** More than a cluster has, so that it limits nobody. @see https://kubernetes.io/docs/setup/best-practices/cluster-large/ */
const MOST_PODS = 150_000;

/** Queues of the teams, and what they hand out. */
export function queueObjects(queues: Queues, groups: ReadonlyMap<string, readonly string[]>): KubernetesObject[] {
  const { pools, teams, sharing } = queues;
  const flavors = pools.map(flavor);
  const topologies = new Map(pools.flatMap(({ levels }) => (levels ? [[topologyName(levels), levels] as const] : [])));
  const resources: QueueResource[] = [
    ...[...topologies].map(([name, levels]) => topology(name, levels)),
    ...flavors,
    ...PRIORITIES.map(priority),
    ...(sharing.kind === "quota" ? teams.map((team) => teamQueue(team, queues)) : [commonQueue(queues)]),
    ...teams.map((team) => localQueue(team, sharing.kind)),
  ];
  return [
    ...resources,
    ...editors(queues.operators),
    ...teams.flatMap(({ name }) => viewers(name, groups.get(name) ?? [])),
  ];
}

const queue = <Kind extends string, Spec>(kind: Kind, name: string, spec: Spec) =>
  ({ apiVersion: "kueue.x-k8s.io/v1beta2", kind, metadata: { name }, spec }) as const;

const topology = (name: string, levels: readonly string[]): KueueTopology =>
  queue("Topology", name, { levels: levels.map((nodeLabel) => ({ nodeLabel })) });

/** Levels of a topology cannot be changed: others are another one. */
const topologyName = (levels: readonly string[]): string => `railyard-${textHash(JSON.stringify(levels))}`;

/** As a flavor with a topology is never changed, its name follows from what it says. */
function flavor({ name, nodeSelector, taints, levels }: QueuedPool): ResourceFlavor {
  const tolerations = tolerate(taints);
  const spec = {
    nodeLabels: nodeSelector,
    ...(tolerations.length > 0 && { tolerations }),
    ...(levels && { topologyName: topologyName(levels) }),
  };
  return queue("ResourceFlavor", `${name}-${textHash(JSON.stringify(spec))}`, spec);
}

const priority = ({ name, value, description }: (typeof PRIORITIES)[number]): WorkloadPriorityClass => ({
  apiVersion: "kueue.x-k8s.io/v1beta2",
  kind: "WorkloadPriorityClass",
  metadata: { name },
  value,
  description,
});

/** What is the team's own, and what it may borrow. Jobs that borrow end when their GPUs are wanted back. */
function teamQueue({ name, share, gpus }: QueuedTeam, { pools, sharing }: Queues): ClusterQueue {
  const borrows = sharing.kind === "quota" && sharing.borrowing;
  return queue("ClusterQueue", name, {
    cohortName: COHORT,
    namespaceSelector: { matchLabels: { [TEAM_LABEL]: name } },
    queueingStrategy: "BestEffortFIFO",
    resourceGroups: resourceGroups(pools, (pool) => own(gpus, pool.name) ?? 0, borrows ? {} : { borrowingLimit: 0 }),
    preemption: { withinClusterQueue: "LowerPriority", reclaimWithinCohort: "Any" },
    fairSharing: { weight: String(share) },
  });
}

/** One queue for all: the usage of each team's own queue decides whose job goes first. */
function commonQueue({ pools, teams }: Queues): ClusterQueue {
  const all = (pool: QueuedPool) => teams.reduce((sum, { gpus }) => sum + (own(gpus, pool.name) ?? 0), 0);
  return queue("ClusterQueue", COMMON_QUEUE, {
    namespaceSelector: {
      matchExpressions: [{ key: TEAM_LABEL, operator: "In", values: teams.map(({ name }) => name) }],
    },
    queueingStrategy: "BestEffortFIFO",
    resourceGroups: resourceGroups(pools, all, {}),
    preemption: { withinClusterQueue: "LowerPriority" },
    admissionScope: { admissionMode: "UsageBasedAdmissionFairSharing" },
  });
}

/**
 * Pools are one group, since they share the count of pods; a pool has nothing of what it does not offer. Pods are counted so that
 * each has a pool: where pools have topologies, Kueue admits no job of which a pod has none, such as what starts the others and
 * asks for no GPU.
 */
function resourceGroups(
  pools: readonly QueuedPool[],
  gpusOf: (pool: QueuedPool) => number,
  limits: { readonly borrowingLimit?: number },
): ClusterQueue["spec"]["resourceGroups"] {
  const offered = [...new Set(pools.flatMap(({ offers }) => offers.map(({ resource }) => resource)))];
  const flavors = pools.map((pool) => ({
    name: flavor(pool).metadata.name,
    resources: [
      ...offered.map((name) => {
        const perGpu = pool.offers.find(({ resource }) => resource === name)?.perGpu ?? 0;
        return { name, nominalQuota: Math.floor(gpusOf(pool) * perGpu), ...limits };
      }),
      { name: PODS, nominalQuota: MOST_PODS, ...limits },
    ],
  }));
  return [{ coveredResources: [...offered, PODS], flavors }];
}

/** The queue of jobs that name none. */
const localQueue = ({ name, share }: QueuedTeam, kind: Queues["sharing"]["kind"]): LocalQueue => ({
  apiVersion: "kueue.x-k8s.io/v1beta2",
  kind: "LocalQueue",
  metadata: { name: DEFAULT_QUEUE, namespace: name, labels: { [TEAM_LABEL]: name } },
  spec: {
    clusterQueue: kind === "quota" ? name : COMMON_QUEUE,
    ...(kind === "history" && { fairSharing: { weight: String(share) } }),
  },
});

/** Who may edit what is in a namespace may edit jobs of the operators as well: Kubernetes adds the rules to its own role. */
const editors = (operators: Queues["operators"]): ClusterRole[] =>
  operators.length === 0
    ? []
    : [
        {
          apiVersion: "rbac.authorization.k8s.io/v1",
          kind: "ClusterRole",
          metadata: {
            name: "railyard-queued-jobs",
            labels: { "rbac.authorization.k8s.io/aggregate-to-edit": "true" },
          },
          rules: operators.map((operator) => ({
            apiGroups: [OPERATOR_KINDS[operator].apiGroup],
            resources: OPERATOR_KINDS[operator].resources,
            verbs: ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"],
          })),
        },
      ];

const viewers = (team: string, groups: readonly string[]): RoleBinding[] =>
  groups.length === 0
    ? []
    : [
        {
          apiVersion: "rbac.authorization.k8s.io/v1",
          kind: "RoleBinding",
          metadata: { name: "railyard-queues", namespace: team, labels: { [TEAM_LABEL]: team } },
          roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: USER_ROLE },
          subjects: groups.map((group) => ({ apiGroup: "rbac.authorization.k8s.io", kind: "Group", name: group })),
        },
      ];
