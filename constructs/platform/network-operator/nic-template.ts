import type { NicConfigurationTemplate } from "../../kubernetes/network-resources";
import type { RdmaPool } from "./rdma-pool";

/**
 * Settings of the compute cards of a pool; null where the host keeps them, or nobody knows what they are. The type of the link
 * is that of the fabric: the other one takes the port down.
 * @see https://github.com/Mellanox/network-operator-docs/blob/3e75484/docs/nic-conf-operator/configuration-details.rst
 */
export function nicTemplateSpec({ nodeSelector, rdma }: RdmaPool): NicConfigurationTemplate["spec"] | null {
  const { cards, deviceId, rails, link, vfs, roceSettings } = rdma;
  if (cards.kind === "host" || deviceId === null) return null;
  return {
    nodeSelector,
    // storage cards may have the same type
    nicSelector: { nicType: deviceId, pciAddresses: rails.flatMap(({ pci }) => pci ?? []) },
    template: {
      numVfs: cards.kind === "spectrum-x" ? 1 : (vfs ?? 0),
      linkType: link === "infiniband" ? "Infiniband" : "Ethernet",
      pciPerformanceOptimized: { enabled: true },
      gpuDirectOptimized: { enabled: true, env: "Baremetal" },
      // it has settings of RoCE itself, and is refused beside them
      ...(cards.kind === "spectrum-x"
        ? { spectrumXOptimized: { enabled: true, version: cards.version, overlay: "none" } }
        : roceSettings && {
            roceOptimized: roceSettings.roceOptimized,
            rawNvConfig: roceSettings.rawNvConfig,
          }),
    },
  };
}
