import { created, deleted, updated, type Planned } from "../../../helpers/plan";
import { findingsOf } from "../../../helpers/reviewed";

const security = (...resources: Planned[]) => findingsOf("security", { plans: { storage: resources } });
const dangers = (...resources: Planned[]) =>
  security(...resources).flatMap(({ severity, title }) => (severity === "danger" ? [title] : []));

const OTHER = "999988887777";
const OWN = "111122223333";
const CHARTS = { name: "x", chart: "gpu-operator", repository: "https://helm.ngc.nvidia.com/nvidia" };
const binding = (role: string) => ({
  kind: "ClusterRoleBinding",
  metadata: { name: "x" },
  roleRef: { kind: "ClusterRole", name: role },
  subjects: [{ kind: "ServiceAccount", name: "jobs" }],
});
const values = (value: unknown) => ({ ...CHARTS, values: [JSON.stringify(value)] });
const link = (path: string) => ({ data_repository_path: path, file_system_path: "/checkpoints" });

test.each<[string, Planned]>([
  [
    "a grant of a key",
    created("aws_kms_grant.a", { grantee_principal: `arn:aws:iam::${OTHER}:role/x`, operations: ["Decrypt"] }),
  ],
  [
    "a grant to nobody that is known",
    created("aws_kms_grant.a", { operations: ["Decrypt"] }, { unknown: { grantee_principal: true } }),
  ],
  ["a share with an account", created("aws_ram_principal_association.a", { principal: OTHER })],
  ["a share with everybody", created("aws_ram_resource_share.a", { name: "x", allow_external_principals: true })],
  ["a peering with an account", created("aws_vpc_peering_connection.a", { peer_owner_id: OTHER, vpc_id: "vpc-1" })],
  ["a peering", created("aws_vpc_peering_connection.a", { peer_vpc_id: "vpc-2", vpc_id: "vpc-1" })],
  [
    "copies for an account",
    created("aws_s3_bucket_replication_configuration.a", {
      rule: [{ destination: [{ account: OTHER, bucket: "arn:aws:s3:::x" }] }],
    }),
  ],
  [
    "copies for a bucket",
    updated(
      "aws_s3_bucket_replication_configuration.a",
      { rule: [] },
      { rule: [{ destination: [{ bucket: "arn:aws:s3:::x" }] }] },
    ),
  ],
  [
    "logs for an account",
    created("aws_cloudwatch_log_subscription_filter.a", {
      destination_arn: `arn:aws:logs:us-east-1:${OTHER}:destination:x`,
    }),
  ],
  ["a call by an account", created("aws_lambda_permission.a", { principal: OTHER, function_name: "x" })],
  [
    "an account in a type that no list has",
    created("aws_made_up.a", { settings: [{ target_arn: `arn:aws:sqs:us-east-1:${OTHER}:q` }] }),
  ],
  ["a link to a bucket", created("aws_fsx_data_repository_association.a", link("s3://somebody-elses/checkpoints/"))],
  [
    "a link that moves to a bucket",
    updated(
      "aws_fsx_data_repository_association.a",
      link("s3://sample-checkpoints-111122223333-us-east-1/x/"),
      link("s3://somebody-elses/x/"),
    ),
  ],
  ["a chart from elsewhere", created("helm_release.a", { ...CHARTS, repository: "https://charts.example.com" })],
  ["a chart by its address", created("helm_release.a", { name: "x", chart: "oci://ghcr.io/somebody/chart" })],
  [
    "a repository that changes",
    updated("helm_release.a", CHARTS, { repository: "https://helm.ngc.nvidia.com.example.com/nvidia" }),
  ],
  ["an administrator of the cluster", created("helm_release.a", values({ objects: [binding("cluster-admin")] }))],
  [
    "an administrator in a text",
    created("helm_release.a", values({ extra: `kind: ClusterRoleBinding\nroleRef:\n  name: cluster-admin\n` })),
  ],
  [
    "a role that may do everything",
    updated("helm_release.a", values({}), values({ rules: [{ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }] })),
  ],
  [
    "an object of Kubernetes",
    created("kubernetes_cluster_role_binding_v1.a", {
      role_ref: [{ name: "cluster-admin" }],
      subject: [{ kind: "User", name: "x" }],
    }),
  ],
  [
    "a boundary that goes",
    updated(
      "aws_iam_role.a",
      { name: "a", permissions_boundary: "arn:aws:iam::111122223333:policy/b" },
      { permissions_boundary: null },
    ),
  ],
])("needs a name: %s", (_, resource) => expect(dangers(resource)).toHaveLength(1));

test.each<[string, Planned]>([
  ["the own account", created("aws_made_up.a", { target_arn: `arn:aws:sqs:us-east-1:${OWN}:q`, account_id: OWN })],
  ["a number that is no account", created("aws_made_up.a", { size: OTHER })],
  [
    "resources of AWS",
    created("aws_iam_role_policy_attachment.a", {
      role: "r",
      policy_arn: "arn:aws:iam::aws:policy/AmazonEKSWorkerNodePolicy",
    }),
  ],
  ["an account that was there", updated("aws_made_up.a", { owner_id: OTHER, x: 1 }, { x: 2 })],
  ["a share that goes", deleted("aws_ram_principal_association.a", { principal: OTHER })],
  [
    "the own bucket",
    created("aws_fsx_data_repository_association.a", link("s3://sample-checkpoints-111122223333-us-east-1/x/")),
  ],
  ["another chart of Railyard", created("helm_release.a", CHARTS)],
  ["a chart of the stack itself", created("helm_release.a", { name: "x", chart: "./assets/jobs_chart/1" })],
  ["a smaller role", created("helm_release.a", values({ objects: [binding("view")] }))],
  [
    "an administrator that was there",
    updated("helm_release.a", values({ objects: [binding("cluster-admin")] }), { version: "2" }),
  ],
])("needs none: %s", (_, resource) => expect(dangers(resource)).toEqual([]));
