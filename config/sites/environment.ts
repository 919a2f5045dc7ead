import type { ResolvedPool } from "../pools/pool";
import type { ResolvedEnvironment } from "../resolve";

/** Parts of an environment that know no cloud. */
type OfAnySite =
  | "name"
  | "production"
  | "tags"
  | "names"
  | "state"
  | "storage"
  | "lustre"
  | "checkpoints"
  | "gpu"
  | "slurm"
  | "platform"
  | "monitoring"
  | "teams"
  | "schedule"
  | "lifetime"
  | "idle";

/** An environment on any site: all that Slurm, the platform and what runs on them may read. */
export interface SiteEnvironment extends Pick<ResolvedEnvironment, OfAnySite> {
  /** Kind of the site: the row of `stacks/sites/kinds.ts` that builds it. */
  readonly site: string;
  /** AWS Region of jobs; null outside AWS. */
  readonly region: string | null;
  readonly nodeGroups: readonly ResolvedPool[];
}
