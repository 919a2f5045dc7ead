import { type ITerraformDependable } from "cdktf";
import { type Construct } from "constructs";
import { PodIdentityRole } from "../cluster/pod-identity-role";
import { HelmChart, type HelmChartProps } from "../core/helm-chart";
import type { Partition } from "../../config/facts/regions";
import { type PolicyStatement } from "../security/policy";
import { type PlatformChartProps, releaseOf } from "./platform-chart";

/** What a chart whose pods call AWS is given, beside what every chart is. */
export interface ChartWithRoleProps extends PlatformChartProps {
  readonly partition: Partition;
  readonly clusterName: string;
  /** Up to 64 characters, unique in the account. */
  readonly roleName: string;
}

/** What the chart itself says: its release, its account, and what that may do. */
interface RoleChart extends Pick<HelmChartProps, "release" | "values" | "wait"> {
  readonly serviceAccount: string;
  readonly statements: readonly PolicyStatement[];
}

/** Installs a chart below `scope` after the role of its service account, for its pods ask AWS when they start. */
export function chartWithRole(scope: Construct, props: ChartWithRoleProps, chart: RoleChart): ITerraformDependable {
  const { serviceAccount, statements, ...release } = chart;
  const role = new PodIdentityRole(scope, "role", {
    partition: props.partition,
    roleName: props.roleName,
    clusterName: props.clusterName,
    namespace: props.namespace,
    serviceAccount,
    statements,
  });
  return new HelmChart(scope, "chart", {
    ...releaseOf(props),
    ...release,
    dependsOn: [...role.dependables, ...(props.dependsOn ?? [])],
  }).dependable;
}
