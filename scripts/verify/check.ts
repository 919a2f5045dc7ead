import type { CheckImage } from "../../config/verify/check-images";
import type { ImagePlaces } from "../../constructs/core/placed-image";
import type { ResolvedPool } from "../../config/pools/pool";
import type { ClusterApi } from "../lib/kubernetes/cluster-api";
import type { Verdict } from "./verdict";

/** When checks are run: before a node's first job, before a cluster is handed over, and once a week. */
export const SUITES = ["join", "accept", "weekly"] as const;
export type Suite = (typeof SUITES)[number];

/** What runs jobs of checks. */
export const RUNNERS = ["slurm", "kubernetes"] as const;
export type RunnerKind = (typeof RUNNERS)[number];

/** What one run of a check asks a runner for: whole nodes, a program on each. */
export interface CheckJob {
  readonly tasksPerNode: number;
  /** Container image in which it runs; null: what the nodes have, or, as pods always have one, the image with nccl-tests. */
  readonly image: string | null;
  /** Whether ranks find each other by MPI. */
  readonly mpi: boolean;
  /** Environment variables of the tasks. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Bash that each task runs; it ends with 0 whatever it finds, as what it prints is judged. Without MPI every runner tells a
   * task its number from 0 (`RAILYARD_TASK`), and the name by which it reaches task 0 (`RAILYARD_FIRST`).
   */
  readonly script: string;
  /**
   * Where the script runs: on its nodes, in a job; or once beside Slurm's controller, which is told the node that it may use
   * (`RAILYARD_NODE`) and its partition (`RAILYARD_PARTITION`). @default nodes
   */
  readonly place?: "nodes" | "controller";
  /** Folders of the nodes that the container sees under the same names: of pods, those of volumes. @default - none */
  readonly mounts?: readonly string[];
  /** Whether pods ask for no GPU and no card: what they get all the same is looked at. @default false */
  readonly withoutDevices?: boolean;
  /** Whether tasks use buckets, by the identity that jobs have in the cloud. @default false */
  readonly usesIdentity?: boolean;
}

/** A check as it is run on nodes of one pool. */
export interface PlannedCheck {
  /** Nodes of a run of `all`, where it is not for any number of them. @default - two at the least, and all */
  readonly nodes?: { readonly least: number; readonly most: number };
  readonly job: (nodes: readonly string[]) => CheckJob;
  /** @throws UnreadableOutputError */
  readonly judge: (output: string, nodes: readonly string[]) => Verdict;
}

/** What a check needs to know beside the pool. */
export interface CheckProps {
  /** Image with nccl-tests; null: that of the fabric. */
  readonly image: string | null;
  /** What runs its jobs. */
  readonly on: RunnerKind;
  /** Where images come from that nobody has named, and their digests. @default - their own registries, by tag */
  readonly places?: ImagePlaces;
  /** Images with the other programs. @default - nodes have them */
  readonly images?: Readonly<Partial<Record<CheckImage, string>>>;
}

/** One thing that is proved of the nodes of a pool. */
export interface Check {
  /** As `--only` takes it. */
  readonly id: string;
  readonly title: string;
  readonly suites: readonly Suite[];
  /**
   * - `node`: each node by itself, many at once.
   * - `pair`: two nodes at a time, every node once or twice; what is slow is named.
   * - `all`: all nodes together that nothing is wrong with.
   */
  readonly group: "node" | "pair" | "all";
  /** Longest time of one run. */
  readonly minutes: number;
  /** How it is run on a pool; a sentence where it does not apply. */
  readonly plan: (pool: ResolvedPool, props: CheckProps) => PlannedCheck | string;
}

/** One thing that is proved of a cluster as a whole: what it answers is judged, whatever runs jobs. */
export interface ClusterCheck {
  /** As `--only` takes it. */
  readonly id: string;
  readonly title: string;
  readonly suites: readonly Suite[];
  /**
   * Asks it, and changes nothing.
   * @returns what it saw, as text that {@link judge} reads again in a replay
   * @throws CheckNotRunError, ClusterCallError
   */
  readonly ask: (api: ClusterApi) => Promise<string>;
  /** @throws UnreadableOutputError */
  readonly judge: (output: string) => Verdict;
}

/** Stands for the pool in runs of checks of a cluster: no pool can be called so. */
export const CLUSTER = "the cluster";
