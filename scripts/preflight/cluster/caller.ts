import { record } from "../../../config/kernel/plain";
import type { ClusterApi } from "../../lib/kubernetes/cluster-api";

/** Name by which the cluster knows who asks. @throws ClusterCallError where it does not answer, or knows nobody */
export async function callerName(api: ClusterApi): Promise<string> {
  const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
  const answer = record(await api.post("/apis/authentication.k8s.io/v1/selfsubjectreviews", review));
  const { username } = record(record(answer["status"])["userInfo"]);
  return typeof username === "string" ? username : "unknown";
}
