import { all, type Exporter } from "./metrics";

/** Labels of targets that stand behind the Service of the API server, which knows no pods. */
const BEHIND_API = ["job", "instance", "namespace", "service", "endpoint"];

/** Of the API servers alone: servers of other APIs, such as KEDA's, call their metrics the same, and a pod of a team may. */
export const OF_API_SERVER = 'job="apiserver"';

/** Labels of requests. */
const REQUEST = ["verb", "resource", "group", "version", "scope", "component", "subresource"];

/**
 * The API server itself, of whose many series only those are here that something asks for. Names and labels are those that the API
 * servers 1.34.4 and 1.36.3 answered; `apiserver_resource_objects` came with 1.34.
 * @see https://kubernetes.io/docs/reference/instrumentation/metrics/
 */
export const KUBE_APISERVER: Exporter = {
  version: "1.36",
  source: "https://kubernetes.io/docs/reference/instrumentation/metrics/",
  labels: BEHIND_API,
  metrics: {
    apiserver_request_total: [...REQUEST, "code", "dry_run"],
    apiserver_request_sli_duration_seconds_bucket: [...REQUEST, "le"],
    ...all(["flow_schema", "priority_level"], ["apiserver_flowcontrol_current_executing_seats"]),
    apiserver_flowcontrol_rejected_requests_total: ["flow_schema", "priority_level", "reason"],
    apiserver_storage_size_bytes: ["storage_cluster_id"],
    apiserver_resource_objects: ["group", "resource"],
    apiserver_storage_objects: ["resource"],
  },
};

/**
 * The scheduler, as EKS shows it below the API group `metrics.eks.amazonaws.com`. Labels are those that the scheduler 1.36.3 answered.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/view-raw-metrics.html
 */
export const EKS_SCHEDULER: Exporter = {
  version: "1.36",
  source: "https://docs.aws.amazon.com/eks/latest/userguide/view-raw-metrics.html",
  labels: BEHIND_API,
  metrics: {
    scheduler_pending_pods: ["queue"],
    scheduler_schedule_attempts_total: ["profile", "result"],
    scheduler_preemption_attempts_total: [],
    scheduler_scheduling_attempt_duration_seconds_bucket: ["profile", "result", "le"],
  },
};

/** The same of the controller manager. */
export const EKS_CONTROLLER_MANAGER: Exporter = {
  version: "1.36",
  source: "https://docs.aws.amazon.com/eks/latest/userguide/view-raw-metrics.html",
  labels: BEHIND_API,
  metrics: { workqueue_depth: ["name"] },
};
