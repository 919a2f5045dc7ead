import { SLURM_MOUNTS } from "../../config/facts/slurm-mounts";
import type { HelmValues } from "../core/helm-values";
import type { Container, PodSpec, Volume, VolumeMount } from "../kubernetes/objects";
import { tolerate } from "../platform/tolerations";
import { GRES_FOLDER, SHARED_MARK } from "./gres-conf";
import { CREDENTIALS_PATH, credentialsVolume, SCRATCH_PATH } from "./enroot-conf";
import { sshdConfig } from "./login-set";
import { checkItems, type SlurmHealth } from "./node-checks";
import { nodeResources } from "./node-resources";
import { SCRIPTS_PATH } from "./scripts-path";
import {
  gresText,
  isCut,
  sharedClaims,
  sharedMounts,
  shardsOf,
  type SharedVolume,
  type SlurmContainers,
  type SlurmNodeGroupProps,
} from "./slurm-types";
import { VARIABLES_FILE } from "./task-prolog";
import type { SessionProps, Trust } from "./trust";
import { USERS_MOUNTS, USERS_VOLUMES } from "./users";

/** What all NodeSets of a cluster have in common. */
export interface NodeSetProps {
  /** ConfigMap with the scripts. */
  readonly scriptsConfigMap: string;
  readonly shared: readonly SharedVolume[];
  readonly containers: SlurmContainers;
  /** Image of slurmd. */
  readonly image: HelmValues;
  /** The container beside it that writes its log. */
  readonly logfile: HelmValues;
  /** Secret with `sssd.conf`. @default - users of config alone */
  readonly directorySecretName?: string;
  /** Certificates that programs of jobs trust beside those of the image. @default - none */
  readonly trust?: Trust;
  /** How programs of people who come by SSH reach what lies outside. @default - by the network */
  readonly session?: SessionProps;
  /** Whether people with a job on a node reach it by SSH. @default false */
  readonly nodeSsh?: boolean;
  /** Account of the pods, whose role in AWS jobs have. @default - that of the namespace, without a role */
  readonly serviceAccountName?: string;
  /** Whether nodes tell slurmd themselves which GPUs they have; see `gresConf`. @default false */
  readonly listsGres?: boolean;
  /** What nodes are asked. @default - what the health check of every cluster looks at */
  readonly health?: SlurmHealth;
}

/** Key of the Secret of a directory. */
export const DIRECTORY_FILE = "sssd.conf";

/** Where SSSD reads it. */
export const DIRECTORY_MOUNT: VolumeMount = {
  name: "directory",
  mountPath: `/etc/sssd/${DIRECTORY_FILE}`,
  subPath: DIRECTORY_FILE,
  readOnly: true,
};

/** Files of the ConfigMap that every slurmd gets. */
const COMMON_SCRIPTS = ["health-check.sh", "task-prolog.sh", "railyard-srun"];

/** Key of what Enroot mounts into every container. */
export const ENROOT_MOUNTS = "enroot-mounts";
const ENROOT_MOUNTS_ITEM = { key: ENROOT_MOUNTS, path: "railyard.fstab" };
const ENROOT_MOUNTS_MOUNT: VolumeMount = {
  name: ENROOT_MOUNTS,
  // after those of the image, which make folders
  mountPath: "/etc/enroot/mounts.d/90-railyard.fstab",
  subPath: "railyard.fstab",
  readOnly: true,
};
const ENROOT_ITEM = { key: "enroot.conf", path: "enroot.conf" };

/** Key of the variables of a group's tasks in the ConfigMap. */
export const variablesKey = (group: string) => `nccl-${group}.env`;

/** Whether tasks on nodes of a group are told something. */
export const hasVariables = ({ jobEnv }: Pick<SlurmNodeGroupProps, "jobEnv">): boolean =>
  Object.keys(jobEnv).length > 0;

/** Key of what nodes of a group read of their GPUs in the ConfigMap: for instances, the script that lists them. */
export const gresKey = (group: string) => `gres-${group}`;

/** Key of a group's node facts in the ConfigMap. */
export const nodeFactsKey = (group: string) => `node-${group}.env`;

/**
 * NodeSet of one node group: one slurmd pod takes a whole node. slurmd is privileged and sees every GPU of its host, so two
 * on one node would not know of each other's jobs.
 */
export function nodeSet(group: SlurmNodeGroupProps, props: NodeSetProps): HelmValues {
  const { cpus, memoryMiB } = nodeResources(group);
  const { "hugepages-2Mi": hugepages, ...devices } = group.podResources;
  const resources: Record<string, string> = {
    cpu: String(cpus),
    memory: `${memoryMiB}Mi`,
    ...(hugepages !== undefined && { "hugepages-2Mi": hugepages }),
    ...devices,
  };
  const { podAnnotations } = group.fabric;
  const gres = gresText(group);
  const claims = group.deviceClaims.map(({ name }) => ({ name }));
  return {
    enabled: true,
    ...scaling(group),
    ...(Object.keys(podAnnotations).length > 0 && { metadata: { annotations: podAnnotations } }),
    slurmd: {
      image: props.image,
      resources: {
        limits: resources,
        requests: resources,
        ...(claims.length > 0 && { claims }),
      },
      volumeMounts: volumeMounts(group, props),
    },
    logfile: props.logfile,
    ...(props.nodeSsh && {
      ssh: {
        enabled: true,
        extraSshdConfig: sshdConfig(props.directorySecretName !== undefined, props.session),
      },
    }),
    ...(gres !== null && { extraConfMap: { Gres: gres } }),
    partition: { enabled: false },
    podSpec: podSpec(group, props, memoryMiB),
    workloadDisruptionProtection: true,
  };
}

function podSpec(group: SlurmNodeGroupProps, props: NodeSetProps, memoryMiB: number): Partial<PodSpec> {
  const first = [
    ...(props.listsGres === true && isCut(group) ? [listInstances(group, props)] : []),
    ...(props.trust?.initContainers ?? []),
  ];
  return {
    ...(props.serviceAccountName !== undefined && { serviceAccountName: props.serviceAccountName }),
    nodeSelector: { "kubernetes.io/os": "linux", ...group.nodeSelector },
    tolerations: tolerate(group.taints),
    volumes: volumes(group, props, memoryMiB),
    ...(first.length > 0 && { initContainers: first }),
    ...(group.deviceClaims.length > 0 && {
      resourceClaims: group.deviceClaims.map(({ name }) => ({
        name,
        resourceClaimTemplateName: claimTemplateName(group, name),
      })),
    }),
  };
}

/**
 * DaemonSet: the Slurm node has the name of its Kubernetes node, one to one, and its record goes when the node is gone.
 * StatefulSet: somebody scales, so it begins with no pod; or pods ask for nodes, so all of them are there.
 */
function scaling({ placement, maxNodes }: SlurmNodeGroupProps): HelmValues {
  return placement === "every-node"
    ? { scalingMode: "DaemonSet", pruneSlurmNodeRecords: "NodeNotFound" }
    : { scalingMode: "StatefulSet", replicas: placement === "all" ? maxNodes : 0, ordinalPadding: 3 };
}

/** Name of the template from which each pod of a group gets a claim. */
export const claimTemplateName = (group: Pick<SlurmNodeGroupProps, "name">, claim: string) =>
  `slurm-${group.name}-${claim}`;

/** Asks for the instances, too: Kubernetes hands to slurmd what this one had. */
function listInstances(group: SlurmNodeGroupProps, { image }: NodeSetProps): Container {
  const { "hugepages-2Mi": _, ...devices } = group.podResources;
  const resources = { cpu: "1", memory: "256Mi", ...devices };
  return {
    name: "railyard-gres",
    image: `${String(image["repository"])}:${String(image["tag"])}`,
    command: ["bash", `${SCRIPTS_PATH}/${gresKey(group.name)}`],
    resources: { limits: resources, requests: resources },
    volumeMounts: [
      { name: "railyard", mountPath: SCRIPTS_PATH, readOnly: true },
      { name: "gres", mountPath: GRES_FOLDER },
    ],
  };
}

/** A script fills it, or it is what config says. Several jobs on one GPU are told by a file of their own. */
const gresVolume = (group: SlurmNodeGroupProps, scriptsConfigMap: string): Volume =>
  isCut(group)
    ? { name: "gres", emptyDir: {} }
    : {
        name: "gres",
        configMap: {
          name: scriptsConfigMap,
          items: [
            { key: gresKey(group.name), path: "gres.conf" },
            ...(shardsOf(group) > 0 ? [{ key: gresKey(group.name), path: SHARED_MARK }] : []),
          ],
        },
      };

/** Volume with what jobs tell of themselves. */
const TELEMETRY = "telemetry";

/** The prolog of jobs with GPUs makes their folders. Without Prometheus, too: who switches it on must not make slurmd pods anew, and end jobs. */
const tellsOfJobs = ({ gpus }: SlurmNodeGroupProps): boolean => gpus !== null;

/** The operator mounts the file of SSSD in slurmd pods with SSH alone, and the image starts SSSD in all. */
const mountsDirectory = ({ directorySecretName, nodeSsh = false }: NodeSetProps): string | null =>
  nodeSsh ? null : (directorySecretName ?? null);

function volumeMounts(group: SlurmNodeGroupProps, props: NodeSetProps): VolumeMount[] {
  const { shared, containers, listsGres } = props;
  return [
    ...(listsGres === true ? [{ name: "gres", mountPath: GRES_FOLDER, readOnly: true }] : []),
    { name: "railyard", mountPath: SCRIPTS_PATH, readOnly: true },
    { name: "shm", mountPath: "/dev/shm" },
    ...(hasScratch(group, containers) ? [{ name: "scratch", mountPath: SCRATCH_PATH }] : []),
    ...(containers.kind === "pyxis" && containers.credentialsSecretName !== undefined
      ? [{ name: "enroot-credentials", mountPath: CREDENTIALS_PATH, readOnly: true }]
      : []),
    ...(containers.kind === "pyxis"
      ? [{ name: "enroot", mountPath: "/etc/enroot/enroot.conf", subPath: "enroot.conf", readOnly: true }]
      : []),
    ...(mountsDirectory(props) === null ? [] : [DIRECTORY_MOUNT]),
    ...USERS_MOUNTS,
    ...sharedMounts(shared),
    ...(props.trust?.mounts ?? []),
    ...(containers.kind === "pyxis" ? [ENROOT_MOUNTS_MOUNT] : []),
    ...(tellsOfJobs(group) ? [{ name: TELEMETRY, mountPath: SLURM_MOUNTS.telemetry }] : []),
  ];
}

function volumes(group: SlurmNodeGroupProps, props: NodeSetProps, memoryMiB: number): Volume[] {
  const { shared, containers, scriptsConfigMap } = props;
  const pyxis = containers.kind === "pyxis";
  const items = [
    ...COMMON_SCRIPTS.map((key) => ({ key, path: key })),
    { key: nodeFactsKey(group.name), path: "node.env" },
    ...(props.health ? checkItems(group.name, props.health) : []),
    ...(hasVariables(group) ? [{ key: variablesKey(group.name), path: VARIABLES_FILE }] : []),
    ...(props.listsGres === true && isCut(group) ? [{ key: gresKey(group.name), path: gresKey(group.name) }] : []),
  ];
  return [
    ...(props.listsGres === true ? [gresVolume(group, scriptsConfigMap)] : []),
    // executable: slurmd and users run them
    { name: "railyard", configMap: { name: scriptsConfigMap, defaultMode: 0o755, items } },
    // a volume of its own: the chart's DCGM patch merges the mounts of one volume into one
    ...(pyxis ? [{ name: "enroot", configMap: { name: scriptsConfigMap, items: [ENROOT_ITEM] } }] : []),
    ...(containers.kind === "pyxis" && containers.credentialsSecretName !== undefined
      ? [credentialsVolume(containers.credentialsSecretName)]
      : []),
    // the container runtime's own /dev/shm has 64 MiB; NCCL and data loaders need more. It counts as the pod's memory
    { name: "shm", emptyDir: { medium: "Memory", sizeLimit: `${Math.floor(memoryMiB / 4)}Mi` } },
    ...(hasScratch(group, containers) ? [scratchVolume(group)] : []),
    ...directoryVolumes(mountsDirectory(props)),
    ...USERS_VOLUMES,
    ...sharedClaims(shared),
    ...(props.trust?.volumes ?? []),
    ...(pyxis
      ? [{ name: ENROOT_MOUNTS_MOUNT.name, configMap: { name: scriptsConfigMap, items: [ENROOT_MOUNTS_ITEM] } }]
      : []),
    ...(tellsOfJobs(group)
      ? [{ name: TELEMETRY, hostPath: { path: SLURM_MOUNTS.telemetry, type: "DirectoryOrCreate" as const } }]
      : []),
  ];
}

/** SSSD takes no file that others may read. */
export const directoryVolumes = (secretName: string | null): Volume[] =>
  secretName === null ? [] : [{ name: DIRECTORY_MOUNT.name, secret: { secretName, defaultMode: 0o600 } }];

const hasScratch = ({ nvmeScratch, hostScratch = null }: SlurmNodeGroupProps, { kind }: SlurmContainers) =>
  nvmeScratch || hostScratch !== null || kind !== "none";

/** A folder of the host must be there: Kubernetes would make one on the disk of the system, for root alone. */
const scratchVolume = ({ hostScratch = null }: SlurmNodeGroupProps): Volume => ({
  name: "scratch",
  // where the instance store carries the kubelet's folder, this is NVMe
  ...(hostScratch === null ? { emptyDir: {} } : { hostPath: { path: hostScratch, type: "Directory" } }),
});
