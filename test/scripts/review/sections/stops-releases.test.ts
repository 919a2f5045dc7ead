import { deleted, updated } from "../../../helpers/plan";
import { findingsOf } from "../../../helpers/reviewed";

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

test.each(["slurm-off-hours", "railyard-costs", "railyard-dashboards"])("jobs do not notice that %s goes", (name) => {
  const [finding] = findingsOf("stops", { plans: { slurm: [deleted("helm_release.a", { name, chart: "objects" })] } });
  expect(finding).toMatchObject({
    severity: "warning",
    title: expect.stringContaining("nothing that runs jobs needs"),
  });
});

test("values alone change no definitions", () => {
  expect(bump("cert-manager", {}, { timeout: 600 })).toEqual([]);
});
