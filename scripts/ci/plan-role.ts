import type { ResolvedEnvironment } from "../../config/resolve";
import { ExpectedError } from "../expected-error";

type Statement = Readonly<Record<string, unknown>>;

interface Reads {
  readonly types: RegExp;
  readonly actions: readonly string[];
}

/** What the provider asks of each service to refresh resources of these types. Nothing of it reads data. */
const READS: Readonly<Record<string, Reads>> = {
  autoscaling: { types: /^aws_autoscaling_/, actions: ["autoscaling:Describe*"] },
  ec2: {
    types:
      /^aws_(default_security_group|eip|flow_log|internet_gateway|launch_template|nat_gateway|placement_group|route|route_table|route_table_association|security_group|subnet|vpc|vpc_endpoint|vpc_security_group_(egress|ingress)_rule)$/,
    actions: ["ec2:Describe*"],
  },
  eks: { types: /^aws_eks_/, actions: ["eks:Describe*", "eks:List*"] },
  fsx: { types: /^aws_fsx_/, actions: ["fsx:Describe*", "fsx:ListTagsForResource"] },
  iam: {
    types: /^aws_iam_role(_policy|_policy_attachment)?$/,
    actions: [
      "iam:GetRole",
      "iam:GetRolePolicy",
      "iam:ListAttachedRolePolicies",
      "iam:ListInstanceProfilesForRole",
      "iam:ListRolePolicies",
      "iam:ListRoleTags",
    ],
  },
  kms: {
    types: /^aws_kms_(alias|key)$/,
    actions: [
      "kms:DescribeKey",
      "kms:GetKeyPolicy",
      "kms:GetKeyRotationStatus",
      "kms:ListAliases",
      "kms:ListResourceTags",
    ],
  },
  logs: { types: /^aws_cloudwatch_log_group$/, actions: ["logs:DescribeLogGroups", "logs:ListTagsForResource"] },
};

/** Everything of a bucket but what is in it. */
const BUCKET_READS = [
  "s3:GetAccelerateConfiguration",
  "s3:GetBucket*",
  "s3:GetEncryptionConfiguration",
  "s3:GetLifecycleConfiguration",
  "s3:GetReplicationConfiguration",
  "s3:ListBucket",
  "s3:ListTagsForResource",
];

export interface RoleProps {
  readonly environment: ResolvedEnvironment;
  /** Types of its resources, as synth wrote them. */
  readonly types: readonly string[];
}

/** What a role may do that plans an environment: see what is there, and read its state. */
export function planPermissions({ environment, types }: RoleProps): object {
  const { partition, region, account, state, checkpoints } = environment;
  const services = Object.values(READS).filter((reads) => types.some((type) => reads.types.test(type)));
  assertKnown(types);
  const buckets = [
    ...(state.kind === "s3" ? [state.bucket] : []),
    ...(checkpoints?.bucket.kind === "create" ? [checkpoints.bucket.name] : []),
  ].map((bucket) => `arn:${partition}:s3:::${bucket}`);
  return policy([
    { Sid: "See", Effect: "Allow", Action: services.flatMap(({ actions }) => actions), Resource: "*" },
    ...(buckets.length ? [{ Sid: "SeeBuckets", Effect: "Allow", Action: BUCKET_READS, Resource: buckets }] : []),
    ...(state.kind === "s3"
      ? [
          {
            Sid: "ReadState",
            Effect: "Allow",
            Action: "s3:GetObject",
            Resource: `arn:${partition}:s3:::${state.bucket}/*.tfstate`,
          },
          {
            Sid: "DecryptState",
            Effect: "Allow",
            Action: "kms:Decrypt",
            Resource: `arn:${partition}:kms:${region}:${account}:key/*`,
            Condition: {
              "ForAnyValue:StringEquals": { "kms:ResourceAliases": `alias/${environment.names.keyAlias("state")}` },
            },
          },
        ]
      : []),
  ]);
}

/** A type that is not in the table would be a plan that fails in the middle, without a word on why. */
function assertKnown(types: readonly string[]): void {
  const known = (type: string) =>
    type.startsWith("aws_s3_bucket") || Object.values(READS).some((one) => one.types.test(type));
  const unknown = types.filter((type) => type.startsWith("aws_") && !known(type));
  if (unknown.length)
    throw new ExpectedError(
      `What ${unknown.join(", ")} needs is not known: add it to READS in scripts/ci/plan-role.ts.`,
    );
}

/** Jobs that may take on a role. */
export type RoleUse = "plan" | "deploy";

/**
 * Which jobs of a repository may take on a role, by GitHub's OIDC provider. Plans are made for pull requests and on main;
 * only jobs of the GitHub environment, whose protection they have passed, deploy.
 * @param repository `owner/name`, or `owner@id/name@id` as tokens of newer repositories have it
 * @see https://docs.github.com/en/actions/reference/security/oidc
 */
export function roleTrust(environment: ResolvedEnvironment, repository: string, use: RoleUse): object {
  const { partition, account, name } = environment;
  const issuer = "token.actions.githubusercontent.com";
  const subjects =
    use === "plan"
      ? [`repo:${repository}:pull_request`, `repo:${repository}:ref:refs/heads/main`]
      : [`repo:${repository}:environment:${name}`];
  return policy([
    {
      Sid: "GitHubActions",
      Effect: "Allow",
      Principal: { Federated: `arn:${partition}:iam::${account}:oidc-provider/${issuer}` },
      Action: "sts:AssumeRoleWithWebIdentity",
      Condition: { StringEquals: { [`${issuer}:aud`]: "sts.amazonaws.com", [`${issuer}:sub`]: subjects } },
    },
  ]);
}

const policy = (statements: readonly Statement[]): object => ({ Version: "2012-10-17", Statement: statements });
