import { judge } from "../../../../config/compatibility/compatible";
import { COMPUTE_DOMAIN_KUBERNETES } from "../../../../config/facts/compute-domains";
import { CHARTS } from "../../../../config/facts/versions";
import { inRange, isVersion } from "../../../../config/kernel/version-order";
import { record } from "../../../../config/kernel/plain";
import type { ResolvedPool } from "../../../../config/pools/pool";
import type { CheckResult } from "../../check";
import type { ClusterCheck } from "../check";
import { clusterNodes, countedBy, matches, NODES_RIGHT, weight, type ClusterNode } from "../nodes";

/** By GPU Feature Discovery, which comes with the GPU Operator. @see https://github.com/NVIDIA/k8s-device-plugin/blob/main/docs/gpu-feature-discovery/README.md */
const DRIVER_LABEL = "nvidia.com/cuda.driver-version.full";

/** Versions below which no ComputeDomain comes about: an IMEX channel is claimed, and pods wait for ever. */
export const NVLINK_DOMAINS: ClusterCheck = {
  id: "nodes/nvlink-domains",
  title: "Where NVLink spans nodes, Kubernetes and the NVIDIA driver are new enough for ComputeDomains.",
  actions: ["get /version", NODES_RIGHT],
  run: async ({ env, api }) => {
    const pools = env.nodeGroups.filter(({ hardware }) => hardware.nvlink?.imexRequired === true);
    if (pools.length === 0) return [];
    const version = String(record(await api.get("/version"))["gitVersion"] ?? "");
    const nodes = await clusterNodes(api);
    return [
      kubernetes(version),
      ...pools.flatMap((pool) =>
        drivers(
          pool,
          nodes.filter((one) => matches(one, pool.nodeSelector)),
        ),
      ),
    ];
  },
};

/** `v1.34.2+k3s1` → `1.34.2` */
const plain = (version: string): string => /^v?(\d+(?:\.\d+)+)/.exec(version)?.[1] ?? version;

function kubernetes(version: string): CheckResult {
  const { from, source } = COMPUTE_DOMAIN_KUBERNETES;
  const subject = "Kubernetes";
  if (!isVersion(plain(version)))
    return { verdict: "unknown", subject, text: `the cluster says the version ${JSON.stringify(version)}`, source };
  if (inRange(plain(version), { from, to: null })) return { verdict: "ok", subject, text: `is ${version}` };
  return {
    verdict: "failed",
    subject,
    text: `is ${version}, and ComputeDomains need ${from}: claims of IMEX channels would wait for ever`,
    fix: `Upgrade the control plane and the nodes to ${from} or later.`,
    source,
  };
}

function drivers(pool: ResolvedPool, nodes: readonly ClusterNode[]): CheckResult[] {
  const subject = pool.name;
  const driverOf = ({ labels }: ClusterNode) => labels[DRIVER_LABEL] ?? "";
  const [known, unknown] = [nodes.filter((one) => driverOf(one) !== ""), nodes.filter((one) => driverOf(one) === "")];
  const chart = { component: "dra-driver-nvidia-gpu", version: CHARTS["dra-driver-nvidia-gpu"].version } as const;
  const judged = (node: ClusterNode) => judge(chart, { component: "nvidia-driver", version: driverOf(node) });
  const old = known.filter((node) => judged(node).fit === "refused");
  const [first] = old;
  const results: CheckResult[] = [];
  if (first)
    results.push({
      verdict: weight(old, nodes),
      subject,
      text: `driver ${countedBy(old, driverOf)}; ${judged(first).text}`,
      fix: "Upgrade the driver of these nodes.",
      source: judged(first).source ?? COMPUTE_DOMAIN_KUBERNETES.source,
    });
  else if (known.length > 0) results.push({ verdict: "ok", subject, text: `driver ${countedBy(known, driverOf)}` });
  if (unknown.length > 0)
    results.push({
      verdict: "unknown",
      subject,
      text: `the driver of ${unknown.length} of ${nodes.length} nodes: they lack the label ${DRIVER_LABEL}, which GPU Feature Discovery gives`,
      fix: "Ask on a node: nvidia-smi --query-gpu=driver_version --format=csv,noheader",
      source: COMPUTE_DOMAIN_KUBERNETES.source,
    });
  return results;
}
