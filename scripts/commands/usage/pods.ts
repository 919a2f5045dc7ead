import { CHARTS } from "../../../config/facts/versions";
import type { Kubectl } from "../../lib/kubernetes/kubectl";
import { askPrometheusAt, readSamples } from "../../lib/kubernetes/prometheus";
import type { Period } from "./period";

/** GPUs of pods of one namespace on one node. */
export interface PodUse {
  readonly namespace: string;
  /** As Kubernetes names it, with the characters that metrics may have: `nvidia_com_gpu`. */
  readonly resource: string;
  readonly node: string;
  readonly gpuHours: number;
}

/** Prometheus is asked for every fifth minute: what a pod held for less may be missed, and counts as five where it is not. */
export const STEP_SECONDS = 300;

/** Prometheus before 3.0 counts the sample at the first moment of a range, too. */
export const rangeOf = ({ from, to }: Period): string => `${to - from - 1}s:${STEP_SECONDS}s`;

/**
 * The question: GPUs that running pods asked for, those of Slurm aside, which count by its jobs. Devices that pods claim by
 * DRA are in no request.
 * @see https://github.com/kubernetes/kube-state-metrics/blob/main/docs/metrics/workload/pod-metrics.md
 */
export function podQuery(period: Period, slurmNamespace: string): string {
  const requests = `kube_pod_container_resource_requests{resource=~"nvidia_com_.+",node!="",namespace!="${slurmNamespace}"}`;
  const running = 'kube_pod_status_phase{phase="Running"} == 1';
  return `sum by (namespace, resource, node) (sum_over_time((${requests} and on (namespace, pod) (${running}))[${rangeOf(period)}])) * ${STEP_SECONDS} / 3600`;
}

/** Asks Prometheus through the API of Kubernetes. @returns what it answered @throws KubectlError */
export const askPrometheus = (kubectl: Kubectl, period: Period): Promise<string> =>
  askPrometheusAt(kubectl, podQuery(period, CHARTS.slurm.namespace), period.to);

/** @throws ExpectedError where Prometheus did not answer the question */
export function readPods(text: string): PodUse[] {
  return readSamples(text).flatMap(({ metric, value: gpuHours }) => {
    const { namespace = "", resource = "", node = "" } = metric;
    return gpuHours > 0 ? [{ namespace, resource, node, gpuHours }] : [];
  });
}
