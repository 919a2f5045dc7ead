import { z } from "zod";
import { SERVER_NAMES } from "../../facts/servers";
import { key } from "../../kernel/key";
import { didYouMean, orList } from "../../kernel/nearest";
import { NUMA_NODES, placeFaults } from "./host-places";
import { missingFacts, writtenPlaces } from "./machine";

/** What is in the cluster already is somebody else's: a change here describes it anew, and touches no machine. */
const DESCRIBES = "Describes the servers: nothing is done to them. Pods that ask for what is not there stay pending.";

const pci = z
  .string()
  .regex(/^[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/, "must be a whole PCI address, such as 0000:18:00.0");

const kernelName = (like: string) =>
  z.string().regex(/^[A-Za-z][\w.-]{0,62}$/, `must be a name of the kernel, such as ${like}`);

const nicSchema = z.strictObject({
  pci: key(pci, {
    description: "Its address on the PCI bus: lspci -D shows it, and it never changes.",
    example: "0000:18:00.0",
    update: "drains",
    updateNote: DESCRIBES,
  }),
  use: key(z.enum(["east-west", "storage", "north-south"]).default("east-west"), {
    description:
      "east-west: traffic between GPUs of nodes. storage: to file systems. north-south: all else; node and pods reach the cluster through it.",
    update: "drains",
    updateNote: DESCRIBES,
  }),
  rail: key(z.int().min(0).max(63).optional(), {
    description: "Number of its rail: cards of the same rail reach each other at one leaf.",
    defaultNote: "the place of the card among those for east-west",
    update: "drains",
  }),
  gpus: key(z.array(z.int().min(0).max(63)).min(1).optional(), {
    description: "GPUs behind the same PCIe switch: nvidia-smi topo -m has PIX or PXB there.",
    defaultNote: "unknown",
    update: "in-place",
  }),
  gbps: key(z.number().positive().max(3200), {
    description: "What its port carries.",
    unit: "Gbps",
    update: "in-place",
  }),
  link: key(z.enum(["infiniband", "ethernet"]).optional(), {
    description: "What the port speaks today.",
    defaultNote: "unknown",
    update: "in-place",
  }),
  deviceId: key(
    z
      .string()
      .regex(/^[0-9a-f]{4}$/, "must be a PCI device id, such as 1021")
      .optional(),
    {
      description: "PCI device id: lspci -n shows it after the vendor's.",
      defaultNote: "unknown",
      update: "in-place",
    },
  ),
  hca: key(kernelName("mlx5_0").optional(), {
    description: "Name of its RDMA device, the same on all nodes of the pool.",
    defaultNote: "unknown: it is the order of the kernel",
    update: "drains",
  }),
  leaf: key(
    z
      .string()
      .regex(/^[A-Za-z]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/, "must be the name of a switch, such as leaf-03")
      .optional(),
    {
      description:
        "Leaf switch that it is cabled to, the same for all nodes of the pool: where nobody reads the fabric (ibnetdiscover, topograph), places of nodes follow from it.",
      defaultNote: "unknown: labels of nodes tell where they stand",
      example: "leaf-03",
      update: "in-place",
      updateNote: "Label the nodes again: railyard topology --labels --for.",
    },
  ),
  netdev: key(kernelName("ibp24s0").max(15).optional(), {
    description: "Name of its interface, the same on all nodes of the pool.",
    defaultNote: "unknown",
    update: "drains",
  }),
});

const gpuSchema = z.strictObject({
  model: key(z.string().regex(/^[A-Z][A-Z0-9-]{1,30}$/, "must be a model such as H100-80GB"), {
    description: "Model as instance types have it, with its memory where there are several.",
    example: "H100-80GB",
    update: "drains",
    updateNote: DESCRIBES,
  }),
  count: key(z.int().min(1).max(16), { description: "GPUs of a node.", unit: "GPUs", update: "drains" }),
  memoryGB: key(z.int().min(1).max(1024), {
    description: "Memory of one GPU, as it is sold.",
    unit: "GB",
    update: "in-place",
  }),
  pci: key(z.array(pci).min(1).max(16).optional(), {
    description:
      "Their addresses on the PCI bus in the order of nvidia-smi -L, for virtual machines outside Kubernetes, the same on all nodes of the pool.",
    example: ["0000:1b:00.0"],
    defaultNote: "unknown",
    update: "in-place",
  }),
});

const nvmeSchema = z.strictObject({
  count: key(z.int().min(0).max(64), { description: "Disks of a node.", unit: "disks", update: "in-place" }),
  totalGB: key(z.number().min(0), { description: "What they hold together.", unit: "GB", update: "in-place" }),
});

/** A server: one of the catalogue with what its buyer chose, or all of it. */
export const machineSchema = z
  .strictObject({
    like: key(z.enum(SERVER_NAMES).optional(), {
      description: "A server of the catalogue, of which the other keys say what is different or what its buyer chose.",
      defaultNote: "none: all is written out",
      update: "drains",
      updateNote: DESCRIBES,
    }),
    gpu: key(gpuSchema.nullish(), {
      description: "GPUs of a node; null: none.",
      defaultNote: "those of `like`, else none",
      update: "drains",
    }),
    sockets: key(z.int().min(1).max(8).optional(), {
      description: "CPU sockets.",
      defaultNote: "those of `like`",
      update: "drains",
    }),
    coresPerSocket: key(z.int().min(1).max(512).optional(), {
      description: "Cores of a socket.",
      defaultNote: "those of `like`",
      update: "drains",
    }),
    threadsPerCore: key(z.union([z.literal(1), z.literal(2)]).optional(), {
      description: "Threads of a core: 1 where they are switched off, and on Grace.",
      defaultNote: "those of `like`",
      update: "drains",
    }),
    arch: key(z.enum(["amd64", "arm64"]).optional(), {
      description: "Architecture of the CPUs.",
      defaultNote: "that of `like`, else amd64",
      update: "drains",
    }),
    memoryGiB: key(z.int().min(1).max(65536).optional(), {
      description: "Memory of a node.",
      unit: "GiB",
      defaultNote: "that of `like`",
      update: "drains",
    }),
    numa: NUMA_NODES,
    nvme: key(nvmeSchema.optional(), {
      description: "Local disks for data, and what they hold together.",
      unit: "GB",
      defaultNote: "those of `like`",
      update: "in-place",
    }),
    nics: key(z.array(nicSchema).max(64).optional(), {
      description: "Network cards, each by its PCI address: one entry for each port.",
      defaultNote: "those of `like`",
      update: "drains",
    }),
  })
  .superRefine((written, context) => {
    const missing = missingFacts(written);
    if (missing.length === 0)
      for (const fault of placeFaults(writtenPlaces(written)))
        context.addIssue({ code: "custom", path: [...fault.path], message: fault.message });
    else
      context.addIssue({
        code: "custom",
        message: `${written.like === undefined ? "" : `of ${written.like} `}${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} the buyer's choice, or no document says: write ${missing.length === 1 ? "it" : "them"}; railyard inspect reads a node`,
      });
  });

export type WrittenMachine = z.output<typeof machineSchema>;

/** `server` of a pool: a word of the catalogue, or an object. */
export const serverSchema = z.union(
  [
    z.enum(SERVER_NAMES).superRefine((name, context) => {
      const missing = missingFacts({ like: name });
      if (missing.length > 0)
        context.addIssue({
          code: "custom",
          message: `${missing.join(", ")} of ${name} ${missing.length === 1 ? "is" : "are"} the buyer's choice: write server: { like: "${name}", ${missing.map((one) => `${one}: …`).join(", ")} }`,
        });
    }),
    machineSchema,
  ],
  {
    error: ({ input }) => {
      const near = typeof input === "string" ? didYouMean(input, SERVER_NAMES) : undefined;
      return `must be a server of the catalogue (${near ?? orList(SERVER_NAMES)}), or an object that writes one out`;
    },
  },
);
