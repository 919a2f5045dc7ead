import { sharingSchema } from "../../../config/sharing/schema";
import { VGPU_RULES } from "../../../config/sharing/vgpu/rules";
import { VM_RULES } from "../../../config/sharing/vm-rules";
import type { Change } from "../../helpers/environment";
import { group, groupAt, ruleCases } from "../../helpers/rule-cases";

const VM = { kind: "passthrough" };
const vgpu = (version: string) => ({
  kind: "vgpu",
  type: "L40S-12Q",
  manager: { repository: "registry.example.com/nvidia", version },
  licenseSecret: "vgpu-license",
});
const METAL = { instanceType: "g4dn.metal", fabric: { kind: "none" } };
const vm = (more: Change = {}): Change => ({ slurm: null, ...group("h100", { sharing: VM, ...METAL, ...more }) });

ruleCases(VM_RULES, {
  "gpu/vm-on-metal": {
    severity: "error",
    trips: [
      {
        when: "an instance that is a virtual machine itself",
        change: vm({ instanceType: "p5.48xlarge" }),
        at: groupAt("h100", "sharing", "kind"),
        message: ["sharing is passthrough, but p5.48xlarge is no bare metal"],
        fix: ["servers of your own"],
      },
    ],
    passes: [
      { when: "bare metal", change: vm() },
      { when: "containers", change: {} },
    ],
  },
  "gpu/vm-on-fabric": {
    severity: "error",
    trips: [
      {
        when: "cards for containers beside GPUs of virtual machines",
        change: { slurm: null, ...group("h100", { sharing: VM }) },
        at: groupAt("h100", "fabric"),
        message: ["h100 has 32 EFA devices for containers"],
        fix: ["take fabric out of h100"],
      },
    ],
    passes: [
      { when: "no fabric", change: vm() },
      { when: "cards beside GPUs of containers", change: {} },
    ],
  },
  "gpu/vm-needs-plugin": {
    severity: "error",
    trips: [
      {
        when: "GPUs that containers could claim",
        change: { gpu: { allocation: "dra" }, ...vm() },
        at: groupAt("h100", "allocation"),
        message: ["allocation is dra"],
        fix: [`allocation: "device-plugin" in h100`],
      },
    ],
    passes: [
      { when: "the device plugin elsewhere", change: vm() },
      { when: "containers that claim", change: { gpu: { allocation: "dra" } } },
    ],
  },
  "gpu/vm-bridges": {
    severity: "error",
    trips: [
      {
        when: "bridges without access control",
        change: vm({ tuning: { pci: { acs: "off" } } }),
        at: groupAt("h100", "tuning", "pci"),
        message: ["sharing is passthrough, and pci.acs of tuning is off"],
        fix: [`pci: { acs: "firmware" }`],
      },
    ],
    passes: [
      { when: "the profile of such hosts", change: vm({ tuning: {} }) },
      { when: "bridges of hosts with containers", change: group("h100", { tuning: { pci: { acs: "off" } } }) },
    ],
  },
  "gpu/vm-iommu": {
    severity: "error",
    trips: ["iommu", "intel_iommu", "amd_iommu"].map((name) => ({
      when: `${name}=off`,
      change: vm({ tuning: { kernelArguments: { [name]: "off" } } }),
      at: groupAt("h100", "tuning", "kernelArguments", name),
      message: [`kernelArguments of tuning has ${name}=off`],
      fix: [`take ${name} out`],
    })),
    passes: [
      { when: "one that is on", change: vm({ tuning: { kernelArguments: { intel_iommu: "on" } } }) },
      { when: "hosts of containers", change: group("h100", { tuning: { kernelArguments: { iommu: "off" } } }) },
    ],
  },
});

const two = (other: string): Change => ({
  slurm: null,
  nodeGroups: {
    h100: { ...METAL, sharing: vgpu("580.82.02") },
    cpu: { ...METAL, sharing: vgpu(other) },
  },
});

const typed = (type: string, instanceType = "g4dn.metal"): Change => ({
  slurm: null,
  ...group("h100", { instanceType, fabric: { kind: "none" }, sharing: { ...vgpu("580.82.02"), type } }),
});

ruleCases(VGPU_RULES, {
  "gpu/vgpu-type": {
    severity: "error",
    trips: ["L40S-12Q", "H100-80C", "L4-24Q", "T40-16Q", "A16-16Q"].map((type) => ({
      when: type,
      change: typed(type),
      at: groupAt("h100", "sharing", "type"),
      message: [`${type} is no type of T4-16GB`],
      fix: ["begins with T4"],
    })),
    passes: [
      { when: "a type of the GPU", change: typed("T4-16Q") },
      { when: "a variant of the board", change: typed("H100XM-80C", "p5.48xlarge") },
      { when: "an instance of the GPU", change: typed("H100-1-10C", "p5.48xlarge") },
      { when: "a type of a board that is not known", change: typed("XYZ1-24Q", "g7e.48xlarge") },
      { when: "containers", change: {} },
    ],
  },
  "gpu/vgpu-one-manager": {
    severity: "error",
    trips: [
      {
        when: "two managers in one cluster",
        change: two("570.1"),
        at: groupAt("cpu", "sharing", "manager"),
        message: ["manager or licenseSecret of cpu are others than those of h100"],
        fix: ["the same manager"],
      },
    ],
    passes: [
      { when: "one for both", change: two("580.82.02") },
      { when: "none", change: {} },
    ],
  },
});

test("a vGPU type has the form that the guide gives them", () => {
  const isType = (type: string): boolean => sharingSchema.safeParse({ ...vgpu("580.82.02"), type }).success;
  for (const type of ["L40S-12Q", "H100XM-80C", "A100-1-5CME"]) expect([type, isType(type)]).toEqual([type, true]);
  for (const type of ["banana", "L40S", "L40S-Q", "L40S-12", "L40S-12Q; id"])
    expect([type, isType(type)]).toEqual([type, false]);
});
