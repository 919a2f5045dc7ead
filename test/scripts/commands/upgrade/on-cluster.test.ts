import { newestOf } from "../../../../scripts/commands/upgrade/newest";
import { isFailing, planUpgrade } from "../../../../scripts/commands/upgrade/plan";
import type { UpgradePlan } from "../../../../scripts/commands/upgrade/model";
import { planText } from "../../../../scripts/commands/upgrade/text";
import { jobImageLines } from "../../../../scripts/commands/upgrade/job-images";
import { NOW, type Change } from "../../../helpers/environment";
import { liveAnswers, loadedCluster, type LiveVersions } from "../../../helpers/upgrade-live";

function plan(change: Change = {}, live: LiveVersions | null = null, to?: string): UpgradePlan {
  const newest = newestOf(live === null ? null : liveAnswers(live));
  return planUpgrade({ loaded: loadedCluster(change), newest, to, unanswered: [], now: NOW });
}

const item = ({ items }: UpgradePlan, name: string) => items.find((one) => one.name === name);
const text = (one: UpgradePlan) => planText({ plan: one, asOf: null, jobImages: [] });
const version = (minor: string): Change => ({ cluster: { version: minor } });
const NO_FABRIC: Change = { nodeGroups: { dgx: { fabric: { kind: "none" } } } };

test("Kubernetes is its owner's: nothing is behind, and it is said on which minors the charts run", () => {
  const now = plan();
  expect([now.region, now.from, now.to, now.steps]).toEqual([null, "1.34", "1.34", []]);
  expect(item(now, "Kubernetes")).toMatchObject({
    has: "1.34",
    newest: "1.35",
    state: "current",
    text: "whoever runs the cluster upgrades it; all charts here are made for 1.33 to 1.35; railyard upgrade sample --to 1.35 tells the order",
  });
  expect(isFailing(now)).toBe(false);
  expect(text(now)).toMatch(/^sample {2}· {2}a cluster that exists {2}· {2}Kubernetes 1\.34 {2}· /);
  expect(text(now)).not.toMatch(/EKS|null|undefined/);
  expect(item(plan(version("1.35")), "Kubernetes")!.text).toMatch(/made for 1\.33 to 1\.35$/);
  expect(item(plan(version("1.36")), "Kubernetes")).toMatchObject({ state: "ahead" });
});

test("each minor is a step of its owner, after which config follows; one that a chart refuses is blocked", () => {
  const { steps } = plan({}, null, "1.36");
  expect(steps.map(({ title, deploy }) => [title, deploy])).toEqual([
    ["Kubernetes 1.34 → 1.35, by whoever runs the cluster", []],
    ["Kubernetes 1.35 → 1.36, by whoever runs the cluster", []],
  ]);
  expect(steps[0]).toMatchObject({
    edit: 'once the cluster has it: cluster.version: "1.35" in config/environments/sample.ts',
    blocked: [],
  });
  // the rules refuse both operators where their makers have not tested them
  expect(steps[1]!.blocked).toEqual(["network-operator 26.4.1 supports Kubernetes 1.31 to 1.35"]);
  expect(text(plan({}, null, "1.36"))).not.toContain("deploy ");
  // without cards of InfiniBand there is no Network Operator, and what is unproven is only told
  const without = plan(NO_FABRIC, null, "1.37").steps;
  expect(without.map(({ blocked }) => blocked)).toEqual([[], [], []]);
  expect(without[2]!.cautions).toContain("gpu-operator v26.7.0 supports Kubernetes 1.33 to 1.36: unproven on 1.37");
});

test("a minor that nobody knows, and a way back, are refused", () => {
  expect(() => plan({}, null, "1.52")).toThrow("--to 1.52: there is no Kubernetes 1.52 that is known here");
  expect(() => plan({}, null, "latest")).toThrow("--to latest: there is no Kubernetes latest that is known here");
  expect(() => plan({}, null, "1.33")).toThrow("--to 1.33: the cluster has 1.34, and an upgrade never goes back");
});

test("charts move to what the cluster's Kubernetes takes, one release of the Network Operator after another", () => {
  const live: LiveVersions = {
    charts: {
      "network-operator": ["26.10.0", "26.7.0", "26.4.1"],
      "gpu-operator": ["v26.11.0 >=1.35", "v26.7.1", "v26.7.0"],
    },
  };
  const { steps, items } = plan({}, live);
  expect(steps.map(({ title }) => title)).toEqual(["Charts of the platform"]);
  expect(steps[0]).toMatchObject({
    changes: ["gpu-operator: v26.7.0 → v26.7.1", "network-operator: 26.4.1 → 26.7.0"],
    edit: "config/facts/charts.json",
    deploy: ["sample-platform"],
    blocked: [],
  });
  // no document says which Kubernetes the new release is for
  expect(steps[0]!.cautions).toContain(
    "which Kubernetes network-operator 26.7.0 supports is unknown here: read its notes, the cluster has 1.34",
  );
  const held = (name: string) => items.find((one) => one.name === name)!.text;
  expect(held("gpu-operator")).toBe(
    "gpu-operator v26.11.0 requires Kubernetes 1.35 and later, and the cluster has 1.34",
  );
  expect(held("network-operator")).toContain("only the next release may follow 26.4: 26.7 comes before 26.10");
});

test("a chart whose maker has not tested the minor is held where rules refuse it, and told elsewhere", () => {
  const live: LiveVersions = { charts: { "gpu-operator": ["v26.7.1", "v26.7.0"] } };
  const held = plan(version("1.37"), live);
  expect(held.steps).toEqual([]);
  expect(item(held, "gpu-operator")!.text).toBe(
    "gpu-operator v26.7.1 supports Kubernetes 1.33 to 1.36, and the cluster has 1.37",
  );
  const moved = plan({ ...version("1.37"), ...NO_FABRIC }, live).steps[0];
  expect(moved!.changes).toEqual(["gpu-operator: v26.7.0 → v26.7.1"]);
  expect(moved!.cautions).toContain(
    "gpu-operator v26.7.1 supports Kubernetes 1.33 to 1.36, and the cluster has 1.37: unproven",
  );
});

test("a chart that fits the next minor alone in its new version comes before it", () => {
  const live: LiveVersions = { charts: { "gpu-operator": ["v26.11.0", "v26.7.0"] } };
  const { steps } = plan({ ...version("1.36"), ...NO_FABRIC }, live, "1.37");
  expect(steps.map(({ title }) => title)).toEqual([
    "Charts of the platform",
    "Kubernetes 1.36 → 1.37, by whoever runs the cluster",
  ]);
});

test.each([
  [
    {},
    "GPU driver of dgx",
    null,
    "the hosts have it, and whoever looks after them upgrades it: nvidia-smi tells which",
  ],
  [
    {},
    "card drivers of dgx",
    null,
    "the hosts have it, and whoever looks after them upgrades it: ofed_info -s tells which",
  ],
  [
    { gpu: { driver: "operator" } },
    "GPU driver of dgx",
    null,
    "gpu-operator brings it, and a new chart another one: nodes are drained for it",
  ],
  [
    { gpu: { driver: "operator" }, platform: { helmValues: { "gpu-operator": { driver: { version: "580.95.05" } } } } },
    "GPU driver of dgx",
    "580.95.05",
    "platform.helmValues.gpu-operator.driver.version pins it",
  ],
  [
    { nodeGroups: { dgx: { fabric: { kind: "infiniband", ofed: "container" } } } },
    "card drivers of dgx",
    "3.4.1",
    "network-operator brings it: cards of a node are gone while it is loaded anew",
  ],
] as const)("%j: %s", (change, name, has, words) => {
  expect(item(plan(change), name)).toMatchObject({ has, text: words });
});

test("drivers that nobody knows are unknown, and what images of jobs need is said", () => {
  expect(text(plan())).toMatch(/GPU driver of dgx +unknown +unknown +unknown/);
  expect(item(plan(NO_FABRIC), "card drivers of dgx")).toBeUndefined();
  expect(jobImageLines(loadedCluster().resolved)).toEqual([
    expect.stringMatching(/^dgx: the driver of its hosts is unknown here \(nvidia-smi tells\); CUDA 13 requires 580/),
  ]);
});
