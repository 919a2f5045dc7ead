import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import { PodIdentityRole, type PodIdentityRoleProps } from "../../../constructs/cluster/pod-identity-role";
import { type Json, only, resources, synthStack } from "../../helpers/synth";

const props: PodIdentityRoleProps = {
  partition: "aws",
  roleName: "research-jobs",
  clusterName: "research",
  namespace: "team-a",
  serviceAccount: "trainer",
  statements: [{ sid: "Read", actions: ["s3:GetObject"], resources: ["arn:aws:s3:::data/*"] }],
};

const synth = (changes: Partial<PodIdentityRoleProps> = {}): Json =>
  synthStack((stack) => void new PodIdentityRole(stack, "role", { ...props, ...changes }));

describe("PodIdentityRole", () => {
  test("has the name it is given", () => {
    expect(only(synth(), IamRole)).toMatchObject({ name: "research-jobs", tags: { Name: "research-jobs" } });
  });

  test("trusts Pod Identity, for one service account of one cluster", () => {
    expect(JSON.parse(only(synth(), IamRole).assume_role_policy).Statement).toEqual([
      {
        Sid: "PodIdentity",
        Effect: "Allow",
        Principal: { Service: "pods.eks.amazonaws.com" },
        Action: ["sts:AssumeRole", "sts:TagSession"],
        Condition: {
          StringEquals: {
            "aws:RequestTag/eks-cluster-name": "research",
            "aws:RequestTag/kubernetes-namespace": "team-a",
            "aws:RequestTag/kubernetes-service-account": "trainer",
          },
        },
      },
    ]);
  });

  test("may do what its statements say", () => {
    const policy = only(synth(), IamRolePolicy);
    expect(policy.name).toBe("permissions");
    expect(policy.role).toMatch(/^\$\{aws_iam_role\..+\.name\}$/);
    expect(JSON.parse(policy.policy).Statement).toEqual([
      { Sid: "Read", Effect: "Allow", Action: "s3:GetObject", Resource: "arn:aws:s3:::data/*" },
    ]);
  });

  test("takes on policies of AWS, without an own policy if it has no statements", () => {
    const json = synth({ awsManagedPolicies: ["AmazonEKS_CNI_Policy"], statements: [] });
    expect(only(json, IamRolePolicyAttachment).policy_arn).toBe("arn:aws:iam::aws:policy/AmazonEKS_CNI_Policy");
    expect(resources(json, IamRolePolicy)).toEqual({});
  });

  test("associates the service account, once the role can do its work", () => {
    const association = only(synth({ awsManagedPolicies: ["Some"] }), EksPodIdentityAssociation);
    expect(association).toMatchObject({
      cluster_name: "research",
      namespace: "team-a",
      service_account: "trainer",
      role_arn: expect.stringMatching(/^\$\{aws_iam_role\..+\.arn\}$/),
      depends_on: [
        expect.stringMatching(/^aws_iam_role_policy_attachment\./),
        expect.stringMatching(/^aws_iam_role_policy\./),
      ],
    });
  });

  test("leaves the association to an add-on when told so", () => {
    expect(resources(synth({ associate: false }), EksPodIdentityAssociation)).toEqual({});
  });

  test.each([
    [true, 3],
    [false, 2],
  ])("lets others wait for policies and association (associate: %p)", (associate, count) => {
    synthStack((stack) => {
      const role = new PodIdentityRole(stack, "role", { ...props, awsManagedPolicies: ["Some"], associate });
      expect(role.dependables).toHaveLength(count);
    });
  });

  test("fails on a name that IAM refuses", () => {
    expect(() => synth({ roleName: "r".repeat(65) })).toThrow("(65 characters) is not legal");
  });

  test("fails when it would allow nothing", () => {
    expect(() => synth({ statements: [] })).toThrow('role "research-jobs" would allow nothing');
  });
});
