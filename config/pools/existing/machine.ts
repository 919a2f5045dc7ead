import { migGpuOf } from "../../facts/mig";
import { logicalCpus, SERVERS, type LinkType, type NicUse, type Server, type ServerName } from "../../facts/servers";
import type { Hardware } from "../pool";
import { cpusOf, type NumaNode } from "./host-places";

/** A port of a network card of a server. */
export interface MachineNic {
  readonly use: NicUse;
  /** Null outside east-west. */
  readonly rail: number | null;
  /** Null: it must be read from a node. */
  readonly pci: string | null;
  readonly hca: string | null;
  readonly netdev: string | null;
  readonly gpus: readonly number[] | null;
  readonly gbps: number;
  /** What the port can speak; null: unknown. */
  readonly links: readonly LinkType[] | null;
  readonly deviceId: string | null;
  /** Leaf switch that all nodes of the pool have it at; null: unknown. */
  readonly leaf: string | null;
}

/** A server that somebody owns, with all that Railyard needs to know of it. */
export interface ExistingMachine {
  /** What it is called: `NVIDIA DGX H100`. */
  readonly title: string;
  /** Word of the catalogue; null: written out. */
  readonly server: ServerName | null;
  readonly hardware: Hardware;
  readonly gpuVendor: "nvidia" | "amd" | null;
  readonly sockets: number;
  readonly threadsPerCore: 1 | 2;
  readonly nics: readonly MachineNic[];
  /** Addresses of GPUs on the PCI bus, in the order of nvidia-smi; empty: not known. */
  readonly gpuPci: readonly string[];
  /** In the order of their numbers; empty: not known. */
  readonly numa: readonly NumaNode[];
  /** See {@link Server.nvswitchNics}. */
  readonly nvswitchNics: boolean;
  /** See {@link Server.externalBmc}. */
  readonly externalBmc: boolean;
  /** Servers of one NVLink domain; null: it ends at the server. */
  readonly domainServers: number | null;
}

/** A server as config writes it out. */
export interface WrittenServer {
  readonly like?: ServerName | undefined;
  readonly gpu?:
    | {
        readonly model: string;
        readonly count: number;
        readonly memoryGB: number;
        readonly pci?: readonly string[] | undefined;
      }
    | null
    | undefined;
  readonly numa?: readonly { readonly cpus: string; readonly gpus: readonly number[] }[] | undefined;
  readonly sockets?: number | undefined;
  readonly coresPerSocket?: number | undefined;
  readonly threadsPerCore?: 1 | 2 | undefined;
  readonly arch?: "amd64" | "arm64" | undefined;
  readonly memoryGiB?: number | undefined;
  readonly nvme?: { readonly count: number; readonly totalGB: number } | undefined;
  readonly nics?: readonly WrittenNic[] | undefined;
}

export interface WrittenNic {
  readonly pci: string;
  readonly use: NicUse;
  readonly rail?: number | undefined;
  readonly gpus?: readonly number[] | undefined;
  readonly gbps: number;
  readonly link?: LinkType | undefined;
  readonly deviceId?: string | undefined;
  readonly hca?: string | undefined;
  readonly netdev?: string | undefined;
  readonly leaf?: string | undefined;
}

/** CPUs and memory, from config and catalogue together. */
function basics(written: WrittenServer) {
  const known: Server | undefined = written.like && SERVERS[written.like];
  return {
    sockets: written.sockets ?? known?.cpu.sockets ?? null,
    coresPerSocket: written.coresPerSocket ?? known?.cpu.coresPerSocket ?? null,
    threadsPerCore: written.threadsPerCore ?? known?.cpu.threadsPerCore ?? null,
    memoryGiB: written.memoryGiB ?? known?.memoryGiB ?? null,
  };
}

/** Keys without which nothing can be planned, and that neither config nor the catalogue has. */
export function missingFacts(written: WrittenServer): string[] {
  return Object.entries(basics(written)).flatMap(([name, value]) => (value === null ? [name] : []));
}

/** A server, of which the schema has made sure that nothing is missing. @throws Error where something is */
export function machineOf(server: ServerName | WrittenServer): ExistingMachine {
  const written: WrittenServer = typeof server === "string" ? { like: server } : server;
  const { sockets, coresPerSocket, threadsPerCore, memoryGiB } = basics(written);
  if (sockets === null || coresPerSocket === null || threadsPerCore === null || memoryGiB === null)
    throw new Error(`${missingFacts(written).join(", ")} of a server are missing: its schema must have refused it`);
  const known: Server | undefined = written.like && SERVERS[written.like];
  const arch = written.arch ?? known?.cpu.arch ?? "amd64";
  const gpu = written.gpu === undefined ? (known?.gpu ?? null) : written.gpu;
  return {
    title: known?.title ?? "server",
    server: written.like ?? null,
    hardware: {
      vcpus: logicalCpus({ model: null, sockets, coresPerSocket, threadsPerCore, numaNodes: null, arch })!,
      memoryMiB: memoryGiB * 1024,
      arch,
      mig: gpu ? migOf(gpu.model) : null,
      gpu: gpu && { model: gpu.model, count: gpu.count, memoryMiB: gpuMemoryMiB(gpu) },
      nvlink: known?.nvlink
        ? {
            nvswitch: true,
            multiNode: known.nvlink.domainServers !== null,
            imexRequired: known.nvlink.domainServers !== null,
          }
        : null,
      nvme: written.nvme ?? known?.nvme ?? { count: null, totalGB: null },
    },
    gpuVendor: gpu ? (known?.gpu.vendor ?? "nvidia") : null,
    sockets,
    threadsPerCore: threadsPerCore === 1 ? 1 : 2,
    nics: written.nics ? writtenNics(written.nics) : known ? catalogueNics(known) : [],
    gpuPci: written.gpu?.pci ?? [],
    numa: (written.numa ?? []).map(({ cpus, gpus: near }) => ({ cpus: cpusOf(cpus), gpus: near })),
    nvswitchNics: known?.nvswitchNics ?? false,
    externalBmc: known?.externalBmc ?? false,
    domainServers: known?.nvlink?.domainServers ?? null,
  };
}

/** What a server has, against which places of GPUs and CPUs are held: no fact of it is missing. */
export function writtenPlaces(written: WrittenServer) {
  const { sockets, coresPerSocket, threadsPerCore } = basics(written);
  const known: Server | undefined = written.like && SERVERS[written.like];
  const gpu = written.gpu === undefined ? (known?.gpu ?? null) : written.gpu;
  return {
    pci: written.gpu?.pci ?? null,
    numa: written.numa ?? [],
    gpuCount: gpu?.count ?? 0,
    cpuCount: (sockets ?? 0) * (coresPerSocket ?? 0) * (threadsPerCore ?? 0),
  };
}

/**
 * Whether a GPU can be cut by the driver that Kubernetes needs: where its memory is one with that of the CPU, that driver keeps
 * them apart (CDMM), and cannot cut. Null: it cannot be cut at all, or nobody has read how.
 */
const migOf = (model: string): Hardware["mig"] => migGpuOf(model) && { usable: !COHERENT.includes(model) };

/** @see https://docs.nvidia.com/datacenter/tesla/mig-user-guide/mig-user-guide.html */
const COHERENT = ["GB200", "GB300"];

/** What the driver reports where it is known, else what the GPU is sold with: the figure that AWS lists for those it has. */
const gpuMemoryMiB = (gpu: { readonly memoryGB: number; readonly memoryMiB?: number | null }): number =>
  gpu.memoryMiB ?? gpu.memoryGB * 1024;

function writtenNics(nics: readonly WrittenNic[]): MachineNic[] {
  let next = 0;
  return nics.map((nic) => {
    const place = nic.use === "east-west" ? next++ : null;
    return {
      use: nic.use,
      rail: nic.use === "east-west" ? (nic.rail ?? place) : null,
      pci: nic.pci,
      hca: nic.hca ?? null,
      netdev: nic.netdev ?? null,
      gpus: nic.gpus ?? null,
      gbps: nic.gbps,
      links: nic.link ? [nic.link] : null,
      deviceId: nic.deviceId ?? null,
      leaf: nic.leaf ?? null,
    };
  });
}

/** Compute ports are rails; of the others the catalogue knows how many there are, and not where. */
function catalogueNics({ nics, rails }: Server): MachineNic[] {
  const compute = nics.find(({ use }) => use === "east-west");
  const others = nics.filter(({ use }) => use !== "east-west");
  return [
    ...rails.map(({ rail, pci, hca, netdev, gpus }) => ({
      use: "east-west" as const,
      rail,
      pci,
      hca,
      netdev,
      gpus,
      gbps: compute?.gbpsPerPort ?? 0,
      links: compute?.links ?? null,
      deviceId: compute?.deviceId ?? null,
      leaf: null,
    })),
    ...others.flatMap(({ use, adapters, portsPerAdapter, gbpsPerPort, links, deviceId }) =>
      Array.from({ length: adapters * portsPerAdapter }, () => ({
        use,
        rail: null,
        pci: null,
        hca: null,
        netdev: null,
        gpus: null,
        gbps: gbpsPerPort,
        links,
        deviceId,
        leaf: null,
      })),
    ),
  ];
}

/** Ports between GPUs of nodes, by their rails. */
export const railNics = ({ nics }: Pick<ExistingMachine, "nics">): MachineNic[] =>
  nics.filter(({ use }) => use === "east-west").toSorted((a, b) => a.rail! - b.rail!);
