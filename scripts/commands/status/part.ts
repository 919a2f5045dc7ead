import type { SiteEnvironment } from "../../../config/sites/environment";
import type { AwsAccess } from "../../lib/aws/access";
import type { Kubectl } from "../../lib/kubernetes/kubectl";
import type { AskCluster } from "../../lib/kubernetes/question";
import type { SlurmProgram } from "../../lib/slurm/controller";

/** How the ways to the world are had, each when somebody asks for it. @throws ExpectedError where there is none */
export interface StatusWay {
  readonly environment: SiteEnvironment;
  readonly now: Date;
  /** Repository root: what this machine has kept is below it. */
  readonly root: string;
  readonly aws: AwsAccess;
  readonly kubectl: () => Promise<Pick<Kubectl, "run" | "list">>;
  /** Null: the cluster has no controller. */
  readonly slurm: () => Promise<SlurmProgram | null>;
  readonly api: () => Promise<AskCluster>;
}

/** What a part is read for. */
export interface ReadFor {
  readonly environment: SiteEnvironment;
  /** When it was asked. */
  readonly now: Date;
}

/** How a part is. */
export interface PartState {
  /**
   * - `well`: nobody has to do anything.
   * - `attention`: somebody should look.
   * - `unknown`: nobody has answered, or not all.
   */
  readonly state: "well" | "attention" | "unknown";
  readonly line: string;
  /** What somebody should look at first comes first. */
  readonly details: readonly string[];
}

/** One part of the screen. */
export interface StatusPart {
  readonly id: string;
  readonly title: string;
  /** Why the environment has no such thing; null: it has. */
  readonly absent: (environment: SiteEnvironment) => string | null;
  /** @returns text that is recorded @throws ExpectedError where nothing answers */
  readonly ask: (way: StatusWay) => Promise<string>;
  /** @throws ExpectedError where the answer is not understood */
  readonly read: (answer: string, of: ReadFor) => PartState;
}
