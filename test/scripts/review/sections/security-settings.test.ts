import { created, deleted, replaced, updated, type Planned } from "../../../helpers/plan";
import { only, findingsOf, type Reviewed } from "../../../helpers/reviewed";

const plan = (...resources: Planned[]): Reviewed => ({ plans: { network: resources } });

const security = (...resources: Planned[]) => findingsOf("security", plan(...resources));

const levels = (...resources: Planned[]) => security(...resources).map(({ severity }) => severity);

describe("settings", () => {
  const ALL = {
    block_public_acls: true,
    block_public_policy: true,
    ignore_public_acls: true,
    restrict_public_buckets: true,
  };
  const block = "aws_s3_bucket_public_access_block.a";

  test("what keeps a bucket from being public", () => {
    expect(levels(updated(block, { bucket: "b", ...ALL }, { block_public_policy: false }))).toEqual(["danger"]);
    expect(levels(deleted(block, { bucket: "b", ...ALL }))).toEqual(["danger"]);
    expect(levels(deleted(block, { bucket: "b" }), deleted("aws_s3_bucket.b", { bucket: "b" }))).toEqual([]);
    expect(
      levels(deleted(block, { bucket: "b" }), created("aws_s3_bucket_public_access_block.b", { bucket: "b", ...ALL })),
    ).toEqual([]);
    expect(levels(created(block, { bucket: "b", ...ALL }))).toEqual([]);
    expect(levels(created(block, { bucket: "b", ...ALL, block_public_acls: false }))).toEqual(["danger"]);
  });

  test.each([
    ["a volume in clear", "aws_ebs_volume.a", { encrypted: true }, { encrypted: false }, "danger"],
    [
      "disks of nodes in clear",
      "aws_launch_template.a",
      { block_device_mappings: [{ ebs: [{ encrypted: "true" }] }] },
      { block_device_mappings: [{ ebs: [{ encrypted: "false" }] }] },
      "danger",
    ],
    [
      "a database on the internet",
      "aws_db_instance.a",
      { publicly_accessible: false },
      { publicly_accessible: true },
      "danger",
    ],
    [
      "a key that no longer rotates",
      "aws_kms_key.a",
      { enable_key_rotation: true },
      { enable_key_rotation: false },
      "warning",
    ],
    [
      "old calls for credentials",
      "aws_launch_template.a",
      { metadata_options: [{ http_tokens: "required" }] },
      { metadata_options: [{ http_tokens: "optional" }] },
      "warning",
    ],
    [
      "public addresses",
      "aws_subnet.a",
      { map_public_ip_on_launch: false },
      { map_public_ip_on_launch: true },
      "warning",
    ],
    [
      "a key of AWS",
      "aws_s3_bucket_server_side_encryption_configuration.a",
      { rule: [{ x: [{ sse_algorithm: "aws:kms" }] }] },
      { rule: [{ x: [{ sse_algorithm: "AES256" }] }] },
      "warning",
    ],
    ["logs without a key of ours", "aws_cloudwatch_log_group.a", { kms_key_id: "k" }, { kms_key_id: null }, "warning"],
    [
      "fewer logs of the control plane",
      "aws_eks_cluster.a",
      { enabled_cluster_log_types: ["api", "audit"] },
      { enabled_cluster_log_types: ["api"] },
      "danger",
    ],
  ])("%s: %s", (_, address, before, after, severity) => {
    expect(levels(updated(address, before, after))).toEqual([severity]);
    expect(levels(updated(address, after, before))).toEqual([]);
  });

  test("something new in clear, or public, is a danger; what is left out has its default", () => {
    expect(levels(created("aws_ebs_volume.a", { encrypted: false }))).toEqual(["danger"]);
    expect(levels(created("aws_ebs_volume.a", { encrypted: null }))).toEqual([]);
    expect(
      levels(created("aws_launch_template.a", { block_device_mappings: [{ ebs: [{ encrypted: "false" }] }] })),
    ).toEqual(["danger"]);
    expect(levels(created("aws_db_instance.a", { publicly_accessible: true }))).toEqual(["danger"]);
    expect(levels(created("aws_lb.a", { name: "l", internal: false }))).toEqual(["danger"]);
    expect(levels(created("aws_lb.a", { name: "l", internal: true }))).toEqual([]);
    expect(levels(created("aws_s3_bucket_acl.a", { bucket: "b", acl: "public-read" }))).toEqual(["danger"]);
    expect(levels(created("aws_s3_bucket_acl.a", { bucket: "b", acl: "private" }))).toEqual([]);
    expect(levels(created("aws_lambda_function_url.a", { authorization_type: "NONE" }))).toEqual(["danger"]);
    expect(levels(created("aws_lambda_function_url.a", { authorization_type: "AWS_IAM" }))).toEqual([]);
  });

  test("who no longer watches is a danger, unless what it watches goes", () => {
    expect(levels(deleted("aws_flow_log.a", { vpc_id: "vpc-1" }))).toEqual(["danger"]);
    expect(levels(deleted("aws_flow_log.a", { vpc_id: "vpc-1" }), deleted("aws_vpc.a", { id: "vpc-1" }))).toEqual([]);
    expect(levels(replaced("aws_flow_log.a", { vpc_id: "vpc-1" }, { x: 1 }))).toEqual([]);
    expect(levels(deleted("aws_cloudtrail.a", {}))).toEqual(["danger"]);
  });

  test("encryption of a bucket that nobody sets any more is that of AWS", () => {
    const encryption = deleted("aws_s3_bucket_server_side_encryption_configuration.a", { bucket: "b" });
    expect(levels(encryption)).toEqual(["warning"]);
    expect(levels(encryption, deleted("aws_s3_bucket.b", { bucket: "b" }))).toEqual([]);
  });

  test("what nodes run as root is shown line by line", () => {
    const template = (script: string) => ({ name: "t", user_data: Buffer.from(script).toString("base64") });
    const finding = only(
      "security",
      plan(updated("aws_launch_template.a", template("#!/bin/bash\na\n"), template("#!/bin/bash\nb\n"))),
    );
    expect(finding).toMatchObject({ severity: "warning", details: ["- a", "+ b"] });
    const long = (letter: string) => template(Array.from({ length: 30 }, (_, index) => `${letter}${index}`).join("\n"));
    expect(only("security", plan(updated("aws_launch_template.a", long("a"), long("b")))).details).toHaveLength(21);
  });
});
