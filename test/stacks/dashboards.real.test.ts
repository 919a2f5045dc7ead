import { gpuRecordings } from "../../constructs/alerts/gpu-recordings";
import { queriesOf, dashboardsOf, alertsOf } from "../helpers/dashboards";
import { sample } from "../helpers/environment";
import { exportedMetrics, type ExportedMetrics } from "../helpers/exporters";
import { Prometheus, type Series } from "../helpers/prometheus";
import { metricsOf } from "../helpers/promql";
import { shipped, shippedInClusters, synthStacks } from "../helpers/stacks";

const NODES = 64;
const DEVICES = 8;

const ENVIRONMENTS = [
  // first: labels of others count where both have a metric
  sample({ slurm: null, kueue: { nodeGroups: ["h100"] } }).env,
  ...[...shipped(), ...shippedInClusters()].map(({ resolved }) => resolved),
  sample({
    budget: { monthlyUsd: 1e6 },
    idle: {},
    teams: { vision: { monthlyUsd: 1000 } },
    monitoring: { diskWear: true, ncclInspector: {} },
    datasets: { events: { place: { kind: "bucket", name: "lab", prefix: "events/" }, drift: {} } },
  }).env,
].map((env) => {
  const stacks = synthStacks(env);
  const platform = stacks["platform"]!;
  return {
    env,
    exported: exportedMetrics(stacks),
    dashboards: queriesOf(dashboardsOf(platform)),
    alerts: alertsOf(platform),
  };
});

/** Values of labels. `one` is what the queries choose where readers do; a label that is not here is left out. */
const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => (at === 0 ? "one" : String(at)));
const VALUES: Readonly<Record<string, readonly string[]>> = {
  gpu: numbered(DEVICES),
  device: numbered(DEVICES),
  hpc_job: ["one"],
  collective: ["AllReduce", "ReduceScatter"],
  reach: ["node", "nodes"],
  xid: ["79"],
  sxid: ["20034"],
  file_system: ["zmuqnb4v"],
  health_watch: ["PCIE"],
  cpu: ["0", "1"],
  mode: ["idle", "user"],
  condition: ["Ready", "DiskPressure"],
  status: ["true"],
  fstype: ["ext4"],
  mountpoint: ["/"],
  partition: ["train", "prep"],
  account: ["vision", "language"],
  username: ["ada"],
  name: ["lustre"],
  dimension_Publisher: ["AutoExport"],
  dimension_StorageType: ["StandardStorage", "AllStorageTypes"],
  dataset: ["events"],
  cluster_queue: ["vision", "language"],
  resource: ["nvidia.com/gpu", "nvidia_com_gpu"],
  reason: ["Preempted"],
  job: ["apiserver"],
  code: ["200", "429", "500"],
  result: ["scheduled"],
  le: ["1", "2", "+Inf"],
  quantile: ["0.1", "0.5", "0.9"],
  slo: ["node-availability", "kubernetes-api"],
  port: ["1"],
  label_railyard_dev_node_group: ["h100"],
};

/** Those which are counted by node. */
const NODE_LABELS = ["hostname", "node"];

/** Every fault is there, and GPUs do little: no panel waits for what has not happened. */
function valuesOf(name: string, node: number): number[] {
  const grows = /_total$|_bucket$|_TOTAL$|_VIOLATION$|_COUNTER$|_ROWS$|^node_amazonefa|oom_kill/.test(name);
  return Array.from({ length: 11 }, (_, at) => {
    if (grows) return at * (1000 + node);
    return name === "DCGM_FI_PROF_GR_ENGINE_ACTIVE" ? 0.02 : 1;
  });
}

function seriesOf(name: string, labels: ReadonlySet<string>): Series[] {
  const ofNode = NODE_LABELS.filter((label) => labels.has(label));
  const ofGpu = labels.has("gpu");
  const combined = Object.entries(VALUES)
    // the device of a GPU is its number again
    .filter(([label]) => labels.has(label) && !(ofGpu && label === "device"))
    .reduce<Record<string, string>[]>(
      (all, [label, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [label]: value }))),
      [{}],
    );
  const nodes = ofNode.length === 0 ? ["one"] : numbered(NODES);
  return nodes.flatMap((node, at) => {
    const values = valuesOf(name, at);
    const there = Object.fromEntries(ofNode.map((label) => [label, node]));
    return combined.map((own) => ({
      name,
      labels: { ...own, ...there, ...(ofGpu && { UUID: `GPU-${node}-${own["gpu"]}` }) } as Record<string, string>,
      values,
    }));
  });
}

const everything: ExportedMetrics = new Map(ENVIRONMENTS.flatMap(({ exported }) => [...exported]));
const asked = new Set(
  ENVIRONMENTS.flatMap(({ dashboards, alerts }) => [...dashboards, ...alerts]).flatMap(({ expr }) =>
    metricsOf(expr).map(({ name }) => name),
  ),
);

if (!Prometheus.isThere() && process.env["CI"])
  throw new Error("prometheus is not on the PATH: apt-get install prometheus");
const withPrometheus = Prometheus.isThere() ? describe : describe.skip;

withPrometheus(`a Prometheus over ${NODES} nodes`, () => {
  let prometheus: Prometheus | undefined;
  beforeAll(async () => {
    prometheus = await Prometheus.over([...asked].flatMap((name) => seriesOf(name, everything.get(name) ?? new Set())));
  });
  afterAll(() => prometheus?.stop());

  test("answers every query of every dashboard, and no panel is empty", async () => {
    const queries = new Map(ENVIRONMENTS.flatMap(({ dashboards }) => dashboards).map((one) => [one.expr, one]));
    const empty: string[] = [];
    for (const [expr, { dashboard, panel }] of queries) {
      const answer = await prometheus!.ask(expr);
      if (answer.length === 0) empty.push(`${dashboard}, ${panel}: ${expr}`);
    }
    expect(queries.size).toBeGreaterThan(100);
    expect(empty).toEqual([]);
  });

  test("answers every query of every alert", async () => {
    for (const expr of new Set(ENVIRONMENTS.flatMap(({ alerts }) => alerts).map((one) => one.expr)))
      await expect(prometheus!.ask(expr)).resolves.toBeDefined();
  });

  /** With the queries of recordings in their places: nothing records here. */
  const computed = (expr: string): string =>
    gpuRecordings({ jobs: true })
      .flatMap(({ rules }) => rules)
      .reduce((text, { record, expr: of }) => text.replaceAll(record, `(${of})`), expr);

  const numberOf = async (dashboard: string, panel: RegExp): Promise<number> => {
    const all = ENVIRONMENTS.flatMap(({ dashboards }) => dashboards);
    const found = all.find((one) => one.dashboard === dashboard && panel.test(one.panel));
    const [first] = await prometheus!.ask(computed(found!.expr));
    return first!.value;
  };

  test("GPUs count once, each of all nodes", async () => {
    await expect(numberOf("railyard-gpu-fleet", /^GPUs that report/)).resolves.toBe(NODES * DEVICES);
    await expect(numberOf("railyard-gpu-fleet", /^GPUs that jobs hold/)).resolves.toBe(NODES * DEVICES);
    await expect(numberOf("railyard-gpu-fleet", /^Held, but idle/)).resolves.toBe(NODES * DEVICES);
    await expect(numberOf("railyard-job", /^Nodes$/)).resolves.toBe(NODES);
  });
});
