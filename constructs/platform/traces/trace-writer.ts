import { type Construct } from "constructs";
import { TRACES_NAMESPACE } from "../../../config/traces/schema";
import { TRACE_RELEASE, traceStore } from "../../../config/traces/traces";
import { PodIdentityRole } from "../../cluster/pod-identity-role";
import type { PlatformContext, TraceWriterPlace } from "../component";

/**
 * The right to send spans to X-Ray, and nothing else; null where they go elsewhere. X-Ray has no resources that a policy could name here.
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsx-ray.html
 */
export function traceWriter({ env, partition, cluster }: PlatformContext, scope: Construct): TraceWriterPlace | null {
  if (traceStore(env.traces)?.kind !== "xray") return null;
  const roleName = env.names.role("traces");
  const { dependables } = new PodIdentityRole(scope, "trace-writer", {
    partition,
    clusterName: cluster.clusterName,
    roleName,
    namespace: TRACES_NAMESPACE,
    serviceAccount: TRACE_RELEASE,
    statements: [{ sid: "SendSpans", actions: ["xray:PutTraceSegments"], resources: ["*"] }],
  });
  return { region: env.region, roleName, dependables };
}
