import { tolerate } from "../tolerations";
import type { NodeTaint } from "../../core/node-taint";
import type { NicClusterPolicy } from "../../kubernetes/network-resources";
import { driverContainer, type WayOut } from "../outbound-values";
import { DOCA_DRIVER, operatorImage } from "./images";
import type { RdmaPool } from "./rdma-pool";
import { configuresCards } from "./values";

/** PCI vendor of the cards. */
const VENDOR = "15b3";

/** Pods that share a card. @see https://github.com/Mellanox/k8s-rdma-shared-dev-plugin */
const PODS_OF_CARD = 63;

/** Secret with the address and account of UFM, which its administrator makes. */
export const UFM_SECRET = "ib-kubernetes-ufm-secret";

/**
 * The one policy that the operator reads. `ofedDriver` is left out where drivers are on the hosts: there is no other key for
 * it.
 * @param wayOut how drivers that the operator brings reach repositories of packages
 * @see https://github.com/Mellanox/network-operator/blob/v26.4.1/deployment/network-operator/crds/mellanox.com_nicclusterpolicies.yaml
 */
export function nicClusterPolicy(
  pools: readonly RdmaPool[],
  taints: readonly NodeTaint[],
  wayOut: WayOut,
): NicClusterPolicy {
  const by = (...access: string[]) => pools.filter(({ rdma }) => access.includes(rdma.access));
  const shared = by("shared-device", "ipoib");
  const whole = by("host-device");
  const ufm = pools.flatMap(({ rdma: { infiniband } }) =>
    infiniband?.subnetManager.kind === "ufm" ? [infiniband.subnetManager] : [],
  )[0];
  return {
    apiVersion: "mellanox.com/v1alpha1",
    kind: "NicClusterPolicy",
    // the operator ignores any other name
    metadata: { name: "nic-cluster-policy" },
    spec: {
      tolerations: tolerate(taints),
      ...(pools.some(({ rdma }) => rdma.ofed === "container") && {
        ofedDriver: { ...DRIVER, ...driverContainer(wayOut) },
      }),
      ...(shared.length > 0 && {
        rdmaSharedDevicePlugin: { ...operatorImage("k8s-rdma-shared-dev-plugin"), config: sharedCards(shared) },
      }),
      ...(whole.length > 0 && {
        sriovDevicePlugin: { ...operatorImage("sriov-network-device-plugin"), config: wholeCards(whole) },
      }),
      secondaryNetwork: {
        cniPlugins: operatorImage("plugins"),
        multus: operatorImage("multus-cni"),
        ...(by("ipoib").length > 0 && { ipoib: operatorImage("ipoib-cni") }),
      },
      nvIpam: { ...operatorImage("nvidia-k8s-ipam"), enableWebhook: false },
      ...(ufm && {
        ibKubernetes: {
          ...operatorImage("ib-kubernetes"),
          periodicUpdateSeconds: 5,
          pKeyGUIDPoolRangeStart: ufm.guids.from,
          pKeyGUIDPoolRangeEnd: ufm.guids.to,
          ufmSecret: UFM_SECRET,
        },
      }),
      ...(configuresCards(pools) && { nicConfigurationOperator: cardSettings(pools) }),
    },
  };
}

/** One node at a time, and never by force: its jobs end. */
const DRIVER = {
  ...DOCA_DRIVER,
  upgradePolicy: {
    autoUpgrade: true,
    maxParallelUpgrades: 1,
    drain: { enable: true, force: false, timeoutSeconds: 300, deleteEmptyDir: false },
  },
} as const;

/** By the names of interfaces: the plugin knows no PCI addresses. */
const sharedCards = (pools: readonly RdmaPool[]): string =>
  JSON.stringify({
    configList: pools.flatMap(({ rdma: { rails } }) =>
      rails.map(({ resource, netdev }) => ({
        resourceName: resource,
        resourcePrefix: "rdma",
        rdmaHcaMax: PODS_OF_CARD,
        selectors: { vendors: [VENDOR], ifNames: netdev === null ? [] : [netdev] },
      })),
    ),
  });

/** By PCI addresses, and never by vendor alone: storage cards and functions of NVSwitch have the same one. */
const wholeCards = (pools: readonly RdmaPool[]): string =>
  JSON.stringify({
    resourceList: pools.flatMap(({ rdma: { rails } }) =>
      rails.map(({ resource, pci }) => ({
        resourcePrefix: "nvidia.com",
        resourceName: resource,
        selectors: { vendors: [VENDOR], pciAddresses: pci === null ? [] : [pci], isRdma: true },
      })),
    ),
  });

function cardSettings(pools: readonly RdmaPool[]) {
  const resets = pools.some(({ rdma: { cards, externalBmc } }) => cards.kind !== "host" && externalBmc);
  return {
    operator: operatorImage("nic-configuration-operator"),
    configurationDaemon: operatorImage("nic-configuration-operator-daemon"),
    ...(resets && { env: [{ name: "FW_RESET_AFTER_CONFIG_UPDATE", value: "true" }] }),
  };
}
