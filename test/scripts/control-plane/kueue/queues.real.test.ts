import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { CHARTS } from "../../../../config/facts/versions";
import type { SiteEnvironment } from "../../../../config/sites/environment";
import { baseObjects } from "../../../../scripts/control-plane/cluster-base";
import { findHelm } from "../../../../scripts/control-plane/helm-program";
import type { QueueFinding } from "../../../../scripts/control-plane/kueue/trial-setting";
import { managerPath } from "../../../../scripts/control-plane/kueue/program";
import { nodeRows } from "../../../../scripts/control-plane/node-sizes";
import { builtVersions, findOrBuild } from "../../../../scripts/control-plane/programs";
import { withControlPlane } from "../../../../scripts/control-plane/start";
import { queuesToTry, tryReleases, type Found } from "../../../../scripts/control-plane/try-cluster";
import { readReleases, type Release } from "../../../../scripts/lib/charts/releases";
import { runToEnd } from "../../../../scripts/lib/process/run-to-end";
import { synthesizeInto } from "../../../../scripts/lib/synth/synthesize";
import { queuesOf } from "../../../../stacks/queues";
import { clusterSample } from "../../../helpers/cluster";
import { NOW, type Change } from "../../../helpers/environment";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();
const HELM = findHelm({ env: process.env });
const BUILT = builtVersions({ env: process.env });
/** Modules of Go carry the charts of their project: whoever has built the manager has them. */
const MODULES = runToEnd("go", ["env", "GOMODCACHE"]).stdout.trim();
const chartOf = (name: "kueue" | "jobset") =>
  join(MODULES, `sigs.k8s.io/${name}@v${CHARTS[name].version}/charts/${name}`);
const needed = [managerPath(CHARTS.kueue.version, { env: process.env }), chartOf("kueue"), chartOf("jobset")];
/** What takes minutes to build is built by `npx railyard rehearse --cluster`. */
const isPossible = BUILT.length > 0 && HELM !== null && needed.every((path) => existsSync(path));
const testWithKueue = isPossible ? test : test.skip;

const TEAMS = { vision: { share: 100, gpus: null }, speech: { share: 300 }, language: { share: 200 } };

/** 12 nodes with 8 GPUs on three leaves, and nothing but queues. */
const queued = (kueue: Change, teams: Change = TEAMS): SiteEnvironment =>
  clusterSample({
    slurm: null,
    monitoring: { enabled: false },
    nodeGroups: { dgx: { nodes: 12, layers: 2 } },
    kueue: { nodeGroups: ["dgx"], ...kueue },
    teams,
  }).env;

interface QueueObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: object;
  readonly value?: number;
}

/** Tries the queues of an environment. @param change what somebody has changed in them */
async function tried(
  env: SiteEnvironment,
  change: (object: QueueObject) => QueueObject = (object) => object,
  patienceSeconds = 60,
): Promise<Found> {
  const synth = temporary();
  synthesizeInto([env], synth);
  const stack = env.names.stack("platform");
  const of = { name: env.name, kubernetesVersion: env.cluster.version };
  const parts = ["jobset", "mpi-operator", "teams", "kueue", "railyard-queues"];
  const releases = readReleases(synth, stack, of).filter(({ name }) => parts.includes(name));
  const changed = releases.map((release): Release => {
    if (release.name !== "railyard-queues") return release;
    return {
      ...release,
      values: { ...release.values, objects: (release.values["objects"] as QueueObject[]).map(change) },
    };
  });
  const charts = temporary();
  for (const name of ["kueue", "jobset"] as const) symlinkSync(chartOf(name), join(charts, name));
  const program = await findOrBuild(BUILT[0]!.split(".").slice(0, 2).join("."), { env: process.env, tell: () => {} });
  const props = { env: process.env, tell: () => {} };
  const kueue = { ...(await queuesToTry(env, queuesOf(env), releases, props))!, patienceSeconds };
  return withControlPlane({ program, env: process.env }, (plane) =>
    tryReleases(
      {
        rows: nodeRows(env),
        base: baseObjects(env),
        releases: changed,
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

const outcomes = ({ queues }: Found) => queues.map(({ outcome, promise }) => `${outcome}: ${promise}`);
const detailOf = ({ queues }: Found, promise: RegExp): string =>
  queues.find((one: QueueFinding) => promise.test(one.promise))?.detail ?? "";

testWithKueue(
  "the manager of Kueue keeps what quotas, lending, priorities, gangs and the network promise",
  async () => {
    const found = await tried(queued({ operators: ["jobset", "mpi"], jobs: ["job", "pod", "jobset", "mpijob"] }));
    expect(found.releases.filter(({ outcome }) => outcome !== "installed")).toEqual([]);
    expect(outcomes(found)).toEqual([
      "held: every team has its own GPUs at the same time",
      "held: who asks for more than there is waits",
      "held: a job that says nothing of its priority takes the GPUs of one with low",
      "held: a job with high takes the GPUs of one that says nothing",
      "held: of a job that does not fit as a whole no pod starts",
      "held: what a team does not use, another one gets",
      "held: a team gets its own back at once, and who borrowed keeps their own",
      "held: two teams that borrow share by weight, whoever came first",
      "held: a job of several nodes is in one part of the network",
      "held: a job that asks for one part of the network and has more nodes than it waits",
      "held: no pod is admitted that no node can hold",
      "held: pods of a job of the kind JobSet are admitted together",
      "held: pods of a job of the kind MPIJob are admitted together",
    ]);
    expect(detailOf(found, /share by weight/)).toMatch(
      /^vision \(weight 100\) has 16 .* language \(weight 200\) 32, of 48$/,
    );
    // its webhooks answered; others were taken away
    expect(found.webhooks.filter((name) => name.startsWith("kueue"))).toEqual([]);
    // queues, and what they hold, go with their manager
    expect({ failed: found.uninstalled.failed, stuck: found.uninstalled.stuck }).toEqual({ failed: [], stuck: [] });
    expect(found.uninstalled.left.filter(({ kind }) => kind.endsWith("kueue.x-k8s.io"))).toEqual([]);
  },
);

testWithKueue("what somebody has changed so that a promise no longer holds is told, and which", async () => {
  const found = await tried(
    queued({}),
    (object) => {
      if (object.kind === "WorkloadPriorityClass") return { ...object, value: 100 };
      if (object.kind === "ClusterQueue")
        return {
          ...object,
          spec: { ...object.spec, preemption: { withinClusterQueue: "LowerPriority", reclaimWithinCohort: "Never" } },
        };
      if (object.kind === "ResourceFlavor") return { ...object, spec: { ...object.spec, topologyName: undefined } };
      return object;
    },
    25,
  );
  expect(outcomes(found).filter((line) => line.startsWith("broken"))).toEqual([
    "broken: a job that says nothing of its priority takes the GPUs of one with low",
    "broken: a team gets its own back at once, and who borrowed keeps their own",
    "broken: two teams that borrow share by weight, whoever came first",
    "broken: a job of several nodes is in one part of the network",
    "broken: no pod is admitted that no node can hold",
  ]);
});

testWithKueue("by history, who has used less goes first; nobody is promised a share of what others leave", async () => {
  const found = await tried(queued({ sharing: { kind: "history" } }));
  expect(outcomes(found)).toContain("held: who has used less for their share goes first");
  expect(outcomes(found).filter((line) => line.startsWith("broken"))).toEqual([]);
});
