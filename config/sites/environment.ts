import type { ResolvedAlerting } from "../monitoring/resolve";
import type { ResolvedCheckpoints } from "../checkpoints/resolve";
import type { ResolvedDataset } from "../datasets/resolve";
import type { ResolvedLifetime } from "../lifetime/resolve";
import type { ResolvedCost } from "../money/cost";
import type { Names } from "../names/resolve";
import type { ResolvedOutbound } from "../outbound/outbound";
import type { ResolvedPool } from "../pools/pool";
import type { ResolvedSchedule } from "../schedule/resolve";
import type { ResolvedSlurm } from "../slurm/resolve";
import type { ClusterState } from "../state/cluster-schema";
import type { ResolvedLustre } from "../storage/fsx-lustre/resolve";
import type { ResolvedVolume } from "../storage/kind";
import type { ResolvedTopograph } from "../topology/topograph";
import type { ResolvedWorkload } from "../workloads/resolve";
import type { SiteConfig } from "./keys";

/** Where Terraform keeps its state. */
export type ResolvedState =
  | {
      readonly kind: "s3";
      readonly bucket: string;
      /** Region of the bucket. @default - that of the environment */
      readonly region?: string;
      /** Folder of the bucket with the states: `iron/`. @default - the bucket is the environment's own */
      readonly folder?: string;
    }
  | (Extract<ClusterState, { readonly kind: "s3-compatible" }> & { readonly folder?: string })
  | { readonly kind: "local"; readonly directory: string };

/**
 * An environment on any site, with everything that follows from it and the facts: all that Slurm, the platform and what runs
 * on them may read. Frozen; stacks and scripts compute none of it again. What a site knows besides is its own, and told apart
 * by `site`.
 */
export interface SiteEnvironment {
  /** Kind of the site: its row in `config/sites/kinds.ts`, and the one in `stacks/sites/kinds.ts` that builds it. */
  readonly site: string;
  readonly name: string;
  /** AWS Region of jobs; null outside AWS. */
  readonly region: string | null;
  readonly production: boolean;
  readonly tags: Readonly<Record<string, string>>;
  readonly names: Names;
  readonly state: ResolvedState;
  readonly cluster: {
    /** Minor version of Kubernetes, such as 1.36. */
    readonly version: string;
  };
  readonly nodeGroups: readonly ResolvedPool[];
  /** Every volume that pods mount, `lustre` among them. */
  readonly storage: readonly ResolvedVolume[];
  /** Of them the FSx for Lustre file system that checkpoints are on; null: there is none. */
  readonly lustre: ResolvedLustre | null;
  readonly checkpoints: ResolvedCheckpoints | null;
  /** Who allocates is a property of each pool. */
  readonly gpu: Omit<SiteConfig["gpu"], "allocation">;
  readonly slurm: ResolvedSlurm | null;
  /** Queues of Kubernetes jobs; null: none. */
  readonly kueue: NonNullable<SiteConfig["kueue"]> | null;
  /** What nodes are asked that no partition of Slurm has; null: nothing. */
  readonly health: NonNullable<SiteConfig["health"]> | null;
  /** What reads where nodes stand, and labels them; null: Railyard installs nothing that does. */
  readonly topograph: ResolvedTopograph | null;
  readonly platform: SiteConfig["platform"];
  /** How nodes and pods reach what lies outside of the cluster. */
  readonly outbound: ResolvedOutbound;
  readonly monitoring: SiteConfig["monitoring"];
  /** Where logs of pods and nodes are kept. */
  readonly logs: SiteConfig["logs"];
  /** Where traces of jobs and services are kept. */
  readonly traces: SiteConfig["traces"];
  readonly alerting: ResolvedAlerting;
  readonly teams: SiteConfig["teams"];
  /** Hours in which nodes run; null: day and night. */
  readonly schedule: ResolvedSchedule | null;
  /** Null: until somebody destroys it. */
  readonly lifetime: ResolvedLifetime | null;
  /** What trainings read; empty: nobody wrote any. */
  readonly datasets: readonly ResolvedDataset[];
  /** Trainings that it is meant for; empty: nobody wrote any. */
  readonly workloads: readonly ResolvedWorkload[];
  readonly verify: SiteConfig["verify"];
  /** When GPUs that are held count as idle; null: nobody looks. */
  readonly idle: NonNullable<SiteConfig["idle"]> | null;
  /** What it costs, as far as prices are known; see `unpriced`. */
  readonly cost: ResolvedCost;
  /** As written, with defaults: to name the key of what cannot be made. */
  readonly written: SiteConfig;
  /** Environment that wrote a value, by the JSON of its path; values that the environment wrote itself are left out. */
  readonly origins: ReadonlyMap<string, string>;
}
