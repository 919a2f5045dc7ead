import { scaledPools } from "../../../stacks/slurm-scaling";
import { sample, type Change } from "../../helpers/environment";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";
import { CAPACITY_BLOCK } from "../../helpers/rule-cases";

const KARPENTER = { kind: "karpenter" };
const PREP = { slurm: { partitions: { prep: { nodeGroups: ["cpu"] } } } };
const jobs = (pool: object = {}, rest: Change = {}): Change => ({
  ...PREP,
  ...rest,
  nodeGroups: { cpu: { scaledBy: KARPENTER, ...pool } },
});

const released = (change: Change) =>
  Object.values<Json>(synthStacks(sample(change).env)["slurm"]?.resource?.helm_release ?? {});
const values = (change: Change, name: string): Json | null => {
  const found = released(change).find((one) => one["name"] === name);
  return found ? (JSON.parse((found["values"] as string[])[0]!) as Json) : null;
};
const scaled = (change: Change): Json =>
  ((values(change, "slurm-scaling")?.["objects"] ?? []) as Json[]).find(({ kind }) => kind === "ScaledObject")!["spec"];
const nodeSet = (change: Change, name: string): Json => values(change, "slurm")!["nodesets"][name] as Json;
const partLimits = (change: Change) =>
  values(change, "slurm")!["controller"]["extraConfMap"]["EnforcePartLimits"] as string;

test("a pool of a partition follows its jobs within its range", () => {
  const spec = scaled(jobs({ nodes: { min: 1, max: 30 }, scaledBy: { ...KARPENTER, idleMinutes: 20 } }));
  expect(spec).toMatchObject({
    scaleTargetRef: { kind: "NodeSet", name: "slurm-worker-cpu" },
    minReplicaCount: 1,
    maxReplicaCount: 30,
    cooldownPeriod: 1200,
  });
  const { scaleUp, scaleDown } = spec["advanced"]["horizontalPodAutoscalerConfig"]["behavior"];
  expect(scaleUp).toEqual({
    stabilizationWindowSeconds: 0,
    tolerance: "0",
    policies: [{ type: "Pods", value: 30, periodSeconds: 15 }],
  });
  expect(scaleDown).toMatchObject({ stabilizationWindowSeconds: 1200, tolerance: "0" });
  const [trigger] = spec["triggers"] as Json[];
  // the average over the replicas: they are then as many as the metric says
  expect(trigger).toMatchObject({
    metricType: "AverageValue",
    metadata: { threshold: "1", ignoreNullValues: "false" },
  });
  expect(trigger!["metadata"]["query"]).toContain('partition=~"prep"');
});

test("its jobs are taken while it has no node, and its pods begin with none", () => {
  expect(partLimits(jobs())).toBe("NO");
  expect(nodeSet(jobs(), "cpu")).toMatchObject({ scalingMode: "StatefulSet", replicas: 0 });
  expect(partLimits(PREP)).toBe("ALL");
});

test("a pool that is closed for now starts nothing, and its jobs run to their end", () => {
  const spec = scaled(jobs({ nodes: { max: 0 } }));
  expect([spec["minReplicaCount"], spec["maxReplicaCount"]]).toEqual([0, 1]);
  expect(spec["triggers"][0]["metadata"]["query"]).toContain(
    'clamp_max(max(slurm_partition_jobs_max_job_nodes_nohold{namespace="slurm",partition=~"prep"}), 0)',
  );
});

test.each([
  [
    "a schedule",
    { profile: "development", schedule: { timezone: "Europe/Berlin", start: "08:00", end: "19:00" } },
    "slurm-off-hours-drain",
  ],
  ["an end", { profile: "development", lifetime: { expires: "2026-12-31" } }, "time() < bool 1798"],
])("with %s, the least number holds until then and no longer", (_, change, text) => {
  const spec = scaled(jobs({ nodes: { min: 2, max: 4 } }, change));
  expect(spec["minReplicaCount"]).toBe(0);
  expect(spec["triggers"][0]["metadata"]["query"]).toContain(text);
  expect(spec["triggers"][0]["metadata"]["query"]).toContain("clamp_min(");
});

// property: for whatever is paid in full, nothing is there that would end a node
test.each([
  ["a reservation of a managed group", {}],
  ["a reservation of Karpenter", { scaledBy: KARPENTER }],
  ["a Capacity Block of a managed group", { capacity: CAPACITY_BLOCK }],
  ["a Capacity Block of Karpenter", { scaledBy: KARPENTER, capacity: CAPACITY_BLOCK }],
])("%s is scaled by nobody", (_, group) => {
  const change = { nodeGroups: { h100: group } };
  expect(scaledPools(sample(change).env, sample(change).env.slurm!, "slurm")).toEqual([]);
  expect(released(change).map((one) => one["name"] as string)).not.toContain("keda");
  const set = nodeSet(change, "h100");
  expect("scaledBy" in group ? set["replicas"] : set["scalingMode"]).toBe("scaledBy" in group ? 4 : "DaemonSet");
});

test("KEDA goes after its objects, and sees the namespace of Slurm alone", () => {
  const change = jobs();
  expect(values(change, "keda")).toMatchObject({ watchNamespace: "slurm", webhooks: { enabled: false } });
  const objects = released(change).find((one) => one["name"] === "slurm-scaling")!;
  expect((objects["depends_on"] as string[]).some((address) => address.startsWith("helm_release.keda_"))).toBe(true);
});

test("without a pool of Karpenter there is neither", () => {
  const names = released(PREP).map((one) => one["name"] as string);
  expect(names).not.toContain("keda");
  expect(names).not.toContain("slurm-scaling");
});

const HOURS = { timezone: "Europe/Berlin", start: "08:00", end: "19:00" };
const query = (change: Change): string => scaled(change)["triggers"][0]["metadata"]["query"] as string;

test("the hours are those of the two CronJobs that are there, and of pools that the schedule has", () => {
  const change = jobs({}, { profile: "development", schedule: HOURS });
  const asked = [...query(change).matchAll(/namespace="([^"]+)",cronjob="([^"]+)"/g)].map(([, ...found]) => found);
  const made = JSON.stringify(synthStacks(sample(change).env));
  expect(asked).toHaveLength(2);
  for (const [namespace, name] of asked) {
    expect(namespace).toBe("slurm");
    expect(made).toMatch(new RegExp(`CronJob.{0,200}${name}`));
  }
  const others = jobs({}, { profile: "development", schedule: { ...HOURS, nodeGroups: ["h100"] } });
  expect(query(others)).not.toContain("cronjob");
});

test("a budget tells people, and starts and ends no node: the number of nodes knows nothing of it", () => {
  const budget = { monthlyUsd: 10 };
  expect(sample(jobs({}, { budget })).env.written).toMatchObject({ budget });
  expect(scaled(jobs({}, { budget }))).toEqual(scaled(jobs()));
});
