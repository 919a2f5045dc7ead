import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { HelmChart } from "../core/helm-chart";
import { type HelmValues } from "../core/helm-values";
import { efaDriverProps, type EfaDevicePluginValuesProps, efaNodes } from "./efa-device-plugin";
import { type PlatformChartProps, releaseOf } from "./platform-chart";
import { tolerate } from "./tolerations";
import type { PlatformComponent } from "./component";

/** The same as for the device plugin, whose place it takes. */
export type EfaDraDriverValuesProps = EfaDevicePluginValuesProps;

export interface EfaDraDriverProps extends PlatformChartProps, EfaDraDriverValuesProps {}

/** Helm values of the driver by which pods claim EFA devices. */
export function efaDraDriverValues(props: EfaDraDriverValuesProps): HelmValues {
  return {
    image: { repository: `${props.imageRegistry}/eks/dranet` },
    supportedInstanceLabels: efaNodes(props),
    tolerations: tolerate(props.taints),
  };
}

/**
 * Offers EFA interfaces as devices of the class `efa.networking.k8s.aws`. Its README asks for Kubernetes 1.35.
 * @see https://github.com/aws/eks-charts/tree/master/stable/aws-dranet
 */
export class EfaDraDriver extends Construct {
  /** For resource claims of pods. */
  readonly deviceClassName = "efa.networking.k8s.aws";
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: EfaDraDriverProps) {
    super(scope, id);
    const { dependable } = new HelmChart(this, "chart", {
      ...releaseOf(props),
      release: "aws-dranet",
      wait: false,
      values: efaDraDriverValues(props),
    });
    this.dependable = dependable;
  }
}

/** Where pods claim devices. */
export const efaDraDriver: PlatformComponent = {
  id: "efa-dra-driver",
  chart: "aws-dranet",
  after: ["gpu-operator"],
  install: (context, { scope, id, chart }) =>
    new EfaDraDriver(scope, id, { ...chart, ...efaDriverProps(context, "dra") }).dependable,
};
