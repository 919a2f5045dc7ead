import { KUBELET_SETTINGS } from "../facts/image-settings";
import { INT_MAX, SYSCTL_BOUNDS } from "../facts/sysctl-bounds";
import type { Rule } from "../kernel/rule";
import { KERNEL_ARGUMENT_RULES } from "./kernel-argument-rules";
import { SYSCTL_RULES } from "./sysctl-rules";
import { tunedPools } from "./tuned-pools";
import type { ResolvedSetting, ResolvedTuning } from "./tuning";

const MIB_PER_PAGE = 2;

/** What kubelet and others own, and who that is: the name of a setting, the values that are left alone, and what to do. */
const OWNED: readonly { at: string | RegExp; allowed: string | null; owner: string; fix: string }[] = [
  {
    at: "vm.nr_hugepages",
    allowed: null,
    owner: "hugepages2Mi, which kubelet must see before it starts",
    fix: "write tuning.hugepages2Mi",
  },
  {
    at: "net.ipv4.ip_forward",
    allowed: "1",
    owner: "the network of pods, which has no other way",
    fix: "leave it out",
  },
  {
    // ip_forward is another name of all; a device has its own, which those that come take from default
    at: /^net\.ipv4\.conf\.[^.]+\.forwarding$/,
    allowed: "1",
    owner: "the network of pods, which has no other way: it is net.ipv4.ip_forward by another name, or for one device",
    fix: "leave it out",
  },
  {
    at: "kernel.modules_disabled",
    allowed: "0",
    owner: "the boot of the node: drivers and file systems are loaded after it",
    fix: "leave it out",
  },
  ...KUBELET_SETTINGS.map(({ at, value }) => ({
    at,
    allowed: value,
    owner: `kubelet, which sets ${value} whenever it starts`,
    fix: "leave it out",
  })),
];

const settingOf = ({ settings }: ResolvedTuning, at: string): ResolvedSetting | undefined =>
  settings.find((one) => one.at === at);

/** What profiles must hold, of node groups of EKS and of servers that exist alike. */
export const TUNING_RULES: readonly Rule[] = [
  {
    id: "tuning/cordon-some",
    title: "Some nodes of a pool take jobs while others are set up.",
    severity: "warning",
    why: "Nodes that lack a setting are cordoned up to this number: with all of the pool in it no new job starts on any node of it until the first has every setting.",
    source: "https://kubernetes.io/docs/concepts/architecture/nodes/#manual-node-administration",
    *check(input) {
      for (const { pool, written, tuning, at } of tunedPools(input)) {
        const { maxCordoned } = written;
        const nodes = pool.count.max;
        // one node alone has no other that could take jobs
        if (maxCordoned === undefined || tuning.maxCordoned === null || nodes < 2 || maxCordoned < nodes) continue;
        yield {
          path: at("maxCordoned"),
          message: `maxCordoned is ${maxCordoned}, and ${pool.name} has ${nodes} nodes: all of them may be cordoned at one time`,
          fix: `write a number below ${nodes}, such as maxCordoned: ${Math.ceil(nodes / 10)}, or leave it out for a tenth of the nodes`,
        };
      }
    },
  },
  {
    id: "tuning/hugepages-for-pods",
    title: "A node has the huge pages that pods of a whole node ask for.",
    severity: "error",
    why: "Kubernetes places no pod on a node that has fewer: every job of a whole node stays pending.",
    source: "https://kubernetes.io/docs/tasks/manage-hugepages/scheduling-hugepages/",
    *check(input) {
      for (const { pool, tuning, written, at } of tunedPools(input)) {
        const pages = Number(settingOf(tuning, "vm.nr_hugepages")?.value ?? 0);
        const needed = pool.fabric.hugepagesMiB / MIB_PER_PAGE;
        if (pages >= needed || typeof written.hugepages2Mi !== "number") continue;
        yield {
          path: at("hugepages2Mi"),
          message: `hugepages2Mi is ${pages}, and pods of a whole node ask for ${needed} for ${pool.fabric.title}`,
          fix: `write at least hugepages2Mi: ${needed}`,
        };
      }
    },
  },
  {
    id: "tuning/hugepages-memory",
    title: "Huge pages leave half of a node's memory to all else.",
    severity: "error",
    why: "Programs that do not ask for huge pages cannot use them: with most memory in them, jobs and kubelet run out of it.",
    source: "https://docs.kernel.org/admin-guide/mm/hugetlbpage.html",
    *check(input) {
      for (const { pool, written, at } of tunedPools(input)) {
        const pages = written.hugepages2Mi;
        const memory = pool.hardware.memoryMiB;
        if (typeof pages !== "number" || pages * MIB_PER_PAGE <= memory / 2) continue;
        yield {
          path: at("hugepages2Mi"),
          message: `hugepages2Mi: ${pages} takes ${pages * MIB_PER_PAGE} MiB, and ${pool.machineType} has ${memory} MiB`,
          fix: `write at most hugepages2Mi: ${Math.floor(memory / 2 / MIB_PER_PAGE)}`,
        };
      }
    },
  },
  {
    id: "tuning/memlock-fabric",
    title: "Containers on nodes with RDMA may pin memory.",
    severity: "error",
    why: "With the usual limit the registration of buffers fails, and NCCL ends or goes over TCP.",
    source: "https://github.com/NVIDIA/nccl-tests/issues/206",
    *check(input) {
      for (const { pool, written, at } of tunedPools(input)) {
        if (written.limits?.memlock !== "image" || pool.fabric.devices === 0) continue;
        yield {
          path: at("limits", "memlock"),
          message: `limits.memlock is "image", and ${pool.fabric.title} pins what it sends`,
          fix: 'write limits: { memlock: "unlimited" }, or leave it out',
        };
      }
    },
  },
  {
    id: "tuning/bare-metal-pci",
    title: "Registers of PCIe are set on bare metal alone.",
    severity: "error",
    why: "In a virtual machine bridges belong to the hypervisor, which needs ACS to keep its guests apart: a write does nothing, or it breaks isolation.",
    source:
      "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/troubleshooting.html#pci-access-control-services-acs",
    *check(input) {
      for (const { pool, written, tuning, at } of tunedPools(input)) {
        if (tuning.bareMetal !== false) continue;
        const { acs, maxReadRequest } = written.pci ?? {};
        for (const [key, set] of [
          ["acs", acs === "off"],
          ["maxReadRequest", typeof maxReadRequest === "number"],
        ] as const)
          if (set)
            yield {
              path: at("pci", key),
              message: `pci.${key} is set, and ${pool.machineType} is a virtual machine`,
              fix: `remove pci.${key}`,
            };
      }
    },
  },
  {
    id: "tuning/owned-settings",
    title: "A profile sets nothing that kubelet and others set back.",
    severity: "error",
    why: "Two owners change it in turn, and what a node has depends on who came last.",
    source: KUBELET_SETTINGS[0]!.source,
    *check(input) {
      for (const { written, at } of tunedPools(input)) {
        for (const [name, value] of Object.entries(written.sysctl ?? {})) {
          const owned = OWNED.find(({ at: one }) => (typeof one === "string" ? one === name : one.test(name)));
          if (!owned || value === "image" || String(value) === owned.allowed) continue;
          yield {
            path: at("sysctl", name),
            message: `${name} is ${value}, and belongs to ${owned.owner}`,
            fix: owned.fix,
          };
        }
      }
    },
  },
  {
    id: "tuning/sysctl-bounds",
    title: "Settings of the kernel are within its bounds.",
    severity: "error",
    why: "The kernel refuses the number: the node keeps what it has, and nobody is told.",
    source: [...new Set(Object.values(SYSCTL_BOUNDS).map(({ source }) => source))].join("; "),
    *check(input) {
      for (const { written, at } of tunedPools(input)) {
        for (const [name, { least, most }] of Object.entries(SYSCTL_BOUNDS)) {
          const value = written.sysctl?.[name];
          if (value === undefined || value === "image") continue;
          if (Number.isInteger(Number(value)) && Number(value) >= least && Number(value) <= most) continue;
          yield {
            path: at("sysctl", name),
            message: `${name} is ${JSON.stringify(value)}, and the kernel takes ${least} to ${most}`,
            fix: `write a whole number from ${least} to ${most}, or "image" to leave it as it is`,
          };
        }
      }
    },
  },
  {
    id: "tuning/tcp-buffers",
    title: "Buffers of TCP are three numbers that rise.",
    severity: "error",
    why: "The kernel refuses other texts: the node keeps its small buffers, and nobody is told.",
    source: "https://docs.kernel.org/networking/ip-sysctl.html",
    *check(input) {
      for (const { written, at } of tunedPools(input)) {
        for (const name of ["net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem"]) {
          const value = written.sysctl?.[name];
          if (value === undefined || value === "image") continue;
          const numbers = String(value).split(" ").map(Number);
          const rise = numbers.every(
            (one, index) => Number.isInteger(one) && one > 0 && one <= INT_MAX && one >= (numbers[index - 1] ?? 0),
          );
          if (numbers.length === 3 && rise) continue;
          yield {
            path: at("sysctl", name),
            message: `${name} is ${JSON.stringify(value)}, and must be three numbers that rise: smallest, first and largest, bytes, at most ${INT_MAX}`,
            fix: `write "${name}": "4096 87380 268435456"`,
          };
        }
      }
    },
  },
  {
    id: "tuning/lustre-requests",
    title: "Requests to a metadata target that change something are fewer than all.",
    severity: "error",
    why: "Lustre refuses the value: the client keeps seven such requests at one time.",
    source: "https://doc.lustre.org/lustre_manual.xhtml#TuningClientMetadataRPCStream",
    *check(input) {
      for (const { tuning, written, at } of tunedPools(input)) {
        const all = settingOf(tuning, "mdc.*.max_rpcs_in_flight");
        const changing = settingOf(tuning, "mdc.*.max_mod_rpcs_in_flight");
        if (!all || !changing || Number(changing.value) < Number(all.value)) continue;
        const key =
          typeof written.lustre?.mdtModifyingRpcsInFlight === "number" ? "mdtModifyingRpcsInFlight" : "mdtRpcsInFlight";
        yield {
          path: at("lustre", key),
          message: `mdtModifyingRpcsInFlight is ${changing.value}, and mdtRpcsInFlight ${all.value}`,
          fix: `write mdtModifyingRpcsInFlight below mdtRpcsInFlight, such as ${Math.max(1, Number(all.value) - 1)}`,
        };
      }
    },
  },
  {
    id: "tuning/lustre-nowhere",
    title: "Clients of Lustre are set up where Lustre is mounted.",
    severity: "warning",
    why: "Nothing reads the values: who wrote them expects a file system that the nodes do not mount.",
    source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/performance-tips.html",
    *check(input) {
      for (const { pool, tuning, written, at } of tunedPools(input)) {
        const set = Object.values(written.lustre ?? {}).some((value) => typeof value === "number");
        if (!set || tuning.lustre !== null) continue;
        yield {
          path: at("lustre"),
          message: `lustre is set, and nodes of ${pool.name} mount no volume of Lustre`,
          fix: "remove tuning.lustre, or add the volume to storage",
        };
      }
    },
  },
  {
    id: "tuning/card-owner",
    title: "One of them sets registers of cards: the profile, or NIC Configuration Operator.",
    severity: "error",
    why: "The operator sets the size of reads by its template, and the profile sets it back: it changes each minute.",
    source:
      "https://github.com/Mellanox/network-operator-docs/blob/3e75484/docs/nic-conf-operator/configuration-details.rst",
    *check(input) {
      for (const { pool, written, at } of tunedPools(input)) {
        const kind = pool.fabric.rdma?.cards.kind ?? "host";
        if (written.pci?.maxReadRequest === undefined || kind === "host") continue;
        yield {
          path: at("pci", "maxReadRequest"),
          message: `pci.maxReadRequest is set, and fabric.cards of ${pool.name} is ${JSON.stringify(kind)}`,
          fix: 'remove pci.maxReadRequest, or write cards: { kind: "host" } in fabric',
        };
      }
    },
  },
  {
    id: "tuning/known-cards",
    title: "Registers are set on cards whose PCI addresses are known.",
    severity: "error",
    why: "Without an address nothing tells a compute card from one for storage, and nothing is set.",
    source: "https://docs.kernel.org/PCI/sysfs-pci.html",
    *check(input) {
      for (const { pool, written, at } of tunedPools(input)) {
        const rails = pool.fabric.rdma?.rails ?? [];
        if (written.pci?.maxReadRequest === undefined || rails.length === 0 || rails.every(({ pci }) => pci !== null))
          continue;
        yield {
          path: at("pci", "maxReadRequest"),
          message: `pci.maxReadRequest is set, and ${pool.machineType} has compute cards at addresses that nobody has told`,
          fix: "write server.nics with pci: railyard inspect reads them from a node",
        };
      }
    },
  },
  ...SYSCTL_RULES,
  ...KERNEL_ARGUMENT_RULES,
];
