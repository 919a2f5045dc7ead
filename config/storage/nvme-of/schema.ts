import { z } from "zod";
import { NVMF_DRIVER, NVMF_PORT } from "../../facts/storage-drivers";
import { key } from "../../kernel/key";
import { gpuDirectKey, hostSchema, mountPathSchema, OTHER_FILES } from "../common";

const device = z.union([
  z.strictObject({
    uuid: key(z.uuid("must be a UUID, such as 58668891-c3e4-45d0-b90e-824525c16080"), {
      description: "UUID of the namespace.",
      ...OTHER_FILES,
    }),
  }),
  z.strictObject({
    eui: key(z.string().regex(/^[0-9a-f]{16}([0-9a-f]{16})?$/, "must be an EUI-64 or NGUID in lower-case hex"), {
      description: "EUI-64 or NGUID of the namespace.",
      ...OTHER_FILES,
    }),
  }),
]);

/**
 * A namespace of an NVMe target that is there, with a file system that all nodes read at once. There is no kind for writing: two
 * hosts that write one ext4 or XFS destroy it.
 */
export const nvmeOfSchema = z.strictObject({
  kind: z.literal("nvme-of"),
  address: key(hostSchema, {
    description: "Address of the target, as hosts reach it.",
    example: "10.0.8.30",
    source: NVMF_DRIVER.source,
    ...OTHER_FILES,
  }),
  port: key(z.int().min(1).max(65535).default(NVMF_PORT), { description: "Port of the target.", ...OTHER_FILES }),
  transport: key(z.enum(["tcp", "rdma"]).default("tcp"), {
    description: "What carries it. Hosts have the module for it: nvme-tcp or nvme-rdma.",
    source: NVMF_DRIVER.source,
    update: "drains",
  }),
  nqn: key(
    z
      .string()
      .max(223)
      .regex(
        /^nqn\.\d{4}-\d{2}\.[A-Za-z0-9.:_-]+$/,
        "must be the NQN of a subsystem, such as nqn.2027-01.com.example:data",
      ),
    {
      description: "Name of the subsystem.",
      example: "nqn.2027-01.com.example:data",
      source: NVMF_DRIVER.source,
      ...OTHER_FILES,
    },
  ),
  device: key(device, {
    description: "Namespace of the subsystem. The target exports it read only, so that no host can write to it.",
    example: { uuid: "58668891-c3e4-45d0-b90e-824525c16080" },
    source: NVMF_DRIVER.source,
    ...OTHER_FILES,
  }),
  fileSystem: key(z.enum(["ext4", "xfs"]), {
    description:
      "File system on it, which somebody has made, unmounted cleanly, and does not write to while nodes read.",
    update: "drains",
  }),
  mountPath: key(mountPathSchema.optional(), {
    description: "Where compute pods see it. Login pods do not mount it: the driver serves one pod of a node.",
    defaultNote: "its name: /dataset for a volume dataset",
    update: "drains",
    updateNote: "Pods are made anew. Files stay on the target.",
  }),
  gpuDirect: gpuDirectKey,
});

export type NvmeOfConfig = z.output<typeof nvmeOfSchema>;
