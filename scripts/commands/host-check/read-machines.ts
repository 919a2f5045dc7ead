/** A function on the PCI bus. */
export interface BusDevice {
  readonly pci: string;
  /** `10de:2330`. */
  readonly id: string;
  /** Class and subclass: `0302`. */
  readonly kind: string;
  /** Driver of the host; null: none. */
  readonly driver: string | null;
  /** Whether it is a virtual function of another. */
  readonly virtual: boolean;
}

/** A type of mediated device that a GPU, or a function of it, offers. */
export interface MediatedType {
  readonly pci: string;
  readonly name: string;
}

/** What a host of virtual machines shows. A part that the text does not have is null: unknown. */
export interface SeenMachines {
  /** Group of the IOMMU of each device; empty: the kernel has no IOMMU. */
  readonly groups: ReadonlyMap<string, string> | null;
  readonly bus: readonly BusDevice[] | null;
  readonly mediated: readonly MediatedType[] | null;
  /** GPUs, or functions of them, with vGPUs by NVIDIA's own framework in place of mediated devices. */
  readonly ownFramework: readonly string[] | null;
}

type Lines = (section: string) => readonly string[] | null;

const PCI = /^[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/;

/** Reads the parts of the text that tell of virtual machines. */
export function readMachines(lines: Lines): SeenMachines {
  const words = (section: string) => lines(section)?.map((line) => line.trim().split(/\s+/)) ?? null;
  return {
    groups:
      words("iommu-groups") &&
      new Map(
        words("iommu-groups")!.flatMap(([group, pci]): [string, string][] =>
          group !== undefined && pci !== undefined && PCI.test(pci) ? [[pci, group]] : [],
        ),
      ),
    bus: busOf(words("pci-drivers")),
    mediated:
      words("mediated-types")?.flatMap(([pci, ...name]): MediatedType[] =>
        pci !== undefined && PCI.test(pci) && name.length > 0 ? [{ pci, name: name.join(" ") }] : [],
      ) ?? null,
    ownFramework:
      words("vgpu-framework")?.flatMap(([pci]) => (pci !== undefined && PCI.test(pci) ? [pci] : [])) ?? null,
  };
}

/** A machine without any device is none: nobody could read them. */
function busOf(rows: readonly (readonly string[])[] | null): BusDevice[] | null {
  const devices = rows?.flatMap(([pci, id, kind, driver, virtual]): BusDevice[] =>
    pci !== undefined && PCI.test(pci) && id !== undefined && kind !== undefined && virtual !== undefined
      ? [{ pci, id, kind, driver: driver === "-" ? null : driver!, virtual: virtual === "virtual" }]
      : [],
  );
  return devices && devices.length > 0 ? devices : null;
}
