import type { HelmValues } from "../core/helm-values";
import type { PodSpec, Volume, VolumeMount } from "../kubernetes/objects";
import { tolerate } from "../platform/tolerations";
import { SCRATCH_PATH } from "./enroot-conf";
import { nodeResources } from "./node-resources";
import { SCRIPTS_PATH } from "./scripts-path";
import { sharedClaims, sharedMounts, type SharedVolume, type SlurmNodeGroupProps } from "./slurm-types";
import { USERS_MOUNTS, USERS_VOLUMES } from "./users";

/** What all NodeSets of a cluster have in common. */
export interface NodeSetProps {
  /** ConfigMap with the scripts. */
  readonly scriptsConfigMap: string;
  readonly shared: readonly SharedVolume[];
  readonly pyxis: boolean;
  /** Who hands GPUs and devices of the fabric to pods. */
  readonly allocation: "device-plugin" | "dra";
  /** Image of slurmd. */
  readonly image: HelmValues;
  /** The container beside it that writes its log. */
  readonly logfile: HelmValues;
  /** Account of the pods, whose role in AWS jobs have. @default - that of the namespace, without a role */
  readonly serviceAccountName?: string;
}

/** Files of the ConfigMap that every slurmd gets. */
const COMMON_SCRIPTS = ["health-check.sh", "task-prolog.sh", "railyard-srun"];

const ENROOT_ITEM = { key: "enroot.conf", path: "enroot.conf" };

/** Key of a group's node facts in the ConfigMap. */
export const nodeFactsKey = (group: string) => `node-${group}.env`;

/**
 * NodeSet of one node group: one slurmd pod takes a whole node. slurmd is privileged and sees every GPU of its host, so two
 * on one node would not know of each other's jobs.
 */
export function nodeSet(group: SlurmNodeGroupProps, props: NodeSetProps): HelmValues {
  const { cpus, memoryMiB } = nodeResources(group);
  const resources: Record<string, string> = { cpu: String(cpus), memory: `${memoryMiB}Mi` };
  const { hugepagesMiB, podRequests, podAnnotations } = group.fabric;
  if (hugepagesMiB > 0) resources["hugepages-2Mi"] = `${hugepagesMiB}Mi`;
  const dra = usesClaims(group, props);
  if (!dra && group.gpus) resources["nvidia.com/gpu"] = String(group.gpus.count);
  if (!dra) Object.assign(resources, podRequests);
  return {
    enabled: true,
    ...scaling(group),
    ...(Object.keys(podAnnotations).length > 0 && { metadata: { annotations: podAnnotations } }),
    slurmd: {
      image: props.image,
      resources: {
        limits: resources,
        requests: resources,
        ...(dra && { claims: claimNames(group).map((name) => ({ name })) }),
      },
      volumeMounts: volumeMounts(group, props),
    },
    logfile: props.logfile,
    ...(group.gpus && { extraConfMap: { Gres: `gpu:${group.gpus.type}:${group.gpus.count}` } }),
    partition: { enabled: false },
    podSpec: podSpec(group, props, memoryMiB),
    workloadDisruptionProtection: true,
  };
}

function podSpec(group: SlurmNodeGroupProps, props: NodeSetProps, memoryMiB: number): Partial<PodSpec> {
  const dra = usesClaims(group, props);
  return {
    ...(props.serviceAccountName !== undefined && { serviceAccountName: props.serviceAccountName }),
    nodeSelector: { "kubernetes.io/os": "linux", ...group.nodeSelector },
    tolerations: tolerate(group.taints),
    volumes: volumes(group, props, memoryMiB),
    ...(dra && {
      resourceClaims: claimNames(group).map((name) => ({
        name,
        resourceClaimTemplateName: claimTemplateName(group, name),
      })),
    }),
  };
}

/**
 * DaemonSet: the Slurm node has the name of its Kubernetes node, one to one, and its record goes when the node is gone.
 * StatefulSet: somebody scales, so it begins with no pod.
 */
function scaling({ placement }: SlurmNodeGroupProps): HelmValues {
  return placement === "every-node"
    ? { scalingMode: "DaemonSet", pruneSlurmNodeRecords: "NodeNotFound" }
    : { scalingMode: "StatefulSet", replicas: 0, ordinalPadding: 3 };
}

const usesClaims = ({ gpus }: SlurmNodeGroupProps, { allocation }: NodeSetProps): boolean =>
  allocation === "dra" && gpus !== null;

/** Claims of a node's devices: dynamic allocation instead of counts. */
export function claimNames(group: SlurmNodeGroupProps): string[] {
  return [
    ...(group.gpus ? ["gpus"] : []),
    ...(group.fabric.claim ? [group.fabric.claim.name] : []),
    ...(group.nvlinkDomainNodes !== null ? ["imex"] : []),
  ];
}

/** Name of the template from which each pod of a group gets a claim. */
export const claimTemplateName = (group: Pick<SlurmNodeGroupProps, "name">, claim: string) =>
  `slurm-${group.name}-${claim}`;

function volumeMounts(group: SlurmNodeGroupProps, { shared, pyxis }: NodeSetProps): VolumeMount[] {
  return [
    { name: "railyard", mountPath: SCRIPTS_PATH, readOnly: true },
    { name: "shm", mountPath: "/dev/shm" },
    ...(hasScratch(group, pyxis) ? [{ name: "scratch", mountPath: SCRATCH_PATH }] : []),
    ...(pyxis
      ? [{ name: "enroot", mountPath: "/etc/enroot/enroot.conf", subPath: "enroot.conf", readOnly: true }]
      : []),
    ...USERS_MOUNTS,
    ...sharedMounts(shared),
  ];
}

function volumes(group: SlurmNodeGroupProps, props: NodeSetProps, memoryMiB: number): Volume[] {
  const { shared, pyxis, scriptsConfigMap } = props;
  const items = [
    ...COMMON_SCRIPTS.map((key) => ({ key, path: key })),
    { key: nodeFactsKey(group.name), path: "node.env" },
  ];
  return [
    // executable: slurmd and users run them
    { name: "railyard", configMap: { name: scriptsConfigMap, defaultMode: 0o755, items } },
    // a volume of its own: the chart's DCGM patch merges the mounts of one volume into one
    ...(pyxis ? [{ name: "enroot", configMap: { name: scriptsConfigMap, items: [ENROOT_ITEM] } }] : []),
    // the container runtime's own /dev/shm has 64 MiB; NCCL and data loaders need more. It counts as the pod's memory
    { name: "shm", emptyDir: { medium: "Memory", sizeLimit: `${Math.floor(memoryMiB / 4)}Mi` } },
    // where the instance store carries the kubelet's folder, this is NVMe
    ...(hasScratch(group, pyxis) ? [{ name: "scratch", emptyDir: {} }] : []),
    ...USERS_VOLUMES,
    ...sharedClaims(shared),
  ];
}

const hasScratch = (group: SlurmNodeGroupProps, pyxis: boolean) => group.nvmeScratch || pyxis;
