import { z } from "zod";
import { cidrSchema, key, zoneSchema } from "../../../kernel/key";

const createdNetwork = z.strictObject({
  kind: z.literal("create"),
  cidr: key(cidrSchema, {
    description:
      "IPv4 block of the VPC, /16 to /22. Each zone gets an eighth of it for nodes, pods and storage, and a sixty-fourth for load balancers and NAT.",
    example: "10.20.0.0/16",
    update: "replaces",
    updateNote: "A VPC cannot change its block: everything in it is made anew.",
  }),
  zones: key(z.array(zoneSchema).min(2).max(6), {
    description:
      "Zones, in order: availability zones, of which EKS needs two, and Local Zones. Add zones at the end: the place in the list fixes the subnet.",
    example: ["us-east-1a", "us-east-1b"],
    update: "replaces",
    updateNote: "Reordering or removing moves subnets, and what stands in them is replaced.",
    updateWhen: [
      {
        change: "appended",
        update: "in-place",
        note: "The zone gets subnets for nodes; control plane and system nodes stay in cluster.zones.",
      },
    ],
  }),
  nat: key(z.enum(["none", "single", "per-zone"]).default("single"), {
    description:
      "NAT gateways: one for all zones, one in each (survives the loss of a zone), or none (then `endpoints: all` is needed).",
    update: "in-place",
    updateNote: "Open connections through the NAT gateway break once.",
  }),
  endpoints: key(z.enum(["s3", "all"]).default("s3"), {
    description:
      "VPC endpoints: the free gateway endpoint for S3 alone, or also the interface endpoints that a cluster without a way out needs (ECR, STS, EC2, EKS, logs, FSx, KMS, CloudWatch, SNS …). They stand in availability zones: AWS has none in Local Zones.",
    update: "in-place",
  }),
  flowLogDays: key(z.int().min(0).max(3653).default(30), {
    description: "Days to keep VPC flow logs; 0 switches them off.",
    unit: "days",
    update: "in-place",
  }),
});

const existingNetwork = z.strictObject({
  kind: z.literal("existing"),
  vpcId: key(z.string().regex(/^vpc-[0-9a-f]{8,17}$/, "must be a VPC id, such as vpc-0123456789abcdef0"), {
    description: "VPC to build in. Railyard never changes or destroys it.",
    update: "replaces",
  }),
  cidr: key(cidrSchema, { description: "IPv4 block of that VPC.", update: "none" }),
  subnets: key(
    z
      .array(
        z.strictObject({
          id: key(
            z.string().regex(/^subnet-[0-9a-f]{8,17}$/, "must be a subnet id, such as subnet-0123456789abcdef0"),
            {
              description: "Id of the subnet.",
              update: "replaces",
              updateNote: "What stands in the subnet is made anew; a file system in it would be lost.",
            },
          ),
          zone: key(zoneSchema, { description: "Availability zone of the subnet.", update: "none" }),
          cidr: key(cidrSchema, { description: "IPv4 block of the subnet.", update: "none" }),
          tier: key(z.enum(["private", "public"]), {
            description: "Private subnets hold nodes and storage, public ones load balancers.",
            update: "none",
          }),
          freeAddresses: key(z.int().min(0).optional(), {
            description: "IPv4 addresses still free in it, for the IP budget.",
            defaultNote: "all but the five that AWS keeps",
            update: "none",
          }),
        }),
      )
      .min(2),
    { description: "Subnets to use: at least one private subnet in each of two zones.", update: "replaces" },
  ),
});

/** The VPC: made for the environment, or adopted by ids. */
export const networkSchema = z.discriminatedUnion("kind", [createdNetwork, existingNetwork]);
