import { z } from "zod";
import { key } from "../kernel/key";

/** Who owns the GPUs of the nodes: driver, device plugin, telemetry. */
export const gpuSchema = z.strictObject({
  operator: key(z.boolean().default(true), {
    description: "Install the NVIDIA GPU Operator where there are GPU groups.",
    update: "in-place",
  }),
  driver: key(z.enum(["ami", "operator"]).default("ami"), {
    description:
      "Who owns the driver. The EKS NVIDIA images bring it, with Fabric Manager; the operator has no driver container for Amazon Linux, so `operator` needs custom images.",
    update: "drains",
  }),
  allocation: key(z.enum(["device-plugin", "dra"]).default("device-plugin"), {
    description:
      "How pods ask for GPUs and EFA devices: device plugins or dynamic resource allocation, never both. GB200 needs dra.",
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
