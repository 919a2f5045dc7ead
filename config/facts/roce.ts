/** Systems of Ethernet switches whose defaults are known. */
export type SwitchSystem = "cumulus" | "eos" | "sonic";

/** A run of DSCP values, both ends in it, and the class of traffic that a switch puts them into. */
export interface DscpRange {
  readonly from: number;
  readonly to: number;
  readonly trafficClass: number;
}

/** What a switch does before anybody has set it up for RoCE, or after the one command that its maker gives for it. */
export interface SwitchDefaults {
  readonly title: string;
  /** The state that is told of. */
  readonly state: string;
  /** Class of each DSCP; what is in no range has `otherClass`. */
  readonly dscp: readonly DscpRange[];
  readonly otherClass: number;
  /** Classes for which PFC is on. */
  readonly pfc: readonly number[];
  /** Classes whose packets are marked where queues grow (ECN); null: no document says. */
  readonly ecn: readonly number[] | null;
  /** Whether ports read DSCP at all, or the tag of the VLAN. */
  readonly trust: string;
  /** Whether all ports read DSCP without a setting. */
  readonly trustsDscp: boolean;
  /** Largest frame that ports are set to, bytes. */
  readonly mtu: number;
  /** Whether ports have it without a setting; null: no document says. */
  readonly hasMtu: boolean | null;
  readonly source: string;
  readonly asOf: string;
}

/** @see each row's own source */
export const SWITCH_DEFAULTS: Readonly<Record<SwitchSystem, SwitchDefaults>> = {
  cumulus: {
    title: "NVIDIA Cumulus Linux",
    state: "after `nv set qos roce`, which is the lossless mode",
    dscp: [
      { from: 24, to: 31, trafficClass: 3 },
      { from: 48, to: 55, trafficClass: 6 },
    ],
    otherClass: 0,
    pfc: [3],
    ecn: [0, 3],
    trust: "PCP and DSCP",
    trustsDscp: true,
    mtu: 9216,
    hasMtu: null,
    source:
      "https://docs.nvidia.com/networking-ethernet-software/cumulus-linux-514/Layer-1-and-Switch-Ports/Quality-of-Service/RDMA-over-Converged-Ethernet-RoCE",
    asOf: "2026-11-22",
  },
  eos: {
    title: "Arista EOS",
    state: "as it is shipped",
    dscp: [
      { from: 0, to: 7, trafficClass: 1 },
      { from: 8, to: 15, trafficClass: 0 },
      { from: 16, to: 23, trafficClass: 2 },
      { from: 24, to: 31, trafficClass: 3 },
      { from: 32, to: 39, trafficClass: 4 },
      { from: 40, to: 47, trafficClass: 5 },
      { from: 48, to: 55, trafficClass: 6 },
      { from: 56, to: 63, trafficClass: 7 },
    ],
    otherClass: 1,
    pfc: [],
    ecn: [],
    trust: "DSCP on routed ports, CoS on switched ones",
    trustsDscp: false,
    mtu: 9214,
    hasMtu: null,
    source:
      "https://www.arista.com/en/um-eos/eos-quality-of-service (unverified: read in public guides that quote EOS 4.36)",
    asOf: "2026-07-20",
  },
  sonic: {
    title: "SONiC, community edition",
    state: "with the map AZURE, which `config qos reload` writes",
    dscp: [
      { from: 3, to: 3, trafficClass: 3 },
      { from: 4, to: 4, trafficClass: 4 },
      { from: 5, to: 5, trafficClass: 2 },
      { from: 8, to: 8, trafficClass: 0 },
      { from: 46, to: 46, trafficClass: 5 },
      { from: 48, to: 48, trafficClass: 6 },
    ],
    otherClass: 1,
    pfc: [3, 4],
    ecn: [3, 4],
    trust: "DSCP",
    trustsDscp: true,
    mtu: 9100,
    hasMtu: true,
    source:
      "https://github.com/sonic-net/sonic-buildimage/blob/master/files/build_templates/qos_config.j2, https://github.com/sonic-net/SONiC/wiki/Configuration",
    asOf: "2026-08-27",
  },
};

/** Class into which a switch puts a mark. */
export const classOf = ({ dscp, otherClass }: SwitchDefaults, mark: number): number =>
  dscp.find(({ from, to }) => from <= mark && mark <= to)?.trafficClass ?? otherClass;

/**
 * What NIC Configuration Operator sets with `roceOptimized`, where its template says nothing else: priority 3 is paused, DSCP
 * is read, and congestion is told of (CNP) with DSCP 4.
 * @see https://github.com/Mellanox/network-operator-docs/blob/3e75484/docs/nic-conf-operator/configuration-details.rst
 */
export const NIC_ROCE_DEFAULTS = { cnpDscp: 4, cnpPriority: 6, pfcPriority: 3, tos: 0 } as const;

/** Lossless priority of a network card by DSCP, before anybody changes the map: eight values each. */
export const nicPriority = (dscp: number): number => dscp >> 3;

/** First version of NCCL that finds the right GID in a container; an index that is set is another one in each pod. */
export const NCCL_FINDS_GID = {
  from: "2.26",
  source: "https://github.com/NVIDIA/nccl/issues/1573; https://github.com/NVIDIA/nccl/pull/1587",
  asOf: "2026-08-27",
} as const;

/** Largest payload of one RDMA packet, bytes; frames of the network are larger by their heads. */
export const RDMA_PATH_MTU = 4096;
