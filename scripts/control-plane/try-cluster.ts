import { join } from "node:path";
import type { SiteEnvironment } from "../../config/sites/environment";
import type { Queues } from "../../constructs/platform/kueue/queues";
import type { ChartShelf } from "../lib/charts/chart-folder";
import type { Release } from "../lib/charts/releases";
import { synthesizeInto } from "../lib/synth/synthesize";
import { wordsOf, type Api } from "./api";
import { doubledBudgets, tightBudgets, type DoubledBudgets, type TightBudget } from "./budgets";
import { pulledCharts } from "./cache";
import { baseObjects, serviceCidr, type BaseObject } from "./cluster-base";
import { deviceSlices, makeChannelTemplates } from "./device-slices";
import { earlierReleases, sameCharts, writtenReleases, type EarlierReleases } from "./earlier";
import { Helm, type ReleaseOutcome } from "./helm";
import { findOrBuildHelm } from "./helm-program";
import { inventory } from "./inventory";
import { startKubelets } from "./kubelets";
import { nodeNames, nodeObjects } from "./node-objects";
import { nodeRows, SYSTEM_POOL, type NodeRow } from "./node-sizes";
import { awaitedKinds } from "./operator-kinds";
import { OPERATOR_LISTS, standIn } from "./operators";
import { notTried } from "./not-tried";
import { pendingPods, type PendingPods } from "./pending";
import { KueueBeside, type QueuesToTry } from "./kueue/beside";
import type { QueueFinding } from "./kueue/trial-setting";
import { findOrBuild } from "./programs";
import { managerPrograms, type ManagerProgramsProps } from "./managers/beside";
import { KUEUE_RELEASE } from "./managers/table";
import { preemptedPods, refusedPods, type PreemptedPod, type RefusedPods } from "./refusals";
import { nodeRequests, type NodeRequests } from "./requests";
import { readWorkloads, settle } from "./settle";
import { type ControlPlane, withControlPlane } from "./start";
import { uninstall, type Uninstalled } from "./uninstall";
import { compare, isGoodUpgrade, removeGone, rolledOut, snapshot, type Upgraded } from "./upgrade";
import { removeWebhooks } from "./webhooks";

export interface ClusterTrialProps {
  readonly environment: SiteEnvironment;
  /** What Kueue holds in queues; null: the environment has none. */
  readonly queues: Queues | null;
  /** Folder in which charts lie side by side; null: they are pulled. */
  readonly charts: string | null;
  /** Whether managers that are not in the cache may be built. */
  readonly mayBuild: boolean;
  /** Commit as of which the environment is installed before, and the repository; null: nothing is there before. */
  readonly from: { readonly ref: string; readonly root: string } | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: () => Date;
  readonly signal: AbortSignal;
  readonly tell: (text: string) => void;
  readonly onRelease: (outcome: ReleaseOutcome) => void;
}

/** What `--json` prints of an environment. */
export interface ClusterTrial {
  readonly environment: string;
  readonly ok: boolean;
  readonly kubernetes: {
    readonly version: string;
    /** Why it is not of the minor version of the environment; null: it is. */
    readonly instead: string | null;
  };
  readonly seconds: number;
  /** Sentences about what the environment has and is not tried. */
  readonly notTried: readonly string[];
  readonly nodes: readonly Pick<NodeRow, "pool" | "count" | "allocatable" | "isSizeKnown">[];
  readonly releases: readonly ReleaseOutcome[];
  readonly pods: { readonly all: number; readonly withNode: number };
  readonly pending: readonly PendingPods[];
  readonly refused: readonly RefusedPods[];
  /** Pods that gave way to others of a higher priority. */
  readonly preempted: readonly PreemptedPod[];
  readonly systemNodes: readonly NodeRequests[];
  readonly budgets: readonly TightBudget[];
  /** Pods that the eviction API refuses to evict, since several budgets are about them. */
  readonly doubledBudgets: readonly DoubledBudgets[];
  /** What the manager of Kueue made of the queues; empty: the environment has none, or its release was not installed. */
  readonly queues: readonly QueueFinding[];
  /** Webhook configurations that were taken away, since no controller answers them. */
  readonly webhooks: readonly string[];
  /** What had not come to rest when it was looked at. */
  readonly unsettled: readonly string[];
  /** What became of the cluster of an earlier commit; null: there was none. */
  readonly upgraded: Upgraded | null;
  readonly uninstalled: Uninstalled;
}

/** Installs an environment in a real control plane with nodes that only look like its own. */
export async function tryCluster(props: ClusterTrialProps): Promise<ClusterTrial> {
  const start = performance.now();
  const { environment, env, signal, tell } = props;
  const helm = await findOrBuildHelm({ env, signal, tell });
  const program = await findOrBuild(environment.cluster.version, { env, signal, tell });
  const seconds = () => (performance.now() - start) / 1000;
  return withControlPlane({ program, serviceCidr: serviceCidr(environment), env, signal }, async (plane) => {
    tell(`Kubernetes ${program.version} is ready after ${seconds().toFixed(1)} s`);
    if (program.instead !== null) tell(program.instead);
    const rows = nodeRows(environment);
    tell(`${rows.map(({ pool, count }) => `${count} ${pool}`).join(", ")}: nodes that nobody runs anything on`);
    const synth = join(plane.folder, "synth");
    const { stacks, releases } = releasesOf(environment, synth);
    const base = baseObjects(environment);
    const kueue = await queuesToTry(environment, props.queues, releases, props);
    const before = { into: join(plane.folder, "synth-before"), now: synth, signal, tell };
    const earlier = props.from && (await earlierReleases(environment, props.from, before));
    const found = await tryReleases(
      { ...props, helm, rows, base, releases, version: program.version, kueue, earlier },
      plane,
    );
    const ok =
      found.releases.every(({ outcome }) => outcome === "installed") &&
      found.queues.every(({ outcome }) => outcome !== "broken") &&
      (found.upgraded === null || isGoodUpgrade(found.upgraded)) &&
      [found.pending, found.refused, found.unsettled, found.uninstalled.failed, found.uninstalled.stuck].every(
        (list) => list.length === 0,
      );
    return {
      environment: environment.name,
      ok,
      kubernetes: { version: program.version, instead: program.instead },
      seconds: seconds(),
      notTried: [
        ...notTried({ environment, synth, stacks, triedQueues: found.queues.length > 0 }),
        ...(props.charts === null ? [] : sameCharts(earlier?.releases ?? [], releases)),
      ],
      ...found,
    };
  });
}

/** What is tried of queues, by managers of the versions of the releases; null: there are none. */
export async function queuesToTry(
  { nodeGroups }: Pick<SiteEnvironment, "nodeGroups">,
  queues: Queues | null,
  releases: readonly Release[],
  props: ManagerProgramsProps,
): Promise<QueuesToTry | null> {
  if (queues === null || !releases.some(({ name }) => name === KUEUE_RELEASE)) return null;
  const pools = nodeGroups.map(
    ({ name, gpus, count }) => [name, { perNode: gpus?.count ?? 0, nodes: count.max }] as const,
  );
  return { programs: await managerPrograms(releases, props), queues, pools: new Map(pools) };
}

/** Stacks, and the releases of all of them in the order in which Terraform would install them. */
function releasesOf(environment: SiteEnvironment, folder: string): { stacks: string[]; releases: Release[] } {
  synthesizeInto([environment], folder);
  return writtenReleases(environment, folder);
}

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
    const webhooks = new Set<string>();
    const install = async (wanted: readonly Release[], manager: KueueBeside | null): Promise<ReleaseOutcome[]> => {
      const outcomes: ReleaseOutcome[] = [];
      for (const release of wanted) {
        const outcome = await helm.install(release);
        outcomes.push(outcome);
        onRelease(outcome);
        await manager?.afterRelease(release, outcome);
        for (const name of await removeWebhooks(api, (one) => manager?.answers(one) === true)) webhooks.add(name);
        for (const kind of awaitedKinds(await api.list("/apis/batch/v1/jobs")))
          await api.ask("POST", DEFINITIONS, kind);
      }
      return outcomes;
    };
    const first = earlier ? await install(earlier.releases, null) : [];
    if (earlier) await makeStandIns(api);
    if (earlier) await settle(api, kubelets, signal);
    const was = earlier ? await snapshot(api) : null;
    const removed = earlier ? await removeGone(helm, earlier, first, releases) : [];
    const outcomes = await install(releases, beside);
    const unmade = await makeStandIns(api);
    if (was) await rolledOut(api, signal);
    const unsettled = await settle(api, kubelets, signal);
    const refusedBefore = first.filter(({ outcome }) => outcome !== "installed");
    const upgraded = was && {
      refusedBefore,
      removed,
      forgotten: earlier?.forgotten ?? [],
      ...compare(was, await snapshot(api)),
    };
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
      webhooks: [...webhooks],
      unsettled,
      upgraded,
      queues: (await beside?.tryQueues()) ?? [],
    };
    const uninstalled = await uninstall({
      api,
      helm,
      kubelets,
      before,
      releases,
      outcomes,
      signal,
      around: (release, remove) => beside?.aroundRemoval(release, remove) ?? remove(),
    });
    return { ...found, uninstalled };
  } finally {
    await beside?.stop();
    await kubelets.stop().catch(() => {});
  }
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

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
