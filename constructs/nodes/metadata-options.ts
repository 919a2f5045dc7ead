import { type LaunchTemplateMetadataOptions } from "@cdktf/provider-aws/lib/launch-template";

/**
 * The metadata service of a node answers only to a token, and the token travels one hop: to the node and to pods on its
 * network. Any other pod is a second hop away, so a job cannot take the role of its node.
 *
 * Pods on the node's network ask as before: VPC CNI, node monitoring agent. Of the others, nothing is left to ask for: the
 * drivers of FSx and S3 and the load balancer controller are told the Region, the VPC and the speed of the network, the EBS
 * driver reads the labels of its node, and whatever calls AWS has its role by Pod Identity.
 *
 * EKS replaces the nodes of every group when this changes: it is part of their launch templates.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/best-practices-security.html
 */
export const METADATA_OPTIONS: Readonly<LaunchTemplateMetadataOptions> = {
  httpEndpoint: "enabled",
  httpTokens: "required",
  httpPutResponseHopLimit: 1,
  instanceMetadataTags: "disabled",
};
