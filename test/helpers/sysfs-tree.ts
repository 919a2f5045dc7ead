import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { SERVERS } from "../../config/facts/servers";

/** A device of a tree of sysfs. */
export interface SysfsCard {
  /** Folders below `devices`, down to the last bridge. */
  readonly bridges: string;
  readonly pci: string;
  readonly class: string;
  readonly vendor: string;
  readonly device: string;
  readonly netdev?: string;
  readonly hca?: string;
  readonly layer?: "InfiniBand" | "Ethernet";
  /** @default "4: ACTIVE" */
  readonly state?: string;
  /** Vital product data. */
  readonly vpd?: string;
  /** A function of a card. */
  readonly virtual?: boolean;
}

/** Writes the part of `/sys` that tells of PCI devices and CPUs. */
export function writeSysfs(
  root: string,
  cards: readonly SysfsCard[],
  cpus = { sockets: 2, cores: 56, threads: 2 },
): void {
  const write = (file: string, text: string) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${text}\n`);
  };
  mkdirSync(join(root, "bus/pci/devices"), { recursive: true });
  for (const card of cards) {
    const folder = join(root, "devices", card.bridges, card.pci);
    write(join(folder, "class"), card.class);
    write(join(folder, "vendor"), card.vendor);
    write(join(folder, "device"), card.device);
    if (card.vpd) write(join(folder, "vpd"), card.vpd);
    if (card.netdev) mkdirSync(join(folder, "net", card.netdev), { recursive: true });
    if (card.hca) {
      const port = join(folder, "infiniband", card.hca, "ports/1");
      write(join(port, "rate"), "400 Gb/sec (4X NDR)");
      write(join(port, "state"), card.state ?? "4: ACTIVE");
      write(join(port, "link_layer"), card.layer ?? "InfiniBand");
    }
    if (card.virtual) symlinkSync("..", join(folder, "physfn"));
    symlinkSync(`../../../devices/${card.bridges}/${card.pci}`, join(root, "bus/pci/devices", card.pci));
  }
  const total = cpus.sockets * cpus.cores;
  for (let cpu = 0; cpu < total * cpus.threads; cpu += 1) {
    const core = cpu % total;
    const siblings = Array.from({ length: cpus.threads }, (_, thread) => core + thread * total);
    const topology = join(root, `devices/system/cpu/cpu${cpu}/topology`);
    write(join(topology, "physical_package_id"), String(Math.floor(core / cpus.cores)));
    write(join(topology, "thread_siblings_list"), siblings.join(","));
  }
}

/** A DGX H100: each card behind the same switch as a GPU, one card for storage, and what is no card. */
export function dgxCards(): SysfsCard[] {
  const nic = { class: "0x020700", vendor: "0x15b3", device: "0x1021" };
  const rails = SERVERS["dgx-h100"].rails.flatMap(({ pci }, rail): SysfsCard[] => {
    const bus = (0x10 + rail * 16).toString(16);
    const bridges = `pci0000:${bus}/0000:${bus}:01.0/0000:${bus}:02.0`;
    const place = pci!;
    return [
      { ...nic, bridges: `${bridges}/0000:${bus}:03.0`, pci: place, netdev: `ibp${rail}s0`, hca: `mlx5_${rail}` },
      {
        ...nic,
        bridges: `${bridges}/0000:${bus}:03.0`,
        pci: place.replace(/0$/, "1"),
        device: "0x101e",
        virtual: true,
      },
      {
        bridges: `${bridges}/0000:${bus}:04.0`,
        pci: `0000:${(0x1b + rail * 16).toString(16)}:00.0`,
        class: "0x030200",
        vendor: "0x10de",
        device: "0x2330",
      },
    ];
  });
  return [
    ...rails,
    {
      ...nic,
      bridges: "pci0000:27/0000:27:01.0",
      pci: "0000:29:00.0",
      class: "0x020000",
      hca: "mlx5_8",
      netdev: "enp41s0",
      layer: "Ethernet",
    },
    { ...nic, bridges: "pci0000:41/0000:41:01.0", pci: "0000:42:00.0", class: "0x020000", vpd: "[SW_MNG]" },
    { bridges: "pci0000:00", pci: "0000:00:00.0", class: "0x060000", vendor: "0x8086", device: "0x09a2" },
  ];
}
