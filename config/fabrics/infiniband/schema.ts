import { z } from "zod";
import { key } from "../../kernel/key";
import { cardsSchema, RDMA_KEYS } from "../rdma/schema";

/** Key of the partition that every port is in, and that need not be written. */
const DEFAULT_PKEY = 0x7fff;
const PARTITIONS = "https://github.com/linux-rdma/opensm/blob/master/doc/partition-config.txt";

const pkeySchema = z.string().superRefine((text, context) => {
  const value = /^0x[0-9a-f]{1,4}$/i.test(text) ? Number(text) : NaN;
  const say = (message: string) => context.addIssue({ code: "custom", message });
  if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= 0xffff)
    say(
      `must be a partition key in hexadecimal, such as 0x0006: ${text} is 0x${Number(text).toString(16).padStart(4, "0")}`,
    );
  else if (Number.isNaN(value)) say("must be a partition key of 15 bits, such as 0x0006");
  else if ((value & 0x7fff) === 0)
    say(`0x${value.toString(16).padStart(4, "0")} is no partition: keys go from 0x0001 to 0x7ffe`);
  else if ((value & 0x7fff) === DEFAULT_PKEY) say("0x7fff is the default partition: leave the key out");
  else if (value > DEFAULT_PKEY)
    say(
      `${text} has the bit of full membership, which ports show: write 0x${(value & 0x7fff).toString(16).padStart(4, "0")}`,
    );
});

const guidSchema = z
  .string()
  .regex(/^([0-9A-Fa-f]{2}:){7}[0-9A-Fa-f]{2}$/, "must be a GUID, such as 02:00:00:00:00:00:00:00");

const guidRangeSchema = z.strictObject({
  from: key(guidSchema, { description: "First GUID of the range.", update: "drains" }),
  to: key(guidSchema, { description: "Last GUID of the range.", update: "drains" }),
});

const subnetManagerSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("opensm") }),
  z.strictObject({ kind: z.literal("managed") }),
  z.strictObject({
    kind: z.literal("ufm"),
    guids: key(guidRangeSchema, {
      description: "Range of GUIDs for functions of cards. Clusters of one fabric have ranges of their own.",
      example: { from: "02:00:00:00:00:00:00:00", to: "02:00:00:00:00:00:FF:FF" },
      update: "drains",
    }),
  }),
]);

/** InfiniBand between servers that somebody owns, or rents with it. */
export const infinibandSchema = z.strictObject({
  kind: z.literal("infiniband"),
  access: key(z.enum(["sriov", "host-device", "shared-device", "ipoib"]).default("sriov"), {
    description:
      "How pods get cards. sriov: a function of each card, isolated by partition. host-device: one pod has the whole card. shared-device: pods share it, with no isolation. ipoib: the same, with IP over InfiniBand.",
    update: "drains",
    updateNote: "Pods must ask for other resources: they are made anew.",
  }),
  ...RDMA_KEYS,
  mtu: key(z.int().min(1280).max(4092).default(4000), {
    description: "Largest IP packet of a rail.",
    unit: "bytes",
    update: "drains",
  }),
  subnetManager: key(subnetManagerSchema.default({ kind: "opensm" }), {
    description:
      "Who manages the subnet, exactly one for all of it; Railyard installs none. managed: a switch or a provider. With ufm, partitions of pods are made as pods come; with the others they are in partitions.conf before.",
    update: "drains",
  }),
  pkey: key(pkeySchema.optional(), {
    description: "Partition of all pods of the pool.",
    defaultNote: "the default partition",
    example: "0x0006",
    update: "drains",
    source: PARTITIONS,
  }),
  tenants: key(
    z
      .record(
        z
          .string()
          .regex(/^[a-z](-?[a-z0-9])*$/, "must be a team")
          .max(30),
        pkeySchema,
      )
      .default({}),
    {
      description: "Partitions of teams: each has networks of its own, one a rail, in the team's namespace.",
      example: { vision: "0x0010" },
      update: "in-place",
    },
  ),
  sharp: key(z.boolean().default(false), {
    description:
      "Whether switches add up numbers for all-reduces (SHARP). It needs an aggregation manager beside the subnet manager, and the same card of every server at one leaf.",
    update: "in-place",
    source: "https://github.com/Mellanox/nccl-rdma-sharp-plugins",
  }),
  serviceLevel: key(z.int().min(0).max(15).optional(), {
    description: "Service level on which the subnet manager routes adaptively.",
    defaultNote: "0",
    update: "in-place",
  }),
  cards: key(cardsSchema.default({ kind: "host" }), {
    description: "Who keeps the firmware settings of cards: the host, or NIC Configuration Operator.",
    update: "drains",
  }),
});
