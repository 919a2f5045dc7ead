/** Vendor of NVIDIA's GPUs on the PCI bus. */
export const NVIDIA_PCI_VENDOR = "10de";

/** How a GPU sits in its server: on a baseboard with NVLink, or in a slot. */
export type GpuForm = "baseboard" | "slot";

interface GpuDevice {
  /** PCI device id, without the vendor. */
  readonly id: string;
  /** Model as instance types and servers name it. */
  readonly model: string;
  /** Name in the list of ids that the device plugin carries; null: the list has none. */
  readonly name: string | null;
  readonly form: GpuForm;
}

const device = (id: string, model: string, name: string | null, form: GpuForm = "slot"): GpuDevice => ({
  id,
  model,
  name,
  form,
});

/**
 * GPUs that can be handed to virtual machines, with the names by which NVIDIA's device plugin for KubeVirt offers them.
 * @see https://github.com/NVIDIA/kubevirt-gpu-device-plugin/blob/v1.6.0/utils/pci.ids read on 2026-11-23, and mig.json for 3182 and 31c2
 */
export const GPU_DEVICES: readonly GpuDevice[] = [
  device("1eb8", "T4-16GB", "TU104GL [Tesla T4]"),
  device("2236", "A10-24GB", "GA102GL [A10]"),
  device("2237", "A10G-24GB", "GA102GL [A10G]"),
  device("20b7", "A30-24GB", "GA100GL [A30 PCIe]"),
  device("20b0", "A100-40GB", "GA100 [A100 SXM4 40GB]", "baseboard"),
  device("20b1", "A100-40GB", "GA100 [A100 PCIe 40GB]"),
  device("20f1", "A100-40GB", "GA100 [A100 PCIe 40GB]"),
  device("20b2", "A100-80GB", "GA100 [A100 SXM4 80GB]", "baseboard"),
  device("20b5", "A100-80GB", "GA100 [A100 PCIe 80GB]"),
  device("27b8", "L4-24GB", "AD104GL [L4]"),
  device("26b5", "L40-48GB", "AD102GL [L40]"),
  device("26b9", "L40S-48GB", "AD102GL [L40S]"),
  device("2330", "H100-80GB", "GH100 [H100 SXM5 80GB]", "baseboard"),
  device("2331", "H100-80GB", "GH100 [H100 PCIe]"),
  device("2321", "H100-NVL-94GB", "GH100 [H100L 94GB]"),
  device("2335", "H200-141GB", "GH100 [H200 SXM 141GB]", "baseboard"),
  device("233b", "H200-141GB", "GH100 [H200 NVL]"),
  device("2901", "B200", "GB100 [B200]", "baseboard"),
  device("3182", "B300", null, "baseboard"),
  device("2bb5", "RTX-PRO-6000-96GB", "GB202GL [RTX PRO 6000 Blackwell Server Edition]"),
];

/**
 * PCI device id of a model of GPUs.
 * @param form how they sit in the server; null: not known
 * @returns null where there are several, or none is known
 */
export function gpuDeviceIdOf(model: string, form: GpuForm | null): string | null {
  const known = GPU_DEVICES.filter((one) => one.model === model && (form === null || one.form === form));
  return known.length === 1 ? known[0]!.id : null;
}

/** Models that a PCI device id is of; null: the table does not have it. */
export const gpuModelOf = (id: string): string | null => GPU_DEVICES.find((one) => one.id === id)?.model ?? null;

/**
 * Extended resource by which the device plugin offers GPUs that VFIO has: the name of its list in capitals, or the id where the
 * list has none.
 * @see https://github.com/NVIDIA/kubevirt-gpu-device-plugin/blob/v1.6.0/pkg/device_plugin/device_plugin.go getDeviceName
 */
export function passedGpuResource(id: string): string {
  const name = GPU_DEVICES.find((one) => one.id === id)?.name;
  if (name === undefined || name === null) return `nvidia.com/${id}`;
  const words = name.toUpperCase().replaceAll(/[/.]/g, "_").replaceAll(/\s+/g, "_");
  return `nvidia.com/${words.replaceAll(/[^A-Z0-9_]/g, "")}`;
}
