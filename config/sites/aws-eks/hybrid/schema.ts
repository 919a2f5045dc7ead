import { z } from "zod";
import { HYBRID_MOST_CIDRS, HYBRID_SOURCES } from "../../../facts/hybrid-nodes";
import { cidrSchema, key } from "../../../kernel/key";

const certificates = z
  .string()
  .max(8000, "must be at most 8000 characters")
  .regex(
    /^(-----BEGIN CERTIFICATE-----\n[A-Za-z0-9+/=\n]+-----END CERTIFICATE-----\n?)+$/,
    "must be certificates in PEM and nothing else, beginning with -----BEGIN CERTIFICATE-----",
  );

const authority = z
  .string()
  .regex(
    /^arn:aws[a-z-]*:acm-pca:[a-z0-9-]+:\d{12}:certificate-authority\/[\w-]+$/,
    "must be the ARN of an authority of AWS Private CA, such as arn:aws:acm-pca:us-east-1:111122223333:certificate-authority/12345678-1234-1234-1234-123456789012",
  );

const trustAnchor = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("certificates"),
    pem: key(certificates, {
      description: "Certificates of the authority that signs those of the servers. They are public; keys stay with it.",
      update: "in-place",
      updateNote: "Servers whose certificates no certificate here has signed can no longer renew their credentials.",
    }),
  }),
  z.strictObject({
    kind: z.literal("private-ca"),
    arn: key(authority, {
      description: "Authority of AWS Private CA that signs the certificates of the servers.",
      update: "in-place",
      updateNote: "Servers with certificates of another authority can no longer renew their credentials.",
    }),
  }),
]);

const credentials = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("ssm") }),
  z.strictObject({
    kind: z.literal("roles-anywhere"),
    trustAnchor: key(trustAnchor, {
      description: "Whose certificates IAM Roles Anywhere trusts.",
      update: "in-place",
    }),
  }),
]);

const podRoutes = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("network") }),
  z.strictObject({
    kind: z.literal("gateway"),
    nodeGroup: key(z.string().min(1).max(63), {
      description:
        "Node group of two or more CPU nodes in AWS that carries the packets and does nothing else: one node at a time, so that its network is the bandwidth between the VPC and pods on premises.",
      example: "gateway",
      update: "rolling",
      updateNote: "Packets between the VPC and pods on premises are lost until the gateway runs on the other nodes.",
      source: HYBRID_SOURCES.gatewayStart.url,
    }),
  }),
]);

const connection = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("transit-gateway"),
    id: key(z.string().regex(/^tgw-[0-9a-f]{8,17}$/, "must be a transit gateway, such as tgw-0123456789abcdef0"), {
      description: "Transit gateway to which the VPC is attached; the VPN or Direct Connect is attached to it already.",
      update: "replaces",
      updateNote: "The attachment is made anew: hybrid nodes lose the control plane until its routes are there again.",
    }),
  }),
  z.strictObject({ kind: z.literal("elsewhere") }),
]);

/** Networks on premises whose servers join the cluster as hybrid nodes. */
export const hybridSchema = z.strictObject({
  nodeCidrs: key(z.array(cidrSchema).min(1).max(HYBRID_MOST_CIDRS), {
    description:
      "Blocks with the addresses of the servers. A node whose address is in none of them joins, and cannot be reached.",
    example: ["10.200.0.0/22"],
    update: "in-place",
    source: HYBRID_SOURCES.networking.url,
  }),
  podCidrs: key(z.array(cidrSchema).min(1).max(HYBRID_MOST_CIDRS), {
    description: "Blocks from which Cilium gives addresses to pods on the servers; each node takes a /25.",
    example: ["10.201.0.0/16"],
    update: "forbidden",
    updateNote:
      "Pods that run keep their addresses, and the ranges of nodes do not move: a block may be added at the end.",
    updateWhen: [{ change: "appended", update: "in-place" }],
    source: HYBRID_SOURCES.cni.url,
  }),
  podRoutes: key(podRoutes.default({ kind: "none" }), {
    description:
      "Who carries packets from the VPC to pods on the servers: nobody, so that pods leave with the address of their node; the network on premises, which has routes to podCidrs (BGP, or static ones); or the gateway of EKS Hybrid Nodes, two nodes in AWS with tunnels to the servers that are not encrypted. Slurm needs one of the two.",
    update: "rolling",
    updateNote:
      "Cilium's agents restart with another way of sending: connections of pods to the VPC break once. Away from the gateway: delete its routes to podCidrs first, which AWS leaves in the route tables.",
  }),
  dns: key(z.enum(["on-premises", "aws"]).default("on-premises"), {
    description:
      "Where names are answered for pods on the servers: by two CoreDNS pods there, and by those in AWS while none of them answers; or by those in AWS alone, over the connection.",
    update: "in-place",
    updateNote:
      "Servers that have joined ask the old place until nodeadm runs on them again; on-premises to aws: run it there first.",
    source: HYBRID_SOURCES.webhooks.url,
  }),
  credentials: key(credentials, {
    description:
      "What nodeadm proves a server by: an activation of Systems Manager, or a certificate and IAM Roles Anywhere. Neither activation codes nor keys are ever in config.",
    example: { kind: "ssm" },
    update: "drains",
    updateNote: "Servers leave, and join again with the other credentials.",
    source: HYBRID_SOURCES.credentials.url,
  }),
  connection: key(connection.default({ kind: "elsewhere" }), {
    description:
      "How the VPC reaches the servers: through a transit gateway, to which Railyard attaches it and routes the blocks; or in another way that somebody else has set up, with routes in every private subnet.",
    example: { kind: "transit-gateway", id: "tgw-0123456789abcdef0" },
    update: "replaces",
    updateNote: "Hybrid nodes lose the control plane until the other way is there.",
  }),
});

/** As config has it, with its defaults. */
export type HybridConfig = z.output<typeof hybridSchema>;
