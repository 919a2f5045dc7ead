import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KinesisStream } from "@cdktf/provider-aws/lib/kinesis-stream";
import { App } from "cdktf";
import { buildEnvironment } from "../../stacks/environment";
import { sample, type Change } from "../helpers/environment";
import { synthStacks } from "../helpers/stacks";

const ci = { kind: "github", repository: "acme/cluster" };
const bootstrap = (change: Change = {}) => synthStacks(sample(change).env).bootstrap;

test("without a pipeline has a bucket and a key, and nothing of IAM", () => {
  const { resource, output } = bootstrap();
  expect(Object.keys(resource).filter((type) => type.startsWith("aws_iam_"))).toEqual([]);
  expect(Object.keys(output).sort()).toEqual(["state_bucket", "state_key_arn"]);
});

test("with one has its roles too, and tells their ARNs", () => {
  const { resource, output } = bootstrap({ ci });
  expect(Object.values(resource.aws_iam_role)).toHaveLength(2);
  expect(Object.keys(output).sort()).toEqual(["deploy_role_arn", "plan_role_arn", "state_bucket", "state_key_arn"]);
  expect(resource).toHaveProperty("aws_iam_openid_connect_provider");
  expect(bootstrap({ ci: { ...ci, provider: "existing" } }).resource).not.toHaveProperty(
    "aws_iam_openid_connect_provider",
  );
});

test("the roles see and change what this environment has", () => {
  const text = JSON.stringify(bootstrap({ ci, checkpoints: { bucket: { kind: "create", name: "our-checkpoints" } } }));
  for (const part of [
    "our-checkpoints",
    "sample-tfstate-111122223333-us-east-1",
    "alias/sample-state",
    "cluster/sample",
  ])
    expect(text).toContain(part);
  const bucket = { kind: "existing", name: "their-checkpoints" };
  expect(JSON.stringify(bootstrap({ ci, checkpoints: { bucket } }))).not.toContain("their-checkpoints");
});

test.each([
  [{ ci }, /aws_kinesis_stream: the roles of ci do not know it\. Add it to config\/facts\/iam\./],
  [{}, null],
])("fails with %j on a type in another stack that its roles could not plan: %s", (change, error) => {
  const outdir = mkdtempSync(join(tmpdir(), "bootstrap-"));
  try {
    const app = new App({ outdir });
    const network = buildEnvironment(app, sample(change).env).find(({ role }) => role === "network");
    new KinesisStream(network!, "stream", { name: "sample-stream" });
    if (error) expect(() => app.synth()).toThrow(error);
    else expect(() => app.synth()).not.toThrow();
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
});
