import type { LinkType } from "../../facts/servers";
import type { NicTemplate } from "../roce/host-settings";
import type { RoceTraffic } from "../roce/traffic";

/** How pods get network cards. */
export type RdmaAccess = "shared-device" | "sriov" | "host-device" | "ipoib";

/** One rail of the nodes of a pool: a network of its own, and the resource by which pods ask for a card of it. */
export interface RdmaRail {
  readonly rail: number;
  /** Null: it must be read from a node. */
  readonly pci: string | null;
  readonly hca: string | null;
  readonly netdev: string | null;
  readonly gbps: number;
  /** Without its prefix: `h100_rail_0`. */
  readonly resource: string;
  /** As pods ask for it: `nvidia.com/h100_rail_0`. */
  readonly request: string;
  /** Name of the network: `h100-rail-0`. */
  readonly network: string;
  /** Addresses of its pods. */
  readonly subnet: string;
}

/** Who says which server has which address and which partitions there are on an InfiniBand subnet: exactly one for each. */
export type SubnetManager =
  | { readonly kind: "opensm" }
  | { readonly kind: "managed" }
  | {
      readonly kind: "ufm";
      /** Range of GUIDs that ib-kubernetes gives to functions of cards; of no other cluster. */
      readonly guids: { readonly from: string; readonly to: string };
    };

/** Who keeps the settings of cards. `host`: whoever looks after the servers. */
export type CardSettings =
  | { readonly kind: "host" }
  | { readonly kind: "operator" }
  | { readonly kind: "spectrum-x"; readonly version: string };

/** What NVIDIA's Network Operator does for a pool: all that its objects follow from. */
export interface RdmaSetup {
  readonly link: LinkType;
  readonly access: RdmaAccess;
  readonly rails: readonly RdmaRail[];
  /** Virtual functions of a card; null where pods get whole cards. */
  readonly vfs: number | null;
  /** Largest IP packet of a rail, bytes. */
  readonly mtu: number;
  /** Addresses that a node takes of each rail at one time. */
  readonly addressesPerNode: number;
  /** Whether rails are subnets with a router between nodes; else each is one flat network. */
  readonly routed: boolean;
  /** Whether the rails reach each other above the leaves. */
  readonly joined: boolean;
  /** Where the drivers of cards come from. */
  readonly ofed: "host" | "container";
  readonly cards: CardSettings;
  /** Whether setting the firmware of a card needs a reset of its own. */
  readonly externalBmc: boolean;
  /** Device id of the compute cards; null: unknown, or there are several. */
  readonly deviceId: string | null;
  /** InfiniBand alone; null on Ethernet. */
  readonly infiniband: {
    readonly subnetManager: SubnetManager;
    /** Partition of all pods; null: the default one. */
    readonly pkey: string | null;
    /** Partitions of teams, each with networks of its own. */
    readonly tenants: Readonly<Record<string, string>>;
    readonly sharp: boolean;
  } | null;
  /** RoCE alone; null on InfiniBand. */
  readonly traffic: RoceTraffic | null;
  /** What NIC Configuration Operator is told of RoCE; null: nothing. */
  readonly roceSettings: NicTemplate | null;
}

/** Namespace of the networks: pods of others name it before the name. */
export const NETWORKS_NAMESPACE = "default";

/** Annotation by which a pod gets networks, one for each rail. @see https://github.com/k8snetworkplumbingwg/multi-net-spec */
export const NETWORKS_ANNOTATION = "k8s.v1.cni.cncf.io/networks";
