import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { HelmChart } from "../core/helm-chart";
import { type PlatformChartProps, releaseOf } from "./platform-chart";

export interface CrdChartProps extends PlatformChartProps {
  /** Name of the release. Frozen: another name is another owner of the same definitions. */
  readonly release: string;
  /** Terraform refuses to remove the release. False only for throw-away environments. @default true */
  readonly preventDestroy?: boolean;
}

/**
 * A chart of custom resource definitions only, such as `prometheus-operator-crds`. They are templates of the release:
 * Helm upgrades them with it, and would delete them with it, and with them every object of their kinds in the cluster.
 * So Terraform refuses to remove the release where objects of their kinds matter.
 */
export class CrdChart extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: CrdChartProps) {
    super(scope, id);
    const { dependable } = new HelmChart(this, "chart", {
      ...releaseOf(props),
      release: props.release,
      values: {},
      preventDestroy: props.preventDestroy ?? true,
    });
    this.dependable = dependable;
  }
}
