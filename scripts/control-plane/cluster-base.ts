import { FOREIGN_PODS, NODE_DAEMONS, NODE_EXPORTER_DEMAND, type PodDemand } from "../../config/facts/system-pods";
import { awsOf } from "../../config/sites/aws-eks/environment";
import { clusterOf } from "../../config/sites/kubernetes/environment";
import type { SiteEnvironment } from "../../config/sites/environment";

/** An object, and the list that it is made in. */
export interface BaseObject {
  readonly path: string;
  readonly body: object;
}

/** Addresses of Services of its cluster; undefined: config does not say. */
export const serviceCidr = (env: SiteEnvironment): string | undefined =>
  awsOf(env)?.cluster.serviceCidr ?? clusterOf(env)?.cluster.networks.services[0];

/** What a cluster has before anything of Railyard is installed in it. */
export function baseObjects(env: SiteEnvironment): BaseObject[] {
  const existing = clusterOf(env);
  if (existing) {
    const { usual, retained } = existing.cluster.storageClasses;
    return [...new Set([usual, retained])].map((name) => storageClass(name, name === retained ? "Retain" : "Delete"));
  }
  if (!awsOf(env)) return [];
  // add-ons that EKS installs: their objects are its own, what they ask for is known
  const daemons = {
    cpuMillis: NODE_DAEMONS.cpuMillis - NODE_EXPORTER_DEMAND.cpuMillis,
    memoryMiB: NODE_DAEMONS.memoryMiB - NODE_EXPORTER_DEMAND.memoryMiB,
  };
  return [
    storageClass("gp2", "Delete"),
    workload("DaemonSet", "eks-daemons", daemons, { tolerations: [{ operator: "Exists" }] }),
    workload("Deployment", "coredns", FOREIGN_PODS.coredns, { replicas: 2 }),
    workload("Deployment", "ebs-csi-controller", FOREIGN_PODS.ebsCsiController, { replicas: 2 }),
  ];
}

function storageClass(name: string, reclaimPolicy: "Retain" | "Delete"): BaseObject {
  return {
    path: "/apis/storage.k8s.io/v1/storageclasses",
    body: {
      metadata: { name },
      provisioner: "volumes.rehearsal.railyard.dev",
      reclaimPolicy,
      volumeBindingMode: "WaitForFirstConsumer",
    },
  };
}

function workload(
  kind: "DaemonSet" | "Deployment",
  name: string,
  { cpuMillis, memoryMiB }: Pick<PodDemand, "cpuMillis" | "memoryMiB">,
  { replicas, tolerations }: { readonly replicas?: number; readonly tolerations?: readonly object[] },
): BaseObject {
  const labels = { "rehearsal.railyard.dev/add-on": name };
  return {
    path: `/apis/apps/v1/namespaces/kube-system/${kind.toLowerCase()}s`,
    body: {
      metadata: { name },
      spec: {
        ...(replicas !== undefined && { replicas }),
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            priorityClassName: "system-node-critical",
            ...(tolerations && { tolerations }),
            containers: [
              {
                name: "main",
                image: "add-on",
                resources: { requests: { cpu: `${cpuMillis}m`, memory: `${memoryMiB}Mi` } },
              },
            ],
          },
        },
      },
    },
  };
}
