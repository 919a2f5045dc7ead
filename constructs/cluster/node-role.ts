import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import type { Partition } from "../../config/facts/regions";
import { attachAwsManagedPolicies } from "../security/aws-managed-policies";
import { serviceTrust } from "../security/policy";
import { checkRoleName } from "./role-name";

export interface NodeRoleProps {
  readonly partition: Partition;
  /** Up to 64 characters, unique in the account. */
  readonly roleName: string;
  /** Lets people open a shell on nodes through Systems Manager. @default false */
  readonly sessionManager?: boolean;
}

/**
 * The role of worker nodes: join the cluster and pull images, nothing else. Pods on the network of a node reach its
 * metadata service and so have this role, no others (`METADATA_OPTIONS`): the CNI and all access to data have Pod Identity
 * roles of their own.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/create-node-role.html
 */
export class NodeRole extends Construct {
  readonly roleArn: string;
  readonly roleName: string;
  /** For node groups: without these policies nodes cannot join, nor leave in good order. */
  readonly dependables: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: NodeRoleProps) {
    super(scope, id);
    checkRoleName(props.roleName);

    const role = new IamRole(this, "role", {
      name: props.roleName,
      assumeRolePolicy: serviceTrust("ec2.amazonaws.com"),
      tags: { Name: props.roleName },
    });

    this.roleArn = role.arn;
    this.roleName = role.name;
    this.dependables = attachAwsManagedPolicies(this, role.name, props.partition, [
      "AmazonEKSWorkerNodePolicy",
      "AmazonEC2ContainerRegistryPullOnly",
      ...(props.sessionManager ? ["AmazonSSMManagedInstanceCore"] : []),
    ]);
  }
}
