import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import type { Partition } from "../../config/facts/regions";
import { attachAwsManagedPolicies } from "../security/aws-managed-policies";
import { policyDocument, type PolicyStatement } from "../security/policy";
import { checkRoleName } from "./role-name";

export interface PodIdentityRoleProps {
  readonly partition: Partition;
  /** Up to 64 characters, unique in the account. */
  readonly roleName: string;
  /** Only pods of this cluster, namespace and service account get the role. */
  readonly clusterName: string;
  readonly namespace: string;
  readonly serviceAccount: string;
  /** Policies that AWS maintains, with their path: `AmazonEKS_CNI_Policy`, `service-role/…`. @default - none */
  readonly awsManagedPolicies?: readonly string[];
  /** What the pods may do beside that. @default - nothing */
  readonly statements?: readonly PolicyStatement[];
  /** False where an add-on makes the association itself: a service account can have only one. @default true */
  readonly associate?: boolean;
}

/** An IAM role for the pods of one service account, through EKS Pod Identity. */
export class PodIdentityRole extends Construct {
  readonly roleArn: string;
  readonly roleName: string;
  /** For resources whose pods work with the role: they must come after its policies and go before them. */
  readonly dependables: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: PodIdentityRoleProps) {
    super(scope, id);
    const { awsManagedPolicies = [], statements = [] } = props;
    checkRoleName(props.roleName);
    if (awsManagedPolicies.length + statements.length === 0)
      throw new Error(`role "${props.roleName}" would allow nothing. Give it awsManagedPolicies, statements or both.`);

    const role = new IamRole(this, "role", {
      name: props.roleName,
      assumeRolePolicy: trust(props),
      tags: { Name: props.roleName },
    });
    const dependables: ITerraformDependable[] = attachAwsManagedPolicies(
      this,
      role.name,
      props.partition,
      awsManagedPolicies,
    );
    if (statements.length > 0)
      dependables.push(
        new IamRolePolicy(this, "policy", {
          name: "permissions",
          role: role.name,
          policy: policyDocument(statements),
        }),
      );
    if (props.associate ?? true)
      dependables.push(
        new EksPodIdentityAssociation(this, "association", {
          clusterName: props.clusterName,
          namespace: props.namespace,
          serviceAccount: props.serviceAccount,
          roleArn: role.arn,
          dependsOn: [...dependables],
        }),
      );

    this.roleArn = role.arn;
    this.roleName = role.name;
    this.dependables = dependables;
  }
}

/**
 * The conditions are the session tags that Pod Identity sends. `aws:SourceArn` and `aws:SourceAccount` are not
 * documented for `pods.eks.amazonaws.com`; an association that names this role for other pods gets AccessDenied.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/pod-id-role.html
 * @see https://docs.aws.amazon.com/eks/latest/userguide/pod-id-abac.html
 */
function trust({ clusterName, namespace, serviceAccount }: PodIdentityRoleProps): string {
  return policyDocument([
    {
      sid: "PodIdentity",
      // without sts:TagSession pods get AccessDenied
      actions: ["sts:AssumeRole", "sts:TagSession"],
      principals: { services: ["pods.eks.amazonaws.com"] },
      conditions: {
        StringEquals: {
          "aws:RequestTag/eks-cluster-name": clusterName,
          "aws:RequestTag/kubernetes-namespace": namespace,
          "aws:RequestTag/kubernetes-service-account": serviceAccount,
        },
      },
    },
  ]);
}
