import { z } from "zod";
import { CONTROL_PLANE_TIERS } from "../../../facts/control-plane-tiers";
import { KUBERNETES_MINORS } from "../../../facts/kubernetes";
import { DEFAULT_KUBERNETES_VERSION } from "../../../facts/versions";
import { hybridSchema } from "../hybrid/schema";
import { arnSchema, cidrSchema, key, zoneSchema } from "../../../kernel/key";
import { instanceTypeSchema } from "../nodes/instance-type";

const privateCidrs = key(z.array(cidrSchema).min(1).optional(), {
  description:
    "Blocks from which the private endpoint of the Kubernetes API may be called, on port 443: the VPC, and what is connected to it (VPN, peered networks, runners). Nodes always may.",
  defaultNote: "the block of the network",
  example: ["10.20.0.0/16", "10.200.0.0/16"],
  update: "in-place",
});

const allowedCidrs = key(z.array(cidrSchema).min(1), {
  description:
    "Blocks from which the Kubernetes API may be reached over the internet: the public addresses of your NAT or VPN. With a public endpoint alone those of the NAT gateways that Railyard makes are added, for nodes in AWS call it, too; servers on premises call it from an address that stands here.",
  update: "in-place",
});

const endpoint = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("public-and-private"), allowedCidrs, privateCidrs }),
  z.strictObject({ kind: z.literal("private"), privateCidrs }),
  z.strictObject({ kind: z.literal("public"), allowedCidrs }),
]);

const principal = arnSchema("iam", "an IAM role or user");

const systemNodes = z.strictObject({
  instanceType: key(instanceTypeSchema.default("m7i.xlarge"), {
    description: "Instance type of the nodes that run controllers, CoreDNS, slurmctld and monitoring.",
    update: "rolling",
  }),
  count: key(z.int().min(2).max(50).default(3), {
    description: "How many system nodes; spread over the zones.",
    update: "in-place",
  }),
});

const eks = z.strictObject({
  kind: z.literal("eks").default("eks"),
  version: key(z.enum(KUBERNETES_MINORS).default(DEFAULT_KUBERNETES_VERSION), {
    description: "Kubernetes minor version.",
    update: "rolling",
    updateNote:
      "One minor version at a time. Back by one, the control plane alone, within 7 days of an upgrade and after its nodes. A node group that pins image.release stays on its version until you change that.",
  }),
  admins: key(z.array(principal).min(1), {
    description:
      "IAM roles or users with cluster-admin, including the one that runs Terraform. No one else has access at first.",
    example: ["arn:aws:iam::111122223333:role/platform-admin"],
    update: "in-place",
  }),
  viewers: key(z.array(principal).default([]), {
    description: "IAM roles or users that may read everything but secrets.",
    update: "in-place",
  }),
  auditors: key(z.array(principal).default([]), {
    description:
      "IAM roles or users that may read everything, secrets too: whoever plans stacks in the cluster, since Helm keeps its releases in secrets.",
    update: "in-place",
  }),
  endpoint: key(endpoint.default({ kind: "private" }), {
    description:
      "Who reaches the Kubernetes API: only the VPC (and what is connected to it), also some blocks of the internet, or those blocks alone: nodes then call it over the internet, too. Hybrid nodes need one of the two, not both.",
    update: "in-place",
  }),
  authenticationMode: key(z.enum(["api", "api-and-config-map"]).default("api"), {
    description: "How EKS maps IAM principals: access entries only, or also the old aws-auth ConfigMap.",
    update: "in-place",
    updateNote: "From api-and-config-map to api only; never back.",
  }),
  serviceCidr: key(cidrSchema.default("172.20.0.0/16"), {
    description: "IPv4 block of Kubernetes services; it must not overlap the VPC.",
    update: "replaces",
    updateNote: "The cluster is made anew.",
  }),
  logs: key(
    z
      .array(z.enum(["api", "audit", "authenticator", "controllerManager", "scheduler"]))
      .default(["api", "audit", "authenticator"]),
    {
      description: "Control-plane logs that go to CloudWatch.",
      update: "in-place",
    },
  ),
  logDays: key(z.int().min(1).max(3653).default(90), {
    description: "Days to keep control-plane logs.",
    unit: "days",
    update: "in-place",
  }),
  support: key(z.enum(["standard", "extended"]).default("standard"), {
    description: "At the end of standard support: be upgraded by AWS, or stay and pay 0.60 $/h.",
    update: "in-place",
  }),
  tier: key(z.enum(CONTROL_PLANE_TIERS).default("standard"), {
    description:
      "Provisioned control plane capacity. Choose by what the dashboard Control plane shows, not by node count: seats of requests, pods placed in a second, and GB in etcd.",
    update: "in-place",
    updateNote: "Back to standard only while etcd holds less than 8 GB.",
    source: "https://docs.aws.amazon.com/eks/latest/userguide/eks-provisioned-control-plane.html",
  }),
  deletionProtection: key(z.boolean().optional(), {
    description: "Whether AWS refuses to delete the cluster.",
    defaultNote: "true in production, false in development",
    update: "in-place",
  }),
  zones: key(z.array(zoneSchema).min(2).max(6).optional(), {
    description:
      "Availability zones of the control plane and of system nodes, and of node groups that name none: those that the cluster is made with. Zones that the network gets later hold nodes alone.",
    defaultNote: "the first two availability zones of the network",
    example: ["us-east-1a", "us-east-1b"],
    update: "forbidden",
    updateNote:
      "EKS takes only the zones that a cluster was made with, and system nodes would all be replaced at once.",
    source: "https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html",
  }),
  hybrid: key(hybridSchema.optional(), {
    description:
      "Networks on premises whose servers join as hybrid nodes: node groups of kind hybrid stand in them. EKS bills each vCPU by the hour.",
    defaultNote: "no hybrid nodes",
    update: "in-place",
    updateNote: "Without it the control plane no longer reaches hybrid nodes: drain and remove their groups first.",
  }),
  systemNodes: key(systemNodes.prefault({}), {
    description: "The nodes that run everything but jobs.",
    update: "rolling",
  }),
});

/** The Kubernetes cluster. */
export const clusterSchema = eks;
