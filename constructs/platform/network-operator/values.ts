import type { Placement } from "../../cluster/placement";
import type { HelmValues } from "../../core/helm-values";
import { placementValues } from "../tolerations";
import type { RdmaPool } from "./rdma-pool";

/** Whether NIC Configuration Operator keeps the settings of any cards. */
export const configuresCards = (pools: readonly RdmaPool[]): boolean =>
  pools.some(({ rdma: { cards } }) => cards.kind !== "host");

/** Whether anything takes nodes out of work: then one operator decides on it for all. */
const drainsNodes = (pools: readonly RdmaPool[]): boolean =>
  configuresCards(pools) || pools.some(({ rdma: { access, ofed } }) => access === "sriov" || ofed === "container");

/**
 * Values of the chart: operators alone, for what they do stands in a policy.
 * @see https://github.com/Mellanox/network-operator/blob/v26.4.1/deployment/network-operator/values.yaml
 */
export function networkOperatorValues(pools: readonly RdmaPool[], placement: Placement): HelmValues {
  const { nodeSelector, tolerations } = placementValues(placement);
  const functions = pools.some(({ rdma: { access } }) => access === "sriov");
  const resets = pools.some(({ rdma: { externalBmc } }) => externalBmc);
  const drains = drainsNodes(pools);
  return {
    // the GPU Operator brings it: two of them change each other's labels
    nfd: { enabled: false, deployNodeFeatureRules: true },
    operator: {
      nodeSelector: nodeSelector ?? {},
      tolerations: tolerations ?? [],
      ...(drains && { maintenanceOperator: { useRequestor: true } }),
    },
    sriovNetworkOperator: { enabled: functions },
    ...(functions && {
      "sriov-network-operator": {
        sriovOperatorConfig: {
          configurationMode: "daemon",
          configDaemonNodeSelector: {
            "beta.kubernetes.io/os": "linux",
            "network.nvidia.com/operator.mofed.wait": "false",
            ...(configuresCards(pools) && { "network.nvidia.com/operator.nic-configuration.wait": "false" }),
          },
          // a warm reboot leaves the firmware of such cards as it was: without a reset nodes would reboot for ever
          ...(resets && { featureGates: { mellanoxFirmwareReset: true } }),
        },
      },
    }),
    maintenanceOperator: { enabled: drains },
    ...(drains && { "maintenance-operator-chart": { operatorConfig: { deploy: true } } }),
  };
}
