import type { Kubectl } from "../../lib/kubernetes/kubectl";
import { askPrometheusAt, readSamples } from "../../lib/kubernetes/prometheus";
import { rangeOf, STEP_SECONDS } from "./pods";
import type { Period } from "./period";

/** What Kueue gave the jobs of one queue. It is told beside what pods held, and never added to it: both are the same GPUs. */
export interface QueueUse {
  /** A team's own, or `teams` where all share by history. */
  readonly queue: string;
  /** As Kubernetes has it: `nvidia.com/gpu`. */
  readonly resource: string;
  /** GPU-hours that the queue owned. */
  readonly own: number;
  /** GPU-hours of admitted jobs, whether their pods ran or not yet. */
  readonly admitted: number;
  /** Those of them that were more than the queue owned at that moment. */
  readonly borrowed: number;
}

const USAGE = "kueue_cluster_queue_resource_usage";
const QUOTA = "kueue_cluster_queue_nominal_quota";

/**
 * The question. Each replica of the manager tells the same: the largest counts. A queue borrows by flavor, so that more of one
 * and less of another is still borrowed.
 * @see https://kueue.sigs.k8s.io/docs/reference/metrics/
 */
export function queueQuery(period: Period): string {
  const one = (name: string) => `max by (cluster_queue, flavor, resource) (${name}{resource=~"nvidia[.]com/.+"})`;
  const hours = (what: string, value: string) =>
    `label_replace(sum by (cluster_queue, resource) (sum_over_time((${value})[${rangeOf(period)}])) * ${STEP_SECONDS} / 3600, "what", "${what}", "", "")`;
  return [
    hours("own", one(QUOTA)),
    hours("admitted", one(USAGE)),
    hours("borrowed", `clamp_min(${one(USAGE)} - ${one(QUOTA)}, 0)`),
  ].join(" or ");
}

/** Asks Prometheus through the API of Kubernetes. @returns what it answered @throws KubectlError */
export const askQueues = (kubectl: Kubectl, period: Period): Promise<string> =>
  askPrometheusAt(kubectl, queueQuery(period), period.to);

/** @throws ExpectedError where Prometheus did not answer the question */
export function readQueues(text: string): QueueUse[] {
  const samples = readSamples(text);
  const keys = new Set(samples.map(({ metric }) => JSON.stringify([metric["cluster_queue"], metric["resource"]])));
  return [...keys].sort().map((key) => {
    const [queue = "", resource = ""] = JSON.parse(key) as string[];
    const of = (what: string) =>
      samples.find(
        ({ metric }) => metric["cluster_queue"] === queue && metric["resource"] === resource && metric["what"] === what,
      )?.value ?? 0;
    return { queue, resource, own: of("own"), admitted: of("admitted"), borrowed: of("borrowed") };
  });
}
