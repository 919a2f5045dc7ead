import { z } from "zod";
import { CAPACITY_BLOCKS } from "../../../facts/capacity-blocks";
import { key, zoneSchema } from "../../../kernel/key";

const reservationId = z
  .string()
  .regex(/^cr-[0-9a-f]{17}$/, "must be a capacity reservation id, such as cr-0123456789abcdef0");

/** Blocks begin and end at 11:30 UTC, so a day is enough; a block that begins at once has a moment of its own. */
const blockMoment = z
  .string()
  .refine((text) => z.iso.date().safeParse(text).success || z.iso.datetime({ offset: true }).safeParse(text).success, {
    error:
      "must be a day, which means 11:30 UTC, or a moment with Z or an offset, such as 2026-12-01, 2026-12-01T11:30:00Z or 2026-12-01T12:30:00+01:00",
  });

/** How the instances of a node group are bought. The kind decides market, subnet, placement group and quota. */
export const capacitySchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("on-demand"),
    placementGroup: key(z.boolean().optional(), {
      description: "Whether the nodes share a cluster placement group of their own.",
      defaultNote: "true when the group has EFA",
      update: "rolling",
      updateNote: "New nodes start in the other place, one after another; drain their partition first.",
    }),
  }),
  z.strictObject({
    kind: z.literal("spot"),
    onDemandFallback: key(z.boolean().optional(), {
      description:
        "Whether nodes start on demand where there is no spot capacity. Karpenter alone can: a managed node group buys in one way.",
      defaultNote: "false: without spot capacity nodes are waited for",
      update: "rolling",
      updateNote: "Nodes that run stay as they were bought.",
      source: "https://karpenter.sh/docs/concepts/nodepools/#capacity-type",
    }),
    placementGroup: key(z.boolean().default(false), {
      description: "Whether the nodes share a cluster placement group; it makes spot capacity rarer.",
      update: "rolling",
      updateNote: "New nodes start in the other place, one after another; drain their partition first.",
    }),
  }),
  z.strictObject({
    kind: z.literal("reservation"),
    target: key(
      z.union([reservationId, z.string().regex(/^arn:aws[a-z-]*:resource-groups:/)], {
        error:
          "must be a capacity reservation id (cr-…) or the ARN of a resource group of reservations (arn:aws:resource-groups:…)",
      }),
      {
        description:
          "On-Demand Capacity Reservation to run in: its id, or the ARN of a resource group that holds several.",
        example: "cr-0123456789abcdef0",
        update: "rolling",
      },
    ),
    zone: key(zoneSchema, {
      description: "Zone of the reservation. The node group gets exactly the subnet of this zone.",
      update: "replaces",
      updateNote: "The node group is made anew in the other zone.",
    }),
    count: key(z.int().min(1).optional(), {
      description: "Instances reserved, if you want node counts checked against it.",
      unit: "instances",
      update: "none",
    }),
    placementGroup: key(z.string().min(1).max(255).optional(), {
      description:
        "Name of the placement group in which the reservation was created. A reservation outside one can never enter one.",
      defaultNote: "no placement group",
      update: "rolling",
      updateNote: "New nodes start in the other place, one after another; drain their partition first.",
    }),
  }),
  z.strictObject({
    kind: z.literal("capacity-block"),
    id: key(reservationId, {
      description:
        "Capacity Block reservation, bought beforehand: Railyard never buys one, since that cannot be undone.",
      example: "cr-0123456789abcdef0",
      update: "rolling",
      updateNote: "A new block is a new version of the launch template; nodes of the old one end with it.",
    }),
    zone: key(zoneSchema, {
      description: "Zone of the block.",
      update: "replaces",
      updateNote: "The node group is made anew in the other zone.",
    }),
    count: key(z.int().min(1).max(CAPACITY_BLOCKS.mostInstances).optional(), {
      description: `Instances in the block, if you want node counts checked against it; AWS sells at most ${CAPACITY_BLOCKS.mostInstances} in one.`,
      unit: "instances",
      update: "none",
    }),
    start: key(blockMoment, {
      description:
        "When the block begins: a day, which means 11:30 UTC, or a moment, in UTC (Z) or with an offset (+01:00).",
      example: "2026-12-01",
      update: "in-place",
    }),
    end: key(blockMoment, {
      description:
        "When the block ends: a day, since it is always 11:30 UTC. AWS begins to terminate nodes 30 minutes earlier (60 for UltraServers).",
      example: "2026-12-15",
      update: "in-place",
    }),
  }),
]);
