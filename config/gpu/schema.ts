import { z } from "zod";
import { key } from "../kernel/key";
import { allocationSchema } from "./allocation";

/** Who owns the GPUs of the nodes: driver, device plugin, telemetry. */
export const gpuSchema = z.strictObject({
  operator: key(z.boolean().default(true), {
    description: "Install the NVIDIA GPU Operator where there are GPU groups.",
    update: "in-place",
  }),
  kubevirt: key(z.boolean().default(true), {
    description:
      "Install KubeVirt where a pool has its GPUs for virtual machines, and let them have those GPUs. false: whoever runs the cluster has installed it.",
    update: "in-place",
    updateNote: "It is not taken away while virtual machines exist: delete them first.",
    source: "https://kubevirt.io/user-guide/compute/host-devices/",
  }),
  driver: key(z.enum(["ami", "operator"]).default("ami"), {
    description:
      "Who owns the driver of pools that do not say it themselves (nodeGroups.<group>.driver): images and hosts (`ami`), or the operator. The EKS NVIDIA images bring it, with Fabric Manager; the operator has no driver container for Amazon Linux, so `operator` needs custom images, or servers of your own.",
    update: "drains",
  }),
  allocation: key(allocationSchema.optional(), {
    description:
      "How pods ask for GPUs and EFA devices of all groups that do not say it themselves (nodeGroups.<group>.allocation).",
    defaultNote: "dra for groups with NVLink over several nodes (GB200), device-plugin for all others",
    update: "drains",
  }),
  gds: key(z.boolean().default(false), {
    description:
      "GPUDirect Storage in the GPU Operator. It lives in the operator's driver pod, so it needs driver: operator.",
    update: "drains",
  }),
  dcgm: key(z.enum(["exporter", "engine-and-exporter", "off"]).default("exporter"), {
    description: "GPU telemetry: the exporter with an engine of its own, one engine for all on the node, or none.",
    update: "in-place",
  }),
});
