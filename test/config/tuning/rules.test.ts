import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NODE_TUNING_RULES } from "../../../config/sites/aws-eks/nodes/tuning-rules";
import { TUNING_RULES } from "../../../config/tuning/rules";
import { CLUSTER_SAMPLE } from "../../helpers/cluster";
import { ROOT } from "../../helpers/process";
import { group, groupAt, ruleCases } from "../../helpers/rule-cases";

const tuning = (value: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  group("h100", { ...more, tuning: value });
const at = (...keys: string[]) => groupAt("h100", "tuning", ...keys);

/** Cards whose registers a profile may set are those of servers that exist, and so are nodes that are cordoned. */
const OF_SERVERS = ["tuning/card-owner", "tuning/known-cards", "tuning/cordon-some"];

ruleCases(
  TUNING_RULES.filter(({ id }) => !OF_SERVERS.includes(id)),
  {
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
    "tuning/sysctl-bounds": {
      severity: "error",
      trips: [
        {
          change: tuning({ sysctl: { "kernel.pid_max": 100 } }),
          at: at("sysctl", "kernel.pid_max"),
          message: ["kernel.pid_max is 100", "301 to 4194304"],
          fix: ['"image"'],
        },
        {
          when: "too much",
          change: tuning({ sysctl: { "vm.swappiness": 201 } }),
          at: at("sysctl", "vm.swappiness"),
          message: ["0 to 200"],
        },
        {
          when: "a word",
          change: tuning({ sysctl: { "vm.dirty_ratio": "x" } }),
          at: at("sysctl", "vm.dirty_ratio"),
          message: ["0 to 100"],
        },
      ],
      passes: [
        { when: "the bounds", change: tuning({ sysctl: { "kernel.pid_max": 4_194_304, "vm.swappiness": "0" } }) },
        { when: "what the image has", change: tuning({ sysctl: { "kernel.pid_max": "image" } }) },
        { when: "a setting without bounds", change: tuning({ sysctl: { "net.core.somaxconn": 100 } }) },
      ],
    },
    "tuning/sysctl-free-memory": {
      severity: "error",
      trips: [
        {
          when: "more than the host has",
          change: tuning({ sysctl: { "vm.min_free_kbytes": 4_000_000_000 } }),
          at: at("sysctl", "vm.min_free_kbytes"),
          message: ["4000000000", "2147483648 KiB"],
          fix: ["at most 107374182"],
        },
        {
          when: "a word",
          change: tuning({ sysctl: { "vm.min_free_kbytes": "much" } }),
          at: at("sysctl", "vm.min_free_kbytes"),
          message: ['"much"'],
        },
      ],
      passes: [
        { when: "a twentieth", change: tuning({ sysctl: { "vm.min_free_kbytes": 107_374_182 } }) },
        { when: "that of the image", change: tuning({ sysctl: { "vm.min_free_kbytes": "image" } }) },
      ],
    },
    "tuning/sysctl-least": {
      severity: "error",
      trips: [
        {
          when: "ten open files on a node",
          change: tuning({ sysctl: { "fs.file-max": 10 } }),
          at: at("sysctl", "fs.file-max"),
          message: ["share its open files"],
          fix: ["at least 8192"],
        },
      ],
      passes: [
        { when: "as many as the kernel begins with", change: tuning({ sysctl: { "fs.file-max": 8192 } }) },
        { when: "all that there are", change: tuning({ sysctl: { "fs.file-max": "9223372036854775807" } }) },
      ],
    },
    "tuning/sysctl-namespaces": {
      severity: "error",
      trips: [
        {
          when: "none, and jobs in containers",
          change: {
            ...tuning({ sysctl: { "user.max_user_namespaces": 0 } }),
            slurm: { containers: { kind: "pyxis" } },
          },
          at: at("sysctl", "user.max_user_namespaces"),
          message: ["containers of pyxis"],
        },
      ],
      passes: [
        {
          when: "some",
          change: {
            ...tuning({ sysctl: { "user.max_user_namespaces": 15_000 } }),
            slurm: { containers: { kind: "pyxis" } },
          },
        },
        {
          when: "none without containers",
          change: {
            ...tuning({ sysctl: { "user.max_user_namespaces": 0 } }),
            slurm: { containers: { kind: "none" } },
          },
        },
      ],
    },
    "tuning/sysctl-name": {
      severity: "warning",
      trips: [
        {
          when: "a letter too few",
          change: tuning({ sysctl: { "vm.swapiness": 1 } }),
          at: at("sysctl", "vm.swapiness"),
          message: ["did you mean vm.swappiness?"],
        },
      ],
      passes: [
        { when: "the name", change: tuning({ sysctl: { "vm.swappiness": 1 } }) },
        {
          when: "names that are like others, and unknown ones",
          change: tuning({ sysctl: { "net.ipv4.tcp_mem": "1 2 3", "vm.dirty_expire_centisecs": 500 } }),
        },
      ],
    },
    "tuning/argument-with-key": {
      severity: "error",
      trips: [
        {
          when: "huge pages",
          change: tuning({ kernelArguments: { hugepages: 512 } }),
          at: at("kernelArguments", "hugepages"),
          message: ["hugepages=512"],
          fix: ["tuning.hugepages2Mi"],
        },
        {
          when: "their size",
          change: tuning({ kernelArguments: { hugepagesz: "1G" } }),
          at: at("kernelArguments", "hugepagesz"),
          fix: ["tuning.hugepages2Mi"],
        },
      ],
      passes: [
        { when: "what has no key", change: tuning({ kernelArguments: { init_on_alloc: 0 } }) },
        { when: "what the image has", change: tuning({ kernelArguments: { hugepages: "image" } }) },
      ],
    },
    "tuning/argument-breaks-node": {
      severity: "error",
      trips: [
        {
          when: "less memory",
          change: tuning({ kernelArguments: { mem: "4G" } }),
          at: at("kernelArguments", "mem"),
          message: ["mem=4G: the kernel uses less memory"],
          fix: ["take mem out"],
        },
        {
          when: "another program first",
          change: tuning({ kernelArguments: { init: "/bin/sh" } }),
          at: at("kernelArguments", "init"),
          message: ["never joins"],
        },
        {
          when: "no module that the profile loads",
          change: tuning({
            modules: { vfio_pci: "loaded" },
            kernelArguments: { module_blacklist: "nouveau,vfio-pci" },
          }),
          at: at("kernelArguments", "module_blacklist"),
          message: ["the profile loads vfio-pci"],
          fix: ["take vfio-pci out of module_blacklist"],
        },
        {
          when: "no CPU for anybody",
          change: tuning({ kernelArguments: { isolcpus: "nohz,domain,0-191" } }),
          at: at("kernelArguments", "isolcpus"),
          message: ["has 192 CPUs"],
        },
        {
          when: "the same, by its last",
          change: tuning({ kernelArguments: { isolcpus: "0-N" } }),
          at: at("kernelArguments", "isolcpus"),
          message: ["has 192 CPUs"],
        },
      ],
      passes: [
        { when: "some CPUs apart", change: tuning({ kernelArguments: { isolcpus: "managed_irq,4-191" } }) },
        { when: "a module that nobody loads", change: tuning({ kernelArguments: { module_blacklist: "nouveau" } }) },
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
        {
          when: "no forwarding, by its other name",
          change: tuning({ sysctl: { "net.ipv4.conf.all.forwarding": 0 } }),
          at: at("sysctl", "net.ipv4.conf.all.forwarding"),
          message: ["net.ipv4.ip_forward by another name"],
        },
        {
          when: "no forwarding on devices that come",
          change: tuning({ sysctl: { "net.ipv4.conf.default.forwarding": "0" } }),
          at: at("sysctl", "net.ipv4.conf.default.forwarding"),
          message: ["network of pods"],
        },
        {
          when: "no drivers after the boot",
          change: tuning({ sysctl: { "kernel.modules_disabled": 1 } }),
          at: at("sysctl", "kernel.modules_disabled"),
          message: ["drivers and file systems are loaded after it"],
        },
      ],
      passes: [
        { when: "the same as kubelet", change: tuning({ sysctl: { "vm.overcommit_memory": 1 } }) },
        { when: "forwarding", change: tuning({ sysctl: { "net.ipv4.conf.all.forwarding": 1 } }) },
        { when: "another setting of a device", change: tuning({ sysctl: { "net.ipv4.conf.all.rp_filter": 0 } }) },
      ],
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
        {
          when: "more than the kernel has bits for",
          change: tuning({ sysctl: { "net.ipv4.tcp_rmem": "4096 87380 99999999999" } }),
          at: at("sysctl", "net.ipv4.tcp_rmem"),
          message: ["at most 2147483647"],
        },
      ],
      passes: [
        { when: "the largest", change: tuning({ sysctl: { "net.ipv4.tcp_rmem": "4096 131072 2147483647" } }) },
        { when: "numbers that rise", change: tuning({ sysctl: { "net.ipv4.tcp_rmem": "4096 131072 6291456" } }) },
      ],
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
  },
);

const dgx = (value: Record<string, unknown>) => group("dgx", value);
const dgxAt = (...keys: string[]) => groupAt("dgx", "tuning", ...keys);

describe("of servers that exist", () => {
  ruleCases(
    TUNING_RULES.filter(({ id }) => OF_SERVERS.includes(id)),
    {
      "tuning/card-owner": {
        severity: "error",
        trips: [
          {
            when: "reads that the operator sets",
            change: dgx({ fabric: { cards: { kind: "operator" } }, tuning: { pci: { maxReadRequest: 4096 } } }),
            at: dgxAt("pci", "maxReadRequest"),
            message: ['"operator"'],
            fix: ["remove pci.maxReadRequest"],
          },
        ],
        passes: [
          { when: "reads where hosts keep their cards", change: dgx({ tuning: { pci: { maxReadRequest: 4096 } } }) },
          { when: "no reads", change: dgx({ fabric: { cards: { kind: "operator" } }, tuning: {} }) },
        ],
      },
      "tuning/known-cards": {
        severity: "error",
        trips: [
          {
            when: "cards whose addresses nobody has told",
            change: dgx({ server: "dgx-gb300-tray", tuning: { pci: { maxReadRequest: 4096 } } }),
            at: dgxAt("pci", "maxReadRequest"),
            message: ["addresses that nobody has told"],
            fix: ["railyard inspect"],
          },
        ],
        passes: [{ when: "cards of the catalogue", change: dgx({ tuning: { pci: { maxReadRequest: 4096 } } }) }],
      },
      "tuning/cordon-some": {
        severity: "warning",
        trips: [
          {
            when: "as many nodes as the pool has",
            change: dgx({ nodes: 20, tuning: { gate: "cordon", maxCordoned: 20 } }),
            at: dgxAt("maxCordoned"),
            message: ["maxCordoned is 20", "dgx has 20 nodes"],
            fix: ["below 20", "maxCordoned: 2,"],
          },
          {
            when: "more than the pool has",
            change: dgx({ nodes: 2, tuning: { gate: "cordon", maxCordoned: 400 } }),
            at: dgxAt("maxCordoned"),
            fix: ["maxCordoned: 1,"],
          },
        ],
        passes: [
          { when: "one fewer", change: dgx({ nodes: 20, tuning: { gate: "cordon", maxCordoned: 19 } }) },
          { when: "the tenth of a small pool", change: dgx({ nodes: 2, tuning: { gate: "cordon" } }) },
          { when: "the only node", change: dgx({ nodes: 1, tuning: { gate: "cordon", maxCordoned: 1 } }) },
          { when: "a gate that cordons none", change: dgx({ nodes: 2, tuning: { gate: "none", maxCordoned: 4 } }) },
        ],
      },
    },
    CLUSTER_SAMPLE,
  );

  test.each<[string, Record<string, unknown>, string[]]>([
    ["tuning/memlock-fabric", { limits: { memlock: "image" } }, ["limits", "memlock"]],
    ["tuning/owned-settings", { sysctl: { "kernel.panic": 0 } }, ["sysctl", "kernel.panic"]],
    ["tuning/tcp-buffers", { sysctl: { "net.ipv4.tcp_rmem": "1 2" } }, ["sysctl", "net.ipv4.tcp_rmem"]],
    [
      "tuning/lustre-requests",
      { lustre: { mdtRpcsInFlight: 8, mdtModifyingRpcsInFlight: 8 } },
      ["lustre", "mdtModifyingRpcsInFlight"],
    ],
  ])("%s holds as well", (id, written, path) => {
    const rule = TUNING_RULES.find((one) => one.id === id)!;
    expect(CLUSTER_SAMPLE.violations(rule, dgx({ tuning: written })).map((one) => one.path)).toEqual([dgxAt(...path)]);
    expect(CLUSTER_SAMPLE.violations(rule, dgx({ tuning: {} }))).toEqual([]);
  });
});

test("the page on tuning names each rule, and no other", () => {
  const page = readFileSync(join(ROOT, "docs/tuning.md"), "utf8");
  const named = [...page.matchAll(/`(tuning\/[a-z-]+)`/g)].map(([, id]) => id!);
  const all = [...TUNING_RULES, ...NODE_TUNING_RULES].map(({ id }) => id);
  expect([...new Set(named)].toSorted()).toEqual(all.toSorted());
});
