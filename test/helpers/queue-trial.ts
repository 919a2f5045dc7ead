import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CHARTS } from "../../config/facts/versions";
import type { SiteEnvironment } from "../../config/sites/environment";
import { pulledCharts } from "../../scripts/control-plane/cache";
import { baseObjects } from "../../scripts/control-plane/cluster-base";
import { findHelm } from "../../scripts/control-plane/helm-program";
import type { QueuesToTry } from "../../scripts/control-plane/kueue/beside";
import type { QueueFinding } from "../../scripts/control-plane/kueue/trial-setting";
import { managerPath } from "../../scripts/control-plane/managers/program";
import { managerOf } from "../../scripts/control-plane/managers/table";
import { nodeRows } from "../../scripts/control-plane/node-sizes";
import { builtVersions, findOrBuild } from "../../scripts/control-plane/programs";
import { withControlPlane } from "../../scripts/control-plane/start";
import { queuesToTry } from "../../scripts/control-plane/try-cluster";
import { tryReleases, type Found } from "../../scripts/control-plane/try-releases";
import { pulledFolder } from "../../scripts/lib/charts/chart-folder";
import { readReleases, type Release } from "../../scripts/lib/charts/releases";
import { runToEnd } from "../../scripts/lib/process/run-to-end";
import { synthesizeInto } from "../../scripts/lib/synth/synthesize";
import { queuesOf } from "../../stacks/queues";
import { clusterSample } from "./cluster";
import { NOW, type Change } from "./environment";
import type { temporaryFolders } from "./terraform";

const HELM = findHelm({ env: process.env });
const BUILT = builtVersions({ env: process.env });
/** Modules of Go carry the charts of their project: whoever has built a manager has them. */
const MODULES = runToEnd("go", ["env", "GOMODCACHE"]).stdout.trim();
const PLACES = {
  kueue: "sigs.k8s.io/kueue@v{}/charts/kueue",
  jobset: "sigs.k8s.io/jobset@v{}/charts/jobset",
  "kubeflow-trainer": "github.com/kubeflow/trainer/v2@v{}/charts/kubeflow-trainer",
  lws: "sigs.k8s.io/lws@v{}/charts/lws",
  "kuberay-operator": null,
} as const;

/** A chart, and the release that has its name. */
export type TrialChart = keyof typeof PLACES;

function chartOf(chart: TrialChart): string {
  const { version, repository } = CHARTS[chart];
  const pulled = pulledFolder({ folder: null, chart, version, repository }, pulledCharts({ env: process.env }));
  const place = PLACES[chart];
  return place === null || existsSync(pulled) ? pulled : join(MODULES, place.replace("{}", version));
}

/** Whether everything is there that takes minutes to build, which `npx railyard rehearse --cluster` does. */
export const canTry = (
  charts: readonly TrialChart[],
  managers: readonly (TrialChart | "mpi-operator")[] = charts,
): boolean =>
  BUILT.length > 0 &&
  HELM !== null &&
  [
    ...charts.map(chartOf),
    ...managers.map((name) => {
      const manager = managerOf(name)!;
      const version = name === "mpi-operator" ? manager.version! : CHARTS[name].version;
      return managerPath(manager, version, { env: process.env });
    }),
  ].every((path) => existsSync(path));

const TEAMS = { vision: { share: 100, gpus: null }, speech: { share: 300 }, language: { share: 200 } };

/** 12 nodes with 8 GPUs on three leaves, and nothing but queues. */
export const queued = (kueue: Change, teams: Change = TEAMS): SiteEnvironment =>
  clusterSample({
    slurm: null,
    monitoring: { enabled: false },
    nodeGroups: { dgx: { nodes: 12, layers: 2 } },
    kueue: { nodeGroups: ["dgx"], ...kueue },
    teams,
  }).env;

/** An object of the queues. */
export interface QueueObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: object;
  readonly value?: number;
}

export interface QueueTrialProps extends Partial<Pick<QueuesToTry, "patienceSeconds" | "only">> {
  readonly temporary: ReturnType<typeof temporaryFolders>;
  readonly charts: readonly TrialChart[];
  /** Releases whose managers run. @default - all that are in the cache */
  readonly managers?: readonly string[];
  /** What somebody has changed in objects of the queues. @default - nothing */
  readonly change?: (object: QueueObject) => QueueObject;
  /** What somebody has changed in the configuration of the manager. @default - nothing */
  readonly config?: (text: string) => string;
}

/** Tries the queues of an environment. */
export async function triedQueues(env: SiteEnvironment, props: QueueTrialProps): Promise<Found> {
  const { temporary, charts: wanted, managers, change = (object) => object, config = (text) => text, ...more } = props;
  const synth = temporary();
  synthesizeInto([env], synth);
  const of = { name: env.name, kubernetesVersion: env.cluster.version };
  const parts: readonly string[] = [...wanted, "mpi-operator", "teams", "railyard-queues"];
  const releases = readReleases(synth, env.names.stack("platform"), of)
    .filter(({ name }) => parts.includes(name))
    .map((release): Release => {
      const { name, values } = release;
      if (name === "railyard-queues")
        return { ...release, values: { ...values, objects: (values["objects"] as QueueObject[]).map(change) } };
      if (name !== "kueue") return release;
      const { controllerManagerConfigYaml: text } = values["managerConfig"] as { controllerManagerConfigYaml: string };
      return { ...release, values: { ...values, managerConfig: { controllerManagerConfigYaml: config(text) } } };
    });
  const charts = temporary();
  for (const name of wanted) layChart(name, join(charts, name));
  const program = await findOrBuild(BUILT[0]!.split(".").slice(0, 2).join("."), { env: process.env, tell: () => {} });
  const programs = { env: process.env, tell: () => {}, mayBuild: false };
  const all = (await queuesToTry(env, queuesOf(env), releases, programs))!;
  const some = [...all.programs].filter(([name]) => managers?.includes(name) ?? true);
  const kueue = { ...all, ...more, programs: new Map(some) };
  return withControlPlane({ program, env: process.env }, (plane) =>
    tryReleases(
      {
        rows: nodeRows(env),
        base: baseObjects(env),
        releases,
        version: program.version,
        charts,
        helm: HELM!,
        env: process.env,
        clock: () => NOW,
        kueue,
        onRelease: () => {},
      },
      plane,
    ),
  );
}

/** Sources of a chart name other charts that only a published one has with it: none of them is installed here. */
function layChart(name: TrialChart, folder: string): void {
  cpSync(chartOf(name), folder, { recursive: true, mode: 0 });
  const file = join(folder, "Chart.yaml");
  if (!existsSync(join(folder, "charts")))
    writeFileSync(file, readFileSync(file, "utf8").replace(/^dependencies:\n(?:[-\s].*\n)*/m, ""));
}

export const outcomes = ({ queues }: Found): string[] => queues.map(({ outcome, promise }) => `${outcome}: ${promise}`);

export const detailOf = ({ queues }: Found, promise: RegExp): string =>
  queues.find((one: QueueFinding) => promise.test(one.promise))?.detail ?? "";
