import { setTimeout as sleep } from "node:timers/promises";
import { isPlain, record } from "../../../config/kernel/plain";
import { ExpectedError } from "../../lib/errors/expected-error";
import { ClusterApi, type ClusterObject } from "../../lib/kubernetes/cluster-api";
import { ClusterCallError } from "../../lib/kubernetes/cluster-failure";
import type { AskCluster } from "../../lib/kubernetes/question";

/** All that a start makes has it, with the name of environment and suite. */
export const START_LABEL = "railyard.dev/verify";

export interface VerifySpaceProps {
  readonly ask: AskCluster;
  readonly start: string;
  readonly namespace?: string | undefined;
  readonly claims: { readonly namespace: string };
  /** Class of priority of a namespace that somebody has made for checks: a start neither makes nor removes any. @default - it makes its own */
  readonly preparedPriority?: string | undefined;
  readonly pollSeconds?: number;
}

interface Seen {
  readonly jobs: readonly ClusterObject[];
  readonly pods: readonly ClusterObject[];
}

/** Where the jobs of a start are in a cluster: what it makes, and what takes all of it away. */
export class VerifySpace {
  /** Pods of checks push nobody away, and give way to everybody. */
  readonly priorityClass: string;
  readonly #looks = new Map<string, { at: number; seen: Promise<Seen> }>();
  #made: Promise<void> | null = null;

  constructor(private readonly props: VerifySpaceProps) {
    this.priorityClass = props.preparedPriority ?? props.start;
  }

  /** The namespace of a job, which is there. @param mounts whether it needs a claim of a volume */
  async namespaceFor(mounts: boolean): Promise<string> {
    this.#made ??= this.#make();
    await this.#made;
    return this.props.namespace ?? (mounts ? this.props.claims.namespace : this.props.start);
  }

  async #make(): Promise<void> {
    const { ask, start, namespace, preparedPriority } = this.props;
    if (preparedPriority !== undefined) return;
    const api = new ClusterApi(ask);
    const labels = { [START_LABEL]: start };
    if (namespace !== undefined && (await api.find(`/api/v1/namespaces/${namespace}`)) === null)
      throw new ExpectedError(`--namespace ${namespace}: the cluster has no such namespace.`);
    await api.post("/apis/scheduling.k8s.io/v1/priorityclasses", {
      apiVersion: "scheduling.k8s.io/v1",
      kind: "PriorityClass",
      metadata: { name: this.priorityClass, labels },
      value: -1,
      preemptionPolicy: "Never",
      description: "Pods of railyard verify: they take nobody's place, and give theirs to everybody",
    });
    if (namespace !== undefined) return;
    await api.post("/api/v1/namespaces", {
      apiVersion: "v1",
      kind: "Namespace",
      // no level below lets pods lock memory, which RDMA does
      metadata: { name: start, labels: { ...labels, "pod-security.kubernetes.io/enforce": "privileged" } },
    });
  }

  /**
   * Jobs and pods of a start; those who look at the same time share the answers.
   * @param since as `performance.now()` counts: what was seen before is of no use
   */
  look(namespace: string, since: number): Promise<Seen> {
    const known = this.#looks.get(namespace);
    const now = performance.now();
    if (known && known.at >= since && now - known.at < 500 * (this.props.pollSeconds ?? 2)) return known.seen;
    const api = new ClusterApi(this.props.ask);
    const labelSelector = `${START_LABEL}=${this.props.start}`;
    const seen = Promise.all([
      api.list(`/apis/batch/v1/namespaces/${namespace}/jobs`, { labelSelector }),
      api.list(`/api/v1/namespaces/${namespace}/pods`, { labelSelector }),
    ]).then(([jobs, pods]) => ({ jobs, pods }));
    this.#looks.set(namespace, { at: now, seen });
    return seen;
  }

  /** Why the cluster makes no pods of a Job; null: nobody says. */
  async refusal(namespace: string, job: ClusterObject): Promise<string | null> {
    // an earlier Job of the name may have events, too
    const uid = String(record(job.metadata)["uid"]);
    const query = new URLSearchParams({ fieldSelector: `involvedObject.uid=${uid},reason=FailedCreate` });
    const found = record(await new ClusterApi(this.props.ask).get(`/api/v1/namespaces/${namespace}/events?${query}`));
    const [event] = Array.isArray(found["items"]) ? found["items"].filter(isPlain) : [];
    return typeof event?.["message"] === "string" ? event["message"] : null;
  }

  /**
   * Takes away all that this start or an earlier one has made, and waits until it is gone.
   * @throws ExpectedError where it stays
   */
  async clear(): Promise<void> {
    const { ask, start, namespace, claims, preparedPriority } = this.props;
    const api = new ClusterApi(ask);
    const isPrepared = preparedPriority !== undefined;
    this.#made = null;
    try {
      if (!isPrepared) await api.remove(`/api/v1/namespaces/${start}`);
      for (const other of new Set([namespace ?? claims.namespace, claims.namespace])) {
        const query = new URLSearchParams({
          labelSelector: `${START_LABEL}=${start}`,
          propagationPolicy: "Foreground",
        });
        await api.remove(`/apis/batch/v1/namespaces/${other}/jobs?${query}`);
      }
      if (!isPrepared) await api.remove(`/apis/scheduling.k8s.io/v1/priorityclasses/${this.priorityClass}`);
      await this.#gone();
    } catch (error) {
      if (!(error instanceof ClusterCallError)) throw error;
      throw new ExpectedError(
        `What an earlier start of verify made was not removed: ${error.failure.text}\n${error.failure.fix}\n${this.#byHand}`,
      );
    }
  }

  async #gone(): Promise<void> {
    const { ask, start, namespace, claims, preparedPriority, pollSeconds = 2 } = this.props;
    for (let waited = 0; waited < 120; waited += pollSeconds) {
      const api = new ClusterApi(ask);
      const labelSelector = `${START_LABEL}=${start}`;
      const spaces = new Set([namespace ?? claims.namespace, claims.namespace]);
      // a Job stays as long as its ComputeDomain does
      const left = await Promise.all(
        [...spaces].flatMap((space) => [
          api.list(`/api/v1/namespaces/${space}/pods`, { labelSelector }),
          api.list(`/apis/batch/v1/namespaces/${space}/jobs`, { labelSelector }),
        ]),
      );
      const isAlone = preparedPriority !== undefined || (await api.find(`/api/v1/namespaces/${start}`)) === null;
      if (left.flat().length === 0 && isAlone) return;
      await sleep(1000 * pollSeconds);
    }
    throw new ExpectedError(
      `What an earlier start of verify made is still being removed after 2 minutes.\n${this.#byHand}`,
    );
  }

  get #byHand(): string {
    const { start, namespace, claims } = this.props;
    return `By hand: kubectl delete namespace ${start}; kubectl delete jobs --namespace ${namespace ?? claims.namespace} --selector ${START_LABEL}=${start}`;
  }
}
