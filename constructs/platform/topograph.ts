import type { ResolvedTopograph } from "../../config/topology/topograph";
import type { Placement } from "../cluster/placement";
import { HelmChart } from "../core/helm-chart";
import type { HelmValues } from "../core/helm-values";
import { type ClusterComponent, controllerProps } from "./component";
import { releaseOf } from "./platform-chart";
import { placementValues, tolerate } from "./tolerations";

export interface TopographValuesProps {
  readonly topograph: ResolvedTopograph;
  /** Nodes of its controllers. */
  readonly placement: Placement;
  /** Whether Prometheus scrapes it. */
  readonly serviceMonitor: boolean;
  /** Namespace of the object that says so. */
  readonly monitoringNamespace: string;
}

/** Where ibnetdiscover finds InfiniBand devices of the host. */
const DEVICES = "/sys/class";

/**
 * The chart's own pods may do nothing on a node. To open /dev/infiniband/umad ibnetdiscover needs a privileged one: each key that is set
 * otherwise is named, for a map of Helm is merged, and the API server refuses a privileged pod that may not escalate.
 */
const PRIVILEGED: HelmValues = {
  podSecurityContext: { runAsNonRoot: false, runAsUser: 0, runAsGroup: 0, fsGroup: 0 },
  securityContext: {
    privileged: true,
    runAsNonRoot: false,
    runAsUser: 0,
    readOnlyRootFilesystem: false,
    allowPrivilegeEscalation: true,
    capabilities: { drop: [] },
  },
  volumes: [{ name: "devices", hostPath: { path: DEVICES, type: "Directory" } }],
  volumeMounts: [{ name: "devices", mountPath: DEVICES }],
};

/**
 * Values of topograph: it is asked of nodes of pools with layers alone, whenever one of them comes, goes or changes, and its engine
 * gives them the labels that Slurm, Kueue and preflight read.
 * @see https://github.com/NVIDIA/topograph/blob/v1.0.0/charts/topograph/values.k8s.ib-example.yaml
 */
export function topographValues(props: TopographValuesProps): HelmValues {
  const { topograph, placement } = props;
  const { provider, nodeSelector, secretName, privileged } = topograph;
  return {
    provider: { name: provider.name, params: { ...provider.params, nodeSelector } },
    engine: { name: "k8s", params: { nodeSelector } },
    ...(secretName !== null && { config: { credentialsSecret: secretName } }),
    // the first time every node is labelled: at the five calls a second of its client 2,000 nodes would take seven minutes
    kubeClient: { qps: 50, burst: 100 },
    ...placementValues(placement),
    ...(props.serviceMonitor && { serviceMonitor: { enabled: true, namespace: props.monitoringNamespace } }),
    nodeObserver: { ...placementValues(placement), topograph: { trigger: { nodeSelector } } },
    nodeDataBroker: { nodeSelector, tolerations: tolerate(topograph.taints), ...(privileged && PRIVILEGED) },
  };
}

/** Labels nodes by where they stand in the fabric, and follows it. */
export const topograph: ClusterComponent = {
  id: "topograph",
  chart: "topograph",
  // its ServiceMonitor needs the kind, and calls of clouds the authorities; cards have the names of their hosts before
  after: ["monitoring", "authorities", "network-operator"],
  install: (context, { scope, id, chart }) =>
    new HelmChart(scope, id, {
      ...releaseOf(chart),
      release: "topograph",
      // with one broken node its pods are not ready everywhere
      wait: false,
      values: topographValues({
        // the row of the chart in config/components says when it is there
        topograph: context.env.topograph!,
        ...controllerProps(context),
        monitoringNamespace: chart.namespace,
      }),
    }).dependable,
};
