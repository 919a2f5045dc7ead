import { ENVIRONMENT_TAG } from "../../config/owner/tags";
import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import type { AwsAccess } from "../lib/aws/access";

export type OrphanKind =
  | "volume"
  | "snapshot"
  | "network interface"
  | "load balancer"
  | "log group"
  | "tagged resource";

/** Something in the account that is the environment's by its tags or name, and that no stack has. */
export interface Orphan {
  readonly kind: OrphanKind;
  /** As AWS calls it: an id, an ARN, or the name of a log group. */
  readonly id: string;
  /** Moment it was made; null: AWS does not say. */
  readonly createdAt: Date | null;
  /** What it is, and why it stayed. */
  readonly why: string;
  /** USD; null: no document read gives a price. */
  readonly usdPerMonth: number | null;
  /**
   * `safe`: nothing uses it, and `--delete` takes it. `named`: data, which goes only when it is named. `never`: a person
   * looks at it first.
   */
  readonly removal: "safe" | "named" | "never";
}

/** What is asked of the account. */
export interface SweepProps {
  readonly environment: AwsEnvironment;
  readonly aws: AwsAccess;
  /** Whether a resource is in a state of the environment: by id, ARN or name. */
  readonly isStated: (id: string) => boolean;
  /** The cluster is there: what its controllers made is in use. */
  readonly clusterRuns: boolean;
}

/** A question to the account. It throws what the SDK throws. */
export interface Sweep {
  readonly what: string;
  /** The call, as a permission is called. */
  readonly call: string;
  readonly find: (props: SweepProps) => Promise<readonly Orphan[]>;
}

export type Tags = ReadonlyMap<string, string>;

export const tagsOf = (tags: readonly { Key?: string | undefined; Value?: string | undefined }[] = []): Tags =>
  new Map(tags.map(({ Key = "", Value = "" }) => [Key, Value]));

/** Tags that controllers of a cluster put on what they make, by the name of the cluster. */
const OWNERS: readonly ((cluster: string) => readonly [string, string])[] = [
  // "shared" is what others have made and let the cluster use, such as subnets
  (cluster) => [`kubernetes.io/cluster/${cluster}`, "owned"],
  (cluster) => ["elbv2.k8s.aws/cluster", cluster],
  (cluster) => ["cluster.k8s.amazonaws.com/name", cluster],
  (cluster) => ["eks:cluster-name", cluster],
  (cluster) => ["aws:eks:cluster-name", cluster],
];

/** Keys and values by which resources of an environment are found. */
export function ownTags({ name, names }: AwsEnvironment): (readonly [string, string])[] {
  return [[ENVIRONMENT_TAG, name], ...OWNERS.map((owner) => owner(names.cluster))];
}

/** Whether tags are of an environment. */
export const isOwn = (tags: Tags, environment: AwsEnvironment): boolean => hasOne(tags, ownTags(environment));

/** Whether a controller of the cluster made it, or EKS. */
export const isOfCluster = (tags: Tags, { names }: AwsEnvironment): boolean =>
  hasOne(
    tags,
    OWNERS.map((owner) => owner(names.cluster)),
  );

const hasOne = (tags: Tags, wanted: readonly (readonly [string, string])[]): boolean =>
  wanted.some(([key, value]) => tags.get(key) === value);
