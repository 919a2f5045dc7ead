import { CHART_KINDS } from "../../config/facts/chart-kinds";
import { CHARTS, type ChartName } from "../../config/facts/versions";
import { installs } from "../../config/components/charts";
import { sample, type Change } from "../helpers/environment";
import { synthStacks } from "../helpers/stacks";

// never shortened: a release that this stack has no more is removed, with every object of its kinds
const CRD_CHARTS = ["karpenter-crd", "mariadb-operator-crds", "prometheus-operator-crds", "slurm-operator-crds"];

const addresses = (change: Change) => {
  const { crds } = synthStacks(sample(change).env);
  return {
    managed: Object.keys(crds.resource?.helm_release ?? {}).map((name) => `helm_release.${name}`),
    forgotten: (crds.removed ?? []) as { from: string; lifecycle: object }[],
  };
};

/** The sample with a pool of Karpenter: it has every kind. */
const WITH_POOL = { nodeGroups: { cpu: { scaledBy: { kind: "karpenter" } } } };

const { managed: all, forgotten: none } = addresses(WITH_POOL);

const EXTERNAL = { kind: "external", host: "db.example.com", secretName: "db" };

test("every kind is there to begin with", () => {
  expect([all, none]).toEqual([CRD_CHARTS.map((chart) => expect.stringContaining(chart)), []]);
});

// every way in which an environment comes to need fewer kinds
test.each<[string, Change, number]>([
  ["without monitoring", { monitoring: { enabled: false } }, 1],
  ["without a pool of Karpenter", { nodeGroups: { cpu: { scaledBy: null } } }, 1],
  ["with a database of somebody else's", { slurm: { accounting: EXTERNAL } }, 1],
  ["without Slurm", { slurm: null, teams: null }, 2],
  ["with none of it", { slurm: null, teams: null, monitoring: { enabled: false } }, 3],
  ["without Slurm, in development", { slurm: null, teams: null, profile: "development" }, 2],
])("%s, no kind is taken away: this stack is applied before those that have objects of them", (_, change, fewer) => {
  const { managed, forgotten } = addresses({ ...WITH_POOL, ...change });
  expect(forgotten).toHaveLength(fewer);
  expect([...managed, ...forgotten.map(({ from }) => from)].sort()).toEqual([...all].sort());
  for (const { lifecycle } of forgotten) expect(lifecycle).toEqual({ destroy: false });
});

test("no other chart takes away kinds that a later release has objects of", () => {
  const used = new Set(Object.values(CHART_KINDS).flatMap(({ objects = [] }) => objects.map(({ kind }) => kind)));
  for (const [name, { defines = [], stay = false }] of Object.entries(CHART_KINDS)) {
    if (!defines.some((kind) => used.has(kind))) continue;
    expect([name, stay || CRD_CHARTS.includes(name)]).toEqual([name, true]);
  }
});

test("it is known of every chart that brings kinds as templates what becomes of them", () => {
  const { env } = sample();
  const names = (Object.keys(CHARTS) as ChartName[]).filter((name) => installs(env, name));
  const bringing = names.filter((name) => CHARTS[name].crds === "templates");
  expect(bringing.filter((name) => !CHART_KINDS[name]?.defines)).toEqual([]);
});
