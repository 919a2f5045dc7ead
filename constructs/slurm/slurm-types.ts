import type { SlurmBlockEnd, SlurmReservationProps } from "./slurm-times";
import type { ResolvedProxy } from "../../config/outbound/outbound";
import type { FabricHealth, ResolvedFabric } from "../../config/fabrics/fabric";
import type { SlurmGres, SlurmSharing } from "../../config/sharing/sharing";
import type { DeviceClaim } from "../../config/pools/whole-node";
import type { PodDemand } from "../../config/facts/system-pods";
import type { Volume } from "../kubernetes/objects";
import type { ResolvedQos } from "../../config/slurm/qos";
import type { SlurmHealth } from "./node-checks";
import type { TaskPlaces } from "./task-prolog";

/** A taint of the nodes, as far as tolerating it needs. */
export interface SlurmTaint {
  readonly key: string;
  readonly effect: "NoSchedule" | "NoExecute" | "PreferNoSchedule";
}

/** GPUs of a node. */
export interface SlurmGpus {
  /** Slurm GRES type: `h100`. */
  readonly type: string;
  readonly count: number;
}

/** What Slurm needs of the network between the nodes of a group. */
export type SlurmFabric = Pick<
  ResolvedFabric,
  "title" | "devices" | "podAnnotations" | "hugepagesMiB" | "topology" | "health"
>;

/** A fabric that the health check looks at. */
export interface CheckedFabric {
  readonly title: string;
  readonly health: Pick<FabricHealth, "key" | "sysfs">;
}

/** One group of equal nodes. */
export interface SlurmNodeGroupProps {
  /** Name of the group: NodeSet and Slurm feature. */
  readonly name: string;
  readonly vcpus: number;
  /** Threads of a core: 2 on Intel and AMD instances, 1 on Graviton and Grace. */
  readonly threadsPerCore: 1 | 2;
  readonly memoryMiB: number;
  /** @default null: CPU nodes */
  readonly gpus: SlurmGpus | null;
  /** How its GPUs are cut or shared. @default - each is one job's */
  readonly parts?: SlurmSharing;
  /** Labels of its nodes and of no others. */
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly fabric: SlurmFabric;
  /** Extended resources that a pod of a whole node asks for. */
  readonly podResources: Readonly<Record<string, string>>;
  /** Devices that it claims beside them. */
  readonly deviceClaims: readonly DeviceClaim[];
  /** Variables that tasks on its nodes get where their job has not set them. */
  readonly jobEnv: Readonly<Record<string, string>>;
  /** Whether the instance store carries the kubelet's folder, so that scratch space lies on NVMe. */
  readonly nvmeScratch: boolean;
  /** Folder of each host that is scratch space in place of one of the kubelet; somebody has made it. @default null: none */
  readonly hostScratch?: string | null;
  /** False where nodes do not reach volumes in AWS: nothing of them is mounted. @default true */
  readonly mountsVolumes?: boolean;
  /** Most nodes that the group may have. */
  readonly maxNodes: number;
  /**
   * - `every-node`: a slurmd on each node there is: reservations, Capacity Blocks, fixed sizes.
   * - `on-demand`: as many slurmd pods as somebody scales to.
   * - `all`: slurmd pods for all nodes that the group may have, for which Karpenter starts nodes and keeps them.
   */
  readonly placement: "every-node" | "on-demand" | "all";
  /** The pool follows the jobs of its partitions. @default - whoever scales it does so by hand */
  readonly scaling?: { readonly min: number; readonly idleMinutes: number };
  /** Taints of the nodes; slurmd tolerates each, whatever its value. */
  readonly taints: readonly SlurmTaint[];
  /** Nodes of one NVLink domain that spans nodes (GB200: 9 or 18 in an UltraServer). @default null: NVLink ends at the node */
  readonly nvlinkDomainNodes: number | null;
}

/** A partition. */
export interface SlurmPartitionProps {
  readonly name: string;
  /** Names of node groups. */
  readonly nodeGroups: readonly string[];
  /** Where jobs go that name no partition. */
  readonly default: boolean;
  /** Longest time limit, hours. */
  readonly maxHours: number;
  /** Time limit of jobs that ask for none, hours. */
  readonly defaultHours: number;
  /** Tier: 1 to 65533. */
  readonly priority: number;
  /** Most CPUs of each node that its jobs get: the share of CPU jobs on GPU nodes. @default - all */
  readonly cpusPerNode?: number;
  /** Who shares a node with a job: other jobs, those of its user, or none. @default - jobs; none on NVLink domains that span nodes */
  readonly nodeSharing?: "jobs" | "user" | "none";
}

/** A team: one Slurm account. */
export interface SlurmTeamProps {
  readonly name: string;
  /** Fair-share weight. */
  readonly share: number;
  /** Most GPUs at one time. @default - no limit */
  readonly gpus?: number;
  /** Most GPUs of a type at one time, by type. @default - no limit */
  readonly gpusByType?: Readonly<Record<string, number>>;
  /** Most GPU hours that running jobs have before them. @default - no limit */
  readonly gpuHours?: number;
  /** GPUs beyond its quota while nobody else needs them. @default - none */
  readonly burst?: number;
  readonly users: readonly string[];
  /** Groups of the directory whose people are users, too. @default - none */
  readonly directoryGroups?: readonly string[];
  /** Users who may change the users of the account. @default - none */
  readonly coordinators?: readonly string[];
  /** Account above. @default - the root account */
  readonly parent?: string;
  /** Team whose limits its jobs count against: one above. @default - itself */
  readonly quotaOf?: string;
  /** QOS beside its own and those of everybody. @default - none */
  readonly qos?: readonly string[];
  /** Partitions that its jobs may use. @default - all */
  readonly partitions?: readonly string[];
}

/** What slurmctld asks before it takes a job, beside what it always does. */
export interface SlurmSubmitProps {
  readonly timeLimit: "required" | "default";
  /** Nodes at a leaf switch, and how long jobs wait for few of them, by partition. */
  readonly leaves: Readonly<Record<string, { readonly nodes: number; readonly waitMinutes: number }>>;
}

/** A person who logs in and starts jobs. */
export interface SlurmUserProps {
  readonly name: string;
  /** Id of the user and of their own group. */
  readonly uid: number;
  /** Public SSH keys: type and base64, nothing else. */
  readonly keys: readonly string[];
}

/** A volume that all pods of Slurm mount, as a claim in its namespace. */
export interface SharedVolume {
  /** Name in the pod. Frozen: a pod with another one is another pod. */
  readonly name: string;
  readonly claimName: string;
  /** Claim of login pods, where they mount the same files in another way. @default - the same one */
  readonly loginClaimName?: string;
  /** Such as `/fsx`. */
  readonly mountPath: string;
  /** Whether login pods have it, too. @default true */
  readonly onLogin?: boolean;
  /** Files of a ConfigMap of the claim's name and of a Secret in place of a claim. @default - a claim */
  readonly files?: { readonly secretName: string; readonly secretKey: string };
}

/** How jobs run in containers. */
export type SlurmContainers =
  | {
      readonly kind: "pyxis";
      /** Secret with credentials of private registries. @default - users have their own */
      readonly credentialsSecretName?: string;
    }
  | {
      readonly kind: "apptainer";
      /** Image of slurmd pods: registry, path, and a tag or a digest. */
      readonly image: string;
      /** Image of login pods. @default - that of Slinky */
      readonly loginImage?: string;
    }
  | { readonly kind: "none" };

/** What the Slurm files of a cluster follow from. */
export interface SlurmLayout extends TaskPlaces {
  /** AWS Region: pods cannot ask the node for it. Null outside AWS. */
  readonly region: string | null;
  /** Fabrics that nodes can have, whether or not a group has one today: a group that gets one changes no other. */
  readonly fabrics: readonly CheckedFabric[];
  readonly nodeGroups: readonly SlurmNodeGroupProps[];
  readonly partitions: readonly SlurmPartitionProps[];
  /** Those above before those below. */
  readonly teams: readonly SlurmTeamProps[];
  /** QOS but those of teams and of partitions, lowest first. */
  readonly qos: readonly ResolvedQos[];
  /** What is asked before a job is taken. @default - what Slurm itself asks */
  readonly submit?: SlurmSubmitProps;
  /** @default - none */
  readonly reservations?: readonly SlurmReservationProps[];
  /** Groups in Capacity Blocks. @default - none */
  readonly blockEnds?: readonly SlurmBlockEnd[];
  /** What nodes are asked. @default - what the health check of every cluster looks at */
  readonly health?: SlurmHealth;
  /** Days after which usage counts half in fair share. */
  readonly halfLifeDays: number;
  /** Jobs that slurmctld knows at a time. */
  readonly maxJobs: number;
  /** What slurmctld's pod asks for. */
  readonly controllerDemand: PodDemand;
  /** Account of users in several teams, by user. */
  readonly defaultTeams: Readonly<Record<string, string>>;
  /** Whether what config no longer has is removed. */
  readonly prune: boolean;
  readonly users: readonly SlurmUserProps[];
  /** Volumes of every slurmd and login pod. */
  readonly volumes: readonly SharedVolume[];
  /** @default - Pyxis, without a Secret */
  readonly containers?: SlurmContainers;
  /** What srun offers processes of MPI that do not ask. @default "none" */
  readonly mpi?: "none" | "pmix";
  /** The way out of jobs, sessions over SSH and imports of images. @default - the network */
  readonly proxy?: ResolvedProxy;
  /** Whether pods and jobs trust authorities of a ConfigMap beside those of their images. @default false */
  readonly trustsAuthorities?: boolean;
  /** What GPUDirect Storage is told, and which mounts need addresses in it. @default - nothing */
  readonly cufile?: { readonly json: string; readonly needAddresses: readonly string[] };
  /** Whether what jobs tell of themselves is scraped on nodes with GPUs. @default false */
  readonly scrapesJobs?: boolean;
  /** Folder of the homes of users, such as `/home`. It lasts where a volume is mounted there or above. */
  readonly homes: string;
}

/** Volumes that slurmd pods of a group mount. */
export const sharedBy = (
  { mountsVolumes = true }: Pick<SlurmNodeGroupProps, "mountsVolumes">,
  { volumes }: Pick<SlurmLayout, "volumes">,
): readonly SharedVolume[] => (mountsVolumes ? volumes : []);

/** Mounts of a container of a slurmd or login pod. */
export const sharedMounts = (volumes: readonly SharedVolume[]): { name: string; mountPath: string }[] =>
  volumes.map(({ name, mountPath }) => ({ name, mountPath }));

/** The volumes of its pod. */
export const sharedClaims = (volumes: readonly SharedVolume[]): Volume[] =>
  volumes.map(({ name, claimName, files }) =>
    files ? { name, projected: filesOf(claimName, files) } : { name, persistentVolumeClaim: { claimName } },
  );

/** What users of the node read: no key of the Secret beside the one that is meant for them. */
const filesOf = (
  configMap: string,
  { secretName, secretKey }: NonNullable<SharedVolume["files"]>,
): NonNullable<Volume["projected"]> => ({
  defaultMode: 0o444,
  sources: [
    { configMap: { name: configMap } },
    { secret: { name: secretName, items: [{ key: secretKey, path: secretKey }] } },
  ],
});

/** What login pods mount of them, by the claims that are theirs. */
export const onLogin = (volumes: readonly SharedVolume[]): SharedVolume[] =>
  volumes
    .filter((volume) => volume.onLogin !== false)
    .map((volume) => ({ ...volume, claimName: volume.loginClaimName ?? volume.claimName }));

/** CPUs of each node of a group that are set aside for partitions of CPU jobs; 0 is none. */
export function cpuShareOf(group: Pick<SlurmNodeGroupProps, "name">, { partitions }: SlurmLayout): number {
  const shares = partitions.filter((p) => p.nodeGroups.includes(group.name)).map((p) => p.cpusPerNode ?? 0);
  return Math.max(0, ...shares);
}

/** Groups that a partition uses; the others have no slurmd. */
export function usedGroups({ nodeGroups, partitions }: SlurmLayout): SlurmNodeGroupProps[] {
  const used = new Set(partitions.flatMap((p) => p.nodeGroups));
  return nodeGroups.filter((g) => used.has(g.name));
}

/** What Slurm counts of the GPUs of a node, one row for each type: whole GPUs, or instances of MIG. */
export function gresOf({ gpus, parts }: Pick<SlurmNodeGroupProps, "gpus" | "parts">): readonly SlurmGres[] {
  if (!gpus) return [];
  return parts?.gres ?? [{ type: gpus.type, count: gpus.count, share: 1 }];
}

/** Shards of a node; 0: its GPUs are not shared by jobs. */
export const shardsOf = ({ gpus, parts }: Pick<SlurmNodeGroupProps, "gpus" | "parts">): number =>
  (gpus?.count ?? 0) * (parts?.shardsPerGpu ?? 0);

/** Whether its GPUs are cut into instances of MIG. */
export const isCut = ({ gpus, parts }: Pick<SlurmNodeGroupProps, "gpus" | "parts">): boolean =>
  gpus !== null && parts !== undefined && parts.gres.some(({ type }) => type !== gpus.type);

/** `gpu:h100:8`, `gpu:1g.10gb:14,gpu:3g.40gb:2` or `gpu:l40s:4,shard:32`: value of `Gres` of a node; null without GPUs. */
export function gresText(group: Pick<SlurmNodeGroupProps, "gpus" | "parts">): string | null {
  const shards = shardsOf(group);
  const all = gresOf(group).map(({ type, count }) => `gpu:${type}:${count}`);
  return all.length === 0 ? null : [...all, ...(shards > 0 ? [`shard:${shards}`] : [])].join(",");
}

/** GRES types of the groups that are used, each once, in order. */
export const gpuTypes = (groups: readonly SlurmNodeGroupProps[]): string[] =>
  [...new Set(groups.flatMap((g) => gresOf(g).map(({ type }) => type)))].sort();

/** How its jobs run in containers. */
export const containersOf = ({ containers }: Pick<SlurmLayout, "containers">): SlurmContainers =>
  containers ?? { kind: "pyxis" };

/** Whether its jobs can name container images. */
export const hasPyxis = (layout: SlurmLayout): boolean => containersOf(layout).kind === "pyxis";
