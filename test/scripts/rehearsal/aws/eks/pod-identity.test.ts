import { POD_IDENTITY_KINDS, podIdentityId } from "../../../../../scripts/rehearsal/aws/eks/pod-identity";
import { role, roleArn } from "../eks-objects";
import { fakeCloud } from "../fake-cloud";
import { refusalsOf } from "../refusal-text";

const kind = POD_IDENTITY_KINDS["aws_eks_pod_identity_association"]!;
const cloud = fakeCloud({
  objects: [
    role("pods", "pods.eks.amazonaws.com", ["sts:AssumeRole", "sts:TagSession"]),
    role("untagged", "pods.eks.amazonaws.com", ["sts:AssumeRole"]),
    role("nodes", "ec2.amazonaws.com", ["sts:*"]),
  ],
});
const ASSOCIATION = {
  cluster_name: "research",
  namespace: "slurm",
  service_account: "slurmctld",
  role_arn: roleArn("pods"),
  target_role_arn: null,
};
const OTHER = "arn:aws:iam::210987654321:role/target";
const refused = refusalsOf(kind, cloud);

test("is replaced for another service account, and takes another role in place", () => {
  expect(kind.forcesNew).toEqual(["cluster_name", "namespace", "service_account"]);
  expect(kind.recomputed).toEqual({ external_id: ["*"] });
});

test("is the only one of its service account, and needs its cluster and its role", () => {
  expect(kind.unique).toEqual([
    expect.objectContaining({ by: ["cluster_name", "namespace", "service_account"], code: "ResourceInUseException" }),
  ]);
  expect(kind.references).toEqual([
    { path: "cluster_name", to: ["aws_eks_cluster"], by: "name", missing: "ResourceNotFoundException" },
    { path: "role_arn", to: ["aws_iam_role"], by: "arn", missing: "InvalidParameterException" },
  ]);
});

test("has an id, and an ARN with it", () => {
  const made = kind.create(ASSOCIATION, cloud);
  expect(made["association_id"]).toBe(podIdentityId(cloud));
  expect(made).toMatchObject({
    id: expect.stringMatching(/^a-[0-9a-f]{17}$/),
    association_arn: `arn:aws:eks:us-west-2:123456789012:podidentityassociation/research/${podIdentityId(cloud)}`,
    disable_session_tags: false,
    external_id: null,
  });
});

test("has an external id with a role behind the role, and keeps it", () => {
  const target = { ...ASSOCIATION, target_role_arn: OTHER };
  expect(kind.create(target, cloud)["external_id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(kind.update!(target, { ...target, external_id: "1" }, cloud)).toEqual({ external_id: "1" });
  expect(kind.update!(target, { ...ASSOCIATION, external_id: null }, cloud)["external_id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(kind.update!(ASSOCIATION, { ...target, external_id: "1" }, cloud)).toEqual({ external_id: null });
});

test("is refused with a role that pods may not take on, or not tag", () => {
  const invalid = /^InvalidParameterException: Trust policy of the role provided is invalid: .*sts:TagSession/;
  expect(refused(ASSOCIATION)).toBe("");
  expect(refused({ ...ASSOCIATION, role_arn: roleArn("untagged") })).toMatch(invalid);
  expect(refused({ ...ASSOCIATION, role_arn: roleArn("nodes") })).toMatch(invalid);
});

test("needs no tags where none are given to sessions", () => {
  const untagged = { ...ASSOCIATION, disable_session_tags: true };
  expect(refused({ ...untagged, role_arn: roleArn("untagged") })).toBe("");
  expect(refused({ ...untagged, role_arn: roleArn("nodes") })).toMatch(/^InvalidParameterException/);
});

test("is refused with a role of another account, unless that is behind one of this account", () => {
  expect(refused({ ...ASSOCIATION, role_arn: OTHER })).toMatch(
    /^InvalidParameterException: role_arn is of account 210987654321/,
  );
  expect(refused({ ...ASSOCIATION, target_role_arn: OTHER })).toBe("");
});
