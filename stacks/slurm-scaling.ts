import { followsJobs } from "../config/components/scaling";
import type { SiteEnvironment } from "../config/sites/environment";
import type { ResolvedSlurm } from "../config/slurm/resolve";
import type { ClusterContext } from "../constructs/platform/component";
import { KubernetesObjects } from "../constructs/platform/kubernetes-objects";
import { prometheusRule } from "../constructs/platform/prometheus-rules";
import { jobScalingAlerts, scaledObject, type ScaledPool } from "../constructs/slurm/job-scaling";
import { Keda } from "../constructs/slurm/keda";
import { scaleGuard } from "../constructs/slurm/scale-guard";
import { OFF_HOURS_JOBS } from "../constructs/slurm/off-hours-jobs";
import type { SlurmCluster } from "../constructs/slurm/slurm-cluster";
import { SLURM_RELEASE } from "../constructs/slurm/slurm-cluster";
import type { BaseStack } from "./base-stack";
import { chartProps } from "./in-cluster";
import type { ClusterSite } from "./sites/site";
import { nodeGroup, slurmHours } from "./slurm-layout";

/** Pools of which as many nodes run as Slurm's jobs ask for. */
export function scaledPools(env: SiteEnvironment, slurm: ResolvedSlurm, namespace: string): ScaledPool[] {
  const { hours } = slurmHours(env, slurm);
  return env.nodeGroups.flatMap((group) => {
    const { scaling, maxNodes } = nodeGroup(group);
    if (!scaling || !followsJobs(env, group)) return [];
    const partitions = Object.entries(slurm.partitions).filter(([, one]) => one.nodeGroups.includes(group.name));
    return [
      {
        name: group.name,
        partitions: partitions.map(([name]) => name),
        ...scaling,
        max: maxNodes,
        ...(hours?.nodeGroups.includes(group.name) && {
          hours: {
            namespace,
            ...OFF_HOURS_JOBS,
            ...(hours.pausedUntil !== undefined && { pausedUntil: hours.pausedUntil }),
          },
        }),
        ...(env.lifetime && { expires: env.lifetime.expires }),
      },
    ];
  });
}

/** KEDA, and what it scales; nothing where no pool follows the jobs. */
export function scaleByJobs<Context extends ClusterContext>(
  stack: BaseStack<Context["env"]>,
  slurm: ResolvedSlurm,
  cluster: SlurmCluster,
  { placement }: ClusterSite<Context>,
): void {
  const { namespace } = chartProps(stack, "slurm");
  const { env } = stack;
  const pools = scaledPools(env, slurm, namespace);
  if (pools.length === 0) return;
  const keda = new Keda(stack, "keda", {
    ...chartProps(stack, "keda"),
    placement,
    watchNamespace: namespace,
    serviceMonitor: env.monitoring.enabled,
    // its rights are in that namespace
    dependsOn: [cluster.dependable],
  });
  const followers = pools.map((pool) => scaledObject(pool, { release: SLURM_RELEASE, namespace }));
  const toNone = followers.filter(({ spec }) => spec.minReplicaCount === 0);
  new KubernetesObjects(stack, "scaling", {
    release: "slurm-scaling",
    namespace,
    objects: [
      ...followers,
      ...scaleGuard({
        namespace,
        nodeSets: toNone.map(({ spec }) => spec.scaleTargetRef.name),
        kedaNamespace: chartProps(stack, "keda").namespace,
      }),
      prometheusRule("slurm-scaling", namespace, jobScalingAlerts(pools, namespace)),
    ],
    dependsOn: [cluster.dependable, keda.dependable],
  });
}
