import { releaseOf } from "../../../../scripts/review/sections/releases";
import { created, deleted, updated } from "../../../helpers/plan";
import { shipped, shippedInClusters, synthStacks } from "../../../helpers/stacks";
import { findingsOf } from "../../../helpers/reviewed";

const UNKNOWN = "all that the chart runs ends";
type Values = Readonly<Record<string, unknown>>;

const bump = (chart: string, more: Values = {}, change: Values = { version: "9.0.0" }) =>
  findingsOf("stops", {
    plans: { platform: [updated("helm_release.a", { name: chart, chart, version: "1.0.0", ...more }, change)] },
  });

test.each([
  ["cert-manager", "may change with it"],
  ["gpu-operator", "may change with it"],
  ["aws-load-balancer-controller", "Helm never upgrades the custom resource definitions"],
])("%s with another version brings its definitions: %s", (chart, text) => {
  const [finding] = bump(chart);
  expect(finding).toMatchObject({ severity: "warning", address: "sample-platform.helm_release.a" });
  expect(finding?.details.at(-1)).toContain(text);
});

test("charts without definitions, or that leave theirs to another chart, bring none", () => {
  expect(bump("slurm-operator")[0]?.details).toEqual(["version: 1.0.0 → 9.0.0"]);
  expect(bump("cert-manager", { skip_crds: true })).toEqual([]);
  expect(bump("made-up")).toEqual([]);
});

const UNNOTICED = [
  "slurm-off-hours",
  "slurm-images",
  "slurm-members",
  "slurm-reservations",
  "railyard-costs",
  "railyard-dashboards",
  "railyard-traces",
  "railyard-gpu-alerts",
  "checkpoint-tiers-alerts",
  "repository-tasks-alerts",
  "pre-pull",
];

test.each(UNNOTICED)("jobs do not notice that %s goes", (name) => {
  const [finding] = findingsOf("stops", {
    plans: { slurm: [deleted("helm_release.a", { name, chart: "objects" })] },
  });
  expect(finding).toMatchObject({
    severity: "warning",
    title: expect.stringContaining("nothing that runs jobs needs"),
  });
});

test("values alone change no definitions", () => {
  expect(bump("cert-manager", {}, { timeout: 600 })).toEqual([]);
});

test.each(["checkpoint-tiers", "dataset-accounts"])("jobs do notice that %s goes", (name) => {
  const [finding] = findingsOf("stops", {
    plans: { platform: [deleted("helm_release.a", { name, chart: "objects" })] },
  });
  expect(finding?.severity).toBe("danger");
  expect(finding?.title).not.toContain(UNKNOWN);
});

test.each(["teams"])("nothing that runs notices that %s goes", (name) => {
  const [finding] = findingsOf("stops", {
    plans: { platform: [deleted("helm_release.a", { name, chart: "objects" })] },
  });
  expect(finding).toMatchObject({ severity: "warning" });
});

test("nodes that host settings hold back stay so when their daemon goes, and a new profile takes few at a time", () => {
  const [finding] = findingsOf("stops", {
    plans: { platform: [deleted("helm_release.a", { name: "host-tuning", chart: "objects" })] },
  });
  expect(finding).toMatchObject({ severity: "danger", title: expect.stringContaining("stay cordoned") });
  const made = created("helm_release.a", { name: "host-tuning", chart: "objects" });
  const [first] = findingsOf("stops", { plans: { platform: [made] } });
  expect(first).toMatchObject({ severity: "info", title: expect.stringContaining("take no new job until") });
  const change = { name: "host-tuning", chart: "objects", values: ["a: 1"] };
  const [other] = findingsOf("stops", {
    plans: { platform: [updated("helm_release.a", change, { values: ["a: 2"] })] },
  });
  expect(other).toMatchObject({
    severity: "warning",
    title: expect.stringContaining("no more nodes of a pool than maxCordoned"),
  });
});

test.each([
  ["network-operator-policy", "no pod gets a card any more"],
  ["network-operator-networks", "no pod that asks for one can start"],
])("%s takes the fabric along", (name, text) => {
  const [finding] = findingsOf("stops", {
    plans: { platform: [deleted("helm_release.a", { name, chart: "objects" })] },
  });
  expect(finding).toMatchObject({ severity: "danger", title: expect.stringContaining(text) });
});

test("of every release of the shipped environments it is known what its end does", () => {
  const names = [...shipped(), ...shippedInClusters()].flatMap(({ resolved }) =>
    Object.values(synthStacks(resolved)).flatMap(({ resource = {} }) =>
      Object.values((resource["helm_release"] ?? {}) as Record<string, { name: string }>).map(({ name }) => name),
    ),
  );
  expect(names).toContain("host-tuning");
  const unknown = names.filter((name) => releaseOf({ before: { name }, after: null, address: "a" }).jobs === UNKNOWN);
  expect([...new Set(unknown)]).toEqual([]);
});
