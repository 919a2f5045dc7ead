import { readReleases } from "../../../../scripts/lib/charts/releases";
import { withTree } from "../../../helpers/tree";

const ENVIRONMENT = { name: "dev", kubernetesVersion: "1.36" };

const read = (helmReleases?: object) =>
  withTree(
    { "stacks/dev-platform/cdk.tf.json": JSON.stringify({ resource: helmReleases && { helm_release: helmReleases } }) },
    (root) => ({ root, found: readReleases(root, "dev-platform", ENVIRONMENT) }),
  );

test("a stack without releases has none", () => {
  expect(read().found).toEqual([]);
  expect(read({}).found).toEqual([]);
});

test("reads what Terraform would install", () => {
  const { found } = read({
    a: {
      name: "gpu-operator",
      namespace: "gpu",
      chart: "gpu-operator",
      repository: "https://example.com",
      version: "v1",
      skip_crds: true,
      values: ['{"driver":{"enabled":false}}'],
    },
  });
  expect(found).toEqual([
    {
      environment: "dev",
      stack: "dev-platform",
      name: "gpu-operator",
      namespace: "gpu",
      chart: "gpu-operator",
      repository: "https://example.com",
      version: "v1",
      folder: null,
      values: { driver: { enabled: false } },
      skipCrds: true,
      kubernetesVersion: "1.36",
    },
  ]);
});

test("a chart of the stack's own is in its folder", () => {
  const { root, found } = read({ a: { name: "objects", namespace: "n", chart: "./assets/chart/1", values: ["{}"] } });
  expect(found[0]).toMatchObject({
    chart: "objects",
    repository: null,
    version: null,
    folder: `${root}/stacks/dev-platform/assets/chart/1`,
    skipCrds: false,
  });
});

test("what only Terraform knows has a stand-in, and its escapes are undone", () => {
  const values = JSON.stringify({ name: "${local.cluster_name}-x", shell: "$${HOME} %%{if}" });
  const { found } = read({ a: { name: "r", chart: "c", repository: "https://example.com", values: [values] } });
  expect(found[0]?.values).toEqual({ name: "known-after-apply-x", shell: "${HOME} %{if}" });
});

test.each([
  ["$${x}", "${x}"],
  ["$$${x}", "$${x}"],
  ["%%%{x}", "%%{x}"],
  ["$$ $(y) 100% %% {z}", "$$ $(y) 100% %% {z}"],
  ['${"$"}${local.port}', "$known-after-apply"],
  ['%${join("}", local.list)}', "%known-after-apply"],
  ["$${a}${local.b}$${c}", "${a}known-after-apply${c}"],
])("reads %j as Terraform does", (written, text) => {
  // quotes of an expression stand in the JSON as Terraform reads them, without a backslash
  const { found } = read({
    a: { name: "r", chart: "c", repository: "https://example.com", values: [`x: '${written}'`] },
  });
  expect(found[0]?.values).toEqual({ x: text });
});

test("values may be missing", () => {
  const { found } = read({ a: { name: "r", chart: "c", repository: "https://example.com" } });
  expect(found[0]).toMatchObject({ values: {}, namespace: "default" });
});

test("ids whose form is checked have a stand-in of that form", () => {
  const values = JSON.stringify({
    subnet: "${element(local.network_subnet_ids, 0)}",
    group: "${local.cluster_security_group_id}",
  });
  const { found } = read({ a: { name: "r", chart: "c", repository: "https://example.com", values: [values] } });
  expect(found[0]?.values).toEqual({ subnet: "subnet-0123456789abcdef0", group: "sg-0123456789abcdef0" });
});

test("a release comes after those that it names", () => {
  const row = (name: string, more: object = {}) => ({ name, chart: "c", repository: "https://example.com", ...more });
  const { found } = read({ a: row("last", { depends_on: ["helm_release.b"] }), b: row("first"), c: row("other") });
  expect(found.map(({ name }) => name)).toEqual(["first", "last", "other"]);
});
