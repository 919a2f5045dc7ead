import { join } from "node:path";
import type { SiteEnvironment } from "../../config/sites/environment";
import type { Queues } from "../../constructs/platform/kueue/queues";
import type { Release } from "../lib/charts/releases";
import { synthesizeInto } from "../lib/synth/synthesize";
import type { DoubledBudgets, TightBudget } from "./budgets";
import { baseObjects, serviceCidr } from "./cluster-base";
import type { ConversionTaken } from "./conversions";
import { earlierReleases, sameCharts, writtenReleases } from "./earlier";
import type { ReleaseOutcome } from "./helm";
import { findOrBuildHelm } from "./helm-program";
import { nodeRows, type NodeRow } from "./node-sizes";
import { notTried } from "./not-tried";
import type { PendingPods } from "./pending";
import type { QueuesToTry } from "./kueue/beside";
import type { QueueFinding } from "./kueue/trial-setting";
import { findOrBuild } from "./programs";
import { managerPrograms, type ManagerProgramsProps } from "./managers/beside";
import { KUEUE_RELEASE } from "./managers/table";
import type { PreemptedPod, RefusedPods } from "./refusals";
import type { NodeRequests } from "./requests";
import { withControlPlane } from "./start";
import { tryReleases } from "./try-releases";
import type { Uninstalled } from "./uninstall";
import { isGoodUpgrade, type Upgraded } from "./upgrade";

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
  /** Kinds whose versions a webhook converts that nobody answers. */
  readonly conversions: readonly ConversionTaken[];
  /** What had not come to rest when it was looked at. */
  readonly unsettled: readonly string[];
  /** Parts of the trial that the API server ended, with its words: of the rest of each nothing is known. */
  readonly stops: readonly string[];
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
      [
        found.pending,
        found.refused,
        found.unsettled,
        found.stops,
        found.uninstalled.failed,
        found.uninstalled.stuck,
        found.uninstalled.unread,
      ].every((list) => list.length === 0);
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
