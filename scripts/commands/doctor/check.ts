import { awsOf } from "../../../config/sites/aws-eks/environment";
import { clusterOf } from "../../../config/sites/kubernetes/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { AwsAccess } from "../../lib/aws/access";

/** `wrong`: it is there, and is not what is needed. `unknown`: it could not be looked at. */
export type Verdict = "ok" | "missing" | "wrong" | "unknown";

/** `optional`: something can be done without it. */
export type Need = "needed" | "optional";

/** What was found of one program, version or credential. */
export interface Seen {
  readonly verdict: Verdict;
  /** What is there, or what is wrong with it; null: nothing was seen. */
  readonly found: string | null;
  /** What to do. @default - nothing */
  readonly fix?: string;
}

export interface CheckReport extends Seen {
  /** `concern/kebab-case`. */
  readonly id: string;
  readonly title: string;
  readonly need: Need;
  /** What needs it. */
  readonly purpose: string;
}

/** What checks look at. */
export interface DoctorContext {
  /** Repository root. */
  readonly root: string;
  /** Variables of this process. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
  /** Null: no environment was named. */
  readonly environment: SiteEnvironment | null;
  readonly aws: AwsAccess;
  readonly signal: AbortSignal;
}

export interface Check {
  readonly id: string;
  readonly title: string;
  readonly purpose: string;
  /**
   * @param environment what its deployment needs is needed; null: none was named
   * @returns null: nothing of it uses what is looked at, and the check is left out
   */
  readonly need: (environment: SiteEnvironment | null) => Need | null;
  readonly look: (context: DoctorContext) => Promise<Seen>;
}

export const always = (): Need => "needed";
export const never = (): Need => "optional";
export const whenNamed = (environment: SiteEnvironment | null): Need => (environment ? "needed" : "optional");
export const whenOnAws = (environment: SiteEnvironment | null): Need | null =>
  environment && !awsOf(environment) ? null : whenNamed(environment);
export const whenInCluster = (environment: SiteEnvironment | null): Need | null =>
  environment && !clusterOf(environment) ? null : whenNamed(environment);

/** Whether a cluster that exists takes tokens of the AWS CLI: `aws eks get-token`. */
const hasAwsTokens = (environment: SiteEnvironment): boolean => {
  const access = clusterOf(environment)?.cluster.access;
  return access?.kind === "endpoint" && access.exec?.command.split("/").at(-1) === "aws";
};

/** The AWS CLI, where it makes tokens of the cluster. What a kubeconfig runs is not known here. */
export const whenAwsTokens = (environment: SiteEnvironment | null): Need | null =>
  environment && hasAwsTokens(environment) ? "needed" : whenOnAws(environment);

/** Credentials of AWS: for its account, for states in S3, and for tokens. */
export const whenAwsCredentials = (environment: SiteEnvironment | null): Need | null =>
  environment && environment.state.kind === "s3" ? "needed" : whenAwsTokens(environment);

export const ok = (found: string): Seen => ({ verdict: "ok", found });
export const missing = (found: string, fix: string): Seen => ({ verdict: "missing", found, fix });
export const wrong = (found: string, fix: string): Seen => ({ verdict: "wrong", found, fix });
export const unknown = (found: string, fix?: string): Seen => ({ verdict: "unknown", found, ...(fix && { fix }) });
