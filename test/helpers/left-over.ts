import { STACKS } from "../../config/names/resolve";
import type { Answer } from "./deploying";

/** Tags by which what belongs to `dev` is found. */
const OWN_TAGS: readonly (readonly [string, string])[] = [
  ["railyard:environment", "dev"],
  ["kubernetes.io/cluster/dev", "owned"],
  ["elbv2.k8s.aws/cluster", "dev"],
  ["cluster.k8s.amazonaws.com/name", "dev"],
  ["eks:cluster-name", "dev"],
  ["aws:eks:cluster-name", "dev"],
];
const FILTERS = OWN_TAGS.map(([key]) => [{ Name: "tag-key", Values: [key] }]);
const LOG_GROUPS = [
  "/aws/eks/dev/",
  "/aws/containerinsights/dev/",
  "/aws/fsx/dev-lustre",
  "/aws/vpc/flow-logs/dev",
  "/railyard/dev/pods",
  "/railyard/dev/nodes",
  "/railyard/dev/jobs",
];
const NO_CLUSTER = { name: "ResourceNotFoundException", message: "No cluster found", status: 404 };

/** What tags of the environment look like on anything. */
export const DEV_TAGS = [{ Key: "railyard:environment", Value: "dev" }];

export interface LeftOver {
  readonly Volumes?: readonly object[];
  readonly Snapshots?: readonly object[];
}

/** The account of `dev` when its cluster is gone: nothing is in it but what is given, and no state is in its bucket. */
export const accountWith = ({ Volumes = [], Snapshots = [] }: LeftOver = {}): Answer[] => [
  { call: "STS GetCallerIdentity", output: { Account: "111122223333", Arn: "arn:aws:iam::111122223333:user/me" } },
  { call: "EKS DescribeCluster", input: { name: "dev" }, error: NO_CLUSTER },
  ...STACKS.map((role) => ({
    call: "S3 GetObject",
    input: { Bucket: "dev-tfstate-111122223333-us-east-1", Key: `${role}.tfstate` },
    error: { name: "NoSuchKey", message: "none", status: 404 },
  })),
  ...FILTERS.flatMap((Filters) => [
    { call: "EC2 DescribeVolumes", input: { Filters }, output: { Volumes } },
    { call: "EC2 DescribeNetworkInterfaces", input: { Filters }, output: {} },
    { call: "EC2 DescribeSnapshots", input: { OwnerIds: ["self"], Filters }, output: { Snapshots } },
  ]),
  {
    call: "EC2 DescribeNetworkInterfaces",
    input: { Filters: [{ Name: "description", Values: ["Amazon EKS dev"] }] },
    output: {},
  },
  { call: "ElasticLoadBalancingV2 DescribeLoadBalancers", output: {} },
  ...LOG_GROUPS.map((logGroupNamePrefix) => ({
    call: "CloudWatchLogs DescribeLogGroups",
    input: { logGroupNamePrefix },
    output: {},
  })),
  ...OWN_TAGS.map(([Key, value]) => ({
    call: "ResourceGroupsTaggingAPI GetResources",
    input: { TagFilters: [{ Key, Values: [value] }] },
    output: {},
  })),
];
