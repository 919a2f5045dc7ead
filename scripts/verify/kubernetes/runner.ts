import { setTimeout as sleep } from "node:timers/promises";
import type { ResolvedPool } from "../../../config/pools/pool";
import { shellWord } from "../../../constructs/core/shell-word";
import { textHash } from "../../../constructs/core/text-hash";
import { CHECK_CONTAINER, checkPods, RUN_LABEL } from "../../../constructs/verify/check-pods";
import type { SharedVolume } from "../../../constructs/slurm/slurm-types";
import { ClusterApi, type ClusterObject } from "../../lib/kubernetes/cluster-api";
import { ClusterCallError } from "../../lib/kubernetes/cluster-failure";
import type { AskCluster } from "../../lib/kubernetes/question";
import type { Check, CheckJob } from "../check";
import { CheckNotRunError, type CheckRunner } from "../engine/runner";
import { type FreeNode, poolNodes } from "./pool-nodes";
import { runKey } from "./run-key";
import { inOrder, LATE, runState } from "./run-state";
import { START_LABEL, VerifySpace } from "./space";

export interface KubernetesRunnerProps {
  /** It must be allowed to delete, and goes on after an interruption: what was made is removed. */
  readonly ask: AskCluster;
  /** Name of this environment and suite: a label of all that a start makes, and the namespace where there is no other. */
  readonly start: string;
  /** Namespace of all jobs. @default - one that is made for a start, and that goes with it */
  readonly namespace?: string | undefined;
  /** Namespace with the claims of the environment's volumes, where jobs that need one run. */
  readonly claims: {
    readonly namespace: string;
    readonly volumes: readonly SharedVolume[];
    /** Account of pods there that may use the environment's bucket. @default - none is known */
    readonly serviceAccount?: string;
  };
  /** Whether Kueue holds jobs of `namespace` in its queue. */
  readonly queued: boolean;
  /** Image with bash for jobs that name none; null: none is known. */
  readonly imageOf: (pool: ResolvedPool) => string | null;
  readonly signal: AbortSignal;
  /** Longest wait for nodes that somebody took in between, for images and queues, s. @default 600 */
  readonly waitSeconds?: number;
  /** How long pods may be missing before the cluster is asked why, s. @default 15 */
  readonly refusalSeconds?: number;
  /** Between two looks, s. @default 2 */
  readonly pollSeconds?: number;
}

/** Of the CPU that is left on a node, what a pod of a check asks for: nobody's comes beside it. */
const SHARE = 0.9;

/** Checks as Jobs of Kubernetes, a pod a node. */
export function kubernetesRunner(props: KubernetesRunnerProps): CheckRunner {
  const space = new VerifySpace(props);
  const nodes = new Map<string, FreeNode>();
  return {
    kind: "kubernetes",
    clear: () => space.clear(),
    nodes: async (pool) => {
      // a list is asked for once: what stood there an hour ago may have changed
      const api = new ClusterApi(props.ask);
      const found = poolNodes(pool, await api.list("/api/v1/nodes"), await api.list("/api/v1/pods"));
      for (const node of found.free) nodes.set(node.name, node);
      return found.nodes;
    },
    run: (job, on) =>
      new KubernetesRun(props, space, job, { ...on, nodes: on.nodes.map((name) => nodes.get(name)!) }).run(),
  };
}

interface RunPlace {
  readonly check: Check;
  readonly pool: ResolvedPool;
  readonly nodes: readonly FreeNode[];
}

/** One Job from its start until nothing of it is left. */
class KubernetesRun {
  private readonly api: ClusterApi;
  private readonly name: string;

  constructor(
    private readonly props: KubernetesRunnerProps,
    private readonly space: VerifySpace,
    private readonly job: CheckJob,
    private readonly on: RunPlace,
  ) {
    this.api = new ClusterApi(props.ask);
    const { check, pool, nodes } = on;
    // names of pods have an index behind it, and at most 63 characters
    this.name = `${check.id.slice(0, 40)}-${textHash(JSON.stringify([pool.name, check.id, nodes.map(({ name }) => name)]))}`;
  }

  /** @returns what all tasks printed @throws CheckNotRunError */
  async run(): Promise<string> {
    const { signal } = this.props;
    let namespace: string | null = null;
    try {
      const volumes = this.volumes();
      namespace = await this.space.namespaceFor(volumes.length > 0 || this.job.usesIdentity === true);
      await this.create(namespace, volumes);
      return await this.watch(namespace);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ClusterCallError)) throw error;
      throw new CheckNotRunError(`${error.failure.text} ${error.failure.fix}`, "");
    } finally {
      // after an interruption all of it goes at once
      if (namespace !== null && !signal.aborted) await this.remove(namespace);
    }
  }

  private volumes(): SharedVolume[] {
    return (this.job.mounts ?? []).map((folder) => {
      const volume = this.props.claims.volumes.find(({ mountPath }) => mountPath === folder);
      if (volume) return volume;
      throw new CheckNotRunError(`pods of ${this.props.claims.namespace} have no claim of the volume ${folder}`, "");
    });
  }

  private async create(namespace: string, volumes: readonly SharedVolume[]): Promise<void> {
    const { job, name, on, props } = this;
    const { env, script, image = null, mpi, tasksPerNode } = job;
    const used = image ?? props.imageOf(on.pool);
    if (used === null) throw new CheckNotRunError("no image is known for its pods: give --image", "");
    const exports = Object.entries(env).map(([key, value]) => `export ${key}=${shellWord(value)}\n`);
    const cpu = Math.max(1, Math.floor(SHARE * Math.min(...on.nodes.map((node) => node.cpu))));
    const { job: object, beside } = checkPods({
      name,
      namespace,
      labels: { [START_LABEL]: props.start },
      hosts: on.nodes.map(({ host }) => host),
      pool: on.pool,
      image: used,
      cpu: String(cpu),
      script: `${exports.join("")}${script}`,
      tasksPerNode,
      mpi,
      key: mpi && on.nodes.length > 1 ? runKey() : null,
      ...(job.withoutDevices && { withoutDevices: true }),
      deadlineSeconds: this.waitSeconds + 60 * on.check.minutes + 300,
      volumes,
      priorityClassName: this.space.priorityClass,
      serviceAccountName: (job.usesIdentity && props.claims.serviceAccount) || null,
      queued: props.queued && namespace === props.namespace,
    });
    const made = (await this.api.post(`/apis/batch/v1/namespaces/${namespace}/jobs`, object)) as ClusterObject;
    const owner = { apiVersion: "batch/v1", kind: "Job", name, uid: (made.metadata as { uid?: string }).uid };
    // NVIDIA's controller takes it away step by step, and until then its nodes cannot be of another: the Job stays as long
    const lasting = { ...owner, blockOwnerDeletion: true };
    for (const one of beside)
      await this.api.post(pathOf(one, namespace), {
        ...one,
        // whoever removes the Job removes it
        metadata: { ...one.metadata, ownerReferences: [one.kind === "ComputeDomain" ? lasting : owner] },
      });
  }

  private get waitSeconds(): number {
    return this.props.waitSeconds ?? 600;
  }

  /** Waits for it to start, and for its end. */
  private async watch(namespace: string): Promise<string> {
    const { name, job, on, props } = this;
    const begun = performance.now();
    let started: number | null = null;
    const past = (since: number) => (performance.now() - since) / 1000;
    for (;;) {
      const { jobs, pods } = await this.space.look(namespace, begun);
      const own = inOrder(pods.filter(({ metadata }) => metadata.labels?.[RUN_LABEL] === name));
      const made = jobs.find(({ metadata }) => metadata.name === name);
      const state = runState({
        job: made,
        pods: own,
        count: on.nodes.length,
        firstEnds: job.mpi && on.nodes.length > 1,
      });
      if (state.kind === "ended") return this.logs(namespace, own);
      if (state.kind === "broken" || state.kind === "refused")
        throw new CheckNotRunError(state.why, await this.logs(namespace, own).catch(() => ""));
      if (state.kind === "running") started ??= performance.now();
      if (made && own.length === 0 && state.kind === "waiting" && past(begun) > (props.refusalSeconds ?? 15)) {
        const why = await this.space.refusal(namespace, made);
        // a quota may get room again, and what a policy refuses once it refuses again
        if (why !== null && !/exceeded quota/.test(why)) throw new CheckNotRunError(why, "");
      }
      if (started !== null && past(started) > 60 * on.check.minutes)
        throw new CheckNotRunError(LATE, await this.logs(namespace, own).catch(() => ""));
      if (started === null && past(begun) > this.waitSeconds) {
        const why = state.kind === "waiting" && made ? ((await this.space.refusal(namespace, made)) ?? state.why) : "";
        throw new CheckNotRunError(`it did not start within ${Math.round(this.waitSeconds / 60)} minutes: ${why}`, "");
      }
      await sleep(1000 * (props.pollSeconds ?? 2), undefined, { signal: props.signal });
    }
  }

  /** What was printed: of MPI by the first pod alone. */
  private async logs(namespace: string, pods: readonly ClusterObject[]): Promise<string> {
    const texts: string[] = [];
    for (const { metadata } of this.job.mpi ? pods.slice(0, 1) : pods) {
      const path = `/api/v1/namespaces/${namespace}/pods/${metadata.name}/log?container=${CHECK_CONTAINER}`;
      const text = await this.api.get(path);
      texts.push(typeof text === "string" ? text : JSON.stringify(text));
    }
    return texts.map((text) => (text === "" || text.endsWith("\n") ? text : `${text}\n`)).join("");
  }

  /** Its nodes are free again once its pods are gone, and what the Job waits for. */
  private async remove(namespace: string): Promise<void> {
    await this.api.remove(`/apis/batch/v1/namespaces/${namespace}/jobs/${this.name}?propagationPolicy=Foreground`);
    const removed = performance.now();
    for (let waited = 0; waited < 120; waited += this.props.pollSeconds ?? 2) {
      const { jobs, pods } = await this.space.look(namespace, removed);
      if (![...jobs, ...pods].some(({ metadata }) => metadata.labels?.[RUN_LABEL] === this.name)) return;
      await sleep(1000 * (this.props.pollSeconds ?? 2), undefined, { signal: this.props.signal }).catch(() => {});
      if (this.props.signal.aborted) return;
    }
  }
}

const PATHS: Readonly<Record<string, string>> = {
  ConfigMap: "/api/v1/namespaces/{}/configmaps",
  Secret: "/api/v1/namespaces/{}/secrets",
  Service: "/api/v1/namespaces/{}/services",
  ComputeDomain: "/apis/resource.nvidia.com/v1beta1/namespaces/{}/computedomains",
  ResourceClaimTemplate: "/apis/resource.k8s.io/v1/namespaces/{}/resourceclaimtemplates",
};

function pathOf({ kind }: { readonly kind: string }, namespace: string): string {
  const path = PATHS[kind];
  if (path === undefined) throw new Error(`nobody knows where objects of the kind ${kind} are made`);
  return path.replace("{}", namespace);
}
