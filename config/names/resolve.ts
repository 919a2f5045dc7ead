import { createHash } from "node:crypto";

/**
 * Joins parts with dashes; a name that would be too long is cut and gets a hash of the whole, so that two
 * long names never become one.
 * @param limit characters that the service allows
 */
export function boundedName(limit: number, ...parts: string[]): string {
  const whole = parts.join("-");
  if (whole.length <= limit) return whole;
  const hash = createHash("sha256").update(whole).digest("hex").slice(0, 8);
  return `${whole.slice(0, limit - hash.length - 1).replace(/-+$/, "")}-${hash}`;
}

/** Stacks of an environment, in the order of their life. */
export const STACKS = [
  "bootstrap",
  "governance",
  "network",
  "cluster",
  "storage",
  "nodes",
  "crds",
  "platform",
  "slurm",
] as const;
export type StackRole = (typeof STACKS)[number];

/** Names of an environment's resources, each legal and bounded for its service. */
export interface Names {
  /** EKS cluster; 100 characters at most. */
  readonly cluster: string;
  readonly vpc: string;
  /** IAM role for a purpose; 64 characters at most. */
  role(purpose: string): string;
  /** Anything else with a name of up to 63 characters. */
  resource(purpose: string): string;
  /** KMS alias, without its `alias/` prefix. */
  keyAlias(purpose: string): string;
  stack(role: StackRole): string;
}

/** @param cluster name of a cluster that was there before. @default - that of the environment */
export function namesOf(environment: string, cluster?: string): Names {
  return {
    cluster: cluster ?? boundedName(100, environment),
    vpc: boundedName(63, environment, "vpc"),
    role: (purpose) => boundedName(64, environment, purpose),
    resource: (purpose) => boundedName(63, environment, purpose),
    keyAlias: (purpose) => boundedName(200, environment, purpose),
    stack: (role) => `${environment}-${role}`,
  };
}

/** Bucket names are global: account and region make them ours. 63 characters at most. */
export function bucketName(environment: string, purpose: string, account: string, region: string): string {
  return boundedName(63, environment, purpose, account, region);
}
