import { INSTANCE_TYPES } from "../../../facts/instance-types";
import type { AwsRule } from "../rule";

const SYSTEM_DEFAULT = "m7i.xlarge" as const;
const SYSTEM_NODES = ["cluster", "systemNodes"] as const;

/** The control plane's protection, and the nodes for controllers. */
export const CLUSTER_RULES: readonly AwsRule[] = [
  {
    id: "cluster/system-node-type",
    title: "System nodes are CPU instances.",
    severity: "error",
    why: "Controllers run on the plain EKS image, which has no driver, and would keep accelerators from jobs.",
    source: "https://docs.aws.amazon.com/eks/latest/APIReference/API_Nodegroup.html (amiType)",
    *check({ config }) {
      const { instanceType } = config.cluster.systemNodes;
      const { gpu, accelerator, amiTypes } = INSTANCE_TYPES[instanceType];
      if (amiTypes.some((type) => /^AL2023_.*_STANDARD$/.test(type))) return;
      const model = gpu?.model ?? accelerator?.model;
      const message = `${instanceType} ${model ? `has ${model} accelerators` : "does not run the plain EKS image"}; system nodes are for controllers`;
      yield { path: [...SYSTEM_NODES, "instanceType"], message, fix: `write instanceType: "${SYSTEM_DEFAULT}"` };
    },
  },
  {
    id: "cluster/system-node-size",
    title: "System nodes are as large as the default.",
    severity: "warning",
    why: "They run CoreDNS, slurmctld, the database, Prometheus and all operators. That all fits on less was not measured.",
    source:
      "https://docs.aws.amazon.com/eks/latest/userguide/choosing-instance-type.html; Railyard's own design: the default of systemNodes, since no document gives a figure",
    *check({ config }) {
      const { instanceType } = config.cluster.systemNodes;
      const [given, usual] = [INSTANCE_TYPES[instanceType], INSTANCE_TYPES[SYSTEM_DEFAULT]];
      if (given.vcpus >= usual.vcpus && given.memoryMiB >= usual.memoryMiB) return;
      const size = (t: typeof given) => `${t.vcpus} vCPU and ${t.memoryMiB / 1024} GiB`;
      const message = `${instanceType} has ${size(given)}, less than the ${size(usual)} of ${SYSTEM_DEFAULT}; nobody has measured that the controllers fit`;
      yield {
        path: [...SYSTEM_NODES, "instanceType"],
        message,
        fix: `write instanceType: "${SYSTEM_DEFAULT}" or larger`,
      };
    },
  },
  {
    id: "cluster/system-node-per-zone",
    title: "Every zone has a system node.",
    severity: "warning",
    why: "The volumes of database and Prometheus stay in their zone: without a node there, their pods wait for ever.",
    source: "https://kubernetes.io/docs/setup/best-practices/multiple-zones/",
    *check({ config, env }) {
      const { count } = config.cluster.systemNodes;
      const zones = env.network.clusterZones;
      if (count >= zones.length) return;
      const message = `${count} system nodes leave some of the ${zones.length} zones without one: a volume in such a zone cannot be mounted`;
      yield { path: [...SYSTEM_NODES, "count"], message, fix: `write count: ${zones.length}` };
    },
  },
  {
    id: "cluster/deletion-protection",
    title: "A production cluster cannot be deleted by mistake.",
    severity: "warning",
    why: "With the cluster go all running jobs and the accounting database.",
    source: "https://docs.aws.amazon.com/eks/latest/userguide/deletion-protection.html",
    *check({ config, env }) {
      if (!env.production || env.cluster.deletionProtection) return;
      const message = `deletionProtection is ${config.cluster.deletionProtection} in a production environment`;
      const fix = 'remove the key, or write profile: "development"';
      yield { path: ["cluster", "deletionProtection"], message, fix };
    },
  },
];
