import { HelmChart, type HelmChartProps } from "../../../constructs/core/helm-chart";
import { onlyRelease } from "../../helpers/release";

const props: HelmChartProps = {
  source: { repository: "https://charts.example.com", chart: "cert-manager", version: "1.2.3" },
  release: "certs",
  namespace: "platform",
  values: { a: { b: 1, c: [1] } },
};
const made = (change: Partial<HelmChartProps> = {}) =>
  onlyRelease((stack) => void new HelmChart(stack, "chart", { ...props, ...change }));
const release = (change: Partial<HelmChartProps> = {}) => made(change).release;

test("is one pinned release in its namespace", () => {
  expect(release()).toMatchObject({
    name: "certs",
    namespace: "platform",
    create_namespace: true,
    repository: "https://charts.example.com",
    chart: "cert-manager",
    version: "1.2.3",
    timeout: 900,
  });
  expect(release({ createNamespace: false, timeoutSeconds: 60 })).toMatchObject({
    create_namespace: false,
    timeout: 60,
  });
});

test("has neither repository nor version when it comes from a folder", () => {
  const local = release({ source: { repository: null, chart: "./assets/chart", version: null } });
  expect(local.chart).toBe("./assets/chart");
  expect(local).not.toHaveProperty("repository");
  expect(local).not.toHaveProperty("version");
});

test("merges what the environment sets last", () => {
  expect(made({ overrides: { a: { c: [2] } } }).values).toEqual({ a: { b: 1, c: [2] } });
});

test.each([true, false])("a failure takes back nothing that runs, waited for or not: %s", (wait) => {
  const failing = release({ wait });
  expect(failing.wait).toBe(wait);
  for (const key of ["atomic", "cleanup_on_fail"]) expect(failing).not.toHaveProperty(key);
});

test("is checked against the schemas of the cluster, with the CRDs of the chart, and can be destroyed", () => {
  for (const key of ["disable_openapi_validation", "skip_crds", "lifecycle", "depends_on"])
    expect(release()).not.toHaveProperty(key);
  expect(release({ disableOpenapiValidation: true, skipCrds: true, preventDestroy: true })).toMatchObject({
    disable_openapi_validation: true,
    skip_crds: true,
    lifecycle: { prevent_destroy: true },
  });
});

test("fails on a name that Helm does not take", () => {
  expect(() => release({ release: "a".repeat(53) })).not.toThrow();
  expect(() => release({ release: "a".repeat(54) })).toThrow("has 54 characters; Helm takes 53");
});
