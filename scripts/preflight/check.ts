import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import type { AwsAccess } from "../lib/aws/access";

/**
 * `ok`: AWS says that it will do. `warning`: it will run, but not as it should. `failed`: a deployment would fail or wait.
 * `unknown`: AWS gave no answer, or no document says.
 */
export type Verdict = "ok" | "warning" | "failed" | "unknown";

/** One answer of the account. */
export interface CheckResult {
  readonly verdict: Verdict;
  /** What it is about: a quota, a node group, a reservation. */
  readonly subject: string;
  /** What AWS said, and what the config needs, with units. */
  readonly text: string;
  /** What to do, with a command where there is one. @default - nothing to do */
  readonly fix?: string;
  /** Document of a limit or a fact. @default - AWS itself said so */
  readonly source?: string;
}

export interface CheckProps {
  readonly environment: AwsEnvironment;
  readonly aws: AwsAccess;
  readonly now: Date;
}

/** A question to the account. It throws what the SDK throws: whoever runs it turns that into `unknown`. */
export interface PreflightCheck {
  /** `concern/kebab-case`, such as `quota/instances`; stable for ever. */
  readonly id: string;
  readonly title: string;
  /** IAM actions that the calls need. */
  readonly actions: readonly string[];
  /** No result: the config has nothing of the kind. */
  readonly run: (props: CheckProps) => Promise<readonly CheckResult[]>;
}
