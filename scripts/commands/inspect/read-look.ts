import { MELLANOX } from "../../../config/facts/nics";
import type { SeenHost, SeenNic } from "./read-host";

/** CPUs of a host, as `lscpu` counts them. */
export interface SeenCpus {
  readonly sockets: number;
  readonly coresPerSocket: number;
  readonly threadsPerCore: number;
}

/** Whether the script has come to its end. */
export const isWhole = (text: string): boolean => /^end$/m.test(text);

/** What `look.sh` printed on a host. Null: it has not come to its end, or says nothing of any device. */
export function readLook(text: string): SeenHost | null {
  if (!isWhole(text)) return null;
  const rows = text.split("\n").map((line) => line.split("\t"));
  const of = (kind: string) => rows.filter(([first]) => first === kind).map(([, ...rest]) => rest);
  const cards = of("card").map(([pci = "", type = "", vendor = "", id = "", management, path = ""]) => ({
    pci,
    type,
    vendor: vendor.slice(2),
    deviceId: id.slice(2),
    management: management === "yes",
    root: rootPort(path),
  }));
  if (cards.length === 0) return null;
  // nvidia-smi counts by PCI address, too
  const gpus = cards.filter(({ vendor, type }) => vendor === "10de" && type.startsWith("0x03")).toSorted(byPci);
  const near = (root: string | null) => gpus.flatMap((gpu, at) => (gpu.root === root ? [at] : []));
  const nics = cards.filter(({ vendor, type }) => vendor === MELLANOX && type.startsWith("0x02"));
  const netdevs = new Map(of("netdev").map(([pci = "", name = ""]) => [pci, name]));
  const hcas = new Map(of("hca").map(([pci = "", ...rest]) => [pci, rest]));
  return {
    gpus: gpus.map(({ deviceId }) => deviceId),
    management: nics.flatMap(({ pci, management }) => (management ? [pci] : [])),
    cpus: cpusOf(of("cpu")),
    nics: nics.flatMap(({ pci, deviceId, management, root }): SeenNic[] => {
      if (management) return [];
      const [hca = null, rate = "", state = "", layer = ""] = hcas.get(pci) ?? [];
      return [
        {
          pci,
          deviceId,
          hca,
          netdev: netdevs.get(pci) ?? null,
          gbps: gbpsOf(rate),
          link: linkOf(layer),
          active: state === "" ? null : /ACTIVE/.test(state),
          gpus: root === null ? null : near(root),
        },
      ];
    }),
  };
}

const byPci = (a: { pci: string }, b: { pci: string }): number => (a.pci < b.pci ? -1 : 1);

/**
 * The first bridge below the host bridge: what is behind the same one is behind the same PCIe switch, which
 * `nvidia-smi topo -m` calls PIX or PXB. Null: the path does not show it.
 * `…/devices/pci0000:15/0000:15:01.0/0000:16:00.0/0000:18:00.0` → `pci0000:15/0000:15:01.0`
 * @see https://docs.nvidia.com/multi-node-nvlink-systems/multi-node-tuning-guide/system.html
 */
function rootPort(path: string): string | null {
  const [, found] = /\/(pci[0-9a-f]{4}:[0-9a-f]{2}\/[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7])\//.exec(path) ?? [];
  return found ?? null;
}

/** `400 Gb/sec (4X NDR)` → 400 */
function gbpsOf(rate: string): number | null {
  const [, gbps] = /^(\d+(?:\.\d+)?) Gb\/sec/.exec(rate) ?? [];
  return gbps === undefined ? null : Number(gbps);
}

function linkOf(layer: string): SeenNic["link"] {
  const word = layer.toLowerCase();
  return word === "infiniband" || word === "ethernet" ? word : null;
}

/** Null where the host shows none, or where sockets are not alike. */
function cpusOf(rows: readonly string[][]): SeenCpus | null {
  const sockets = new Set(rows.map(([socket]) => socket)).size;
  const cores = new Set(rows.map(([socket, siblings]) => `${socket} ${siblings}`)).size;
  if (sockets === 0 || cores % sockets !== 0 || rows.length % cores !== 0) return null;
  return { sockets, coresPerSocket: cores / sockets, threadsPerCore: rows.length / cores };
}
