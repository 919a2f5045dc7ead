import { policyDocument } from "../../../constructs/security/policy";
import type { SynthesizedStack } from "./checkov-plan";

/** Name of the stack that is made up. No stack of an environment ends like this. */
export const PLANTED_STACK = "planted-weaknesses";

/**
 * Mistakes that Checkov must find, in the forms that synth writes, and addresses that must be good. They go along with
 * every run: a reader that sees nothing finds nothing wrong.
 */
export const PLANTED: SynthesizedStack = {
  resource: {
    aws_s3_bucket: { open: { bucket: "open" }, closed: { bucket: "closed" } },
    aws_s3_bucket_public_access_block: {
      closed: {
        bucket: "${aws_s3_bucket.closed.bucket}",
        block_public_acls: true,
        block_public_policy: true,
        ignore_public_acls: true,
        restrict_public_buckets: true,
      },
    },
    aws_kms_key: {
      anyone: {
        enable_key_rotation: true,
        policy: policyDocument([{ sid: "All", actions: ["kms:*"], resources: ["*"], principals: { anyone: true } }]),
      },
    },
    aws_iam_role_policy: {
      everything: {
        role: "${aws_iam_role.some.id}",
        policy: policyDocument([{ sid: "All", actions: ["*"], resources: ["*"] }]),
      },
      passes_roles: {
        role: "${aws_iam_role.some.id}",
        policy: policyDocument([
          {
            sid: "Escalate",
            actions: ["iam:PassRole", "lambda:CreateFunction", "lambda:InvokeFunction"],
            resources: ["*"],
          },
          { sid: "Own", actions: ["s3:GetObject"], resources: ["${aws_s3_bucket.closed.arn}/*"] },
        ]),
      },
    },
    aws_vpc_security_group_ingress_rule: {
      ssh: { security_group_id: "sg-1", ip_protocol: "tcp", from_port: 22, to_port: 22, cidr_ipv4: "0.0.0.0/0" },
    },
    aws_eks_cluster: {
      open: {
        name: "open",
        role_arn: "${aws_iam_role.some.arn}",
        vpc_config: {
          subnet_ids: ["${local.subnet}"],
          endpoint_public_access: true,
          public_access_cidrs: ["0.0.0.0/0"],
        },
      },
    },
    aws_launch_template: { old_metadata: { metadata_options: { http_endpoint: "enabled", http_tokens: "optional" } } },
    aws_fsx_lustre_file_system: {
      own_key: { kms_key_id: "${local.key_arn}", subnet_ids: ["${local.subnet}"] },
      no_key: { subnet_ids: ["${local.subnet}"] },
    },
  },
};

/** What must come out, as `<check> <address>`. */
export const PLANTED_FAILURES: readonly string[] = [
  "CKV2_AWS_6 aws_s3_bucket.open",
  "CKV_AWS_33 aws_kms_key.anyone",
  "CKV_AWS_62 aws_iam_role_policy.everything",
  "CKV_AWS_286 aws_iam_role_policy.passes_roles",
  "CKV_AWS_24 aws_vpc_security_group_ingress_rule.ssh",
  "CKV_AWS_38 aws_eks_cluster.open",
  "CKV_AWS_58 aws_eks_cluster.open",
  "CKV_AWS_79 aws_launch_template.old_metadata",
  "CKV_AWS_190 aws_fsx_lustre_file_system.no_key",
];

export const PLANTED_PASSES: readonly string[] = [
  "CKV2_AWS_6 aws_s3_bucket.closed",
  "CKV_AWS_190 aws_fsx_lustre_file_system.own_key",
];
