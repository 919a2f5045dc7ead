import { EksAccessEntry } from "@cdktf/provider-aws/lib/eks-access-entry";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { RolesanywhereProfile } from "@cdktf/provider-aws/lib/rolesanywhere-profile";
import { RolesanywhereTrustAnchor } from "@cdktf/provider-aws/lib/rolesanywhere-trust-anchor";
import { Construct } from "constructs";
import { ACTIVATION_TAG } from "../../config/facts/hybrid-nodes";
import type { Partition } from "../../config/facts/regions";
import { attachAwsManagedPolicies } from "../security/aws-managed-policies";
import { policyDocument, type PolicyStatement } from "../security/policy";
import { checkRoleName } from "./role-name";

/** Who signs the certificates of servers. */
export type TrustAnchorSource =
  | {
      readonly kind: "certificates";
      /** Certificates of the authority, PEM: public. */
      readonly pem: string;
    }
  | { readonly kind: "private-ca"; readonly arn: string };

export interface HybridCredentialsProps {
  readonly partition: Partition;
  readonly region: string;
  readonly accountId: string;
  readonly clusterName: string;
  readonly clusterArn: string;
  /** Up to 64 characters, unique in the account. */
  readonly roleName: string;
  /** Prefix of the names of trust anchor and profile, unique in the account and Region. */
  readonly name: string;
  readonly credentials:
    | { readonly kind: "ssm" }
    | { readonly kind: "roles-anywhere"; readonly trustAnchor: TrustAnchorSource };
}

/**
 * What servers on premises are in AWS: a role that joins this cluster and pulls images, its access entry, and with Roles
 * Anywhere whose certificates are trusted. Activations of Systems Manager are not made here: their codes would be in the state.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-creds.html
 */
export class HybridCredentials extends Construct {
  readonly roleArn: string;
  readonly roleName: string;
  /** Null with Systems Manager. */
  readonly trustAnchorArn: string | null;
  /** Null with Systems Manager. */
  readonly profileArn: string | null;

  constructor(scope: Construct, id: string, props: HybridCredentialsProps) {
    super(scope, id);
    const { roleName, clusterName, credentials, name } = props;
    checkRoleName(roleName);
    const anchor = credentials.kind === "roles-anywhere" ? trustAnchor(this, name, credentials.trustAnchor) : null;
    const role = new IamRole(this, "role", {
      name: roleName,
      assumeRolePolicy: policyDocument(anchor ? certificateTrust(anchor.arn) : systemsManagerTrust(props)),
      tags: { Name: roleName },
    });
    attachAwsManagedPolicies(this, role.name, props.partition, [
      "AmazonEC2ContainerRegistryPullOnly",
      ...(anchor ? [] : ["AmazonSSMManagedInstanceCore"]),
    ]);
    new IamRolePolicy(this, "policy", {
      name: "join",
      role: role.name,
      policy: policyDocument([
        { sid: "Join", actions: ["eks:DescribeCluster", "eks:ListAccessEntries"], resources: [props.clusterArn] },
        ...(anchor ? [] : deregistration(props)),
      ]),
    });
    const profile =
      anchor &&
      new RolesanywhereProfile(this, "profile", {
        name,
        enabled: true,
        roleArns: [role.arn],
        // nodes are known to EKS by the name of their session
        acceptRoleSessionName: true,
        tags: { Name: name },
      });
    new EksAccessEntry(this, "access", { clusterName, principalArn: role.arn, type: "HYBRID_LINUX" });

    this.roleArn = role.arn;
    this.roleName = role.name;
    this.trustAnchorArn = anchor && anchor.arn;
    this.profileArn = profile && profile.arn;
  }
}

function trustAnchor(scope: Construct, name: string, source: TrustAnchorSource): RolesanywhereTrustAnchor {
  return new RolesanywhereTrustAnchor(scope, "trust-anchor", {
    name,
    enabled: true,
    source:
      source.kind === "certificates"
        ? { sourceType: "CERTIFICATE_BUNDLE", sourceData: { x509CertificateData: source.pem } }
        : { sourceType: "AWS_ACM_PCA", sourceData: { acmPcaArn: source.arn } },
    tags: { Name: name },
  });
}

/** Systems Manager of this account and Region, and no other: see the confused deputy in IAM's guide. */
const systemsManagerTrust = ({ partition, region, accountId }: HybridCredentialsProps): PolicyStatement[] => [
  {
    sid: "SystemsManager",
    actions: ["sts:AssumeRole"],
    principals: { services: ["ssm.amazonaws.com"] },
    conditions: {
      StringEquals: { "aws:SourceAccount": accountId },
      ArnEquals: { "aws:SourceArn": `arn:${partition}:ssm:${region}:${accountId}:*` },
    },
  },
];

/** Certificates of this anchor alone; each server only as the node that its certificate names. */
const certificateTrust = (anchorArn: string): PolicyStatement[] => [
  {
    sid: "Session",
    actions: ["sts:TagSession", "sts:SetSourceIdentity"],
    principals: { services: ["rolesanywhere.amazonaws.com"] },
    conditions: { ArnEquals: { "aws:SourceArn": anchorArn } },
  },
  {
    sid: "Certificate",
    actions: ["sts:AssumeRole"],
    principals: { services: ["rolesanywhere.amazonaws.com"] },
    conditions: {
      ArnEquals: { "aws:SourceArn": anchorArn },
      // dollar and brace of IAM, which Terraform would take for its own
      StringEquals: { "sts:RoleSessionName": "$${aws:PrincipalTag/x509Subject/CN}" },
    },
  },
];

/** Servers of this cluster may leave Systems Manager by themselves. */
const deregistration = ({ partition, region, accountId, clusterArn }: HybridCredentialsProps): PolicyStatement[] => [
  { sid: "Registered", actions: ["ssm:DescribeInstanceInformation"], resources: ["*"] },
  {
    sid: "Deregister",
    actions: ["ssm:DeregisterManagedInstance"],
    resources: [`arn:${partition}:ssm:${region}:${accountId}:managed-instance/*`],
    conditions: { StringEquals: { [`ssm:resourceTag/${ACTIVATION_TAG}`]: clusterArn } },
  },
];
