import { alertsOf, dashboardsOf, dataSourcesOf, queriesOf, panelsOf } from "../helpers/dashboards";
import { exportedMetrics } from "../helpers/exporters";
import { GRAFANA_DASHBOARD } from "../helpers/grafana-schema";
import { complaintsOf, withPromtool } from "../helpers/promtool";
import { groupedBy, madeLabels, metricsOf } from "../helpers/promql";
import { shipped, shippedInClusters, synthStacks } from "../helpers/stacks";
import type { SiteEnvironment } from "../../config/sites/environment";
import { clusterSample } from "../helpers/cluster";
import { sample, type Change } from "../helpers/environment";
import type { Json } from "../helpers/synth";

/** Without fabric, Slurm and file system. */
const BARE: Change = {
  nodeGroups: { h100: { fabric: { kind: "none" } } },
  slurm: null,
  lustre: null,
  checkpoints: null,
};

/** Teams' jobs on GPUs that are not Slurm's. */
const WITH_QUEUES: Change = { slurm: null, kueue: { nodeGroups: ["h100"] } };

/** RoCE whose cards pods share. */
const WITH_ROCE: Change = { nodeGroups: { dgx: { fabric: { kind: "roce", access: "sriov" } } } };

const variant = (name: string, change: Change): [string, SiteEnvironment] => [name, sample(change).env];

const ENVIRONMENTS = [
  ...[...shipped(), ...shippedInClusters()].map(({ resolved }): [string, SiteEnvironment] => [resolved.name, resolved]),
  variant("one without fabric, Slurm and file system", BARE),
  variant("one without the DCGM exporter", { gpu: { dcgm: "off" } }),
  variant("one whose GPU operator is somebody else's", { gpu: { operator: false } }),
  variant("one with queues of Kubernetes jobs", WITH_QUEUES),
  variant("one that promises how soon jobs start", {
    monitoring: { slos: { jobStart: { high: { minutes: 30 }, standard: { minutes: 240 } } } },
  }),
  ["one with RoCE whose interfaces stay the hosts'", clusterSample(WITH_ROCE).env] as [string, SiteEnvironment],
  variant("one whose disks and collectives are asked, and whose checkpoints are copied", {
    monitoring: { diskWear: true, ncclInspector: {} },
    checkpoints: {
      requestMetrics: true,
      replicateTo: {
        bucket: "copies",
        region: "us-west-2",
        kmsKeyArn: "arn:aws:kms:us-west-2:111122223333:key/11111111-2222-3333-4444-555555555555",
      },
    },
  }),
  variant("one whose logs and traces Grafana reads in a Loki and a Tempo", {
    logs: { to: { kind: "loki", url: "https://loki.example.com" }, jobFiles: ["/home/*/slurm-*.out"] },
    traces: { to: { kind: "otlp", url: "https://tempo.example.com" } },
    monitoring: { grafana: { logs: { kind: "loki" }, traces: { kind: "tempo", url: "https://tempo.example.com" } } },
  }),
  variant("one whose logs Grafana reads in CloudWatch", {
    logs: { to: { kind: "cloudwatch" }, jobFiles: ["/home/*/slurm-*.out"] },
    traces: { to: { kind: "xray" } },
    monitoring: { grafana: { logs: { kind: "cloudwatch" } } },
  }),
  variant("one whose data drifts", {
    datasets: { events: { place: { kind: "bucket", name: "lab", prefix: "events/" }, drift: {} } },
  }),
  variant("one that watches money", { budget: { monthlyUsd: 1e6 }, idle: {} }),
].map(([name, env]) => {
  const stacks = synthStacks(env);
  const platform = stacks["platform"]!;
  const dashboards = dashboardsOf(platform);
  return {
    name,
    dashboards,
    sources: dataSourcesOf(platform),
    exported: exportedMetrics(stacks),
    queries: [...queriesOf(dashboards), ...alertsOf(platform)],
  };
});

test.each(ENVIRONMENTS)("Grafana of $name has dashboards", ({ dashboards }) => {
  expect(dashboards.length).toBeGreaterThan(0);
});

test("they wait for Grafana's release, and go with it", () => {
  const release = (platform: Json): Json =>
    Object.values<Json>(platform.resource.helm_release).find(({ name }) => name === "railyard-dashboards");
  expect(release(synthStacks(sample().env)["platform"])).toMatchObject({
    namespace: "monitoring",
    depends_on: [expect.stringMatching(/^helm_release\.monitoring_chart_release/)],
  });
  expect(release(synthStacks(sample({ monitoring: { enabled: false } }).env)["platform"])).toBeUndefined();
});

test.each(ENVIRONMENTS)("dashboards of $name are of Grafana's model", ({ dashboards }) => {
  for (const one of dashboards) expect(GRAFANA_DASHBOARD.safeParse(one).error).toBeUndefined();
});

test.each(ENVIRONMENTS)("no two panels of $name lie on each other", ({ dashboards }) => {
  for (const { panels } of dashboards) {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }: Json) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  }
});

test.each(ENVIRONMENTS)("cells of $name lead to dashboards that it has", ({ dashboards }) => {
  const links = [...JSON.stringify(dashboards).matchAll(/"url":"\/d\/([a-z-]+)\?/g)].map(([, uid]) => uid);
  const uids = dashboards.map(({ uid }) => uid);
  expect(links.filter((uid) => !uids.includes(uid))).toEqual([]);
});

test.each(ENVIRONMENTS)("every question of $name goes to a data source that Grafana has", ({ dashboards, sources }) => {
  const asked = [...JSON.stringify(dashboards).matchAll(/"datasource":\{"type":"(\w+)","uid":"([\w-]+)"\}/g)];
  expect(asked.length).toBeGreaterThan(0);
  expect([...new Set(asked.map(([, type, uid]) => `${type} ${uid}`))].filter((one) => !sources.includes(one))).toEqual(
    [],
  );
});

test.each(ENVIRONMENTS)(
  "columns of $name have names of their own, and tables stand in the order of one of them",
  ({ dashboards }) => {
    const tables = dashboards.flatMap((one) =>
      panelsOf(one).filter(({ type, transformations }) => type === "table" && transformations),
    );
    for (const { title, transformations, options, fieldConfig } of tables) {
      const { indexByName, renameByName } = transformations.at(-1).options;
      const columns = Object.keys(indexByName).map((name) => renameByName[name] ?? name);
      const named = [
        ...fieldConfig.overrides.map(({ matcher }: Json) => matcher.options),
        ...(options.sortBy ?? []).map(({ displayName }: Json) => displayName),
      ];
      expect({
        title,
        twice: columns.length - new Set(columns).size,
        unknown: named.filter((name: string) => !columns.includes(name)),
      }).toEqual({ title, twice: 0, unknown: [] });
    }
  },
);

/** At a width of 1280 pixels, in Grafana's letters. */
test.each(ENVIRONMENTS)("titles of numbers of $name are short enough to be read", ({ dashboards }) => {
  const numbers = dashboards.flatMap((one) => panelsOf(one).filter(({ type }) => type === "stat"));
  const long = numbers.filter(({ title, gridPos: { w } }: Json) => title.length > 5.5 * w);
  expect(long.map(({ title }: Json) => title)).toEqual([]);
});

test.each(ENVIRONMENTS)("some exporter of $name exports every metric that is asked for", ({ queries, exported }) => {
  const missing = queries.flatMap(({ expr, dashboard, panel }) =>
    metricsOf(expr)
      .filter(({ name }) => !exported.has(name))
      .map(({ name }) => `${dashboard}, ${panel}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test.each(ENVIRONMENTS)("and with every label that queries of $name read", ({ queries, exported }) => {
  const missing = queries.flatMap(({ expr, dashboard, panel }) => {
    const metrics = metricsOf(expr);
    const chosen = metrics.flatMap(({ name, labels }) => labels.filter((label) => !exported.get(name)?.has(label)));
    const made = madeLabels(expr);
    const grouped = groupedBy(expr).filter(
      (label) => !made.includes(label) && !metrics.some(({ name }) => exported.get(name)?.has(label)),
    );
    return [...chosen, ...grouped].map((label) => `${dashboard}, ${panel}: ${label}`);
  });
  expect(missing).toEqual([]);
});

test("a metric that nothing exports is found", () => {
  const { env } = sample(BARE);
  const exported = exportedMetrics(synthStacks(env));
  const has = (name: string): boolean => exported.has(name);
  expect(["node_amazonefa_tx_bytes", "slurm_jobs", "aws_fsx_data_read_bytes_sum"].map(has)).toEqual([
    false,
    false,
    false,
  ]);
  expect(["node_load1", "DCGM_FI_DEV_GPU_TEMP"].map(has)).toEqual([true, true]);
  expect(exported.get("DCGM_FI_DEV_GPU_TEMP")?.has("hpc_job")).toBe(false);
});

withPromtool("promtool parses every query of every environment", () => {
  const all = [...new Set(ENVIRONMENTS.flatMap(({ queries }) => queries).map(({ expr }) => expr))];
  const rules = all.map((expr, at) => ({ record: `query:${at}`, expr }));
  expect(complaintsOf([{ name: "queries", rules }])).toBe("");
});
