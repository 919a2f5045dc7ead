import { hybrid } from "../../helpers/hybrid";
import { sample } from "../../helpers/environment";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const SECRET = "arn:aws:secretsmanager:us-east-1:111122223333:secret:ecr-pullthroughcache/hub-AbCdEf";
const stacks = synthStacks(
  sample({ platform: { images: { pullThroughCache: { "quay.io": {}, "docker.io": { secretArn: SECRET } } } } }).env,
);
const { resource, data } = stacks["cluster"] as Json;

test("each registry has a rule with a prefix of the environment, and a secret where it needs one", () => {
  const rules = Object.values<Json>(resource.aws_ecr_pull_through_cache_rule);
  const of = (upstream: string) => rules.find((rule) => rule.upstream_registry_url === upstream);
  expect(rules).toHaveLength(2);
  expect(of("quay.io")).toMatchObject({ ecr_repository_prefix: "sample-quay" });
  expect(of("quay.io")).not.toHaveProperty("credential_arn");
  expect(of("registry-1.docker.io")).toMatchObject({ ecr_repository_prefix: "sample-hub", credential_arn: SECRET });
});

test("nodes may have ECR fetch, and make repositories below those prefixes alone", () => {
  const text = JSON.stringify({ resource, data });
  expect(text).toContain("ecr:BatchImportUpstreamImage");
  for (const prefix of ["sample-quay", "sample-hub"])
    expect(text).toContain(`arn:aws:ecr:us-east-1:111122223333:repository/${prefix}/*`);
  expect(text).not.toContain(":repository/*");
});

test("servers on premises may be the first that pull an image", () => {
  const { env } = sample({ ...hybrid({}), platform: { images: { pullThroughCache: { "quay.io": {} } } } });
  const policies = Object.values<Json>(synthStacks(env)["cluster"]?.resource?.aws_iam_role_policy ?? {});
  const fills = policies.filter(({ name }) => name === "image-cache").map(({ role }) => String(role));
  expect(fills).toHaveLength(2);
  expect(fills.filter((role) => role.includes("hybrid"))).toHaveLength(1);
});

test("charts take their images from there", () => {
  const platform = JSON.stringify(stacks["platform"]);
  expect(platform).toContain("111122223333.dkr.ecr.us-east-1.amazonaws.com/sample-quay");
  expect(platform).not.toMatch(/registry[^,]{0,6}:[^,]{0,6}quay\.io/);
});

test("an environment without it has no rule", () => {
  expect(synthStacks(sample().env)["cluster"]?.resource).not.toHaveProperty("aws_ecr_pull_through_cache_rule");
});
