import { clusterOf } from "../../../config/sites/kubernetes/environment";
import { ExpectedError } from "../../lib/errors/expected-error";
import { ClusterCallError } from "../../lib/kubernetes/cluster-failure";
import { wayName } from "../../lib/kubernetes/cluster-way";
import { withCluster } from "../../lib/kubernetes/with-cluster";
import { callerName } from "../../preflight/cluster/caller";
import { missing, ok, unknown, whenInCluster, wrong, type Check, type DoctorContext, type Seen } from "./check";

export const CLUSTER_CHECKS: readonly Check[] = [
  {
    id: "cluster/api",
    title: "Kubernetes API",
    purpose: "the way to a cluster that exists: preflight, deploy and destroy",
    need: whenInCluster,
    look: lookAtCluster,
  },
];

async function lookAtCluster({ environment, env, signal }: DoctorContext): Promise<Seen> {
  const inCluster = clusterOf(environment);
  if (!inCluster) return unknown("no environment on a cluster that exists was named");
  const way = inCluster.cluster.access;
  try {
    return ok(`${wayName(way)} answers, to ${await withCluster({ way, env, signal }, callerName)}`);
  } catch (error) {
    if (error instanceof ClusterCallError) {
      const { kind, text, fix } = error.failure;
      return kind === "no-credentials" ? wrong(text, fix) : unknown(text, fix);
    }
    if (!(error instanceof ExpectedError)) throw error;
    const [found = "", ...fix] = error.message.split("\n");
    return missing(found, fix.join(" ") || "Look at cluster.access of the config.");
  }
}
