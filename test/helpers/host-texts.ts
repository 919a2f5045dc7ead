import { SERVERS } from "../../config/facts/servers";

/** A host to be written as its own tools write it. */
export interface WrittenHost {
  /** PCI addresses of compute cards, in the order of their GPUs. @default - those of DGX H100 */
  readonly rails?: readonly string[];
  readonly deviceId?: string;
  readonly layer?: "InfiniBand" | "Ethernet";
  /** Cards without a GPU next to them. @default - one at 29:00.0 */
  readonly others?: readonly string[];
  /** Functions of NVSwitch, which look like cards. @default - none */
  readonly management?: readonly string[];
  readonly state?: (rail: number) => string;
  readonly rate?: string;
}

const GPUS = Array.from({ length: 8 }, (_, gpu) => `0000:${(0x1b + gpu * 16).toString(16)}:00.0`);

/** Texts of a host by file. */
export function hostTexts(host: WrittenHost = {}): Record<string, string> {
  const {
    rails = SERVERS["dgx-h100"].rails.map(({ pci }) => pci!),
    deviceId = "1021",
    layer = "InfiniBand",
    others = ["0000:29:00.0"],
    management = [],
    state = () => "Active",
    rate = "400",
  } = host;
  // the kernel counts by PCI address
  const all = [...rails, ...others, ...management].toSorted();
  const hca = (pci: string) => `mlx5_${all.indexOf(pci)}`;
  const netdev = (pci: string) => `${layer === "InfiniBand" ? "ibp" : "enp"}${parseInt(pci.slice(5, 7), 16)}s0`;
  const kind = layer === "InfiniBand" ? "Infiniband controller [0207]" : "Ethernet controller [0200]";
  const nics = all.map((pci) => [
    pci,
    `${pci} ${kind}: Mellanox Technologies MT2910 Family [ConnectX-7] [15b3:${deviceId}]`,
  ]);
  const gpus = GPUS.map((pci) => [
    pci,
    `${pci} 3D controller [0302]: NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:2330] (rev a1)`,
  ]);
  const vf = `${rails[0]!.slice(0, -1)}1 Infiniband controller [0207]: Mellanox Technologies ConnectX Family mlx5Gen Virtual Function [15b3:101e]`;
  const columns = [...GPUS.map((_, at) => `GPU${at}`), ...all.map((_, at) => `NIC${at}`)];
  const row = (gpu: number) => [
    ...GPUS.map((_, at) => (at === gpu ? "X" : "NV18")),
    ...all.map((pci) => (pci === rails[gpu] ? "PXB" : "SYS")),
    "0-55",
    "0",
  ];
  return {
    "lspci.txt": [
      ...[...nics, ...gpus].toSorted().map(([, line]) => line),
      vf,
      "0000:00:00.0 Host bridge [0600]: Intel [8086:09a2]",
    ].join("\n"),
    "ibstat.txt": all
      .map(
        (pci) =>
          `CA '${hca(pci)}'\n\tCA type: MT4129\n\tNumber of ports: 1\n\tPort 1:\n\t\tState: ${rails.includes(pci) ? state(rails.indexOf(pci)) : "Active"}\n\t\tPhysical state: LinkUp\n\t\tRate: ${rate}\n\t\tBase lid: 7\n\t\tSM lid: 1\n\t\tLink layer: ${layer}\n`,
      )
      .join(""),
    "topo.txt": [
      `\t\u001b[4m${columns.join("\t")}\tCPU Affinity\tNUMA Affinity\u001b[0m`,
      ...GPUS.map((_, gpu) => `GPU${gpu}\t${row(gpu).join("\t")}`),
      ...all.map((_, at) => `NIC${at}\t${columns.map((name) => (name === `NIC${at}` ? "X" : "SYS")).join("\t")}`),
      "",
      "Legend:",
      "",
      "NIC Legend:",
      "",
      ...all.map((pci, at) => `  NIC${at}: ${hca(pci)}`),
    ].join("\n"),
    "sysfs.txt": [
      "/sys/class/infiniband:",
      "total 0",
      ...all.map(
        (pci) =>
          `lrwxrwxrwx 1 root root 0 Nov 22 10:00 ${hca(pci)} -> ../../devices/pci0000:15/0000:15:01.0/${pci}/infiniband/${hca(pci)}`,
      ),
      "/sys/class/net:",
      ...all.map(
        (pci) =>
          `lrwxrwxrwx 1 root root 0 Nov 22 10:00 ${netdev(pci)} -> ../../devices/pci0000:15/0000:15:01.0/${pci}/net/${netdev(pci)}`,
      ),
      "lrwxrwxrwx 1 root root 0 Nov 22 10:00 lo -> ../../devices/virtual/net/lo",
    ].join("\n"),
    "management.txt": management.map((pci) => `${pci}\n`).join(""),
  };
}

/** Nodes as kubectl prints them. */
export const nodesJson = (
  count: number,
  change: (at: number) => { labels?: object; capacity?: object; taints?: object[] } = () => ({}),
): string =>
  JSON.stringify({
    kind: "List",
    items: Array.from({ length: count }, (_, at) => {
      const { labels, capacity, taints } = change(at);
      return {
        kind: "Node",
        metadata: {
          name: `gpu-a${String(at + 1).padStart(2, "0")}`,
          labels: {
            "example.com/servers": "dgx",
            "kubernetes.io/arch": "amd64",
            "nvidia.com/gpu.product": "NVIDIA-H100-80GB-HBM3",
            "nvidia.com/gpu.memory": "81559",
            ...labels,
          },
        },
        spec: { taints },
        status: { capacity: { cpu: "224", memory: "2113474860Ki", "nvidia.com/gpu": "8", ...capacity } },
      };
    }),
  });
