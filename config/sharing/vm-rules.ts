import type { Rule } from "../kernel/rule";
import { isNodeGroup } from "../pools/pool";
import { groupPath } from "../pools/written-groups";

const KUBEVIRT = "https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/gpu-operator-kubevirt.html";

/** What hosts of virtual machines with GPUs must be, and must not be beside that. Holds for passthrough and vGPU. */
export const VM_RULES: readonly Rule[] = [
  {
    id: "gpu/vm-on-metal",
    title: "Virtual machines get GPUs of hosts that nobody else has virtualized.",
    severity: "error",
    why: "An instance of EC2 is a virtual machine itself, and has no IOMMU by which a GPU could be handed on.",
    source: KUBEVIRT,
    *check({ env }) {
      for (const group of env.nodeGroups) {
        if (group.sharing.workload === "container" || !isNodeGroup(group) || group.machineType.includes(".metal"))
          continue;
        yield {
          path: groupPath(group, "sharing", "kind"),
          message: `sharing is ${group.sharing.kind}, but ${group.machineType} is no bare metal`,
          fix: `servers of your own, g4dn.metal, or sharing: { kind: "time-slicing", replicas: 4 }`,
        };
      }
    },
  },
  {
    id: "gpu/vm-on-fabric",
    title: "Hosts of virtual machines have no cards of a fabric for containers.",
    severity: "error",
    why: "VFIO isolates devices by ACS, which GPUDirect between GPU and card wants off; and the cards would be handed to pods on nodes that run none.",
    source:
      "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/troubleshooting.html#pci-access-control-services-acs",
    *check({ env }) {
      for (const group of env.nodeGroups) {
        if (group.sharing.workload === "container" || group.fabric.devices === 0) continue;
        yield {
          path: groupPath(group, "fabric"),
          message: `sharing is ${group.sharing.kind}, and ${group.name} has ${group.fabric.devices} ${group.fabric.title} devices for containers`,
          fix: `take fabric out of ${group.name}`,
        };
      }
    },
  },
  {
    id: "gpu/vm-needs-plugin",
    title: "GPUs of virtual machines are not claimed by containers.",
    severity: "error",
    why: "The DRA driver would hand out GPUs that VFIO has taken from the driver of the host.",
    source: "https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/blob/v0.4.0/docs/install.md",
    *check({ env }) {
      for (const group of env.nodeGroups) {
        if (group.sharing.workload === "container" || group.allocation !== "dra") continue;
        yield {
          path: groupPath(group, "allocation"),
          message: `sharing is ${group.sharing.kind}, and allocation is dra`,
          fix: `allocation: "device-plugin" in ${group.name}`,
        };
      }
    },
  },
  {
    id: "gpu/vm-bridges",
    title: "Hosts of virtual machines keep the access control of their PCIe bridges.",
    severity: "error",
    why: "Without ACS devices below one bridge are in one group of the IOMMU: VFIO hands out all of them or none, and a guest could reach what is another's.",
    source: "https://docs.kernel.org/driver-api/vfio.html#groups-devices-and-iommus",
    *check({ env }) {
      for (const group of env.nodeGroups) {
        const acs = group.tuning?.settings.find(({ path }) => path.join(".") === "pci.acs");
        if (group.sharing.workload === "container" || acs?.value !== "off") continue;
        yield {
          path: groupPath(group, "tuning", "pci"),
          message: `sharing is ${group.sharing.kind}, and pci.acs of tuning is off`,
          fix: `pci: { acs: "firmware" } in tuning of ${group.name}`,
        };
      }
    },
  },
  {
    id: "gpu/vm-iommu",
    title: "Hosts of virtual machines have an IOMMU.",
    severity: "error",
    why: "VFIO hands a device to a guest through the IOMMU alone: without it no GPU is offered, and machines wait for ever.",
    source: "https://docs.kernel.org/admin-guide/kernel-parameters.html",
    *check({ env }) {
      for (const group of env.nodeGroups) {
        if (group.sharing.workload === "container") continue;
        for (const { path, value } of group.tuning?.settings ?? []) {
          const [kind, name] = path;
          const off = value.split(",").includes("off");
          if (kind !== "kernelArguments" || !off || !IOMMU_ARGUMENTS.includes(name!)) continue;
          yield {
            path: groupPath(group, "tuning", "kernelArguments", name!),
            message: `sharing is ${group.sharing.kind}, and kernelArguments of tuning has ${name}=${value}`,
            fix: `take ${name} out`,
          };
        }
      }
    },
  },
];

/** Arguments of the kernel of which the word off takes the IOMMU away. */
const IOMMU_ARGUMENTS = ["iommu", "intel_iommu", "amd_iommu"];
