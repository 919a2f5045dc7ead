import { configure, type ConfigureProps } from "../../../../scripts/rehearsal/provider/configuration";
import { UNKNOWN, type Attributes } from "../../../../scripts/rehearsal/value";

const AWS: Attributes = {
  region: "us-east-1",
  allowed_account_ids: ["111122223333"],
  default_tags: [{ tags: { a: "b" } }],
};
const HELM: Attributes = { kubernetes: { host: "https://x", cluster_ca_certificate: "pem" } };

const run = (config: Attributes, more: Partial<ConfigureProps> = {}) =>
  configure({ provider: "aws", config, account: "111122223333", endpoints: ["https://x"], ...more });
const problems = (...args: Parameters<typeof run>) => {
  const result = run(...args);
  return Array.isArray(result) ? result.map(({ summary }) => summary) : [];
};

test("reads Region and tags", () => {
  expect(run(AWS)).toMatchObject({ region: "us-east-1", defaultTags: { a: "b" } });
});

test("fails with credentials of another account", () => {
  expect(problems(AWS, { account: "444455556666" })).toEqual(["AWS account ID not allowed: 444455556666"]);
  expect(problems({ ...AWS, allowed_account_ids: null }, { account: "444455556666" })).toEqual([]);
  expect(problems({ ...AWS, forbidden_account_ids: ["111122223333"] })).toHaveLength(1);
});

test("fails without a Region", () => {
  expect(problems({ ...AWS, region: null })).toEqual(["Invalid provider configuration"]);
});

test("fails on values that only apply brings, also inside", () => {
  expect(problems({ ...AWS, region: UNKNOWN })[0]).toMatch(/not known before apply/);
  const config = { kubernetes: { host: UNKNOWN, cluster_ca_certificate: "pem" } };
  expect(problems(config, { provider: "helm" })).toEqual([
    "Provider helm is configured from values that are not known before apply",
  ]);
});

test("fails when no cluster answers", () => {
  expect(problems(HELM, { provider: "helm" })).toEqual([]);
  expect(problems(HELM, { provider: "helm", endpoints: [] })).toEqual(["Kubernetes cluster unreachable"]);
  expect(problems({ host: "https://y" }, { provider: "kubernetes" })).toEqual(["Kubernetes cluster unreachable"]);
  // one that was there before is nobody's here to know
  expect(problems({ host: "https://y" }, { provider: "helm", endpoints: null })).toEqual([]);
});
