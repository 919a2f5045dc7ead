import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { type Placement, tolerationJson, TOLERATE_EVERYTHING } from "../cluster/placement";
import { HelmChart } from "../core/helm-chart";
import type { HelmValues } from "../core/helm-values";
import type { ClusterComponent } from "./component";
import { type PlatformChartProps, releaseOf } from "./platform-chart";

export interface WekaCsiProps extends PlatformChartProps {
  /** Nodes of the controller, which Kubernetes asks before a node mounts. */
  readonly placement: Placement;
}

/**
 * Its daemons tolerate every taint. Volumes are static, and no StorageClass of it is made. `allowedOperations` would forbid it to
 * make file systems, but the chart takes false for unset.
 * @see https://github.com/weka/csi-wekafs/blob/v2.8.8/charts/csi-wekafsplugin/values.yaml
 */
export const wekaCsiValues = ({ nodeSelector, tolerations }: Placement): HelmValues => ({
  controller: { nodeSelector },
  controllerPluginTolerations: tolerations.map(tolerationJson),
  nodePluginTolerations: [tolerationJson(TOLERATE_EVERYTHING)],
});

/** Mounts folders of WEKA file systems into pods, on hosts that have WEKA's client. */
export class WekaCsi extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: WekaCsiProps) {
    super(scope, id);
    const { dependable } = new HelmChart(this, "chart", {
      ...releaseOf(props),
      // part of the path of its socket
      release: "csi-wekafsplugin",
      wait: false,
      values: wekaCsiValues(props.placement),
    });
    this.dependable = dependable;
  }
}

/** Wherever hosts have the client. */
export const wekaCsi: ClusterComponent = {
  id: "weka-csi",
  chart: "csi-wekafsplugin",
  install: ({ placement }, { scope, id, chart }) => new WekaCsi(scope, id, { ...chart, placement }).dependable,
};
