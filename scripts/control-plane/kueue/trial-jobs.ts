import { setTimeout as sleep } from "node:timers/promises";
import { type Api, type ApiObject, wordsOf } from "../api";
import { NEVER_READY, RUNS } from "../pod-status";

/** A job that is tried. */
export interface TrialJob {
  readonly name: string;
  /** Namespace of the team. */
  readonly team: string;
  readonly pods: number;
  /** What each pod asks for beside a little CPU. */
  readonly resources: Readonly<Record<string, string>>;
  readonly nodeSelector: Readonly<Record<string, string>>;
  /** A word of the queues; undefined: the job says nothing. */
  readonly priority?: string | undefined;
  /** Of its pods: where in the network they may be. @default - nothing */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Whether its pods have a node and come no further. @default false */
  readonly isNeverReady?: boolean;
}

/** What became of a job. */
export interface JobState {
  readonly isAdmitted: boolean;
  /** What Kueue says of why it waits; empty: it has not looked at it, or it does not wait. */
  readonly words: string;
  /** Whether it was admitted, and had to give its GPUs back. */
  readonly wasPreempted: boolean;
  /** What Kueue says where it took its GPUs away because its pods were not ready; empty: it did not. */
  readonly notReady: string;
  /** Whether Kueue knows that all of its pods are ready. */
  readonly areReady: boolean;
  /** Nodes of its pods. */
  readonly nodes: readonly string[];
  readonly pods: number;
}

/** Label of pods of these jobs. */
export const TRIAL = "rehearsal.railyard.dev/trial";

/** Label that Kueue gives to a job which names no queue, where its namespace has one. */
const QUEUE = "kueue.x-k8s.io/queue-name";
const WORKLOADS = "/apis/kueue.x-k8s.io/v1beta2";
const POLL_MS = 250;

/** How long Kueue, the controller of Jobs, the scheduler and we may take until what is promised has come about. */
const PATIENCE_SECONDS = 60;
/** How long something that must not happen is watched. */
const WATCHED_MS = 1500;

/** Jobs in the queues of a control plane. */
export class TrialJobs {
  readonly #made = new Map<string, TrialJob>();

  constructor(
    readonly api: Api,
    readonly check: () => void,
    readonly signal?: AbortSignal,
    readonly patienceSeconds = PATIENCE_SECONDS,
  ) {}

  /** @returns words of the API server, or of Kueue, where it refuses the job, or why no queue takes it; null: it is in its queue */
  async submit(job: TrialJob): Promise<string | null> {
    const { status, body } = await this.api.ask("POST", jobList(job), jobObject(job));
    if (status >= 300) return wordsOf(body);
    this.#made.set(key(job), job);
    if ((body as ApiObject).metadata.labels?.[QUEUE]) return null;
    // it would wait for ever: a manager that has just started takes jobs before it knows the queues
    await this.remove(job);
    return `Kueue gave it no queue of ${job.team}`;
  }

  /** Removes a job with its pods and its workload, and waits until they are gone. */
  async remove(...jobs: readonly TrialJob[]): Promise<void> {
    for (const job of jobs) {
      await this.api.remove(`${jobList(job)}/${job.name}`, { propagationPolicy: "Foreground" });
      this.#made.delete(key(job));
    }
    await this.until(async () => {
      const pods = await Promise.all(jobs.map((job) => this.#pods(job)));
      const workloads = await Promise.all(jobs.map((job) => this.#workload(job)));
      return pods.flat().length === 0 && workloads.every((found) => found === undefined);
    });
  }

  /** Removes all that are left. */
  clear(): Promise<void> {
    return this.remove(...this.#made.values());
  }

  async state(job: TrialJob): Promise<JobState> {
    const [workload, pods] = [await this.#workload(job), await this.#pods(job)];
    const conditions = (workload?.status?.conditions ?? []) as readonly Condition[];
    const of = (type: string) => conditions.find((one) => one.type === type);
    const quota = of("QuotaReserved");
    return {
      isAdmitted: of("Admitted")?.status === "True",
      words: quota?.status === "False" ? (quota.message ?? "") : "",
      wasPreempted: of("Preempted") !== undefined,
      notReady: of("Evicted")?.reason === "PodsReadyTimeout" ? (of("Evicted")?.message ?? "") : "",
      areReady: of("PodsReady")?.status === "True",
      nodes: pods.flatMap(({ spec }) => (spec?.nodeName ? [String(spec.nodeName)] : [])),
      pods: pods.length,
    };
  }

  /** Whether all jobs are admitted, and all of their pods have a node. @returns what is missing; null: nothing */
  async run(...jobs: readonly TrialJob[]): Promise<string | null> {
    const missing = async () => {
      for (const job of jobs) {
        const { isAdmitted, nodes, words } = await this.state(job);
        if (!isAdmitted) return `${job.team}/${job.name} was not admitted${words && `: ${words}`}`;
        if (nodes.length < job.pods)
          return `${job.team}/${job.name} was admitted, and ${nodes.length} of its ${job.pods} pods have a node`;
      }
      return null;
    };
    return (await this.until(async () => (await missing()) === null)) ? null : missing();
  }

  /**
   * Whether Kueue lets jobs wait, with none of their pods. It is waited for until it has looked at one of them: of jobs of one queue
   * it may look at the first alone.
   * @returns what it says; null: it let one start
   */
  async waits(...jobs: readonly TrialJob[]): Promise<string | null> {
    const look = () => Promise.all(jobs.map((job) => this.state(job)));
    await this.until(async () => (await look()).some(({ isAdmitted, words }) => isAdmitted || words !== ""));
    await sleep(WATCHED_MS);
    const states = await look();
    if (states.some(({ isAdmitted, pods }) => isAdmitted || pods > 0)) return null;
    return states.find(({ words }) => words !== "")?.words ?? "";
  }

  /** @returns whether it came about in time */
  async until(happened: () => Promise<boolean>, seconds = this.patienceSeconds): Promise<boolean> {
    const deadline = Date.now() + seconds * 1000;
    for (;;) {
      this.signal?.throwIfAborted();
      this.check();
      if (await happened()) return true;
      if (Date.now() > deadline) return false;
      await sleep(POLL_MS);
    }
  }

  async #workload(job: TrialJob): Promise<ApiObject | undefined> {
    const all = await this.api.list(`${WORKLOADS}/namespaces/${job.team}/workloads`);
    return all.find(({ metadata }) =>
      metadata.ownerReferences?.some(({ kind, name }) => kind === "Job" && name === job.name),
    );
  }

  #pods({ team, name }: TrialJob): Promise<ApiObject[]> {
    return this.api.list(`/api/v1/namespaces/${team}/pods?labelSelector=batch.kubernetes.io%2Fjob-name%3D${name}`);
  }
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

const key = ({ team, name }: TrialJob): string => `${team}/${name}`;
const jobList = ({ team }: TrialJob): string => `/apis/batch/v1/namespaces/${team}/jobs`;

/** It names no queue: that of the team is the one which jobs get. Its pods ask for nothing that a strict namespace refuses. */
function jobObject(job: TrialJob): object {
  const { name, pods, resources, nodeSelector, priority, annotations, isNeverReady = false } = job;
  const asked = { cpu: "10m", ...resources };
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name, ...(priority && { labels: { "kueue.x-k8s.io/priority-class": priority } }) },
    spec: {
      parallelism: pods,
      completions: pods,
      completionMode: "Indexed",
      backoffLimit: 0,
      template: {
        metadata: {
          labels: { [TRIAL]: name },
          annotations: { ...annotations, [isNeverReady ? NEVER_READY : RUNS]: "true" },
        },
        spec: {
          restartPolicy: "Never",
          nodeSelector,
          securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } },
          containers: [
            {
              name: "main",
              image: "trial",
              resources: { requests: asked, limits: asked },
              securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
            },
          ],
        },
      },
    },
  };
}
