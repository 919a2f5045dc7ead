import type { Partition } from "../../facts/regions";
import type { ResolvedGovernance } from "../../money/governance";
import type { PriceBook } from "../../money/price-book";
import type { ResolvedState, SiteEnvironment } from "../environment";
import type { AdoptConfig } from "./adopt/schema";
import type { ResolvedCi } from "./ci/resolve";
import type { ResolvedCluster } from "./cluster/resolve";
import type { CachedRegistry } from "./image-cache/resolve";
import type { ResolvedNetwork } from "./network/resolve";
import type { AwsPool } from "./nodes/node-group";
import type { AwsConfig } from "./schema";

/** An environment in an account of AWS. */
export interface AwsEnvironment extends SiteEnvironment {
  readonly site: "aws-eks";
  readonly account: string;
  readonly region: string;
  readonly partition: Partition;
  readonly state: Exclude<ResolvedState, { readonly kind: "s3-compatible" }>;
  readonly ci: ResolvedCi | null;
  readonly network: ResolvedNetwork;
  /** Registries that ECR caches; nodes take their images from there. */
  readonly imageCache: readonly CachedRegistry[];
  readonly cluster: ResolvedCluster;
  readonly nodeGroups: readonly AwsPool[];
  /** What was there before, and is managed from now on; null: nothing was. */
  readonly adopt: AdoptConfig | null;
  /** Budgets, and whom alarms about money reach; null: nobody watches. */
  readonly governance: ResolvedGovernance | null;
  /** What the account pays where it has agreed on prices of its own. */
  readonly prices: PriceBook;
  readonly written: AwsConfig;
}

/** Whether an environment stands in an account of AWS. */
export const isOnAws = (env: SiteEnvironment): env is AwsEnvironment => env.site === "aws-eks";

/** An environment with what AWS knows of it; null where it stands elsewhere, or where there is none. */
export const awsOf = (env: SiteEnvironment | null | undefined): AwsEnvironment | null =>
  env && isOnAws(env) ? env : null;
