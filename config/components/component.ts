import type { PodDemand } from "../facts/system-pods";
import type { AwsEnvironment } from "../sites/aws-eks/environment";
import type { ResolvedNetwork } from "../sites/aws-eks/network/resolve";
import type { SiteEnvironment } from "../sites/environment";
import type { StackRole } from "../names/resolve";

/** What decides on components. */
export type Deciding = Pick<
  SiteEnvironment,
  "nodeGroups" | "gpu" | "platform" | "monitoring" | "storage" | "checkpoints" | "slurm" | "kueue" | "topograph"
> & {
  /** In AWS alone. */
  readonly network?: Pick<ResolvedNetwork, "natZones">;
};

/** Pods of one kind on the system nodes. */
export interface SystemPods {
  readonly name: string;
  readonly count: number;
  readonly demand: PodDemand;
}

/** A row of them, whose containers ask for so much each. */
export function podRow(name: string, count: number, ...demands: readonly PodDemand[]): SystemPods {
  return { name, count, demand: demands.reduce(sum) };
}

const sum = (a: PodDemand, b: PodDemand): PodDemand => ({
  cpuMillis: a.cpuMillis + b.cpuMillis,
  memoryMiB: a.memoryMiB + b.memoryMiB,
  limitMiB: a.limitMiB + b.limitMiB,
});

/** What reviews and upgrades say when the release of a component goes or changes. */
export interface ComponentReview {
  /** What its end does to jobs; null: nothing that runs notices. */
  readonly gone: string | null;
  /** Data that goes with it. @default - it holds none */
  readonly data?: string;
  /** What an update does to what runs. @default - nothing that runs notices anything but a new version */
  readonly changed?: string;
  /** Keys of its values that act on the GPUs of pods that use them, or on their driver. @default - none */
  readonly reachesGpus?: readonly string[];
}

/**
 * What runs in the cluster from a pinned chart: everything about it that config, rules, reviews and upgrades ask for. How it
 * is installed stands in the file of its construct.
 */
export interface Component {
  /** Stack that installs it. */
  readonly stack: Extract<StackRole, "crds" | "platform" | "slurm">;
  /** True, or why an environment lacks it. */
  readonly when: (env: Deciding) => true | string;
  /** Name of its release. Frozen. @default - that of its chart */
  readonly release?: string;
  /** Its pods on the system nodes. @default - none there that asks for room */
  readonly pods?: (env: AwsEnvironment) => readonly SystemPods[];
  /** Whether another component brings the definitions that its chart has in `crds/`. @default false */
  readonly crdsElsewhere?: boolean;
  readonly review: ComponentReview;
}

/** True, or the reason. */
export const unless = (holds: boolean, reason: string): true | string => holds || reason;

/** Whether a volume of the environment is mounted with a chart. */
export const mounts = ({ storage }: Pick<Deciding, "storage">, chart: string): boolean =>
  storage.some(({ needs }) => needs.charts.some((each) => each === chart));

export const NO_LUSTRE = "there is no lustre";
export const NOTHING_IN_CLOUDWATCH =
  "there is no lustre, no NAT gateway of its own, no second copy of checkpoints, and no checkpoints.requestMetrics";
export const NO_MONITORING = "monitoring.enabled is false";
export const NO_SLURM = "there is no slurm";

/** What a review says of a chart of definitions alone. */
export const DEFINITIONS: ComponentReview = {
  gone: null,
  data: "every object of its kinds is deleted, and with them all that runs by them",
};
