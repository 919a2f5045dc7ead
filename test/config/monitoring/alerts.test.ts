import { CHART_ALERTS, CHART_ALERTS_VERSION, RAILYARD_ALERTS } from "../../../config/facts/alerts";
import { CHARTS } from "../../../config/facts/versions";
import { alertsOfValues, knownAlerts } from "../../../config/monitoring/alerts";
import { sample } from "../../helpers/environment";
import { releases, valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

/** Alerts that the stacks of an environment install, with their severities. */
function installed(stacks: readonly Json[]): [string, string][] {
  return stacks.flatMap((stack) =>
    Object.values<Json>(releases(stack)).flatMap((release) =>
      (valuesOf(release).objects ?? []).flatMap(({ kind, spec }: Json) =>
        kind === "PrometheusRule"
          ? spec.groups.flatMap(({ rules }: Json) =>
              rules.flatMap((rule: Json) => (rule.alert === undefined ? [] : [[rule.alert, rule.labels.severity]])),
            )
          : [],
      ),
    ),
  );
}

test("every alert that is installed is known, can sound, and has a severity of its row", () => {
  const { env } = sample({
    alarms: { emails: ["a@example.com"] },
    idle: { utilisationPercent: 5, afterMinutes: 60 },
    kueue: { nodeGroups: ["cpu"] },
  });
  const { platform, slurm } = synthStacks(env);
  const known = knownAlerts(env);
  const found = installed([platform!, slurm!]);
  expect(found.length).toBeGreaterThan(30);
  expect(found.filter(([name]) => known.get(name)?.missing !== null)).toEqual([]);
  expect(found.filter(([name, severity]) => !known.get(name)?.severities.includes(severity))).toEqual([]);
});

test("alerts of what an environment lacks cannot sound", () => {
  const { env } = sample({ slurm: null, lustre: null, checkpoints: null, nodeGroups: { h100: null }, teams: null });
  const missing = [...knownAlerts(env)].flatMap(([name, one]) => (one.missing === null ? [] : [name]));
  const expected = Object.entries(RAILYARD_ALERTS).flatMap(([name, { of }]) =>
    ["nodes", "disks", "money", "slos", "nat", "control-plane", "etcd"].includes(of) ? [] : [name],
  );
  expect(missing.toSorted()).toEqual(expected.toSorted());
});

test("alerts of values are found wherever they stand", () => {
  expect(
    alertsOfValues({ a: [{ rules: [{ alert: "One" }, { record: "two" }] }], b: { alert: "Three" }, c: null }),
  ).toEqual(["One", "Three"]);
});

test("alerts of the chart are those of the pinned version, each named once", () => {
  expect(CHARTS["kube-prometheus-stack"].version).toBe(CHART_ALERTS_VERSION);
  const names = [...CHART_ALERTS.flatMap((row) => row.names), ...Object.keys(RAILYARD_ALERTS)];
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
