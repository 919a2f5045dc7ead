import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { HelmChart } from "../core/helm-chart";
import type { HelmValues } from "../core/helm-values";
import { onCloudNodes } from "./cloud-nodes";
import type { ClusterComponent } from "./component";
import { type PlatformChartProps, releaseOf } from "./platform-chart";

export interface NfsCsiProps extends PlatformChartProps {
  /** Nodes of the daemons. @default - all */
  readonly affinity?: HelmValues;
}

/**
 * Daemons alone: volumes are static, so that no controller makes or deletes folders of a server. The chart cannot leave its
 * Deployment out, so it has no pods. Its daemons tolerate every taint.
 */
export const nfsCsiValues = (affinity?: HelmValues): HelmValues => ({
  controller: { replicas: 0, enableSnapshotter: false },
  externalSnapshotter: { enabled: false },
  ...(affinity && { node: { affinity } }),
});

/** Mounts exports of NFS servers into pods, by the network of the host: what is mounted outlives its daemons. */
export class NfsCsi extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: NfsCsiProps) {
    super(scope, id);
    const { dependable } = new HelmChart(this, "chart", {
      ...releaseOf(props),
      release: "csi-driver-nfs",
      wait: false,
      values: nfsCsiValues(props.affinity),
    });
    this.dependable = dependable;
  }
}

/** On any site: a server is reached from wherever its name leads to it. */
export const nfsCsi: ClusterComponent = {
  id: "nfs-csi",
  chart: "csi-driver-nfs",
  install: ({ env }, { scope, id, chart }) =>
    // hybrid nodes mount no volumes
    new NfsCsi(scope, id, { ...chart, ...(env.region !== null && onCloudNodes({ env })) }).dependable,
};
