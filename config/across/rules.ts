import type { Rule, Violation } from "../kernel/rule";

/** A rule that does not hold between an environment and another one. */
export interface AcrossViolation extends Violation {
  readonly rule: AcrossRuleId;
}

export type AcrossRuleId = keyof typeof ROWS;

const S3 = "https://docs.aws.amazon.com/AmazonS3/latest/userguide";
const PEERING = "https://docs.aws.amazon.com/vpc/latest/peering/vpc-peering-basics.html";

const ROWS = {
  "environments/name-twice": {
    title: "No two environments have one name.",
    severity: "error",
    why: "Names of environments name their state, stacks and resources: one would overwrite the other.",
    source:
      "https://developer.hashicorp.com/terraform/language/backend/s3 (one key, one state); Railyard's own design: all names begin with the environment's",
  },
  "environments/cidr-overlap": {
    title: "VPCs of one account and Region have different addresses.",
    severity: "error",
    why: "Such VPCs can never be peered nor share a transit gateway, and their addresses can never change.",
    source: PEERING,
  },
  "environments/cidr-connected": {
    title: "Environments whose networks are connected have different addresses.",
    severity: "warning",
    why: "VPCs with overlapping addresses cannot be peered; behind a transit gateway one of them is out of reach.",
    source: PEERING,
  },
  "environments/resource-names": {
    title: "Environments of one account give their resources different names.",
    severity: "error",
    why: "Resources are called <environment>-<part>: roles are global in an account, and the second one is refused.",
    source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html",
  },
  "environments/name-prefix": {
    title: "Where an environment has a pipeline, no name of its account goes on from another one's.",
    severity: "warning",
    why: "What the pipeline's roles may do is bounded by the environment's name wherever AWS knows no tags: those of lab reach the Auto Scaling groups, aliases and log groups of lab-eu.",
    source:
      "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_resource.html (a wildcard is any text); Railyard's own design: all names begin with the environment's",
  },
  "environments/one-provider": {
    title: "One environment of an account makes the OIDC provider of GitHub.",
    severity: "error",
    why: "An account has one provider of an issuer: the second apply fails.",
    source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_providers_create_oidc.html",
  },
  "environments/shared-capacity": {
    title: "Environments that use one reservation or Capacity Block fit into it.",
    severity: "error",
    why: "It has one number of instances: nodes beyond it never launch.",
    source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-reservations.html",
  },
  "environments/adopted-twice": {
    title: "A resource is adopted by one environment.",
    severity: "error",
    why: "Two states that hold one resource undo each other's changes, and one destroys it under the other.",
    source: "https://developer.hashicorp.com/terraform/language/import",
  },
  "environments/bucket-made-twice": {
    title: "A bucket is made by one environment.",
    severity: "error",
    why: "Names of buckets are unique over all accounts: the second apply fails.",
    source: `${S3}/bucketnamingrules.html`,
  },
  "environments/one-cluster": {
    title: "A cluster that exists has one environment.",
    severity: "error",
    why: "Releases and namespaces have the same names in all environments: the second one is refused halfway through its apply, and one that adopts them ends the jobs of the other.",
    source:
      "https://helm.sh/docs/helm/helm_install/ (a name of a release is unique in its namespace); Railyard's own design: releases are called alike in every environment",
  },
  "environments/shared-guids": {
    title: "Clusters of one InfiniBand fabric give functions of cards GUIDs of their own.",
    severity: "warning",
    why: "Each ib-kubernetes hands out its range and knows of no other: two ports with one GUID are one port to the subnet manager, and traffic of a job reaches the other one's or nobody.",
    source: "https://github.com/Mellanox/ib-kubernetes",
  },
  "environments/one-state": {
    title: "Environments with stacks in an account of AWS keep their state in a bucket of their own.",
    severity: "error",
    why: "Their stacks have the same keys, such as network.tfstate: the second environment would take what the first has made for its own, and replace it. Their buckets are made with them, and go with them. In clusters that exist, environments have folders of their own, and may share a bucket that somebody keeps.",
    source: "https://developer.hashicorp.com/terraform/language/backend/s3",
  },
  "environments/bucket-pruned": {
    title: "Checkpoints that are pruned or expire belong to one environment, and hold no dataset of another.",
    severity: "error",
    why: "The pruner and the lifecycle of one environment go by the prefix: they would delete checkpoints of the other, and datasets.",
    source: `${S3}/intro-lifecycle-filters.html`,
  },
  "environments/bucket-prefix": {
    title: "Environments keep their checkpoints under prefixes of their own.",
    severity: "warning",
    why: "A run of the same name in both writes the same keys, and the later one overwrites the earlier.",
    source: `${S3}/using-prefixes.html`,
  },
  "environments/bucket-backups": {
    title: "Environments with Slurm keep their checkpoints in buckets of their own.",
    severity: "error",
    why: "Each copies its queue and its database to the same keys of the bucket, so only the copy of the last one is there, and what is put back may be another cluster's.",
    source: `${S3}/using-prefixes.html`,
  },
  "environments/replica-twice": {
    title: "Copies of an environment lie where nothing else does.",
    severity: "error",
    why: "A copy has the name of what was copied: one of two environments would be the newer version of the other's checkpoint, and one in a bucket of checkpoints would be read, pruned and expire as if it were a checkpoint of that environment.",
    source: `${S3}/replication.html`,
  },
  "environments/bucket-state": {
    title: "No environment keeps checkpoints or datasets in the bucket of another one's state.",
    severity: "error",
    why: "Who may write checkpoints or datasets of one environment is a step away from the state of the other, and its bucket is made with that environment and goes with it.",
    source: "https://developer.hashicorp.com/terraform/language/backend/s3",
  },
} as const satisfies Record<string, Omit<Rule, "id" | "check">>;

/** What must hold between environments. Who compares them is config/across/cross-environment.ts; here they can be silenced. */
export const ACROSS_RULES: readonly Rule[] = Object.entries(ROWS).map(([id, row]) => ({
  ...row,
  id,
  *check({ across }) {
    for (const { rule, ...violation } of across ?? []) if (rule === id) yield violation;
  },
}));
