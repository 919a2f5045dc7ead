import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Queues } from "../../../constructs/platform/kueue/queues";
import type { Release } from "../../lib/charts/releases";
import type { ReleaseOutcome } from "../helm";
import type { ControlPlane } from "../start";
import { tryKinds } from "./kind-trials";
import { startManager, WEBHOOKS, type Manager } from "./manager";
import { tryQueues } from "./queue-trials";
import { TrialJobs } from "./trial-jobs";
import type { QueueFinding } from "./trial-setting";
import { trialUnits } from "./units";

/** Name of the chart that brings the manager. */
export const KUEUE_CHART = "kueue";

/** What is tried of the queues of an environment. */
export interface QueuesToTry {
  /** The manager, of the version of the chart. */
  readonly program: string;
  readonly queues: Queues;
  /** GPUs of a node, and nodes, of each pool. */
  readonly pools: ReadonlyMap<string, { readonly perNode: number; readonly nodes: number }>;
  /** How long what is promised may take until it has come about. @default 60 */
  readonly patienceSeconds?: number;
}

/** How long objects of Kueue may take to go once their release is removed: Terraform waits as well. */
const GONE_SECONDS = 30;

/** Queues that the manager does not let jobs out of once it has looked at them, with its words. */
async function inactiveQueues(jobs: TrialJobs): Promise<string[]> {
  let inactive: string[] = [];
  await jobs.until(async () => {
    const lists = ["clusterqueues", "localqueues"].map((kind) => jobs.api.list(`/apis/kueue.x-k8s.io/v1beta2/${kind}`));
    inactive = (await Promise.all(lists)).flat().flatMap(({ metadata: { namespace, name }, status }) => {
      const conditions = (status?.conditions ?? []) as readonly { type: string; status: string; message?: string }[];
      const active = conditions.find(({ type }) => type === "Active");
      if (active?.status === "True") return [];
      return [
        `${namespace === undefined ? "" : `${namespace}/`}${name}: ${active?.message ?? "nobody has looked at it"}`,
      ];
    });
    return inactive.length === 0;
  });
  return inactive;
}

/** The manager of Kueue beside a control plane: it begins after its release, and ends with it. */
export class KueueBeside {
  #manager: Manager | null = null;

  constructor(
    readonly toTry: QueuesToTry,
    readonly plane: Pick<ControlPlane, "api" | "folder" | "kubeconfig">,
    readonly env: Readonly<Record<string, string | undefined>>,
    readonly signal?: AbortSignal,
  ) {}

  /** Whether it answers the webhooks of a configuration. */
  answers(configuration: string): boolean {
    return this.#manager !== null && (WEBHOOKS as readonly string[]).includes(configuration);
  }

  async afterRelease({ chart, namespace }: Release, { outcome }: ReleaseOutcome): Promise<void> {
    if (chart !== KUEUE_CHART || outcome !== "installed" || this.#manager) return;
    const { api, folder } = this.plane;
    const { program } = this.toTry;
    this.#manager = await startManager({ program, api, folder: join(folder, "kueue"), namespace, env: this.env });
  }

  /** What it makes of jobs, pool by pool, and of jobs of other kinds. Empty: it does not run. */
  async tryQueues(): Promise<QueueFinding[]> {
    const manager = this.#manager;
    if (!manager) return [];
    const { queues, pools, patienceSeconds } = this.toTry;
    const jobs = new TrialJobs(this.plane.api, manager.check, this.signal, patienceSeconds);
    const found: QueueFinding[] = [];
    // a job that comes before the queue of its team gets none
    const inactive = await inactiveQueues(jobs);
    if (inactive.length > 0) {
      const promise = "queues take jobs";
      return queues.pools.map(({ name }) => ({ pool: name, promise, outcome: "broken", detail: inactive.join("; ") }));
    }
    for (const pool of queues.pools) {
      const units = trialUnits(pool, queues, pools.get(pool.name)!);
      found.push(...(await tryQueues(jobs, queues, units)), ...(await tryKinds(jobs, queues, units)));
    }
    return found;
  }

  /** What the manager tells Prometheus; null: it does not run. */
  async metrics(): Promise<string | null> {
    return (await this.#manager?.metrics()) ?? null;
  }

  /** Its own release takes it away; before, what goes with the others must be gone, as nobody else takes their finalizers away. */
  async aroundRemoval({ chart }: Release, remove: () => Promise<string | null>): Promise<string | null> {
    if (chart !== KUEUE_CHART || !this.#manager) return remove();
    await this.#othersGone();
    const reason = await remove();
    await this.stop();
    return reason;
  }

  async stop(): Promise<void> {
    const manager = this.#manager;
    this.#manager = null;
    await manager?.stop();
  }

  async #othersGone(): Promise<void> {
    const deadline = Date.now() + GONE_SECONDS * 1000;
    const kinds = ["clusterqueues", "cohorts", "resourceflavors", "topologies", "workloads"];
    for (;;) {
      const lists = await Promise.all(kinds.map((kind) => this.plane.api.list(`/apis/kueue.x-k8s.io/v1beta2/${kind}`)));
      const going = lists.flat().some(({ metadata }) => metadata.deletionTimestamp !== undefined);
      if (!going || Date.now() > deadline) return;
      await sleep(250);
    }
  }
}
