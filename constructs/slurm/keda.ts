import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { SYSTEM_PODS, SYSTEM_PRIORITY } from "../../config/facts/system-pods";
import type { Placement } from "../cluster/placement";
import { HelmChart } from "../core/helm-chart";
import type { HelmValues } from "../core/helm-values";
import { podResources } from "../core/pod-resources";
import { releaseOf, type PlatformChartProps } from "../platform/platform-chart";
import { placementValues } from "../platform/tolerations";

export interface KedaValuesProps {
  readonly placement: Placement;
  /** The one namespace whose objects it scales. */
  readonly watchNamespace: string;
  readonly serviceMonitor: boolean;
}

export interface KedaProps extends PlatformChartProps, KedaValuesProps {}

/** Account of its operator, as the chart calls it. @see https://github.com/kedacore/charts/blob/v2.20.2/keda/values.yaml */
export const KEDA_ACCOUNT = "keda-operator";

/** Helm values of KEDA. @see https://github.com/kedacore/charts/blob/v2.20.2/keda/values.yaml */
export function kedaValues({ placement, watchNamespace, serviceMonitor }: KedaValuesProps): HelmValues {
  return {
    watchNamespace,
    priorityClassName: SYSTEM_PRIORITY,
    ...placementValues(placement),
    // it would only look for two objects of one target
    webhooks: { enabled: false },
    resources: {
      operator: podResources(SYSTEM_PODS.kedaOperator),
      metricServer: podResources(SYSTEM_PODS.kedaMetricsServer),
    },
    // of all Secrets of the namespace it needs none: Prometheus asks for no password
    permissions: { operator: { restrict: { secret: true } } },
    prometheus: {
      operator: { enabled: serviceMonitor, serviceMonitor: { enabled: serviceMonitor } },
    },
  };
}

/** Scales NodeSets by what Prometheus knows of Slurm's jobs. Its kinds come and go with it: the objects go first. */
export class Keda extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: KedaProps) {
    super(scope, id);
    this.dependable = new HelmChart(this, "chart", {
      ...releaseOf(props),
      release: "keda",
      values: kedaValues(props),
    }).dependable;
  }
}
