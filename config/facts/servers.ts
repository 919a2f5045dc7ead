import table from "./servers.json";

/** What a network card of a server is for. */
export type NicUse = "east-west" | "storage" | "north-south";

/** What the ports of a card can speak. */
export type LinkType = "infiniband" | "ethernet";

/** Equal network cards of a server. */
export interface ServerNics {
  /** `east-west`: between GPUs of nodes. `storage`: to file systems. `north-south`: to everything else. */
  readonly use: NicUse;
  readonly model: string;
  /** PCI device id, without the vendor; null: buyers choose, or no document says. */
  readonly deviceId: string | null;
  readonly adapters: number;
  readonly portsPerAdapter: number;
  readonly gbpsPerPort: number;
  /** null: no document says. */
  readonly links: readonly LinkType[] | null;
}

/** One compute NIC and the GPUs next to it. Nodes reach each other through NICs of the same rail. */
export interface ServerRail {
  readonly rail: number;
  /** GPUs behind the same PCIe switch; null: no document says. */
  readonly gpus: readonly number[] | null;
  /** Address on the PCI bus, which never changes; null: it must be read from a node. */
  readonly pci: string | null;
  /** Name in the order of the kernel, which may change with the next one; null: it must be read from a node. */
  readonly hca: string | null;
  readonly netdev: string | null;
}

/** What is known of a server that people buy. `null` means: no document says, or it is the buyer's choice; never a guess. */
export interface Server {
  readonly title: string;
  readonly vendor: string;
  readonly form: "baseboard" | "nvl72-tray" | "pcie" | "oam";
  readonly gpu: {
    readonly vendor: "nvidia" | "amd";
    /** As the facts of instance types name it. */
    readonly model: string;
    readonly count: number;
    /** As it is sold, GB for each GPU. */
    readonly memoryGB: number;
    /** As the driver reports it, MiB for each GPU. */
    readonly memoryMiB: number | null;
    readonly memory: string;
    readonly memoryTBps: number;
    readonly tdpW: number;
  };
  readonly nvlink: {
    readonly generation: number;
    /** GB/s of one GPU, both directions together. */
    readonly GBpsPerGpu: number;
    /** NVSwitches in the server; null: they are outside of it. */
    readonly switches: number | null;
    /** Servers of one NVLink domain; null: it ends at the server. */
    readonly domainServers: number | null;
  } | null;
  readonly cpu: {
    readonly model: string | null;
    readonly sockets: number;
    readonly coresPerSocket: number | null;
    readonly threadsPerCore: number | null;
    readonly numaNodes: number | null;
    readonly arch: "amd64" | "arm64";
  };
  readonly memoryGiB: number | null;
  readonly pcieGeneration: number;
  readonly nics: readonly ServerNics[];
  readonly rails: readonly ServerRail[];
  /**
   * Whether the board shows ConnectX functions that belong to NVSwitch: they look like HCAs, and a pool that takes them stops
   * Fabric Manager.
   */
  readonly nvswitchNics: boolean;
  /** Whether a warm reboot leaves the firmware of NICs as it was, so that a new setting of it needs a reset of its own. */
  readonly externalBmc: boolean;
  /** Disks for data; `totalGB` is decimal. */
  readonly nvme: { readonly count: number | null; readonly totalGB: number | null };
  /** The most that its maker states, kW. */
  readonly maxPowerKw: number | null;
  readonly rackUnits: number | null;
  readonly notes: readonly string[];
  /** Keys of {@link SERVER_SOURCES}. */
  readonly sources: readonly string[];
  readonly confidence: "high" | "medium";
}

export type ServerName = keyof typeof table.servers;

export const SERVERS = table.servers as unknown as Readonly<Record<ServerName, Server>>;

export const SERVER_NAMES = Object.keys(SERVERS) as [ServerName, ...ServerName[]];

/** Where the facts were read: key → address, and the day. */
export const SERVER_SOURCES: Readonly<Record<string, { readonly at: string; readonly asOf: string }>> = table.sources;

/** Logical CPUs as the kernel counts them; null where a part is unknown. */
export function logicalCpus({ sockets, coresPerSocket, threadsPerCore }: Server["cpu"]): number | null {
  return coresPerSocket === null || threadsPerCore === null ? null : sockets * coresPerSocket * threadsPerCore;
}

/** What the compute NICs of a server carry together, Gbps. */
export function computeGbps({ nics }: Pick<Server, "nics">): number {
  return nics
    .filter(({ use }) => use === "east-west")
    .reduce((sum, { adapters, portsPerAdapter, gbpsPerPort }) => sum + adapters * portsPerAdapter * gbpsPerPort, 0);
}
