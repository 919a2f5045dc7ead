import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { HelmChart } from "../core/helm-chart";
import { type HelmValues } from "../core/helm-values";
import { onCloudNodes } from "./cloud-nodes";
import type { PlatformComponent } from "./component";
import { type PlatformChartProps, releaseOf } from "./platform-chart";

export interface EfsCsiValuesProps {
  /** Told, because it is part of the names that mount targets are found by. */
  readonly region: string;
  /** Nodes of the daemons. @default - all but those that the chart leaves out */
  readonly affinity?: HelmValues;
}

export interface EfsCsiProps extends PlatformChartProps, EfsCsiValuesProps {}

/**
 * Daemons alone: volumes are static, so no controller runs that would need rights to make access points, and mounting asks
 * no API of AWS. Daemons tolerate every taint, and their image has the client of EFS with its TLS.
 */
export function efsCsiValues({ region, affinity }: EfsCsiValuesProps): HelmValues {
  return {
    controller: { create: false },
    node: {
      ...(affinity && { affinity }),
      env: [{ name: "AWS_DEFAULT_REGION", value: region }],
    },
    // as a hook it would be deleted and made anew with every upgrade, while volumes are mounted
    useHelmHooksForCSIDriver: false,
  };
}

/** Mounts EFS file systems into pods. */
export class EfsCsi extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: EfsCsiProps) {
    super(scope, id);
    const { dependable } = new HelmChart(this, "chart", {
      ...releaseOf(props),
      release: "aws-efs-csi-driver",
      wait: false,
      values: efsCsiValues(props),
      ...(props.dependsOn && { dependsOn: props.dependsOn }),
    });
    this.dependable = dependable;
  }
}

/** Static volumes only: file systems and access points are Terraform's. */
export const efsCsi: PlatformComponent = {
  id: "efs-csi",
  chart: "aws-efs-csi-driver",
  install: (context, { scope, id, chart }) =>
    new EfsCsi(scope, id, { ...chart, region: context.env.region, ...onCloudNodes(context) }).dependable,
};
