import { VGPU_GUIDE } from "./vgpu";

/** What is looked at on hosts that hand GPUs to virtual machines. */
export type MachineHostCheck =
  | "iommu"
  | "isolation"
  | "gpus"
  | "gpu-model"
  | "gpu-driver"
  | "groups"
  | "nics"
  | "vgpu-types";

interface Reason {
  /** What goes wrong without it. */
  readonly why: string;
  readonly source: string;
}

const VFIO = "https://docs.kernel.org/driver-api/vfio.html#groups-devices-and-iommus";
const KUBEVIRT = "https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/gpu-operator-kubevirt.html";

/** Why each of them matters. */
export const MACHINE_HOST_CHECKS: Readonly<Record<MachineHostCheck, Reason>> = {
  iommu: {
    why: "VFIO hands devices to guests by groups of the IOMMU: the kernel has none without it, and no machine gets a GPU.",
    source: VFIO,
  },
  isolation: {
    why: "A guest could read and write memory of the host, or of another guest, through its device.",
    source: "https://github.com/torvalds/linux/blob/v6.8/drivers/vfio/Kconfig",
  },
  gpus: {
    why: "A GPU that the bus does not show is nobody's: fewer machines find a place than config promises.",
    source: KUBEVIRT,
  },
  "gpu-model": {
    why: "KubeVirt lets machines have the device id of config alone: of another GPU no machine gets any.",
    source: "https://kubevirt.io/user-guide/compute/host-devices/",
  },
  "gpu-driver": {
    why: "A guest gets a GPU that vfio-pci holds, or a part of one that NVIDIA's vGPU manager drives. On nodes of Kubernetes the GPU Operator binds them; on hosts of libvirt it is done when a domain starts, which hangs while something uses the GPU.",
    source: KUBEVIRT,
  },
  groups: {
    why: "A group of the IOMMU goes to one guest as a whole: the kernel refuses a group of which a driver of the host holds a device, and two GPUs in one group cannot go to two machines.",
    source: VFIO,
  },
  nics: {
    why: "KubeVirt hands out virtual functions that vfio-pci holds: a function that the host drives is its own.",
    source: "https://kubevirt.io/user-guide/compute/host-devices/",
  },
  "vgpu-types": {
    why: "KubeVirt finds vGPUs as mediated devices of that type: with none, machines wait for ever. With NVIDIA's own VFIO framework the kernel has no mediated devices.",
    source: VGPU_GUIDE,
  },
};
