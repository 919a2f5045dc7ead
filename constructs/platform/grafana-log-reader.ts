import { type Construct } from "constructs";
import { grafanaLogs } from "../../config/monitoring/grafana-stores";
import { PodIdentityRole } from "../cluster/pod-identity-role";
import type { LogReaderPlace, PlatformContext } from "./component";

/** Account of Grafana's pod: the chart calls it after its release. */
const SERVICE_ACCOUNT = "kube-prometheus-stack-grafana";

/**
 * The right to read the groups of the environment, and no others; null where Grafana reads none. Without `logs:DescribeLogGroups`, which
 * cannot be narrowed and names all groups of the account: dashboards name theirs.
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncloudwatchlogs.html
 * @see https://grafana.com/docs/grafana/latest/datasources/aws-cloudwatch/
 */
export function logReader(
  { env, partition, cluster }: PlatformContext,
  scope: Construct,
  namespace: string,
): LogReaderPlace | null {
  const logs = grafanaLogs(env);
  if (logs?.kind !== "cloudwatch") return null;
  const roleName = env.names.role("grafana");
  const { dependables } = new PodIdentityRole(scope, "log-reader", {
    partition,
    clusterName: cluster.clusterName,
    roleName,
    namespace,
    serviceAccount: SERVICE_ACCOUNT,
    statements: [
      {
        sid: "ReadLogs",
        actions: ["logs:GetLogEvents", "logs:GetLogGroupFields", "logs:GetQueryResults", "logs:StartQuery"],
        resources: logs.groups.flatMap(({ arn }) => [arn, `${arn}:*`]),
      },
      // of no resource: who stops a query must know its random id, and nothing here tells ids of others
      { sid: "StopQueries", actions: ["logs:StopQuery"], resources: ["*"] },
    ],
  });
  return { roleName, dependables };
}
