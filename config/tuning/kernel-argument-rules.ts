import {
  ARGUMENTS_THAT_BREAK,
  ARGUMENTS_WITH_KEYS,
  KERNEL_PARAMETERS,
  MODULE_BLACKLISTS,
} from "../facts/kernel-arguments";
import type { Rule } from "../kernel/rule";
import { tunedPools } from "./tuned-pools";

/** Names of modules are the same with `-` and `_`. */
const plain = (module: string): string => module.replaceAll("-", "_");

/** CPUs of a list such as `nohz,domain,2-5,8`; numbers beyond `most` are left out. */
function cpusOf(list: string, most: number): Set<number> {
  const cpus = new Set<number>();
  for (const part of list.split(",")) {
    const [, first, last] = /^(\d+)(?:-(\d+|N))?$/.exec(part) ?? [];
    if (first === undefined) continue;
    const end = last === undefined ? Number(first) : last === "N" ? most - 1 : Number(last);
    for (let cpu = Number(first); cpu <= Math.min(end, most - 1); cpu += 1) cpus.add(cpu);
  }
  return cpus;
}

/** What the kernel must not be booted with: what has a key of its own, and what leaves no node. */
export const KERNEL_ARGUMENT_RULES: readonly Rule[] = [
  {
    id: "tuning/argument-with-key",
    title: "What has a key of its own is not said as a kernel argument, too.",
    severity: "error",
    why: "Two places say it, and what a node has depends on who came last; rules, kubelet and pods count by the key alone.",
    source: KERNEL_PARAMETERS,
    *check(input) {
      for (const { written, at } of tunedPools(input)) {
        for (const [name, value] of Object.entries(written.kernelArguments ?? {})) {
          const use = ARGUMENTS_WITH_KEYS[name];
          if (use === undefined || value === "image") continue;
          yield {
            path: at("kernelArguments", name),
            message: `${name}=${value} is set by a kernel argument, and has a key of its own`,
            fix: `take ${name} out, and write tuning.${use}`,
          };
        }
      }
    },
  },
  {
    id: "tuning/argument-breaks-node",
    title: "Nodes boot with all of their hardware, and as nodes.",
    severity: "error",
    why: "The node does not come up, or comes up with less than its type has: nothing joins, or Slurm and Kubernetes take it for broken.",
    source: KERNEL_PARAMETERS,
    *check(input) {
      for (const { pool, written, tuning, at } of tunedPools(input)) {
        const loaded = tuning.settings.filter(({ kind }) => kind === "module").map((one) => plain(one.at));
        for (const [name, value] of Object.entries(written.kernelArguments ?? {})) {
          if (value === "image") continue;
          const text = String(value);
          const blocked = MODULE_BLACKLISTS.includes(name)
            ? text.split(",").filter((one) => loaded.includes(plain(one)))
            : [];
          const all = name === "isolcpus" && cpusOf(text, pool.hardware.vcpus).size >= pool.hardware.vcpus;
          const breaks =
            ARGUMENTS_THAT_BREAK[name] ??
            (blocked.length > 0 ? `the profile loads ${blocked.join(", ")}` : undefined) ??
            (all
              ? `${pool.machineType} has ${pool.hardware.vcpus} CPUs: none is left for what is not bound to one`
              : undefined);
          if (breaks === undefined) continue;
          yield {
            path: at("kernelArguments", name),
            message: `kernelArguments has ${name}=${text}: ${breaks}`,
            fix: all
              ? "leave some CPUs out of isolcpus"
              : blocked.length > 0
                ? `take ${blocked.join(", ")} out of ${name}`
                : `take ${name} out`,
          };
        }
      }
    },
  },
];
