import { stripVTControlCharacters } from "node:util";
import { linkGbps, MELLANOX } from "../../../config/facts/nics";
import type { LinkType } from "../../../config/facts/servers";
import { addToSet } from "../../../config/topology/tally";
import type { SeenCpus } from "./read-look";

/** Texts of one host, by the file that `railyard inspect --script` writes them to; a text may be missing. */
export interface HostTexts {
  /** `lspci -Dnn` */
  readonly lspci: string;
  /** `ibstat` */
  readonly ibstat: string;
  /** `nvidia-smi topo -m` */
  readonly topo: string;
  /** `ls -l /sys/class/infiniband /sys/class/net` */
  readonly sysfs: string;
  /** PCI addresses of functions whose vital product data says SW_MNG, one a line. */
  readonly management: string;
  /** `lldpctl -f keyvalue`: switches that its interfaces hear. @default - it hears none */
  readonly lldp?: string;
}

/** A port of a network card of NVIDIA, as a host shows it. */
export interface SeenNic {
  readonly pci: string;
  readonly deviceId: string;
  readonly hca: string | null;
  readonly netdev: string | null;
  readonly gbps: number | null;
  readonly link: LinkType | null;
  readonly active: boolean | null;
  /** GPUs behind the same PCIe switch; empty: none. Null: the host does not say. */
  readonly gpus: readonly number[] | null;
}

/** What one host shows. */
export interface SeenHost {
  readonly nics: readonly SeenNic[];
  /** Device ids of its GPUs, one for each. */
  readonly gpus: readonly string[];
  /** Functions that belong to NVSwitch: no network cards. */
  readonly management: readonly string[];
  /** @default - its texts do not say */
  readonly cpus?: SeenCpus | null;
  /** Names of the switches that its interfaces hear. @default - its texts do not say */
  readonly leaves?: ReadonlyMap<string, string>;
}

/** A text that is not what its name says. */
export class NoHostError extends Error {}

const PCI = "[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]";

/** @throws NoHostError where a text is something else */
export function readHost(texts: HostTexts): SeenHost {
  const cards = readLspci(texts.lspci);
  const management = texts.management
    .split("\n")
    .flatMap((line) => new RegExp(`^${PCI}$`).exec(line.trim())?.[0] ?? []);
  const names = readSysfs(texts.sysfs);
  const ports = readIbstat(texts.ibstat);
  const near = readTopo(texts.topo);
  const leaves = readLldp(texts.lldp ?? "");
  return {
    ...(leaves.size > 0 && { leaves }),
    gpus: cards.flatMap(({ vendor, kind, deviceId }) => (vendor === "10de" && kind === "gpu" ? [deviceId] : [])),
    management,
    nics: cards.flatMap(({ pci, vendor, kind, deviceId }): SeenNic[] => {
      if (vendor !== MELLANOX || kind !== "nic" || management.includes(pci)) return [];
      const hca = names.hcas.get(pci) ?? null;
      const port = hca === null ? undefined : ports.get(hca);
      return [
        {
          pci,
          deviceId,
          hca,
          netdev: names.netdevs.get(pci) ?? null,
          gbps: port?.gbps ?? null,
          link: port?.link ?? null,
          active: port?.active ?? null,
          gpus: near === null || hca === null ? null : (near.get(hca) ?? []),
        },
      ];
    }),
  };
}

interface Card {
  readonly pci: string;
  readonly vendor: string;
  readonly deviceId: string;
  readonly kind: "gpu" | "nic" | "other";
}

/** `0000:18:00.0 Infiniband controller [0207]: Mellanox Technologies MT2910 Family [ConnectX-7] [15b3:1021]` */
const LSPCI = new RegExp(`^(${PCI}) .*?\\[([0-9a-f]{4})\\]: .*\\[([0-9a-f]{4}):([0-9a-f]{4})\\]`);

function readLspci(text: string): Card[] {
  const cards = text.split("\n").flatMap((line): Card[] => {
    const [, pci, type, vendor, deviceId] = LSPCI.exec(line) ?? [];
    // functions of a card are no cards
    if (pci === undefined || /Virtual Function/.test(line)) return [];
    const kind = /^03/.test(type!) ? "gpu" : type === "0200" || type === "0207" ? "nic" : "other";
    return [{ pci, vendor: vendor!, deviceId: deviceId!, kind }];
  });
  if (cards.length === 0)
    throw new NoHostError("lspci.txt has no device: it must be what lspci -Dnn prints, with domains and numbers");
  return cards;
}

/** `mlx5_0 -> ../../devices/pci0000:15/…/0000:18:00.0/infiniband/mlx5_0`: the last address is the card's. */
const LINK = new RegExp(`([\\w.-]+) -> \\S*?(${PCI})/(infiniband|net)/\\1$`);

function readSysfs(text: string) {
  const hcas = new Map<string, string>();
  const netdevs = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [, name, , kind] = LINK.exec(line) ?? [];
    const pci = [...line.matchAll(new RegExp(PCI, "g"))].at(-1)?.[0];
    if (name !== undefined && pci !== undefined) (kind === "infiniband" ? hcas : netdevs).set(pci, name);
  }
  return { hcas, netdevs };
}

/**
 * `lldp.ens1np0.chassis.name=leaf-01`. An interface that hears two is not wired to one.
 * @see https://github.com/lldpd/lldpd/blob/master/src/client/kv_writer.c
 */
function readLldp(text: string): Map<string, string> {
  const heard = new Map<string, Set<string>>();
  for (const line of text.split("\n")) {
    const [, netdev, name] = /^lldp\.([^\s=]+)\.chassis\.name=(\S+)\s*$/.exec(line) ?? [];
    if (netdev !== undefined) addToSet(heard, netdev, name!);
  }
  return new Map(
    [...heard].flatMap(([netdev, names]) => (names.size === 1 ? [[netdev, [...names][0]!] as const] : [])),
  );
}

interface Port {
  readonly gbps: number | null;
  readonly link: LinkType | null;
  readonly active: boolean;
}

/** The first port of each device. */
function readIbstat(text: string): Map<string, Port> {
  return new Map(
    text.split(/^(?=CA ')/m).flatMap((block): [string, Port][] => {
      const name = /^CA '([\w.-]+)'/.exec(block)?.[1];
      if (name === undefined) return [];
      const field = (key: string) => new RegExp(`^\\s*${key}: *(.*)$`, "m").exec(block)?.[1]?.trim();
      const rate = field("Rate");
      const layer = field("Link layer")?.toLowerCase();
      return [
        [
          name,
          {
            // ibstat counts Gbps; other tools say the lanes
            gbps: rate === undefined ? null : (linkGbps(rate) ?? (/^\d+(\.\d+)?$/.test(rate) ? Number(rate) : null)),
            link: layer === "infiniband" || layer === "ethernet" ? layer : null,
            active: field("State") === "Active",
          },
        ],
      ];
    }),
  );
}

/** GPUs behind the same PCIe switch as a device (PIX, PXB), by the device; null where there is no table. */
function readTopo(text: string): Map<string, number[]> | null {
  // its head is underlined, wherever it is written to
  const lines = stripVTControlCharacters(text).split("\n");
  const head = lines
    .find((line) => /^\s+GPU0\s/.test(line))
    ?.trim()
    .split(/\s+/);
  if (!head) return null;
  const legend = new Map(
    lines.flatMap((line): [string, string][] => {
      const [, nic, name] = /^\s*(NIC\d+): ([\w.-]+)\s*$/.exec(line) ?? [];
      return nic === undefined ? [] : [[nic, name!]];
    }),
  );
  const near = new Map<string, number[]>([...legend.values()].map((name) => [name, []]));
  for (const line of lines) {
    const [row, ...cells] = line.trim().split(/\s+/);
    const gpu = /^GPU(\d+)$/.exec(row ?? "")?.[1];
    // the head itself begins like a row
    if (gpu === undefined || !cells.includes("X")) continue;
    for (const [at, cell] of cells.entries()) {
      const name = legend.get(head[at] ?? "") ?? (/^mlx\d_\d+$/.test(head[at] ?? "") ? head[at]! : undefined);
      if (name !== undefined && (cell === "PIX" || cell === "PXB"))
        near.set(name, [...(near.get(name) ?? []), Number(gpu)]);
    }
  }
  return near;
}
