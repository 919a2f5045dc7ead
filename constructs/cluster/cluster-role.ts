import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import type { Partition } from "../../config/facts/regions";
import { attachAwsManagedPolicies } from "../security/aws-managed-policies";
import { policyDocument } from "../security/policy";
import { checkRoleName } from "./role-name";

export interface ClusterRoleProps {
  readonly partition: Partition;
  readonly region: string;
  /** Account of the cluster, 12 digits. */
  readonly accountId: string;
  /** Up to 64 characters, unique in the account. */
  readonly roleName: string;
  /** Only this cluster may take on the role. */
  readonly clusterName: string;
}

/**
 * The role of a control plane. AWS adds to its policy as control planes get new abilities, as with topology labels of
 * nodes, so the policy is theirs and not a copy.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/cluster-iam-role.html
 */
export class ClusterRole extends Construct {
  readonly roleArn: string;
  /** For the cluster: without the policy it can neither be made nor deleted. */
  readonly dependables: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: ClusterRoleProps) {
    super(scope, id);
    checkRoleName(props.roleName);

    const role = new IamRole(this, "role", {
      name: props.roleName,
      assumeRolePolicy: trust(props),
      tags: { Name: props.roleName },
    });

    this.roleArn = role.arn;
    this.dependables = attachAwsManagedPolicies(this, role.name, props.partition, ["AmazonEKSClusterPolicy"]);
  }
}

/**
 * Without sts:TagSession: only EKS Auto Mode asks for it.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/cross-service-confused-deputy-prevention.html
 */
function trust({ partition, region, accountId, clusterName }: ClusterRoleProps): string {
  return policyDocument([
    {
      sid: "ControlPlane",
      actions: ["sts:AssumeRole"],
      principals: { services: ["eks.amazonaws.com"] },
      conditions: {
        ArnEquals: { "aws:SourceArn": `arn:${partition}:eks:${region}:${accountId}:cluster/${clusterName}` },
        StringEquals: { "aws:SourceAccount": accountId },
      },
    },
  ]);
}
