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
});

const two = (other: string): Change => ({
  slurm: null,
  nodeGroups: {
    h100: { ...METAL, sharing: vgpu("580.82.02") },
    cpu: { ...METAL, sharing: vgpu(other) },
  },
});

ruleCases(VGPU_RULES, {
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
