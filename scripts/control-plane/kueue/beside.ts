import { setTimeout as sleep } from "node:timers/promises";
import type { Queues } from "../../../constructs/platform/kueue/queues";
import type { Release } from "../../lib/charts/releases";
import type { ReleaseOutcome } from "../helm";
import { ManagersBeside, type ManagerPrograms } from "../managers/beside";
import { KUEUE_RELEASE } from "../managers/table";
import type { ControlPlane } from "../start";
import { tryKinds } from "./kind-trials";
import { readiness, withSeconds } from "./ready-trial";
import { tryQueues } from "./queue-trials";
import { TrialJobs } from "./trial-jobs";
import type { QueueFinding, TrialSetting } from "./trial-setting";
import { trialUnits } from "./units";

/** What is tried of the queues of an environment. */
export interface QueuesToTry {
  /** Managers of the versions of the releases: Kueue's own, and those of the operators beside it. */
  readonly programs: ManagerPrograms;
  readonly queues: Queues;
  /** GPUs of a node, and nodes, of each pool. */
  readonly pools: ReadonlyMap<string, { readonly perNode: number; readonly nodes: number }>;
  /** How long what is promised may take until it has come about. @default 60 */
  readonly patienceSeconds?: number;
  /** What is tried: queues by jobs of Kubernetes, or by those of operators. @default - both */
  readonly only?: "queues" | "kinds";
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

/** The manager of Kueue and those of its operators beside a control plane: each begins after its release, and ends with it. */
export class KueueBeside {
  readonly #managers: ManagersBeside;
  #release: Release | null = null;

  constructor(
    readonly toTry: QueuesToTry,
    readonly plane: Pick<ControlPlane, "api" | "folder" | "certificate">,
    readonly env: Readonly<Record<string, string | undefined>>,
    readonly signal?: AbortSignal,
  ) {
    this.#managers = new ManagersBeside(toTry.programs, plane, env);
  }

  /** Whether somebody answers the webhooks of a configuration, or converts a kind. */
  answers(configuration: string): boolean {
    return this.#managers.answers(configuration);
  }

  afterRelease(release: Release, outcome: ReleaseOutcome): Promise<void> {
    if (release.name === KUEUE_RELEASE) this.#release = release;
    return this.#managers.afterRelease(release, outcome);
  }

  /** What it makes of jobs, pool by pool, and of jobs of other kinds. Empty: it does not run. */
  async tryQueues(): Promise<QueueFinding[]> {
    const managers = this.#managers;
    if (!managers.isRunning(KUEUE_RELEASE)) return [];
    const { queues, pools, patienceSeconds, only } = this.toTry;
    const jobs = new TrialJobs(this.plane.api, managers.check, this.signal, patienceSeconds);
    const found: QueueFinding[] = [];
    // a job that comes before the queue of its team gets none
    const inactive = await inactiveQueues(jobs);
    if (inactive.length > 0) {
      const promise = "queues take jobs";
      return queues.pools.map(({ name }) => ({ pool: name, promise, outcome: "broken", detail: inactive.join("; ") }));
    }
    for (const pool of queues.pools) {
      const units = trialUnits(pool, queues, pools.get(pool.name)!);
      if (only !== "kinds") found.push(...(await tryQueues(jobs, queues, units)));
      if (only !== "queues") found.push(...(await tryKinds(jobs, queues, units, (one) => managers.whyNot(one))));
    }
    if (only !== "kinds") found.push(...(await this.#readiness(jobs)));
    return found;
  }

  /** The last one: from then on its manager has seconds for what takes minutes. */
  async #readiness(jobs: TrialJobs): Promise<QueueFinding[]> {
    const { queues, pools } = this.toTry;
    const pool = queues.pools[0];
    const units = pool && trialUnits(pool, queues, pools.get(pool.name)!);
    if (!units || units.own.size === 0 || !this.#release) return [];
    await this.#managers.restart(this.#release, withSeconds);
    const found: QueueFinding[] = [];
    const note: TrialSetting["note"] = (promise, outcome, detail) =>
      void found.push({ pool: pool.name, promise, outcome, detail });
    await readiness({ jobs, queues, units, note });
    await jobs.clear();
    return found;
  }

  /** Its own release takes it away; before, what goes with the others must be gone, as nobody else takes their finalizers away. */
  async aroundRemoval(release: Release, remove: () => Promise<string | null>): Promise<string | null> {
    if (release.name === KUEUE_RELEASE && this.#managers.isRunning(KUEUE_RELEASE)) await this.#othersGone();
    return this.#managers.aroundRemoval(release, remove);
  }

  stop(): Promise<void> {
    return this.#managers.stop();
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
