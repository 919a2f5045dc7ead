import type { Partition } from "../../config/facts/regions";
import { type PolicyStatement } from "../security/policy";

/** What the roles of a pipeline are limited to: one environment of an account. */
export interface CiScope {
  readonly partition: Partition;
  readonly region: string;
  /** 12 digits. */
  readonly accountId: string;
  /** Value of the tag `railyard:environment`, and first part of every name. */
  readonly environment: string;
  readonly clusterName: string;
  /** Role of the nodes. */
  readonly nodeRoleName: string;
  /** Alias of the key of the state, with the prefix `alias/`. @default - the state has no key of its own */
  readonly stateKeyAlias?: string;
  /** @default - the state is not in a bucket */
  readonly stateBucket?: string;
  /** Buckets that the environment makes, that of the state left out. */
  readonly buckets: readonly string[];
  /** Whether S3 copies what is in one of them elsewhere, with a role of the environment. @default false */
  readonly replicates?: boolean;
  /** Whether CloudWatch is told of requests to one of them. @default false */
  readonly requestMetrics?: boolean;
  /** Policy that bounds every role that the pipeline makes. @default - roles are made without a bound */
  readonly boundaryArn?: string;
  /** Roles and users of the account that others have made, and that the environment lets into its cluster: ARNs. */
  readonly people: readonly string[];
}

/** What roles may do with the resource types of one service. */
export interface ServicePermissions {
  /** What the provider asks to refresh such resources. Nothing of it reads data. */
  readonly reads: readonly string[];
  /** What it asks to make, change and delete them. */
  readonly changes: (scope: CiScope) => readonly PolicyStatement[];
}

/** Tag that every resource of an environment carries, from the provider's default tags. */
export const ENVIRONMENT_TAG = "railyard:environment";

/** Resources of this environment only. */
export const tagged = ({ environment }: CiScope) => ({
  StringEquals: { [`aws:ResourceTag/${ENVIRONMENT_TAG}`]: environment },
});

/** The same tag, put on what is of no environment until now: by a tag, nothing of another one becomes this one's. */
export const claiming = ({ environment }: CiScope) => ({
  StringEquals: { [`aws:RequestTag/${ENVIRONMENT_TAG}`]: environment },
  Null: { [`aws:ResourceTag/${ENVIRONMENT_TAG}`]: "true" },
});

/** New resources that say in the same call that they are of this environment. */
export const tagging = ({ environment, region }: CiScope) => ({
  StringEquals: { [`aws:RequestTag/${ENVIRONMENT_TAG}`]: environment, "aws:RequestedRegion": region },
});

export const inRegion = ({ region }: CiScope) => ({ StringEquals: { "aws:RequestedRegion": region } });

/** ARN of something in the environment's account and Region. */
export const regionalArn = ({ partition, region, accountId }: CiScope, service: string, resource: string): string =>
  `arn:${partition}:${service}:${region}:${accountId}:${resource}`;

/** ARN of a role or policy of the environment's account; IAM has no Region. */
export const iamArn = ({ partition, accountId }: CiScope, resource: string): string =>
  `arn:${partition}:iam::${accountId}:${resource}`;
