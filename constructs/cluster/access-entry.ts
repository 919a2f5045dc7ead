import { EksAccessEntry } from "@cdktf/provider-aws/lib/eks-access-entry";
import { EksAccessPolicyAssociation } from "@cdktf/provider-aws/lib/eks-access-policy-association";
import { Construct } from "constructs";
import type { Partition } from "../../config/facts/regions";

/**
 * What a principal may do. `cluster-admin` is everything; `admin` is a namespace with its roles; `edit` has no roles;
 * `view` has no secrets; `admin-view` reads everything, secrets too.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/access-policy-permissions.html
 */
export type AccessPolicy = keyof typeof ACCESS_POLICIES;

const ACCESS_POLICIES = {
  "cluster-admin": "AmazonEKSClusterAdminPolicy",
  admin: "AmazonEKSAdminPolicy",
  edit: "AmazonEKSEditPolicy",
  view: "AmazonEKSViewPolicy",
  "admin-view": "AmazonEKSAdminViewPolicy",
} as const;

/** Where the policy counts. */
export type AccessScope =
  | { readonly kind: "cluster" }
  | { readonly kind: "namespaces"; readonly namespaces: readonly string[] };

export interface AccessEntryProps {
  readonly partition: Partition;
  readonly clusterName: string;
  /** An IAM role or user. One principal has one entry in a cluster; another principal means a new entry. */
  readonly principalArn: string;
  /** Null: what its groups may do, and nothing else. */
  readonly policy: AccessPolicy | null;
  readonly scope: AccessScope;
  /** Groups that role bindings in the cluster name, beside the policy. @default - none */
  readonly kubernetesGroups?: readonly string[];
}

/** Lets one IAM principal into a cluster. Needs an authentication mode with the API. */
export class AccessEntry extends Construct {
  constructor(scope: Construct, id: string, props: AccessEntryProps) {
    super(scope, id);
    checkPrincipal(props.principalArn);
    checkScope(props);
    checkGroups(props);

    const entry = new EksAccessEntry(this, "entry", {
      clusterName: props.clusterName,
      principalArn: props.principalArn,
      type: "STANDARD",
      kubernetesGroups: props.kubernetesGroups && [...props.kubernetesGroups],
    });
    if (props.policy === null) return;
    new EksAccessPolicyAssociation(this, "policy", {
      clusterName: props.clusterName,
      principalArn: entry.principalArn,
      policyArn: `arn:${props.partition}:eks::aws:cluster-access-policy/${ACCESS_POLICIES[props.policy]}`,
      accessScope:
        props.scope.kind === "cluster"
          ? { type: "cluster" }
          : { type: "namespace", namespaces: [...props.scope.namespaces] },
    });
  }
}

/** @see https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html */
function checkPrincipal(arn: string): void {
  if (arn.includes(":assumed-role/"))
    throw new Error(
      `access entry: "${arn}" is a session, not a principal. Give the ARN of its role, arn:…:iam::…:role/….`,
    );
  if (arn.includes(":role/aws-service-role/"))
    throw new Error(`access entry: "${arn}" is a service-linked role, EKS refuses those. Give a role of your own.`);
}

function checkScope({ scope, principalArn }: AccessEntryProps): void {
  if (scope.kind === "namespaces" && scope.namespaces.length === 0)
    throw new Error(
      `access entry of ${principalArn}: no namespaces given. Name at least one, or use { kind: "cluster" }.`,
    );
}

function checkGroups({ kubernetesGroups = [], principalArn }: AccessEntryProps): void {
  const reserved = kubernetesGroups.find((group) => group.startsWith("system:"));
  if (reserved !== undefined)
    throw new Error(
      `access entry of ${principalArn}: EKS refuses the group "${reserved}", as it begins with "system:". ` +
        'Use the policy "cluster-admin" instead, or another group.',
    );
}
