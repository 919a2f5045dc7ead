import { EksAccessEntry } from "@cdktf/provider-aws/lib/eks-access-entry";
import { EksAccessPolicyAssociation } from "@cdktf/provider-aws/lib/eks-access-policy-association";
import { AccessEntry, type AccessEntryProps, type AccessPolicy } from "../../../constructs/cluster/access-entry";
import { type Json, only, synthStack } from "../../helpers/synth";

const props: AccessEntryProps = {
  partition: "aws",
  clusterName: "research",
  principalArn: "arn:aws:iam::111122223333:role/people/admin",
  policy: "cluster-admin",
  scope: { kind: "cluster" },
};

const synth = (changes: Partial<AccessEntryProps> = {}): Json =>
  synthStack((stack) => void new AccessEntry(stack, "entry", { ...props, ...changes }));

describe("AccessEntry", () => {
  test("makes a standard entry for the principal", () => {
    expect(only(synth(), EksAccessEntry)).toMatchObject({
      cluster_name: "research",
      principal_arn: "arn:aws:iam::111122223333:role/people/admin",
      type: "STANDARD",
    });
  });

  test.each<[AccessPolicy, string]>([
    ["cluster-admin", "AmazonEKSClusterAdminPolicy"],
    ["admin", "AmazonEKSAdminPolicy"],
    ["edit", "AmazonEKSEditPolicy"],
    ["view", "AmazonEKSViewPolicy"],
    ["admin-view", "AmazonEKSAdminViewPolicy"],
  ])("maps %s to %s", (policy, name) => {
    expect(only(synth({ policy }), EksAccessPolicyAssociation).policy_arn).toBe(
      `arn:aws:eks::aws:cluster-access-policy/${name}`,
    );
  });

  test("names the policy by the ARN of the partition", () => {
    expect(only(synth({ partition: "aws-cn" }), EksAccessPolicyAssociation).policy_arn).toBe(
      "arn:aws-cn:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy",
    );
  });

  test("associates the policy once the entry is there", () => {
    const association = only(synth(), EksAccessPolicyAssociation);
    expect(association.cluster_name).toBe("research");
    expect(association.principal_arn).toMatch(/^\$\{aws_eks_access_entry\..+\.principal_arn\}$/);
    expect(association.access_scope).toEqual({ type: "cluster" });
  });

  test("limits the policy to namespaces", () => {
    const json = synth({ policy: "edit", scope: { kind: "namespaces", namespaces: ["team-a", "team-b"] } });
    expect(only(json, EksAccessPolicyAssociation).access_scope).toEqual({
      type: "namespace",
      namespaces: ["team-a", "team-b"],
    });
  });

  test("puts the principal into Kubernetes groups, if any", () => {
    expect(only(synth({ kubernetesGroups: ["vision"] }), EksAccessEntry).kubernetes_groups).toEqual(["vision"]);
    expect(only(synth(), EksAccessEntry)).not.toHaveProperty("kubernetes_groups");
  });

  test("takes a principal that is only known at apply", () => {
    expect(() =>
      synthStack((stack) => {
        const first = new EksAccessEntry(stack, "first", { clusterName: "c", principalArn: "arn:x" });
        new AccessEntry(stack, "entry", { ...props, principalArn: first.principalArn });
      }),
    ).not.toThrow();
  });

  test("fails on the ARN of a session, as get-caller-identity prints it", () => {
    expect(() => synth({ principalArn: "arn:aws:sts::111122223333:assumed-role/admin/me" })).toThrow(
      /is a session, not a principal.*ARN of its role/,
    );
  });

  test("fails on a service-linked role", () => {
    const principalArn = "arn:aws:iam::111122223333:role/aws-service-role/eks.amazonaws.com/AWSServiceRoleForAmazonEKS";
    expect(() => synth({ principalArn })).toThrow("service-linked role, EKS refuses those");
  });

  test("fails without namespaces, rather than giving none or all", () => {
    expect(() => synth({ scope: { kind: "namespaces", namespaces: [] } })).toThrow("no namespaces given");
  });

  test("fails on groups that EKS reserves", () => {
    expect(() => synth({ kubernetesGroups: ["vision", "system:masters"] })).toThrow(
      /refuses the group "system:masters".*cluster-admin/,
    );
  });
});
