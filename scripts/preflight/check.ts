import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import type { AwsAccess } from "../lib/aws/access";
import type { AskHost } from "./outbound/host-question";

/**
 * `ok`: whoever was asked says that it will do. `warning`: it will run, but not as it should. `failed`: a deployment would fail or wait.
 * `unknown`: there was no answer, or no document says.
 */
export type Verdict = "ok" | "warning" | "failed" | "unknown";

/** One answer of an account or of a cluster. */
export interface CheckResult {
  readonly verdict: Verdict;
  /** What it is about: a quota, a node group, a reservation. */
  readonly subject: string;
  /** What was said, and what the config needs, with units. */
  readonly text: string;
  /** What to do, with a command where there is one. @default - nothing to do */
  readonly fix?: string;
  /** Document of a limit or a fact. @default - whoever was asked said so */
  readonly source?: string;
}

export interface CheckProps {
  readonly environment: AwsEnvironment;
  readonly aws: AwsAccess;
  readonly now: Date;
  /** Asks hosts from this machine. @default - none is asked, and their answers are unknown */
  readonly hosts?: AskHost | undefined;
}

/** A question to an account or a cluster. It throws what its calls throw: whoever runs it turns that into `unknown`. */
export interface Check<Props> {
  /** `concern/kebab-case`, such as `quota/instances`; stable for ever. */
  readonly id: string;
  readonly title: string;
  /** Permissions that the calls need: IAM actions, or verbs and resources of Kubernetes. */
  readonly actions: readonly string[];
  /** No result: the config has nothing of the kind. */
  readonly run: (props: Props) => Promise<readonly CheckResult[]>;
}

/** A question to the account. */
export type PreflightCheck = Check<CheckProps>;
