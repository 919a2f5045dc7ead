import type { Queues } from "./queues";

/** Label of the namespaces of teams. */
export const TEAM_LABEL = "railyard.dev/team";

/** A resource that Kueue counts of every job where its queue has it. */
export const PODS = "pods";

/**
 * Configuration of Kueue's manager. The chart takes it whole: what is left out here is not the chart's own, but the program's.
 *
 * Only namespaces of teams are managed: the webhooks of Kueue refuse what they cannot look at, and everything else in the
 * cluster must start without them. In those namespaces a job that names no queue gets the team's. Of what pods ask for GPUs
 * alone have a limit; nodes have enough of the rest.
 * @see https://kueue.sigs.k8s.io/docs/reference/kueue-config.v1beta2/
 */
export function managerConfig(queues: Queues): string {
  const { sharing, frameworks, readyMinutes, keepFinishedHours } = queues;
  return JSON.stringify(
    {
      apiVersion: "config.kueue.x-k8s.io/v1beta2",
      kind: "Configuration",
      health: { healthProbeBindAddress: ":8081" },
      metrics: { bindAddress: ":8443", enableClusterQueueResources: true },
      webhook: { port: 9443 },
      leaderElection: { leaderElect: true, resourceName: "c1f6bfd2.kueue.x-k8s.io" },
      // for as many workloads as a large cluster has, as the chart sets them
      clientConnection: { qps: 300, burst: 500 },
      manageJobsWithoutQueueName: true,
      managedJobsNamespaceSelector: { matchExpressions: [{ key: TEAM_LABEL, operator: "Exists" }] },
      waitForPodsReady: {
        timeout: minutes(readyMinutes),
        requeuingStrategy: { timestamp: "Eviction", backoffBaseSeconds: 60, backoffMaxSeconds: 3600 },
      },
      integrations: { frameworks },
      resources: { quotaCheckStrategy: "IgnoreUndeclared" },
      objectRetentionPolicies: { workloads: { afterFinished: `${keepFinishedHours}h` } },
      ...(sharing.kind === "quota"
        ? { fairSharing: { preemptionStrategies: ["LessThanOrEqualToFinalShare", "LessThanInitialShare"] } }
        : {
            admissionFairSharing: {
              usageHalfLifeTime: minutes(sharing.halfLifeHours * 60),
              usageSamplingInterval: "5m",
              resourceWeights: Object.fromEntries(weights(queues)),
            },
          }),
    },
    null,
    2,
  );
}

const minutes = (count: number): string => `${Math.round(count)}m`;

/** Usage is that of GPUs: what a resource is not named by counts as 1 a unit, and memory has billions of them. */
function weights({ pools }: Queues): [string, number][] {
  const offers = pools.flatMap((pool) => pool.offers);
  return [
    ...["cpu", "memory", "ephemeral-storage", PODS].map((resource): [string, number] => [resource, 0]),
    ...offers.map(({ resource, perGpu }): [string, number] => [resource, 1 / perGpu]),
  ];
}
