import type { ResolvedPool } from "../../../../config/pools/pool";
import type { CheckResult } from "../../check";
import type { ClusterCheck } from "../check";
import { countedBy, namedBy, NODES_RIGHT, nodesOf, someNames, weight, type ClusterNode } from "../nodes";
import { quantity } from "../../../../config/kernel/quantity";

/** Taints that come and go by themselves. */
const OWN = /^node\.(kubernetes|cloudprovider\.kubernetes)\.io\//;

const taintText = ({ key, value = "", effect }: { key: string; value?: string; effect: string }): string =>
  `${key}${value && `=${value}`}:${effect}`;

/** `nvidia.com/gpu=present:NoSchedule` without its value. */
const kindOf = (taint: string): string => taint.replace(/=[^:]*/, "");

/** Taints that nodes have against those that config says. */
export const POOL_TAINTS: ClusterCheck = {
  id: "nodes/taints",
  title: "Nodes have the taints that config says, and no others.",
  actions: [NODES_RIGHT],
  run: async ({ env, api }) =>
    (await Promise.all(env.nodeGroups.map(async (pool) => judgeTaints(pool, await nodesOf(api, pool))))).flat(),
};

function judgeTaints(pool: ResolvedPool, nodes: readonly ClusterNode[]): CheckResult[] {
  if (nodes.length === 0) return [];
  const seen = new Map<string, string[]>();
  for (const { name, taints } of nodes)
    for (const taint of taints)
      if (!OWN.test(taint.key)) seen.set(taintText(taint), [...(seen.get(taintText(taint)) ?? []), name]);
  const on = (names: readonly string[]) => (names.length === nodes.length ? "all nodes" : someNames(names));
  const subject = pool.name;
  const foreign = [...seen].flatMap(([taint, names]): CheckResult[] => {
    // pods tolerate a taint whatever its value
    if (pool.taints.some((one) => kindOf(taintText(one)) === kindOf(taint))) return [];
    const soft = taint.endsWith(":PreferNoSchedule");
    const text = `${taint} is on ${on(names)}, and config does not say it: ${soft ? "pods go there last" : "no pod of Railyard would go there"}`;
    const fix = "Write it into taints of the pool, or take it away.";
    return [{ verdict: soft ? "warning" : weight(names, nodes), subject, text, fix }];
  });
  const written = pool.taints.map(taintText);
  const missing = written.flatMap((taint): CheckResult[] => {
    const tainted = [...seen].flatMap(([one, names]) => (kindOf(one) === kindOf(taint) ? names : []));
    const without = nodes.map(({ name }) => name).filter((name) => !tainted.includes(name));
    if (without.length === 0) return [];
    const text = `${taint} is not on ${on(without)}: pods of others may take their CPUs`;
    return [
      { verdict: "warning", subject, text, fix: `Set it: kubectl taint nodes ${without.toSorted()[0]} ${taint}` },
    ];
  });
  const found = [...foreign, ...missing];
  const none = written.length === 0 ? "there are none" : `${written.join(", ")} on all nodes`;
  return found.length > 0 ? found : [{ verdict: "ok", subject, text: none }];
}

/** What runs on the nodes, and how large they are. */
export const NODE_SYSTEMS: ClusterCheck = {
  id: "nodes/machines",
  title: "Nodes of a pool are alike, and as large as config says.",
  actions: [NODES_RIGHT],
  run: async ({ env, api }) =>
    (await Promise.all(env.nodeGroups.map(async (pool) => judgeMachines(pool, await nodesOf(api, pool))))).flat(),
};

function judgeMachines(pool: ResolvedPool, nodes: readonly ClusterNode[]): CheckResult[] {
  if (nodes.length === 0) return [];
  const { name: subject, hardware } = pool;
  const wrong = nodes.filter(({ arch }) => arch !== hardware.arch);
  const fix = "Take what config says of the server from a node: npx railyard inspect";
  const results: CheckResult[] = [];
  if (wrong.length > 0)
    results.push({
      verdict: "failed",
      subject,
      text: `config says a server with ${hardware.arch}, and nodes have another architecture: ${namedBy(wrong, ({ arch }) => arch || "unknown")}`,
      fix,
    });
  const unlike = (
    [
      ["kernels", ({ kernel }: ClusterNode) => kernel],
      ["operating systems", ({ os }: ClusterNode) => os],
      ["kubelets", ({ kubelet }: ClusterNode) => kubelet],
    ] as const
  ).flatMap(([what, read]): CheckResult[] => {
    if (new Set(nodes.map(read)).size === 1) return [];
    const text = `there are several ${what}: ${countedBy(nodes, read)}; drivers and libraries of a job are the same only where nodes are`;
    return [{ verdict: "warning", subject, text, fix: "Bring the nodes to one image." }];
  });
  results.push(...unlike, ...tooSmall(pool, nodes));
  if (results.length > 0) return results;
  const [{ kernel, os, arch }] = nodes as [ClusterNode];
  return [{ verdict: "ok", subject, text: `${os}, kernel ${kernel}, ${arch}` }];
}

/** Pods that take a whole node are cut by what config says of the server. */
function tooSmall({ name: subject, hardware }: ResolvedPool, nodes: readonly ClusterNode[]): CheckResult[] {
  const parts = [
    ["CPUs", "cpu", hardware.vcpus, 1],
    ["MiB of memory", "memory", hardware.memoryMiB, 2 ** 20],
  ] as const;
  return parts.flatMap(([what, resource, wanted, unit]): CheckResult[] => {
    const seen = nodes.map(({ name, allocatable }) => ({ name, amount: quantity(allocatable[resource] ?? "") }));
    const silent = seen.filter(({ amount }) => amount === null);
    if (silent.length > 0) {
      const text = `how many ${what} pods may have is not said by ${someNames(silent.map(({ name }) => name))}`;
      return [{ verdict: "unknown", subject, text, fix: "Look at their kubelet." }];
    }
    // what the kubelet keeps for itself and the kernel never shows is a tenth at most on machines that are meant
    const small = seen.filter(({ amount }) => amount! / unit < wanted * 0.9);
    if (small.length === 0) return [];
    const least = Math.floor(Math.min(...small.map(({ amount }) => amount! / unit)));
    const text = `the server has ${wanted} ${what}, and nodes offer as few as ${least}: ${someNames(small.map(({ name }) => name))}; a pod of a whole node may not fit`;
    return [{ verdict: "warning", subject, text, fix: "Look whether it is the server that config says." }];
  });
}
