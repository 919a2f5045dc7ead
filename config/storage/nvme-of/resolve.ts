import { NVMF_DRIVER } from "../../facts/storage-drivers";
import type { ResolvedVolume, VolumeContext } from "../kind";
import { pathOf } from "../names";
import type { NvmeOfConfig } from "./schema";

/** A namespace of an NVMe target, as compute pods see it. */
export interface ResolvedNvmeOf extends ResolvedVolume {
  readonly kind: "nvme-of";
  readonly config: NvmeOfConfig;
}

/** It belongs to somebody else, as does its driver, of which no image is published. */
export function resolveNvmeOf(name: string, config: NvmeOfConfig, { env }: VolumeContext): ResolvedNvmeOf {
  const { address, port, transport, nqn, device, fileSystem } = config;
  return {
    kind: "nvme-of",
    name,
    path: pathOf(env, name),
    title: `NVMe-oF ${name}`,
    lines: [
      `${nqn} at ${address}, over ${transport === "tcp" ? "TCP" : "RDMA"}`,
      `${fileSystem}, read only, on compute nodes alone`,
      "size and speed are not known",
    ],
    mount: {
      claimName: name,
      mountPath: config.mountPath ?? `/${name}`,
      zones: [],
      teams: false,
      readOnly: true,
      onLogin: false,
    },
    needs: {
      nodes: { lustreClient: false, efa: false },
      charts: [],
      ports: [{ from: port, to: port }],
      cluster: { drivers: [NVMF_DRIVER.driver], secrets: [] },
    },
    place: `${nqn} at ${address}, ${"uuid" in device ? device.uuid : device.eui}`,
    holdsData: false,
    ...(config.gpuDirect && { gpuDirect: { fileSystem: "block", needsAddresses: false } }),
    config,
  };
}
