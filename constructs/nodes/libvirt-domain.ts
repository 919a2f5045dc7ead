import type { HostPlaces } from "../../config/pools/pool";
import { element, xmlText, type XmlElement } from "../core/xml";

export interface LibvirtProps {
  /** Names of domains and networks begin with it. */
  readonly name: string;
  readonly places: HostPlaces;
  /** Of a host. */
  readonly memoryMiB: number;
  readonly vcpus: number;
  /** First line of each file. */
  readonly comment: string;
}

/** What guests may have of a host's memory: kernel, QEMU and page tables need the rest. */
const GUEST_SHARE = 0.9;

/** Above it, interrupts reach CPUs through a virtual IOMMU alone: https://libvirt.org/formatdomain.html#iommu-devices */
const MOST_PLAIN_CPUS = 255;

/** A machine: what it has of the host. */
interface Part {
  /** Number of the NUMA node; null: not pinned. */
  readonly node: number | null;
  readonly cpus: readonly number[];
  readonly vcpus: number;
  readonly gpus: readonly number[];
  readonly memoryMiB: number;
}

/**
 * Domains of libvirt by file name: one for each NUMA node that has GPUs, with all of them, pinned to it; one for the host where its
 * nodes are not known. Cards go with the GPUs that they are near: a virtual function where the interface speaks Ethernet and its
 * name is known, from a network that lends them; else the card itself.
 * @see https://libvirt.org/formatdomain.html and https://libvirt.org/formatnetwork.html
 */
export function libvirtFiles(props: LibvirtProps): Record<string, string> {
  const parts = partsOf(props);
  const domains = parts.map((part, at): [string, string] => [
    `domain-${at}.xml`,
    xmlText(domain(`${props.name}-${at}`, part, props), props.comment),
  ]);
  const lent = new Set(parts.flatMap((part) => cardsOf(part, props).flatMap(({ lends }) => lends ?? [])));
  const networks = [...lent].map((netdev): [string, string] => [
    `network-${netdev}.xml`,
    xmlText(
      element(
        "network",
        {},
        element("name", {}, networkName(props, netdev)),
        element("forward", { mode: "hostdev", managed: "yes" }, element("pf", { dev: netdev })),
      ),
      props.comment,
    ),
  ]);
  return Object.fromEntries([...domains, ...networks]);
}

const networkName = ({ name }: LibvirtProps, netdev: string): string => `${name}-${netdev}`;

function partsOf({ places: { gpuPci, numa }, memoryMiB, vcpus }: LibvirtProps): Part[] {
  const whole = Math.floor(memoryMiB * GUEST_SHARE);
  if (numa.length === 0)
    return [{ node: null, cpus: [], vcpus: Math.max(1, vcpus - 2), gpus: gpuPci.map((_, at) => at), memoryMiB: whole }];
  return numa.flatMap(({ cpus, gpus }, node) => {
    // the first CPU is QEMU's own
    const [, ...guest] = cpus;
    return gpus.length === 0 || guest.length === 0
      ? []
      : [{ node, cpus, vcpus: guest.length, gpus, memoryMiB: Math.floor(whole / numa.length) }];
  });
}

interface Card {
  /** Interface whose virtual functions a network lends; null: the card itself is handed on. */
  readonly lends: string | null;
  readonly pci: string | null;
}

/** Cards near the GPUs of a machine; one whose GPUs are not known is left to the host. */
const cardsOf = ({ gpus }: Part, { places }: LibvirtProps): Card[] =>
  places.nics
    .filter((nic) => nic.gpus?.some((gpu) => gpus.includes(gpu)))
    .map(({ netdev, links, pci }) => ({
      lends: netdev !== null && links?.length === 1 && links[0] === "ethernet" ? netdev : null,
      pci,
    }))
    .filter(({ lends, pci }) => lends !== null || pci !== null);

function domain(name: string, part: Part, props: LibvirtProps): XmlElement {
  const gib = Math.max(1, Math.floor(part.memoryMiB / 1024));
  const many = part.vcpus > MOST_PLAIN_CPUS;
  return element(
    "domain",
    { type: "kvm" },
    element("name", {}, name),
    element("memory", { unit: "GiB" }, String(gib)),
    // VFIO pins all of it, so pages of the largest size cost least
    element("memoryBacking", {}, element("hugepages", {}, element("page", { size: 1, unit: "G" }))),
    element("vcpu", { placement: "static" }, String(part.vcpus)),
    ...pinned(part),
    element(
      "os",
      { firmware: "efi" },
      element("type", { arch: "x86_64", machine: "q35" }, "hvm"),
      element("firmware", {}, element("feature", { enabled: "no", name: "secure-boot" })),
      element("boot", { dev: "hd" }),
    ),
    element("features", {}, element("acpi"), element("apic"), ...(many ? [element("ioapic", { driver: "qemu" })] : [])),
    element(
      "cpu",
      { mode: "host-passthrough", check: "none", migratable: "off" },
      element("topology", { sockets: 1, dies: 1, cores: part.vcpus, threads: 1 }),
      // memory of GPUs lies above 64 GiB: guest and firmware must know of as many address bits as the host
      element("maxphysaddr", { mode: "passthrough" }),
    ),
    element("on_poweroff", {}, "destroy"),
    element("on_reboot", {}, "restart"),
    element("on_crash", {}, "destroy"),
    element(
      "devices",
      {},
      element(
        "disk",
        { type: "file", device: "disk" },
        element("driver", { name: "qemu", type: "qcow2", cache: "none", io: "native" }),
        element("source", { file: `/var/lib/libvirt/images/${name}.qcow2` }),
        element("target", { dev: "vda", bus: "virtio" }),
      ),
      element(
        "interface",
        { type: "network" },
        element("source", { network: "default" }),
        element("model", { type: "virtio" }),
      ),
      ...cardsOf(part, props).map(({ lends, pci }) =>
        lends === null
          ? hostdev(pci!)
          : element("interface", { type: "network" }, element("source", { network: networkName(props, lends) })),
      ),
      ...part.gpus.map((gpu) => hostdev(props.places.gpuPci[gpu]!)),
      ...(many ? [element("iommu", { model: "intel" }, element("driver", { intremap: "on", eim: "on" }))] : []),
      element("console", { type: "pty" }),
    ),
  );
}

function pinned({ node, cpus, vcpus }: Part): XmlElement[] {
  if (node === null) return [];
  const [own, ...guest] = cpus;
  return [
    element(
      "cputune",
      {},
      ...guest.slice(0, vcpus).map((cpu, vcpu) => element("vcpupin", { vcpu, cpuset: cpu })),
      element("emulatorpin", { cpuset: own! }),
    ),
    element("numatune", {}, element("memory", { mode: "strict", nodeset: node })),
  ];
}

/** `managed`: libvirt takes the device from its driver when the machine starts, and gives it back. */
function hostdev(pci: string): XmlElement {
  const [, bus, slot, fn, dom] =
    /^[0-9a-f]{4}:([0-9a-f]{2}):([0-9a-f]{2})\.([0-7])$/.exec(pci)?.concat(pci.slice(0, 4)) ?? [];
  return element(
    "hostdev",
    { mode: "subsystem", type: "pci", managed: "yes" },
    element(
      "source",
      {},
      element("address", { domain: `0x${dom}`, bus: `0x${bus}`, slot: `0x${slot}`, function: `0x${fn}` }),
    ),
  );
}
