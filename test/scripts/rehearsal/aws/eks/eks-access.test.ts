import { EKS_ACCESS_KINDS } from "../../../../../scripts/rehearsal/aws/eks/eks-access";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { cluster, roleArn } from "../eks-objects";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { refusalsOf } from "../refusal-text";

const entry = EKS_ACCESS_KINDS["aws_eks_access_entry"]!;
const association = EKS_ACCESS_KINDS["aws_eks_access_policy_association"]!;
const ADMIN = "arn:aws:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy";
const CLUSTER = { path: "cluster_name", to: ["aws_eks_cluster"], by: "name", missing: "ResourceNotFoundException" };
const OF_MODE = (mode: string) => cluster({ access_config: [{ authentication_mode: mode }] });

describe("an access entry", () => {
  const ENTRY = { cluster_name: "research", principal_arn: roleArn("team/admin"), type: "STANDARD" };
  const cloud = fakeCloud({ objects: [cluster()] });
  const refused = (change: Attributes) => refusalsOf(entry, cloud)({ ...ENTRY, ...change });

  test("is replaced for another principal or type, and takes other groups in place", () => {
    expect(entry.forcesNew).toEqual(["cluster_name", "principal_arn", "type"]);
    expect(entry.defaults).toEqual({ type: "STANDARD" });
    expect(entry.references).toEqual([CLUSTER]);
    expect(entry.unique).toEqual([
      expect.objectContaining({ by: ["cluster_name", "principal_arn"], code: "ResourceInUseException" }),
    ]);
  });

  test("is known by its cluster and its principal, with a name for the sessions of a role", () => {
    expect(entry.create(ENTRY, cloud)).toMatchObject({
      id: "research:arn:aws:iam::123456789012:role/team/admin",
      access_entry_arn: expect.stringMatching(
        /^arn:aws:eks:us-west-2:123456789012:access-entry\/research\/role\/123456789012\/admin\/[0-9a-f-]{36}$/,
      ),
      user_name: "arn:aws:sts::123456789012:assumed-role/admin/{{SessionName}}",
      kubernetes_groups: [],
    });
  });

  test("has the name of a user, and of nodes", () => {
    const name = (change: Attributes) => entry.create({ ...ENTRY, ...change }, cloud)["user_name"];
    const user = "arn:aws:iam::123456789012:user/jane";
    expect(name({ principal_arn: user })).toBe(user);
    expect(name({ type: "EC2_LINUX" })).toBe("system:node:{{EC2PrivateDNSName}}");
    expect(name({ type: "FARGATE_LINUX" })).toBe("system:node:{{SessionName}}");
  });

  test("is refused where the config map rules", () => {
    const inMode = (mode: string) => refusalsOf(entry, fakeCloud({ objects: [OF_MODE(mode)] }))(ENTRY);
    expect(inMode("CONFIG_MAP")).toMatch(/^InvalidRequestException: .*authentication mode/);
    expect(inMode("API_AND_CONFIG_MAP")).toBe("");
    expect(inMode("API")).toBe("");
  });

  test.each([roleArn("admin"), "arn:aws:iam::210987654321:role/a/b", "arn:aws:iam::123456789012:user/jane"])(
    "is made for %s",
    (principal_arn) => expect(refused({ principal_arn })).toBe(""),
  );

  test.each<[string, RegExp]>([
    ["arn:aws:sts::123456789012:assumed-role/admin/jane", /is a session; give the ARN of its role/],
    ["arn:aws-cn:iam::123456789012:role/admin", /it is a role or a user of IAM in aws/],
    ["arn:aws:iam::123456789012:group/admins", /it is a role or a user/],
    ["admin", /it is a role or a user/],
    ["arn:aws:iam::123456789012:role/aws-service-role/a/b", /service-linked role/],
  ])("is refused for %s", (principal_arn, message) => {
    expect(refused({ principal_arn })).toMatch(/^InvalidParameterException: principal_arn/);
    expect(refused({ principal_arn })).toMatch(message);
  });

  test("for nodes is a role of the account, with neither groups nor a name", () => {
    const nodes = { type: "EC2_LINUX", principal_arn: roleArn("nodes"), kubernetes_groups: [] };
    expect(refused(nodes)).toBe("");
    expect(refused({ ...nodes, principal_arn: "arn:aws:iam::210987654321:role/nodes" })).toMatch(
      /in the account of the cluster/,
    );
    expect(refused({ ...nodes, principal_arn: "arn:aws:iam::123456789012:user/jane" })).toMatch(/for a role/);
    expect(refused({ ...nodes, kubernetes_groups: ["admins"] })).toMatch(/kubernetes_groups cannot be given/);
    expect(refused({ ...nodes, user_name: "jane" })).toMatch(/user_name cannot be given/);
    const state = { ...ENTRY, ...nodes, user_name: "system:node:{{EC2PrivateDNSName}}" };
    expect(refusalsOf(entry, cloud, state)(state)).toBe("");
  });

  test("has a known type", () => {
    for (const type of ["EC2", "EC2_WINDOWS", "FARGATE_LINUX", "HYBRID_LINUX", "HYPERPOD_LINUX"])
      expect(refused({ type })).toBe("");
    expect(refused({ type: "NODE" })).toMatch(/^InvalidParameterException: type is NODE/);
  });

  test("leaves groups and names of Kubernetes alone", () => {
    expect(refused({ kubernetes_groups: ["admins"], user_name: "admin:{{SessionName}}" })).toBe("");
    expect(refused({ kubernetes_groups: ["system:masters"] })).toMatch(/group name system:masters is invalid/);
    for (const user_name of ["system:admin", "eks:a", "aws:a", "amazon:a", "iam:a"])
      expect(refused({ user_name })).toMatch(/^InvalidParameterException: user_name is/);
  });
});

describe("an access policy", () => {
  const ASSOCIATION = {
    cluster_name: "research",
    principal_arn: roleArn("admin"),
    policy_arn: ADMIN,
    access_scope: [{ type: "cluster", namespaces: null }],
  };
  const withEntry = (change: Attributes = {}, mode = "API") =>
    fakeCloud({
      objects: [
        OF_MODE(mode),
        cloudObject("aws_eks_access_entry", "1", {
          cluster_name: "research",
          principal_arn: roleArn("admin"),
          ...change,
        }),
      ],
    });
  const refused = (change: Attributes, cloud = withEntry()) =>
    refusalsOf(association, cloud)({ ...ASSOCIATION, ...change });

  test("is given anew for any change", () => {
    expect(association.forcesNew).toEqual(["access_scope", "cluster_name", "policy_arn", "principal_arn"]);
    expect(association.references).toEqual([CLUSTER]);
  });

  test("is known by cluster, principal and policy", () => {
    expect(association.create(ASSOCIATION, withEntry())).toEqual({
      id: `research#${roleArn("admin")}#${ADMIN}`,
      associated_at: "2026-01-01 00:00:00 +0000 UTC",
      modified_at: "2026-01-01 00:00:00 +0000 UTC",
    });
  });

  test("needs an access entry of the same cluster", () => {
    const missing = /^ResourceNotFoundException: The specified principalArn could not be found/;
    expect(refused({})).toBe("");
    expect(refused({}, withEntry({ principal_arn: roleArn("other") }))).toMatch(missing);
    expect(refused({}, withEntry({ cluster_name: "other" }))).toMatch(missing);
  });

  test("is not for nodes, but for those of Auto Mode", () => {
    expect(refused({}, withEntry({ type: "EC2_LINUX" }))).toMatch(
      /^InvalidRequestException: .*EC2_LINUX takes no access policy/,
    );
    expect(refused({}, withEntry({ type: "EC2" }))).toBe("");
    expect(refused({}, withEntry({ type: "STANDARD" }))).toBe("");
  });

  test("is refused where the config map rules, and for policies that are not there", () => {
    expect(refused({}, withEntry({}, "CONFIG_MAP"))).toMatch(/^InvalidRequestException: .*authentication mode/);
    expect(refused({ policy_arn: `${ADMIN}2` })).toMatch(/there is no access policy/);
  });

  test("is for the cluster, or for namespaces that are named", () => {
    const scope = (type: string, namespaces: string[] | null) => refused({ access_scope: [{ type, namespaces }] });
    expect(scope("namespace", ["slurm"])).toBe("");
    expect(scope("namespace", [])).toMatch(/^InvalidParameterException: access_scope is "namespace"/);
    expect(scope("node", null)).toMatch(/^InvalidParameterException: access_scope is "node"/);
  });
});
