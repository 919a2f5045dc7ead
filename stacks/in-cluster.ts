import { HelmProvider } from "@cdktf/provider-helm/lib/provider";
import { Aspects, Fn } from "cdktf";
import { CHARTS, type ChartName } from "../config/facts/versions";
import type { Taint } from "../config/resolve/node-groups";
import type { Placement } from "../constructs/cluster/placement";
import { SYSTEM_NODE_LABELS } from "../constructs/cluster/system-node-group";
import { HelmChart } from "../constructs/core/helm-chart";
import type { HelmValues } from "../constructs/core/helm-values";
import type { PlatformChartProps } from "../constructs/platform/platform-chart";
import type { BaseStack } from "./base-stack";
import type { ClusterValues } from "./cluster-stack";

/** Nodes for controllers. */
export const SYSTEM_PLACEMENT: Placement = { nodeSelector: SYSTEM_NODE_LABELS, tolerations: [] };

/**
 * Lets a stack install Helm releases. Endpoint and certificate come from the state of the cluster stack, and the token
 * from the AWS CLI when Terraform runs: nothing here depends on a value of the stack's own plan, and no state holds a token.
 */
export function addHelmProvider(stack: BaseStack, cluster: ClusterValues): void {
  const { region, names, platform } = stack.env;
  const { mirrors } = platform.images;
  if (Object.keys(mirrors).length > 0) {
    Aspects.of(stack).add({
      visit: (node) => {
        if (node instanceof HelmChart) node.mirrorImages(mirrors);
      },
    });
  }
  new HelmProvider(stack, "helm", {
    kubernetes: {
      host: cluster.endpoint,
      clusterCaCertificate: Fn.base64decode(cluster.certificateAuthority),
      exec: {
        apiVersion: "client.authentication.k8s.io/v1beta1",
        command: "aws",
        args: ["eks", "get-token", "--cluster-name", names.cluster, "--region", region],
      },
    },
  });
}

/** Where a chart comes from, as the versions file pins it, and what the environment adds to its values. */
export function chartProps(stack: BaseStack, name: ChartName): Omit<PlatformChartProps, "dependsOn"> {
  const { repository, version, namespace } = CHARTS[name];
  const overrides = stack.env.platform.helmValues[name] as HelmValues | undefined;
  return { source: { repository, chart: name, version }, namespace, ...(overrides && { overrides }) };
}

/** Every taint of every node group, each once: whatever runs on all nodes tolerates all of them. */
export function allTaints({ env }: BaseStack): Taint[] {
  const byText = new Map(env.nodeGroups.flatMap((g) => g.taints).map((taint) => [JSON.stringify(taint), taint]));
  return [...byText.values()];
}
