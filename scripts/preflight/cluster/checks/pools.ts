import type { ResolvedPool } from "../../../../config/pools/pool";
import type { CheckResult } from "../../check";
import type { ClusterCheck } from "../check";
import { clusterNodes, matches, NODES_RIGHT, someNames, type ClusterNode } from "../nodes";

const selectorText = (selector: Readonly<Record<string, string>>): string =>
  Object.entries(selector)
    .map(([key, value]) => `${key}=${value}`)
    .join(",");

/** Nodes by the labels of each pool. */
export const POOL_NODES: ClusterCheck = {
  id: "nodes/pools",
  title: "Each pool has the nodes that config counts on, and they are ready.",
  actions: [NODES_RIGHT],
  run: async ({ env, api }) => {
    const nodes = await clusterNodes(api);
    return env.nodeGroups.flatMap((pool) => judgePool(pool, nodes));
  },
};

function judgePool(pool: ResolvedPool, all: readonly ClusterNode[]): CheckResult[] {
  const nodes = all.filter((one) => matches(one, pool.nodeSelector));
  const selector = selectorText(pool.nodeSelector);
  const subject = pool.name;
  const [wanted, found] = [pool.count.max, nodes.length];
  if (found === 0)
    return [
      {
        verdict: "failed",
        subject,
        text: `no node of the ${all.length} has ${selector}, and config counts on ${wanted}`,
        fix: `Look at the labels: kubectl get nodes --show-labels. Then label the nodes, or write the labels that they have.`,
      },
    ];
  const fix = `Write nodes: ${found}, or look at the labels: kubectl get nodes --selector ${selector}`;
  const counted: CheckResult =
    found === wanted
      ? { verdict: "ok", subject, text: `${found} nodes have ${selector}` }
      : found < wanted
        ? {
            verdict: "warning",
            subject,
            text: `${found} nodes have ${selector}, and config counts on ${wanted}: what asks for all of them waits`,
            fix,
          }
        : {
            verdict: "warning",
            subject,
            text: `${found} nodes have ${selector}, and config counts on ${wanted}: which of them take jobs is up to the scheduler`,
            fix,
          };
  return [counted, ...away(subject, nodes)];
}

/** Nodes that are there and take no pods. */
function away(subject: string, nodes: readonly ClusterNode[]): CheckResult[] {
  const parts: readonly (readonly [string, readonly ClusterNode[], string])[] = [
    ["not ready", nodes.filter(({ ready }) => ready === false), "Look at them: kubectl describe node"],
    ["of unknown readiness", nodes.filter(({ ready }) => ready === null), "Look at their kubelet."],
    ["cordoned", nodes.filter(({ cordoned }) => cordoned), "Give them back: kubectl uncordon"],
  ];
  return parts.flatMap(([what, some, fix]): CheckResult[] => {
    if (some.length === 0) return [];
    const text = `${what}, of ${nodes.length} nodes: ${someNames(some.map(({ name }) => name))}`;
    return [{ verdict: some.length === nodes.length ? "failed" : "warning", subject, text, fix }];
  });
}

/** Nodes that two pools would have. */
export const POOL_OVERLAP: ClusterCheck = {
  id: "nodes/overlap",
  title: "No node is in two pools, nor a pool's node one for controllers.",
  actions: [NODES_RIGHT],
  run: async ({ env, api }) => {
    const nodes = await clusterNodes(api);
    const { systemNodes } = env.cluster;
    const sets = [
      ...env.nodeGroups.map(({ name, nodeSelector }) => ({ name, nodeSelector })),
      ...(systemNodes ? [{ name: "cluster.systemNodes", nodeSelector: systemNodes.labels }] : []),
    ];
    const found = sets.flatMap((one, at) =>
      sets.slice(0, at).flatMap((other): CheckResult[] => {
        const both = nodes.filter((node) => matches(node, one.nodeSelector) && matches(node, other.nodeSelector));
        if (both.length === 0) return [];
        const text = `shares nodes with ${other.name}: ${someNames(both.map(({ name }) => name))}`;
        const fix = "Give the nodes of each a label of their own.";
        return [{ verdict: "failed", subject: one.name, text, fix }];
      }),
    );
    return found.length > 0 || sets.length < 2
      ? found
      : [{ verdict: "ok", subject: sets.map(({ name }) => name).join(", "), text: "share no node" }];
  },
};

/** Nodes for controllers. */
export const SYSTEM_NODES: ClusterCheck = {
  id: "nodes/system",
  title: "There are nodes for controllers.",
  actions: [NODES_RIGHT],
  run: async ({ env: { cluster }, api }) => {
    const { systemNodes } = cluster;
    if (!systemNodes) return [];
    const nodes = (await clusterNodes(api)).filter((one) => matches(one, systemNodes.labels));
    const selector = selectorText(systemNodes.labels);
    const fit = nodes.filter(
      ({ ready, cordoned, taints }) =>
        ready === true &&
        !cordoned &&
        taints.every(
          ({ key, value, effect }) =>
            effect === "PreferNoSchedule" ||
            systemNodes.taints.some((one) => one.key === key && (one.value ?? "") === value && one.effect === effect),
        ),
    );
    const subject = "cluster.systemNodes";
    if (fit.length > 0)
      return [{ verdict: "ok", subject, text: `${fit.length} of ${nodes.length} nodes with ${selector} take pods` }];
    return [
      nodes.length === 0
        ? {
            verdict: "failed",
            subject,
            text: `no node has ${selector}: controllers would wait for ever`,
            fix: "Label nodes for controllers, or write the labels that they have.",
          }
        : {
            verdict: "failed",
            subject,
            text: `none of the ${nodes.length} nodes with ${selector} takes pods: they are not ready, cordoned, or have taints that config does not name`,
            fix: `Look at them: kubectl describe nodes --selector ${selector}`,
          },
    ];
  },
};
