import { controlPlaneLimits } from "../../../config/facts/control-plane-tiers";
import { clusterSample } from "../../helpers/cluster";
import { dashboardsOf, queriesOf } from "../../helpers/dashboards";
import { sample, type Change } from "../../helpers/environment";
import { releases, valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const platformOf = (change: Change): Json => synthStacks(sample(change).env)["platform"];
const release = (platform: Json): Json | undefined => releases(platform)["monitoring/railyard-control-plane"];

/** What the dashboard asks, by title of its panel. */
const asked = (platform: Json) => {
  const ours = dashboardsOf(platform).filter(({ uid }) => uid === "railyard-control-plane");
  return new Map(queriesOf(ours).map(({ panel, expr }) => [`${panel}: ${expr}`, panel]));
};
const limits = (platform: Json): string[] =>
  [...asked(platform).keys()].filter((one) => one.includes("vector(")).toSorted();

test("a larger tier has more of everything, and more seats since Kubernetes 1.34", () => {
  expect(controlPlaneLimits("standard", "1.36")).toEqual({ databaseGB: 8, podsPerSecond: null, seats: null });
  expect(controlPlaneLimits("tier-2xl", "1.33")).toEqual({ databaseGB: 16, podsPerSecond: 283, seats: 3400 });
  expect(controlPlaneLimits("tier-2xl", "1.34")).toEqual({ databaseGB: 16, podsPerSecond: 283, seats: 4000 });
});

test("limits are drawn as far as documents say them", () => {
  expect(limits(platformOf({}))).toEqual(["Bytes in etcd: vector(8000000000)"]);
  expect(limits(platformOf({ cluster: { tier: "tier-xl" } }))).toEqual([
    "Bytes in etcd: vector(16000000000)",
    "Pods tried: vector(167)",
    "Seats: vector(2000)",
  ]);
});

test("of a cluster that somebody else runs nobody says what it may, and what its scheduler does", () => {
  const platform = synthStacks(clusterSample().env)["platform"];
  expect(limits(platform)).toEqual([]);
  expect([...asked(platform).keys()].filter((one) => one.includes("scheduler_"))).toEqual([]);
  expect(release(platform)).toBeUndefined();
});

test("Prometheus may read what EKS shows of both, takes what the dashboard asks for, and says whose it is", () => {
  const { objects } = valuesOf(release(platformOf({}))!);
  const [role, binding, monitor] = objects;
  expect(role.rules).toEqual([
    { apiGroups: ["metrics.eks.amazonaws.com"], resources: ["ksh/metrics", "kcm/metrics"], verbs: ["get"] },
  ]);
  expect(binding.subjects).toEqual([
    { kind: "ServiceAccount", name: "kube-prometheus-stack-prometheus", namespace: "monitoring" },
  ]);
  const endpoints: Json[] = monitor.spec.endpoints;
  expect(endpoints.map(({ path, relabelings: [{ replacement }] }) => [replacement, path])).toEqual([
    ["kube-scheduler", "/apis/metrics.eks.amazonaws.com/v1/ksh/container/metrics"],
    ["kube-controller-manager", "/apis/metrics.eks.amazonaws.com/v1/kcm/container/metrics"],
  ]);
  const taken = endpoints.flatMap(({ metricRelabelings: [{ regex }] }) => (regex as string).split("|"));
  const queries = [...asked(platformOf({})).keys()].join("\n");
  expect(taken.filter((name) => !queries.includes(name))).toEqual([]);
});

test("without monitoring nothing is asked", () => {
  expect(release(platformOf({ monitoring: { enabled: false } }))).toBeUndefined();
});
