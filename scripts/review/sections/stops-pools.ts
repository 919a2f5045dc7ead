import { isScaled } from "../../../config/components/scaling";
import { karpenterGroups } from "../../../config/sites/aws-eks/nodes/ec2-groups";
import type { ResolvedNodeGroup } from "../../../config/sites/aws-eks/nodes/node-group";
import { awsOf, type AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { groupNamesInPartitions } from "../../../config/slurm/partitions";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList, count } from "./words";

/** What becomes of nodes of Karpenter: no resource of Terraform has them. */
export function poolsChanged({ both }: ChangeSet): SectionFinding[] {
  const [before, after] = [awsOf(both?.before), awsOf(both?.after)];
  if (!before || !after) return [];
  return karpenterGroups(before).flatMap((was) => {
    const now = karpenterGroups(after).find(({ name }) => name === was.name);
    if (!now) return [gone(was, after)];
    return [...rolled(was, now, after), ...fewer(was, now, after)];
  });
}

const at = (env: AwsEnvironment, group: ResolvedNodeGroup, key = ""): string =>
  configAddress(env, "platform", `nodeGroups.${group.name}${key}`);

function gone(was: ResolvedNodeGroup, after: AwsEnvironment): SectionFinding {
  const stays = after.nodeGroups.some(({ name }) => name === was.name);
  const what = stays ? "becomes a managed node group" : "goes";
  return findingOn("stops", "danger", at(after, was, ".scaledBy"), {
    title: `Pool ${was.name} of Karpenter ${what}: its nodes, up to ${was.count.max}, are drained and ended.`,
    details: [
      "Karpenter waits for pods that may not be evicted, as slurmd is while it has a job; all others start elsewhere, or wait.",
    ],
    safer: [
      {
        text: "Wait until no job and no pod needs its nodes.",
        command: `kubectl get nodeclaims -l karpenter.sh/nodepool=${was.name}`,
      },
      { text: "Apply." },
    ],
    about: [`nodeGroups.${was.name}`],
  });
}

/** What nodes are made of, by its key in config. */
function madeOf({
  machines,
  fabric,
  localStorage,
  taints,
  startupChecks,
  tuning,
}: ResolvedNodeGroup): Readonly<Record<string, unknown>> {
  return {
    instanceType: machines.instanceType,
    capacity: machines.capacity,
    zone: machines.zones,
    fabric: fabric.config,
    image: machines.image,
    rootVolumeGiB: machines.rootVolumeGiB,
    maxPods: machines.maxPods,
    localStorage,
    labels: machines.labels,
    taints,
    startupChecks,
    tuning,
    boot: machines.boot,
    nodeadm: machines.nodeadm,
  };
}

function rolled(was: ResolvedNodeGroup, now: ResolvedNodeGroup, after: AwsEnvironment): SectionFinding[] {
  const [before, later] = [madeOf(was), madeOf(now)];
  const keys = Object.keys(later).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(later[key]));
  if (keys.length === 0) return [];
  const stays = now.fabric.devices > 0 || groupNamesInPartitions(after).has(now.name);
  const path = `nodeGroups.${now.name}`;
  const changes = `Other values: ${andList(keys.map((key) => `${path}.${key}`))}.`;
  if (stays)
    return [
      findingOn("stops", "info", at(after, now), {
        title: `Pool ${now.name} changes: nodes that start from now on have it, and those that run stay as they are until they end.`,
        details: [
          changes,
          isScaled(now)
            ? `They end when they have been idle for ${count(now.machines.karpenter?.idleMinutes ?? 0, "minute")}.`
            : `They are reserved, and never end by themselves: kubectl delete nodeclaims -l karpenter.sh/nodepool=${now.name} when no job runs.`,
        ],
        about: [path],
      }),
    ];
  return [
    findingOn("stops", "danger", at(after, now), {
      title: `Pool ${now.name} changes: Karpenter replaces its nodes, ${now.machines.maxUnavailable} at one time, and their pods end.`,
      details: [
        changes,
        "Pods that a Deployment or Job makes anew start again elsewhere, from their beginning. A pod that may not be evicted keeps its node.",
      ],
      about: [path],
    }),
  ];
}

function fewer(was: ResolvedNodeGroup, now: ResolvedNodeGroup, after: AwsEnvironment): SectionFinding[] {
  if (now.count.max >= was.count.max) return [];
  return [
    findingOn("stops", "warning", at(after, now, ".nodes"), {
      title: `Pool ${now.name} may have ${count(now.count.max, "node")} and no longer ${was.count.max}: larger jobs and more pods wait.`,
      details: ["Nodes beyond it go on until they are idle."],
      about: [`nodeGroups.${now.name}.nodes`],
    }),
  ];
}
