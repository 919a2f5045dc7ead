import { PROMETHEUS_URL } from "../platform/kube-prometheus-stack";
import type { AlertRule, RuleGroup } from "../platform/prometheus-rules";
import type { ScaledObject } from "../kubernetes/custom-resources";
import { jobScalingQuery, type JobScalingQueryProps } from "./job-scaling-query";

/** A pool that follows the jobs of its partitions. */
export interface ScaledPool extends Omit<JobScalingQueryProps, "namespace"> {
  /** Name of the node group, and key of its NodeSet. */
  readonly name: string;
  /** How long a node may have nothing to do. */
  readonly idleMinutes: number;
}

/** Where Slurm is. */
export interface SlurmPlace {
  /** Name of its release. */
  readonly release: string;
  readonly namespace: string;
}

/** Seconds between two questions. */
const POLL_SECONDS = 30;

/** The chart calls a NodeSet so. @see https://github.com/SlinkyProject/slurm-operator/blob/v1.2.1/helm/slurm/templates/nodeset/_helpers.tpl */
const nodeSetName = (release: string, group: string) => `${release}-worker-${group}`;

/**
 * KEDA asks Prometheus how many nodes a pool needs, and sets the NodeSet to that number: the metric is the number of replicas
 * itself, so each of them stands for one of it. Nothing is changed while there is no answer. The operator of Slurm chooses
 * which pods go, drains them in Slurm, and takes none that has a job; Karpenter then ends the empty node.
 *
 * The tolerance is none: by Kubernetes' own tenth, the 21st node of a job would never come.
 * @see https://keda.sh/docs/2.20/scalers/prometheus/
 * @see https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/#tolerance
 */
export function scaledObject(pool: ScaledPool, { release, namespace }: SlurmPlace): ScaledObject {
  const { name, min, max, idleMinutes, hours, expires } = pool;
  // of a pool that is closed for now jobs run to their end; KEDA takes no maximum of zero, and the query never asks for one
  const most = Math.max(1, max);
  const all = (periodSeconds: number) => [{ type: "Pods", value: most, periodSeconds }] as const;
  return {
    apiVersion: "keda.sh/v1alpha1",
    kind: "ScaledObject",
    metadata: { name: nodeSetName(release, name), namespace },
    spec: {
      scaleTargetRef: { apiVersion: "slinky.slurm.net/v1beta1", kind: "NodeSet", name: nodeSetName(release, name) },
      pollingInterval: POLL_SECONDS,
      cooldownPeriod: idleMinutes * 60,
      // where nodes go at some time, the query keeps the least number until then
      minReplicaCount: hours || expires !== undefined ? 0 : min,
      maxReplicaCount: most,
      advanced: {
        horizontalPodAutoscalerConfig: {
          behavior: {
            // all at one time: the nodes of a job come together, or cost money and wait for each other
            scaleUp: { stabilizationWindowSeconds: 0, tolerance: "0", policies: all(15) },
            scaleDown: { stabilizationWindowSeconds: idleMinutes * 60, tolerance: "0", policies: all(60) },
          },
        },
      },
      triggers: [
        {
          type: "prometheus",
          metricType: "AverageValue",
          metadata: {
            serverAddress: PROMETHEUS_URL,
            query: jobScalingQuery({ ...pool, namespace }),
            threshold: "1",
            activationThreshold: "0",
            // no answer is no zero
            ignoreNullValues: "false",
          },
        },
      ],
    },
  };
}

/** Alerts about nodes that cost money for jobs that cannot start. */
export function jobScalingAlerts(pools: readonly ScaledPool[], namespace: string): RuleGroup[] {
  return [{ name: "slurm-scaling", rules: pools.flatMap((pool) => alertsOf(pool, namespace)) }];
}

function alertsOf({ name, partitions, max }: ScaledPool, namespace: string): AlertRule[] {
  const metric = (of: string) => `slurm_partition_${of}{namespace="${namespace}",partition=~"${partitions.join("|")}"}`;
  const labels = { severity: "warning", node_group: name };
  return [
    {
      alert: "SlurmJobLargerThanPool",
      expr: `max by (partition) (${metric("jobs_min_job_nodes_nohold")}) > ${max}`,
      for: "15m",
      labels,
      annotations: {
        summary: `A job in {{ $labels.partition }} asks for {{ $value }} nodes, and ${name} has at most ${max}`,
        description: `It never starts, and keeps all nodes of the pool running. squeue -t PD -p {{ $labels.partition }} -o '%i %u %D %r' names it: cancel or hold it, or raise nodes.max of ${name}.`,
      },
    },
    {
      alert: "SlurmNodesIdleWhileJobsWait",
      expr: `max by (partition) (${metric("nodes_idle")}) >= (max by (partition) (${metric("jobs_max_job_nodes_nohold")}) > 0)`,
      for: "30m",
      labels,
      annotations: {
        summary: `{{ $value }} nodes of ${name} are idle, and the job that they run for does not start`,
        description: `It waits for something else: a limit of its team, a dependency, a time, or a reservation. squeue -t PD -p {{ $labels.partition }} -o '%i %u %D %r' says for what; scontrol hold takes a job out of the count, and the nodes end.`,
      },
    },
  ];
}
