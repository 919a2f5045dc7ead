import type { ChartName } from "../../../config/facts/versions";
import type { ClusterAddon } from "../../../config/sites/aws-eks/cluster/resolve";
import type { ChartRelease } from "../../lib/charts/chart-release";

/** Something that was asked and gave no answer. */
export interface Unanswered {
  readonly subject: string;
  readonly text: string;
  readonly fix: string;
}

/** Days of a Kubernetes minor. */
export interface MinorDates {
  readonly releasedOn: string | null;
  readonly standardSupportUntil: string | null;
  readonly extendedSupportUntil: string | null;
}

/** Where a version was read. */
export interface Read<T> {
  readonly value: T;
  readonly source: string;
}

/** What AWS and the repositories of charts answered; what is missing is unknown. */
export interface LiveAnswers {
  /** Day of the answers. */
  readonly asOf: string;
  readonly minors: ReadonlyMap<string, Read<MinorDates>>;
  /** Add-on → minor → newest compatible version. */
  readonly addons: ReadonlyMap<ClusterAddon, Read<ReadonlyMap<string, string>>>;
  /** Minor → newest release of the Amazon Linux 2023 images. */
  readonly al2023: ReadonlyMap<string, Read<string>>;
  /** Minor → newest release of the Bottlerocket image, as node groups take it. */
  readonly bottlerocket: ReadonlyMap<string, Read<string>>;
  /** Published releases, newest first. */
  readonly charts: ReadonlyMap<ChartName, Read<readonly ChartRelease[]>>;
  readonly unanswered: readonly Unanswered[];
}

/**
 * - `behind`: there is a newer one. `ended`: it has no support any more. `ends-soon`: it loses it within two months.
 * - `bad`: it is known to be broken. `ahead`: it is newer than what the facts know to work. `unknown`: nobody says.
 */
export type State = "current" | "behind" | "ends-soon" | "ended" | "bad" | "ahead" | "unknown";

/** States with which `--check` fails. */
export const FAILING: readonly State[] = ["behind", "ended", "bad"];

/** Something that an environment has a version of. */
export interface Item {
  readonly kind: "kubernetes" | "addon" | "image" | "chart" | "driver";
  readonly name: string;
  /** null: EKS chooses, when it is made; of drivers, it is unknown here. */
  readonly has: string | null;
  /** null: unknown. */
  readonly newest: string | null;
  readonly state: State;
  /** What there is to say of it; empty when nothing. */
  readonly text: string;
  readonly source: string;
}

/** One deployment, or what has to be done by hand around it. */
export interface Step {
  readonly kind: "kubernetes" | "addons" | "images" | "crds" | "charts" | "slurm";
  readonly title: string;
  /** `name: from → to`, a line each. */
  readonly changes: readonly string[];
  /** What is edited. */
  readonly edit: string;
  /** Node groups whose pinned release changes. @default - none */
  readonly groups?: readonly string[];
  /** Stacks to deploy, in order; empty: somebody else does it. */
  readonly deploy: readonly string[];
  /** What it does to jobs that run. */
  readonly jobs: readonly string[];
  /** Why it cannot be done yet. */
  readonly blocked: readonly string[];
  /** What to look at before. */
  readonly cautions: readonly string[];
}

/** What is behind in an environment, and the order of getting it up to date. */
export interface UpgradePlan {
  readonly environment: string;
  /** AWS Region; null: the cluster is one that exists. */
  readonly region: string | null;
  /** Kubernetes minors. */
  readonly from: string;
  readonly to: string;
  readonly items: readonly Item[];
  readonly steps: readonly Step[];
  readonly unanswered: readonly Unanswered[];
}
