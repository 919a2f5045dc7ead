import { Aspects } from "cdktf";
import { installs } from "../config/components/charts";
import { installedVersion } from "../config/components/installed-chart";
import { CHARTS, type ChartName } from "../config/facts/versions";
import { logStore } from "../config/logs/logs";
import { LOGS_NAMESPACE } from "../config/logs/schema";
import { TRACES_NAMESPACE } from "../config/traces/schema";
import { traceStore } from "../config/traces/traces";
import type { Taint } from "../config/pools/pool";
import { startupTaints } from "../config/pools/startup-checks";
import { HelmChart } from "../constructs/core/helm-chart";
import { mergeValues, type HelmValues } from "../constructs/core/helm-values";
import { leaves, outboundValues } from "../constructs/platform/outbound-values";
import type { ClusterContext } from "../constructs/platform/component";
import type { PlatformChartProps } from "../constructs/platform/platform-chart";
import type { BaseStack } from "./base-stack";
import type { ClusterSite } from "./sites/site";

/** Lets a stack install Helm releases in the cluster of its site, with images by the digests and from the mirrors that config names. */
export function enterCluster<Context extends ClusterContext>(
  stack: BaseStack<Context["env"]>,
  site: ClusterSite<Context>,
): void {
  const { mirrors, digests } = stack.env.platform.images;
  if (Object.keys({ ...mirrors, ...digests }).length > 0) {
    Aspects.of(stack).add({
      visit: (node) => {
        if (node instanceof HelmChart) node.placeImages(mirrors, digests);
      },
    });
  }
  site.kubernetesAuth(stack);
}

/** Where a chart comes from, as the versions file pins it, and what the environment adds to its values. */
export function chartProps(stack: Pick<BaseStack, "env">, name: ChartName): Omit<PlatformChartProps, "dependsOn"> {
  const { repository, namespace } = CHARTS[name];
  const { platform, outbound } = stack.env;
  const written = (platform.helmValues[name] ?? {}) as HelmValues;
  const overrides = mergeValues(outboundValues(name, outbound), written);
  const source = { repository, chart: name, version: installedVersion(stack.env, name) };
  return { source, namespace, ...(Object.keys(overrides).length > 0 && { overrides }) };
}

/** Namespaces of what an environment installs whose pods leave the cluster, and of Slurm, each once. */
export function trustingNamespaces({ env }: Pick<BaseStack, "env">): string[] {
  const charts = (Object.keys(CHARTS) as ChartName[]).filter((name) => leaves(name) || name === "slurm");
  const installed = charts.filter((name) => installs(env, name)).map((name) => CHARTS[name].namespace);
  const outside = [
    ...(logStore(env.logs)?.kind === "loki" ? [LOGS_NAMESPACE] : []),
    ...(traceStore(env.traces)?.kind === "otlp" ? [TRACES_NAMESPACE] : []),
  ];
  return [...new Set([...installed, ...outside])];
}

/** Every taint of every node group, each once, those of nodes that begin among them: whatever runs on all nodes tolerates all of them. */
export function allTaints({ env }: Pick<BaseStack, "env">): Taint[] {
  const taints = env.nodeGroups.flatMap((pool) => [...pool.taints, ...startupTaints(pool)]);
  const byText = new Map(taints.map((taint) => [JSON.stringify(taint), taint]));
  return [...byText.values()];
}
