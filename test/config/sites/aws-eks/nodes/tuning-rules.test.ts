import { NODE_TUNING_RULES } from "../../../../../config/sites/aws-eks/nodes/tuning-rules";
import { group, groupAt, ruleCases } from "../../../../helpers/rule-cases";

const tuning = (value: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  group("h100", { ...more, tuning: value });
const at = (...keys: string[]) => groupAt("h100", "tuning", ...keys);

ruleCases(NODE_TUNING_RULES, {
  "tuning/hugepages-for-pods": {
    severity: "error",
    trips: [
      {
        when: "fewer pages than EFA pods ask for",
        change: tuning({ hugepages2Mi: 1024 }),
        at: at("hugepages2Mi"),
        message: ["1024", "2560", "EFA"],
        fix: ["hugepages2Mi: 2560"],
      },
    ],
    passes: [
      { when: "just as many", change: tuning({ hugepages2Mi: 2560 }) },
      { when: "those of the image", change: tuning({ hugepages2Mi: "image" }) },
      { when: "none without a fabric", change: group("cpu", { tuning: { hugepages2Mi: 0 } }) },
    ],
  },
  "tuning/hugepages-memory": {
    severity: "error",
    trips: [
      {
        when: "most of the memory",
        change: tuning({ hugepages2Mi: 600_000 }),
        at: at("hugepages2Mi"),
        message: ["1200000 MiB", "2097152 MiB"],
        fix: ["hugepages2Mi: 524288"],
      },
    ],
    passes: [{ when: "half of it", change: tuning({ hugepages2Mi: 524_288 }) }],
  },
  "tuning/memlock-fabric": {
    severity: "error",
    trips: [
      {
        when: "the limit of the image with EFA",
        change: tuning({ limits: { memlock: "image" } }),
        at: at("limits", "memlock"),
        message: ["EFA pins"],
        fix: ['memlock: "unlimited"'],
      },
    ],
    passes: [
      { when: "no limit", change: tuning({ limits: { memlock: "unlimited" } }) },
      {
        when: "that of the image without a fabric",
        change: group("cpu", { tuning: { limits: { memlock: "image" } } }),
      },
    ],
  },
  "tuning/bare-metal-pci": {
    severity: "error",
    trips: [
      {
        when: "ACS off in a virtual machine",
        change: tuning({ pci: { acs: "off" } }),
        at: at("pci", "acs"),
        message: ["virtual machine"],
        fix: ["remove pci.acs"],
      },
      {
        when: "larger reads in a virtual machine",
        change: tuning({ pci: { maxReadRequest: 4096 } }),
        at: at("pci", "maxReadRequest"),
        message: ["p5.48xlarge"],
      },
    ],
    passes: [
      { when: "what the firmware has", change: tuning({ pci: { acs: "firmware" } }) },
      {
        when: "ACS off on bare metal",
        change: group("cpu", { instanceType: "g4dn.metal", tuning: { pci: { acs: "off" } } }),
      },
    ],
  },
  "tuning/owned-settings": {
    severity: "error",
    trips: [
      {
        when: "huge pages by their sysctl",
        change: tuning({ sysctl: { "vm.nr_hugepages": 100 } }),
        at: at("sysctl", "vm.nr_hugepages"),
        fix: ["tuning.hugepages2Mi"],
      },
      {
        when: "what kubelet sets",
        change: tuning({ sysctl: { "vm.overcommit_memory": 2 } }),
        at: at("sysctl", "vm.overcommit_memory"),
        message: ["kubelet, which sets 1"],
      },
      {
        when: "no forwarding",
        change: tuning({ sysctl: { "net.ipv4.ip_forward": 0 } }),
        at: at("sysctl", "net.ipv4.ip_forward"),
        message: ["network of pods"],
      },
    ],
    passes: [{ when: "the same as kubelet", change: tuning({ sysctl: { "vm.overcommit_memory": 1 } }) }],
  },
  "tuning/tcp-buffers": {
    severity: "error",
    trips: [
      {
        when: "one number",
        change: tuning({ sysctl: { "net.ipv4.tcp_rmem": 268435456 } }),
        at: at("sysctl", "net.ipv4.tcp_rmem"),
        message: ["three numbers that rise"],
      },
      {
        when: "numbers that fall",
        change: tuning({ sysctl: { "net.ipv4.tcp_wmem": "4096 65536 1024" } }),
        at: at("sysctl", "net.ipv4.tcp_wmem"),
        message: ["4096 65536 1024"],
      },
    ],
    passes: [{ when: "numbers that rise", change: tuning({ sysctl: { "net.ipv4.tcp_rmem": "4096 131072 6291456" } }) }],
  },
  "tuning/lustre-requests": {
    severity: "error",
    trips: [
      {
        when: "as many that change something as in all",
        change: tuning({ lustre: { mdtModifyingRpcsInFlight: 64 } }),
        at: at("lustre", "mdtModifyingRpcsInFlight"),
        message: ["mdtRpcsInFlight 64"],
        fix: ["such as 63"],
      },
      {
        when: "fewer in all than change something by default",
        change: tuning({ lustre: { mdtRpcsInFlight: 16 } }),
        at: at("lustre", "mdtRpcsInFlight"),
        message: ["is 50"],
      },
    ],
    passes: [{ when: "fewer", change: tuning({ lustre: { mdtRpcsInFlight: 128, mdtModifyingRpcsInFlight: 127 } }) }],
  },
  "tuning/lustre-nowhere": {
    severity: "warning",
    trips: [
      {
        when: "clients of a file system that is not there",
        change: { ...tuning({ lustre: { lruSize: 100 } }), lustre: null, checkpoints: null },
        at: at("lustre"),
        message: ["mount no volume of Lustre"],
        fix: ["remove tuning.lustre"],
      },
    ],
    passes: [{ when: "clients of one that is", change: tuning({ lustre: { lruSize: 100 } }) }],
  },
  "tuning/kernel-arguments-image": {
    severity: "error",
    trips: [
      {
        when: "an argument that the image of EKS lacks",
        change: tuning({ kernelArguments: { init_on_alloc: 0 } }),
        at: at("kernelArguments", "init_on_alloc"),
        message: ["without it"],
        fix: ["railyard image"],
      },
      {
        when: "another value than that of the image",
        change: tuning({ kernelArguments: { "intel_idle.max_cstate": 3 } }),
        at: at("kernelArguments", "intel_idle.max_cstate"),
        message: ["with intel_idle.max_cstate=1"],
      },
    ],
    passes: [
      { when: "the value of the image", change: tuning({ kernelArguments: { "intel_idle.max_cstate": 1 } }) },
      {
        when: "any on an own image",
        change: tuning(
          { kernelArguments: { init_on_alloc: 0 } },
          {
            image: { kind: "custom", imageId: "ami-0123456789abcdef0" },
          },
        ),
      },
    ],
  },
  "tuning/bottlerocket": {
    severity: "error",
    trips: [
      {
        when: "what only a script could set",
        change: tuning({ governor: "performance" }, { image: { kind: "bottlerocket" } }),
        at: at("governor"),
        message: ["nothing of Bottlerocket"],
        fix: ['kind: "al2023"'],
      },
    ],
    passes: [
      {
        when: "sysctl and huge pages",
        change: tuning({ hugepages2Mi: 5128, sysctl: { "vm.swappiness": 1 } }, { image: { kind: "bottlerocket" } }),
      },
    ],
  },
});
