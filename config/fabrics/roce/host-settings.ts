import { nicPriority } from "../../facts/roce";
import { cnpPriority, trafficClass, type RoceTraffic } from "./traffic";

/** One flag for each of the eight priorities. */
export const pfcFlags = ({ priority }: Pick<RoceTraffic, "priority">): string =>
  Array.from({ length: 8 }, (_, at) => (at === priority ? 1 : 0)).join(",");

/** What NCCL is told of the marks. */
export const markEnv = (traffic: RoceTraffic): Record<string, string> => ({
  NCCL_IB_TC: String(trafficClass(traffic)),
});

/** Settings of network cards that NIC Configuration Operator keeps, as its template says them. */
export interface NicTemplate {
  readonly linkType: "Ethernet";
  readonly roceOptimized: {
    readonly enabled: true;
    readonly qos: { readonly trust: "dscp"; readonly pfc: string; readonly tos: number };
  };
  readonly rawNvConfig: readonly { readonly name: string; readonly value: string }[];
}

/**
 * What it must be told, for its own choice of a mark for congestion is another one than that of switches.
 * @see https://github.com/Mellanox/network-operator-docs/blob/3e75484/docs/nic-conf-operator/configuration-details.rst
 */
export function nicTemplate(traffic: RoceTraffic): NicTemplate {
  return {
    linkType: "Ethernet",
    roceOptimized: {
      enabled: true,
      qos: { trust: "dscp", pfc: pfcFlags(traffic), tos: trafficClass(traffic) },
    },
    rawNvConfig: [
      { name: "CNP_DSCP_P1", value: String(traffic.cnpDscp) },
      { name: "CNP_802P_PRIO_P1", value: String(cnpPriority(traffic)) },
    ],
  };
}

/**
 * The same by hand, for one network card: lost at a reboot and when the driver is loaded again, so something must do it each
 * time. `$NETDEV` and `$HCA` are the names of the card.
 */
export function hostCommands(traffic: RoceTraffic): string[] {
  const { priority, dscp, cnpDscp, ecn, mtu } = traffic;
  const byte = trafficClass(traffic);
  const onOff = ecn ? 1 : 0;
  return [
    `ip link set "$NETDEV" mtu ${mtu}`,
    `mlnx_qos -i "$NETDEV" --trust dscp`,
    ...(nicPriority(dscp) === priority ? [] : [`mlnx_qos -i "$NETDEV" --dscp2prio set,${dscp},${priority}`]),
    `mlnx_qos -i "$NETDEV" --pfc ${pfcFlags(traffic)}`,
    `echo ${onOff} > "/sys/class/net/$NETDEV/ecn/roce_np/enable/${priority}"`,
    `echo ${onOff} > "/sys/class/net/$NETDEV/ecn/roce_rp/enable/${priority}"`,
    `echo ${cnpDscp} > "/sys/class/net/$NETDEV/ecn/roce_np/cnp_dscp"`,
    `cma_roce_tos -d "$HCA" -t ${byte}`,
    `echo ${byte} > "/sys/class/infiniband/$HCA/tc/1/traffic_class"  # with DOCA-OFED alone`,
  ];
}
