import { created, deleted, unchanged, updated } from "../../helpers/plan";
import {
  check,
  type Json,
  LUSTRE_VALUES,
  LUSTRE,
  plan,
  output,
  SSH_RULE,
  group,
  drifted,
  review,
} from "../../helpers/hostile-plan";

const bucket = (more: Json = {}) => ({ bucket: "b", arn: "arn:aws:s3:::b", ...more });

const HARMLESS: readonly (readonly [name: string, plan: Json])[] = [
  ["nothing", plan([])],
  ["nothing, which cannot be applied", plan([unchanged(LUSTRE, LUSTRE_VALUES)], { applyable: false })],
  ["nothing, with checks that pass", check("pass")],
  ["a check that is not known before apply", check("unknown")],
  ["a format that is a little newer", { ...plan([]), format_version: "1.9" }],
  ["a newer Terraform", { ...plan([]), terraform_version: "1.14.0" }],
  [
    "data that is read",
    plan([
      {
        ...unchanged("data.aws_ami.a", {}),
        mode: "data",
        type: "aws_ami",
        change: { actions: ["read"], before: null, after: {} },
      },
    ]),
  ],
  ["a tag", plan([updated(LUSTRE, { ...LUSTRE_VALUES, tags: { a: "1" } }, { tags: { a: "2" } })])],
  ["Lustre grows", plan([updated(LUSTRE, LUSTRE_VALUES, { storage_capacity: 192_000 })])],
  ["a bucket is made", plan([created("aws_s3_bucket.a", bucket())])],
  ["a key is made", plan([created("aws_kms_key.a", { enable_key_rotation: true })])],
  ["a log group is made", plan([created("aws_cloudwatch_log_group.a", { name: "a", retention_in_days: 90 })])],
  [
    "a log group keeps for longer",
    plan([updated("aws_cloudwatch_log_group.a", { name: "a", retention_in_days: 30 }, { retention_in_days: 90 })]),
  ],
  ["a node group is made", plan([created("aws_eks_node_group.a", group(2))])],
  [
    "a node group grows",
    plan([updated("aws_eks_node_group.a", group(2), { scaling_config: group(4).scaling_config })]),
  ],
  [
    "a private rule is made",
    plan([created("aws_vpc_security_group_ingress_rule.a", { ...SSH_RULE, cidr_ipv4: "10.0.0.0/16" })]),
  ],
  [
    "a rule between groups that are made",
    plan([
      created("aws_vpc_security_group_ingress_rule.a", SSH_RULE, {
        unknown: { referenced_security_group_id: true, security_group_id: true },
      }),
    ]),
  ],
  [
    "a public rule goes",
    plan([deleted("aws_vpc_security_group_ingress_rule.a", { ...SSH_RULE, cidr_ipv4: "0.0.0.0/0" })]),
  ],
  ["an alarm goes", plan([deleted("aws_cloudwatch_metric_alarm.a", { alarm_name: "a" })])],
  ["a budget goes", plan([deleted("aws_budgets_budget.a", { name: "a" })])],
  ["a placement group goes", plan([deleted("aws_placement_group.a", { name: "a" })])],
  ["an unused template goes", plan([deleted("aws_launch_template.a", { name: "a" })])],
  ["a subscription goes", plan([deleted("aws_sns_topic_subscription.a", { endpoint: "a@example.com" })])],
  ["an output comes", output({ actions: ["create"], before: null, after: "b" })],
  ["an output changes", output({ actions: ["update"], before: "a", after: "b" })],
  [
    "an output becomes a secret",
    output({ actions: ["update"], before: "a", after: "a", before_sensitive: false, after_sensitive: true }),
  ],
  ["drift of tags", drifted(updated(LUSTRE, { ...LUSTRE_VALUES, tags: { a: "1" } }, { tags: { a: "2" } }))],
  ["no drift", drifted()],
  ["a guard of what holds data", plan([created("terraform_data.holds_data", { input: "aws_s3_bucket.a" })])],
  ["another address", plan([unchanged(LUSTRE, LUSTRE_VALUES, { previousAddress: "aws_fsx_lustre_file_system.old" })])],
  [
    "the bucket's own environment",
    plan([created("aws_s3_bucket.a", bucket({ tags_all: { "railyard:environment": "sample" } }))]),
  ],
];

test.each(HARMLESS)("%s needs nobody", (_, given) => expect(review(given)).toMatchObject({ verdict: "safe" }));
