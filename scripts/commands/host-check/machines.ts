import { NVIDIA_PCI_VENDOR } from "../../../config/facts/gpu-pci";
import { MACHINE_HOST_CHECKS, type MachineHostCheck } from "../../../config/facts/machine-hosts";
import type { ResolvedPool } from "../../../config/pools/pool";
import type { Judged } from "./judge";
import type { BusDevice } from "./read-machines";
import type { SeenSettings } from "./read-settings";

/** What was found, and whether it is as wanted; null: the text does not show it. */
type Found = readonly [has: string, holds: boolean] | null;

/** What virtual machines with GPUs need of one host, beside its profile; nothing where GPUs are for containers. Pure. */
export function judgeMachines({ sharing, gpus }: Pick<ResolvedPool, "sharing" | "gpus">, seen: SeenSettings): Judged[] {
  const { workload, machineDevices } = sharing;
  if (workload === "container" || !gpus) return [];
  const nic = machineDevices?.nic ?? null;
  const isPassed = workload === "vm-passthrough";
  const id = isPassed ? (machineDevices?.gpu?.selector ?? null) : null;
  const type = isPassed ? null : (machineDevices?.gpu?.selector ?? null);
  const bus = seen.machines.bus;
  const cards = bus && bus.filter(isGpu);
  return [
    row("iommu", "on", iommu(seen)),
    row("isolation", "as the hardware has it", isolation(seen)),
    row("gpus", String(gpus.count), cards && [String(cards.length), cards.length === gpus.count]),
    ...(id === null ? [] : [row("gpu-model", id, cards && ids(cards, id))]),
    row("gpu-driver", isPassed ? VFIO_PCI : "nvidia", cards && drivers(cards, isPassed ? VFIO_PCI : "nvidia")),
    ...(isPassed ? [row("groups", "each device alone", bus && groups(bus, nic?.selector ?? null, seen))] : []),
    ...(nic === null ? [] : [row("nics", VFIO_PCI, bus && functions(bus, nic.selector))]),
    ...(type === null ? [] : [row("vgpu-types", type, vgpuTypes(seen, type))]),
  ];
}

const VFIO_PCI = "vfio-pci";

/** Some devices have a driver of VFIO of their own, such as nvgrace-gpu-vfio-pci and mlx5_vfio_pci. */
const isVfio = (driver: string | null): boolean => driver !== null && /(?:^|[-_])vfio[-_]pci$/.test(driver);

function row(check: MachineHostCheck, wanted: string, found: Found): Judged {
  const base = { path: ["machines", check], at: check, wanted, ...MACHINE_HOST_CHECKS[check] };
  if (found === null) return { ...base, has: null, verdict: "unknown", note: "the text does not show it" };
  const [has, holds] = found;
  return { ...base, has, verdict: holds ? "holds" : "differs", note: null };
}

/** Classes of displays, and of accelerators without one. */
const isGpu = ({ id, kind, virtual }: BusDevice): boolean =>
  id.startsWith(`${NVIDIA_PCI_VENDOR}:`) && ["0300", "0302"].includes(kind) && !virtual;

function iommu({ machines: { groups: seenGroups }, cmdline }: SeenSettings): Found {
  if (seenGroups === null) return null;
  if (seenGroups.size > 0) return ["on", true];
  const off = cmdline?.find(
    ([name, value]) => /^(?:intel_|amd_)?iommu$/.test(name) && value.split(",").includes("off"),
  );
  return [
    off
      ? `off by the kernel argument ${off.join("=")}`
      : "off, and no kernel argument says so: look for VT-d or AMD-Vi in the firmware, and for intel_iommu=on",
    false,
  ];
}

/** What takes the isolation away without taking the IOMMU away. */
const UNSAFE: readonly (readonly [option: string, text: string])[] = [
  ["vfio.enable_unsafe_noiommu_mode", "VFIO works without an IOMMU (enable_unsafe_noiommu_mode)"],
  ["vfio_iommu_type1.allow_unsafe_interrupts", "guests may send any interrupt (allow_unsafe_interrupts)"],
];

function isolation({ cmdline, options }: SeenSettings): Found {
  const found = [
    ...(cmdline?.some(([name]) => name === "pcie_acs_override")
      ? ["the kernel argument pcie_acs_override: groups are what it says, not what bridges keep apart"]
      : []),
    ...UNSAFE.flatMap(([option, text]) => (options?.get(option) === "Y" ? [text] : [])),
  ];
  if (found.length > 0) return [found.join("; "), false];
  return cmdline === null || options === null ? null : ["as the hardware has it", true];
}

function ids(cards: readonly BusDevice[], id: string): Found {
  const others = cards.filter((card) => card.id !== id);
  if (cards.length === 0) return ["no GPU", false];
  return others.length === 0 ? [id, true] : [places(others, (card) => card.id), false];
}

function drivers(cards: readonly BusDevice[], wanted: string): Found {
  const others = cards.filter(({ driver }) => (wanted === VFIO_PCI ? !isVfio(driver) : driver !== wanted));
  if (cards.length === 0) return ["no GPU", false];
  return others.length === 0 ? [wanted, true] : [places(others, driverText), false];
}

function functions(bus: readonly BusDevice[], selector: string): Found {
  const cards = bus.filter(({ id }) => id === selector);
  if (cards.length > 0) return drivers(cards, VFIO_PCI);
  return [`no ${selector} on the bus: the host makes virtual functions of its cards (sriov_numvfs)`, false];
}

/** Drivers of the host that do not stand in the way of a guest. */
const HARMLESS = ["pci-stub", "pcieport"];

/** Groups of GPUs and of network cards for machines, with what else is in them. */
function groups(bus: readonly BusDevice[], nics: string | null, { machines }: SeenSettings): Found {
  const groupOf = machines.groups;
  if (groupOf === null) return null;
  const handed = bus.filter((device) => isGpu(device) || device.id === nics);
  const wrong = handed.flatMap((device): string[] => {
    const group = groupOf.get(device.pci);
    if (group === undefined) return [`${device.pci} in no group`];
    const beside = bus.filter((other) => other.pci !== device.pci && groupOf.get(other.pci) === group);
    const hinders = beside.filter((other) => isInTheWay(device, other));
    return hinders.length === 0 ? [] : [`${device.pci} with ${places(hinders, driverText)}`];
  });
  return wrong.length === 0 ? ["each device alone", handed.length > 0] : [few(wrong), false];
}

/** Whether a device in the same group keeps one from its guest, or goes along with it. Bridges and other functions of it may. */
function isInTheWay(device: BusDevice, { pci, kind, driver }: BusDevice): boolean {
  const isOwn = slotOf(pci) === slotOf(device.pci) || kind.startsWith("06");
  if (driver === null) return false;
  return isOwn ? !isVfio(driver) && !HARMLESS.includes(driver) : true;
}

const slotOf = (pci: string): string => pci.slice(0, pci.indexOf("."));

function vgpuTypes({ machines: { mediated, ownFramework } }: SeenSettings, type: string): Found {
  if (mediated === null || ownFramework === null) return null;
  if (mediated.some(({ name }) => name === type)) return [type, true];
  if (ownFramework.length > 0)
    return [`NVIDIA's own VFIO framework, and no mediated device, at ${few(ownFramework)}`, false];
  const names = [...new Set(mediated.map(({ name }) => name))];
  return [names.length === 0 ? "no mediated device: the vGPU manager does not run" : few(names), false];
}

const driverText = ({ driver }: BusDevice): string => driver ?? "no driver";

/** `nvidia at 0000:1b:00.0 0000:1c:00.0; no driver at 0000:1d:00.0`. */
function places(devices: readonly BusDevice[], what: (device: BusDevice) => string): string {
  const kinds = [...new Set(devices.map(what))];
  return kinds
    .map((one) => `${one} at ${few(devices.filter((device) => what(device) === one).map(({ pci }) => pci))}`)
    .join("; ");
}

const MOST = 4;

const few = (texts: readonly string[]): string =>
  texts.length > MOST ? `${texts.slice(0, MOST).join(" ")} and ${texts.length - MOST} more` : texts.join(" ");
