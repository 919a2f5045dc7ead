import { distance } from "fastest-levenshtein";
import { KUBELET_SETTINGS } from "../facts/image-settings";
import { HOST_SETTINGS } from "../facts/host-settings";
import { LEAST_SYSCTLS, SYSCTL_BOUNDS, SYSCTL_NEIGHBOURS } from "../facts/sysctl-bounds";
import type { Rule } from "../kernel/rule";
import { groupNamesInPartitions } from "../slurm/partitions";
import { tunedPools } from "./tuned-pools";

/** Part of a host's memory that the kernel may keep free, as a divisor. */
const FREE_SHARE = 20;

/** Names that Railyard knows; the kernel has many more. */
const KNOWN = [
  ...new Set([
    ...HOST_SETTINGS.filter(({ kind }) => kind === "sysctl").map(({ at }) => at),
    ...KUBELET_SETTINGS.map(({ at }) => at),
    ...Object.keys(SYSCTL_BOUNDS),
    ...Object.keys(LEAST_SYSCTLS),
    ...SYSCTL_NEIGHBOURS,
  ]),
];

/** So many letters apart, a name is more likely a slip than another setting. */
const SLIP = 2;

/** Settings whose zero takes away the namespaces in which containers without root are made. */
const NAMESPACES = ["user.max_user_namespaces", "user.max_mnt_namespaces", "kernel.unprivileged_userns_clone"];

/** What single settings of the kernel do to a node, beside their bounds. */
export const SYSCTL_RULES: readonly Rule[] = [
  {
    id: "tuning/sysctl-free-memory",
    title: "The kernel keeps no more than a twentieth of the memory free.",
    severity: "error",
    why: "What it keeps free no program gets: with a large part of the memory it ends programs at once, kubelet among them.",
    source: "https://docs.kernel.org/admin-guide/sysctl/vm.html#min-free-kbytes",
    *check(input) {
      for (const { pool, written, at } of tunedPools(input)) {
        const value = written.sysctl?.["vm.min_free_kbytes"];
        const most = Math.floor((pool.hardware.memoryMiB * 1024) / FREE_SHARE);
        if (value === undefined || value === "image" || (Number(value) >= 0 && Number(value) <= most)) continue;
        yield {
          path: at("sysctl", "vm.min_free_kbytes"),
          message: `vm.min_free_kbytes is ${JSON.stringify(value)}, and ${pool.machineType} has ${pool.hardware.memoryMiB * 1024} KiB of memory`,
          fix: `write at most ${most}, or "image" to leave it as it is`,
        };
      }
    },
  },
  {
    id: "tuning/sysctl-least",
    title: "Limits of a whole node are not below what the kernel gives a small machine.",
    severity: "error",
    why: "The kernel takes the number, and nothing on the node can be opened or started any more: kubelet, containerd and jobs fail.",
    source: [...new Set(Object.values(LEAST_SYSCTLS).map(({ source }) => source))].join("; "),
    *check(input) {
      for (const { written, at } of tunedPools(input)) {
        for (const [name, { least, what }] of Object.entries(LEAST_SYSCTLS)) {
          const value = written.sysctl?.[name];
          if (value === undefined || value === "image" || Number(value) >= least) continue;
          yield {
            path: at("sysctl", name),
            message: `${name} is ${JSON.stringify(value)}: ${what}`,
            fix: `write at least ${least}, or "image" to leave it as it is`,
          };
        }
      }
    },
  },
  {
    id: "tuning/sysctl-namespaces",
    title: "Nodes whose jobs run in containers of their own let people make namespaces.",
    severity: "error",
    why: "Containers of Pyxis are made by enroot without root, in a user namespace: with none every job with a container image fails.",
    source: "https://github.com/NVIDIA/enroot/blob/main/doc/requirements.md",
    *check(input) {
      const { env } = input;
      // an own image may have Apptainer with its setuid program, which needs none
      if (env.slurm?.containers.kind !== "pyxis") return;
      const used = groupNamesInPartitions(env);
      for (const { pool, written, at } of tunedPools(input)) {
        if (!used.has(pool.name)) continue;
        for (const name of NAMESPACES) {
          if (Number(written.sysctl?.[name] ?? 1) !== 0) continue;
          yield {
            path: at("sysctl", name),
            message: `${name} is 0, and jobs of Slurm on ${pool.name} run in containers of pyxis`,
            fix: `leave it out, or write slurm.containers: { kind: "none" }`,
          };
        }
      }
    },
  },
  {
    id: "tuning/sysctl-name",
    title: "Names of settings are those of the kernel.",
    severity: "warning",
    why: "A name that no kernel has sets nothing: the node is held back as one that lacks a setting, or keeps what it has.",
    source: "https://docs.kernel.org/admin-guide/sysctl/index.html",
    *check(input) {
      for (const { written, at } of tunedPools(input)) {
        for (const name of Object.keys(written.sysctl ?? {})) {
          if (KNOWN.includes(name)) continue;
          const meant = KNOWN.find((one) => distance(one, name) <= SLIP);
          if (meant === undefined) continue;
          yield {
            path: at("sysctl", name),
            message: `${name} is no setting that Railyard knows: did you mean ${meant}?`,
            fix: `write "${meant}", or ignore this where the kernel of the nodes has ${name} (sysctl ${name})`,
          };
        }
      }
    },
  },
];
