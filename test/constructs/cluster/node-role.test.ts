import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import { NodeRole, type NodeRoleProps } from "../../../constructs/cluster/node-role";
import { type Json, only, resources, synthStack } from "../../helpers/synth";

const synth = (changes: Partial<NodeRoleProps> = {}): Json =>
  synthStack((stack) => void new NodeRole(stack, "role", { partition: "aws", roleName: "research-nodes", ...changes }));
const policies = (json: Json): string[] =>
  Object.values(resources(json, IamRolePolicyAttachment))
    .map((attachment) => attachment.policy_arn)
    .sort();

describe("NodeRole", () => {
  test("is for EC2 instances", () => {
    const role = only(synth(), IamRole);
    expect(role).toMatchObject({ name: "research-nodes", tags: { Name: "research-nodes" } });
    expect(JSON.parse(role.assume_role_policy).Statement[0]).toMatchObject({
      Principal: { Service: "ec2.amazonaws.com" },
      Action: "sts:AssumeRole",
    });
  });

  test("may join and pull images, nothing else: neither the CNI policy nor data", () => {
    const json = synth();
    expect(policies(json)).toEqual([
      "arn:aws:iam::aws:policy/AmazonEC2ContainerRegistryPullOnly",
      "arn:aws:iam::aws:policy/AmazonEKSWorkerNodePolicy",
    ]);
    expect(resources(json, IamRolePolicy)).toEqual({});
  });

  test("lets Systems Manager in when asked", () => {
    expect(policies(synth({ sessionManager: true, partition: "aws-us-gov" }))).toEqual([
      "arn:aws-us-gov:iam::aws:policy/AmazonEC2ContainerRegistryPullOnly",
      "arn:aws-us-gov:iam::aws:policy/AmazonEKSWorkerNodePolicy",
      "arn:aws-us-gov:iam::aws:policy/AmazonSSMManagedInstanceCore",
    ]);
  });

  test("gives node groups its policies to wait for", () => {
    synthStack((stack) => {
      const role = new NodeRole(stack, "role", { partition: "aws", roleName: "nodes", sessionManager: true });
      expect(role.dependables).toHaveLength(3);
    });
  });

  test("fails on a name that IAM refuses", () => {
    expect(() => synth({ roleName: "a/b" })).toThrow('role name "a/b"');
  });
});
