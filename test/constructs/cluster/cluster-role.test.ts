import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import { ClusterRole, type ClusterRoleProps } from "../../../constructs/cluster/cluster-role";
import { type Json, only, synthStack } from "../../helpers/synth";

const synth = (changes: Partial<ClusterRoleProps> = {}): Json =>
  synthStack(
    (stack) =>
      void new ClusterRole(stack, "role", {
        partition: "aws",
        region: "us-west-2",
        accountId: "111122223333",
        roleName: "research-control-plane",
        clusterName: "research",
        ...changes,
      }),
  );

describe("ClusterRole", () => {
  test("can be taken on by EKS for this one cluster, and not with session tags", () => {
    expect(JSON.parse(only(synth(), IamRole).assume_role_policy).Statement).toEqual([
      {
        Sid: "ControlPlane",
        Effect: "Allow",
        Principal: { Service: "eks.amazonaws.com" },
        Action: "sts:AssumeRole",
        Condition: {
          ArnEquals: { "aws:SourceArn": "arn:aws:eks:us-west-2:111122223333:cluster/research" },
          StringEquals: { "aws:SourceAccount": "111122223333" },
        },
      },
    ]);
  });

  test("has the name it is given", () => {
    expect(only(synth(), IamRole)).toMatchObject({
      name: "research-control-plane",
      tags: { Name: "research-control-plane" },
    });
  });

  test("has the policy of AWS, in the partition of the cluster", () => {
    const json = synth({ partition: "aws-cn", region: "cn-north-1" });
    expect(only(json, IamRolePolicyAttachment).policy_arn).toBe("arn:aws-cn:iam::aws:policy/AmazonEKSClusterPolicy");
    expect(only(json, IamRole).assume_role_policy).toContain("arn:aws-cn:eks:cn-north-1:");
  });

  test("fails on a name that IAM refuses", () => {
    expect(() => synth({ roleName: "r".repeat(65) })).toThrow("is not legal");
  });
});
