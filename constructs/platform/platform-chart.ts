import { type ITerraformDependable } from "cdktf";
import { type ChartSource, type HelmChartProps } from "../core/helm-chart";
import { type HelmValues } from "../core/helm-values";

/** What every chart of the platform is given. */
export interface PlatformChartProps {
  /** Repository, chart and pinned version. */
  readonly source: ChartSource;
  readonly namespace: string;
  /** The environment's own values for this chart, merged last. @default - nothing */
  readonly overrides?: HelmValues;
  /** What must be there first. @default - nothing */
  readonly dependsOn?: readonly ITerraformDependable[];
}

/** The part of a release that is the same for every chart. */
export function releaseOf(
  props: PlatformChartProps,
): Pick<HelmChartProps, "source" | "namespace" | "overrides" | "dependsOn"> {
  const { source, namespace, overrides, dependsOn } = props;
  return { source, namespace, ...(overrides && { overrides }), ...(dependsOn && { dependsOn }) };
}
