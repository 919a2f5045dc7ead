import { join } from "node:path";
import type { ChartShelf } from "../lib/charts/chart-folder";
import type { Release } from "../lib/charts/releases";
import { wordsOf, type Api } from "./api";
import { doubledBudgets, tightBudgets } from "./budgets";
import { pulledCharts } from "./cache";
import type { BaseObject } from "./cluster-base";
import { ControlPlaneError } from "./control-plane-error";
import { DEFINITIONS } from "./conversions";
import { deviceSlices, makeChannelTemplates } from "./device-slices";
import type { EarlierReleases } from "./earlier";
import { Helm, type ReleaseOutcome } from "./helm";
import { inventory } from "./inventory";
import { startKubelets } from "./kubelets";
import { nodeNames, nodeObjects } from "./node-objects";
import { SYSTEM_POOL, type NodeRow } from "./node-sizes";
import { awaitedKinds } from "./operator-kinds";
import { OPERATOR_LISTS, standIn } from "./operators";
import { pendingPods } from "./pending";
import { KueueBeside, type QueuesToTry } from "./kueue/beside";
import { preemptedPods, refusedPods, type RefusedPods } from "./refusals";
import { nodeRequests } from "./requests";
import { readWorkloads, settle } from "./settle";
import type { ControlPlane } from "./start";
import { definitionsIn } from "./stays";
import type { ClusterTrial } from "./try-cluster";
import { uninstall, type Uninstalled } from "./uninstall";
import { compare, removeGone, rolledOut, snapshot } from "./upgrade";
import { UnansweredWebhooks } from "./webhooks";

/** What is installed, where, and what becomes of it. */
export interface ReleasesProps {
  readonly rows: readonly NodeRow[];
  /** What the cluster has before. */
  readonly base: readonly BaseObject[];
  readonly releases: readonly Release[];
  /** What is there before them: the nodes are those of now. @default - nothing */
  readonly earlier?: EarlierReleases | null | undefined;
  /** Of Kubernetes, such as 1.36.3. */
  readonly version: string;
  /** Folder in which charts lie side by side; null: they are pulled. */
  readonly charts: string | null;
  readonly helm: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: () => Date;
  readonly signal?: AbortSignal | undefined;
  /** Queues to try once the release of Kueue is there. @default - none */
  readonly kueue?: QueuesToTry | null | undefined;
  readonly onRelease: (outcome: ReleaseOutcome) => void;
}

/** What came of it. */
export type Found = Omit<ClusterTrial, "environment" | "ok" | "kubernetes" | "seconds" | "notTried">;

/** Makes nodes in a control plane, installs releases, and looks at what the cluster says of them. */
export async function tryReleases(
  {
    rows,
    base,
    releases,
    version,
    charts,
    helm: program,
    env,
    clock,
    signal,
    kueue,
    earlier,
    onRelease,
  }: ReleasesProps,
  plane: Pick<ControlPlane, "api" | "folder" | "kubeconfig" | "certificate">,
): Promise<Found> {
  const { api, folder, kubeconfig } = plane;
  const beside = kueue ? new KueueBeside(kueue, plane, env, signal) : null;
  for (const node of nodeObjects(rows, version, clock())) await api.create("/api/v1/nodes", node);
  for (const slice of deviceSlices(rows)) await api.create("/apis/resource.k8s.io/v1/resourceslices", slice);
  for (const { path, body } of base) await api.create(path, body);
  const kubelets = startKubelets(api);
  try {
    await settle(api, kubelets, signal);
    const before = await inventory(api);
    const shelf: ChartShelf = { dir: charts, pulled: pulledCharts({ env }), helm: program };
    const helm = new Helm({ shelf, kubeconfig, folder: join(folder, "helm"), env, signal });
    const webhooks = new UnansweredWebhooks(api);
    const { stops, attempt } = parts(signal);
    const install = async (wanted: readonly Release[], manager: KueueBeside | null): Promise<ReleaseOutcome[]> => {
      const outcomes: ReleaseOutcome[] = [];
      for (const release of wanted) {
        const outcome = await helm.install(release);
        outcomes.push(outcome);
        onRelease(outcome);
        await attempt(`after ${release.namespace}/${release.name}`, undefined, async () => {
          await manager?.afterRelease(release, outcome);
          await webhooks.takeAway((one) => manager?.answers(one) === true);
          for (const kind of awaitedKinds(await api.list("/apis/batch/v1/jobs")))
            await api.ask("POST", DEFINITIONS, kind);
        });
      }
      return outcomes;
    };
    const first = earlier ? await install(earlier.releases, null) : [];
    const rest = () => attempt("pods", [], () => settle(api, kubelets, signal));
    const standIns = () => attempt("pods of operators", [], () => makeStandIns(api));
    if (earlier) await standIns();
    if (earlier) await rest();
    const was = earlier ? await attempt("what was there before", null, () => snapshot(api)) : null;
    const removed = earlier ? await removeGone(helm, earlier, first, releases) : [];
    const outcomes = await install(releases, beside);
    const unmade = await standIns();
    if (was) await attempt("pods that are ended", undefined, () => rolledOut(api, signal));
    const unsettled = await rest();
    const refusedBefore = first.filter(({ outcome }) => outcome !== "installed");
    const upgraded =
      was &&
      (await attempt("what became of what was there before", null, async () => ({
        refusedBefore,
        removed,
        forgotten: earlier?.forgotten ?? [],
        ...compare(was, await snapshot(api), removed, await broughtBy(helm, releases, outcomes)),
      })));
    const { pods } = await readWorkloads(api);
    const budgets = await api.list("/apis/policy/v1/poddisruptionbudgets");
    const events = await api.list("/api/v1/events");
    const systemNodes = new Set(rows.filter(({ pool }) => pool === SYSTEM_POOL).flatMap(nodeNames));
    const nodes = await api.list("/api/v1/nodes");
    const found = {
      nodes: rows.map(({ pool, count, allocatable, isSizeKnown }) => ({ pool, count, allocatable, isSizeKnown })),
      releases: outcomes,
      pods: { all: pods.length, withNode: pods.filter(({ spec }) => spec?.nodeName).length },
      pending: pendingPods(pods),
      refused: [...unmade, ...refusedPods(events)],
      preempted: preemptedPods(events),
      systemNodes: nodeRequests(
        nodes.filter(({ metadata }) => systemNodes.has(metadata.name)),
        pods,
      ),
      budgets: tightBudgets(budgets),
      doubledBudgets: doubledBudgets(budgets, pods),
      webhooks: [...webhooks.configurations],
      conversions: webhooks.conversions,
      unsettled,
      upgraded,
      queues: await attempt("queues", [], async () => (await beside?.tryQueues()) ?? []),
    };
    const nothing: Uninstalled = { failed: [], left: [], stuck: [], unread: [] };
    const uninstalled = await attempt("removal of every release", nothing, () =>
      uninstall({
        api,
        helm,
        kubelets,
        before: before.objects,
        releases,
        outcomes,
        signal,
        takeWebhooks: () => webhooks.takeAway(),
        around: (release, remove) => beside?.aroundRemoval(release, remove) ?? remove(),
      }),
    );
    return { ...found, uninstalled, stops };
  } finally {
    await beside?.stop();
    await kubelets.stop().catch(() => {});
  }
}

/** Definitions of kinds that releases bring, whether they were upgraded or stay as they were. */
async function broughtBy(
  helm: Helm,
  releases: readonly Release[],
  outcomes: readonly ReleaseOutcome[],
): Promise<ReadonlySet<string>> {
  const found: string[] = [];
  for (const [index, release] of releases.entries())
    if (outcomes[index]?.outcome !== "no chart") found.push(...definitionsIn(await helm.brings(release)));
  return new Set(found);
}

/** Runs parts of a trial: what the API server refuses ends one of them, and is told; the rest goes on. */
function parts(signal: AbortSignal | undefined) {
  const stops: string[] = [];
  const attempt = async <T>(what: string, otherwise: T, use: () => Promise<T>): Promise<T> => {
    try {
      return await use();
    } catch (error) {
      if (!(error instanceof ControlPlaneError) || signal?.aborted) throw error;
      stops.push(`${what}: ${error.message}`);
      return otherwise;
    }
  };
  return { stops, attempt };
}

/** Makes what stands for the pods of operators. @returns those that the API server refuses */
async function makeStandIns(api: Api): Promise<RefusedPods[]> {
  const refused: RefusedPods[] = [];
  await makeChannelTemplates(api);
  for (const list of OPERATOR_LISTS)
    for (const resource of await api.list(list)) {
      const { path, body } = standIn(list, resource);
      const { status, body: answer } = await api.ask("POST", path, body);
      // there before an upgrade: its pods follow what the resource says now
      if (status === 409) await api.patch(`${path}/${body.metadata.name}`, { spec: { template: body.spec.template } });
      const { namespace = "", name } = resource.metadata;
      if (status >= 300 && status !== 409)
        refused.push({ namespace, owner: `${list.split("/").at(-1)}/${name}`, reason: wordsOf(answer) });
    }
  return refused;
}
