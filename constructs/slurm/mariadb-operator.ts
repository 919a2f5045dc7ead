import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { SYSTEM_PODS, SYSTEM_PRIORITY } from "../../config/facts/system-pods";
import type { Placement } from "../cluster/placement";
import { HelmChart } from "../core/helm-chart";
import type { HelmValues } from "../core/helm-values";
import { podResources } from "../core/pod-resources";
import { releaseOf, type PlatformChartProps } from "../platform/platform-chart";
import { placementValues } from "../platform/tolerations";

export interface MariadbOperatorValuesProps {
  /** Nodes of the operator, its webhook and its certificate controller. */
  readonly placement: Placement;
}

export interface MariadbOperatorProps extends PlatformChartProps, MariadbOperatorValuesProps {}

/** The webhook's certificate comes from cert-manager, as all others do; so no controller of its own makes any. */
export function mariadbOperatorValues({ placement }: MariadbOperatorValuesProps): HelmValues {
  return {
    crds: { enabled: false },
    priorityClassName: SYSTEM_PRIORITY,
    resources: podResources(SYSTEM_PODS.mariadbOperator),
    ...placementValues(placement),
    webhook: {
      cert: { certManager: { enabled: true } },
      priorityClassName: SYSTEM_PRIORITY,
      resources: podResources(SYSTEM_PODS.mariadbOperatorWebhook),
      ...placementValues(placement),
    },
    certController: { enabled: false },
  };
}

/** The operator behind the accounting database in the cluster. */
export class MariadbOperator extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: MariadbOperatorProps) {
    super(scope, id);
    const { dependable } = new HelmChart(this, "chart", {
      ...releaseOf(props),
      release: "mariadb-operator",
      values: mariadbOperatorValues(props),
    });
    this.dependable = dependable;
  }
}
