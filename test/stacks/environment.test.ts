import { readFileSync } from "node:fs";
import { join } from "node:path";
import { addressesOf } from "../helpers/addresses";
import { sample } from "../helpers/environment";
import { ROOT } from "../helpers/process";
import { shipped, synthStacks } from "../helpers/stacks";
import type { Json } from "../helpers/synth";

const stacks = synthStacks(sample().env);

describe("every stack", () => {
  test.each(Object.entries(stacks))("%s refuses other accounts, and tags everything", (role, json: Json) => {
    expect(json.provider.aws).toEqual([
      {
        region: "us-east-1",
        allowed_account_ids: ["111122223333"],
        default_tags: [
          {
            tags: {
              "railyard:environment": "sample",
              "railyard:team": "ml-platform",
              "railyard:cost-center": "cc-1042",
              ...(role !== "cluster" && role !== "nodes" && { "railyard:run": "sample" }),
            },
          },
        ],
      },
    ]);
    expect(json.terraform.required_version).toBe(">= 1.11.0");
  });

  test.each(Object.entries(stacks).filter(([role]) => role !== "bootstrap"))(
    "%s keeps its state in the environment's bucket, with native locking",
    (role, json: Json) => {
      expect(json.terraform.backend.s3).toEqual({
        bucket: "sample-tfstate-111122223333-us-east-1",
        key: `${role}.tfstate`,
        region: "us-east-1",
        use_lockfile: true,
      });
    },
  );

  test("bootstrap makes that bucket, so its own state is a file", () => {
    expect(stacks.bootstrap.terraform.backend).toEqual({ local: { path: "../../../state/sample-bootstrap.tfstate" } });
    expect(Object.values(stacks.bootstrap.resource.aws_s3_bucket)).toMatchObject([
      { bucket: "sample-tfstate-111122223333-us-east-1", lifecycle: { prevent_destroy: true } },
    ]);
  });
});

test("an environment with local state has no bootstrap stack, and files for all others", () => {
  const local = synthStacks(sample({ state: { kind: "local", directory: "try" } }).env);
  expect(local).not.toHaveProperty("bootstrap");
  expect(local.network.terraform.backend).toEqual({ local: { path: "../../../try/sample-network.tfstate" } });
  expect(local.nodes.data.terraform_remote_state.network).toMatchObject({
    backend: "local",
    config: { path: "../../../try/sample-network.tfstate" },
  });
});

describe("values between stacks", () => {
  test("have names of our own, not those of construct paths", () => {
    expect(Object.keys(stacks.network.output).sort()).toEqual([
      "efa_security_group_id",
      "nat_gateway_ids_us_east_1a",
      "private_subnet_ids_us_east_1a",
      "private_subnet_ids_us_east_1b",
      "vpc_id",
    ]);
    expect(Object.values<Json>(stacks.cluster.output).some((output) => output.sensitive)).toBe(false);
  });

  test.each(Object.entries(stacks))(
    "every value that %s reads is one that the other stack publishes",
    (_, json: Json) => {
      const text = JSON.stringify(json);
      for (const [, producer, name] of text.matchAll(
        /data\.terraform_remote_state\.([a-z]+)\.outputs\.([a-z0-9_]+)/g,
      )) {
        expect(Object.keys(stacks[producer!].output)).toContain(name);
      }
    },
  );

  test("enter a stack once, as locals", () => {
    const text = JSON.stringify(stacks.nodes);
    const reads = [...text.matchAll(/terraform_remote_state\.[a-z]+\.outputs\.[a-z0-9_]+/g)].map(([read]) => read);
    expect(new Set(reads).size).toBe(reads.length);
    expect(reads.length).toBeGreaterThan(3);
  });
});

describe("what holds data", () => {
  test("has addresses that are frozen for ever: a change here is lost data there", () => {
    const stateful = [
      "aws_s3_bucket",
      "aws_kms_key",
      "aws_fsx_lustre_file_system",
      "aws_eks_cluster",
      "aws_vpc",
      "aws_cloudwatch_log_group",
      "aws_fsx_data_repository_association",
      // replacing one of these replaces what stands in it
      "aws_subnet",
      "aws_security_group",
    ];
    const found = Object.entries(stacks).flatMap(([role, json]) =>
      addressesOf(json)
        .filter((address) => stateful.includes(address.split(".")[0]!))
        .map((address) => `${role}: ${address}`),
    );
    expect(found.sort()).toEqual([
      "bootstrap: aws_kms_key.state_key",
      "bootstrap: aws_s3_bucket.state",
      "cluster: aws_cloudwatch_log_group.cluster_logs",
      "cluster: aws_eks_cluster.cluster",
      "cluster: aws_kms_key.cluster_key",
      "network: aws_cloudwatch_log_group.flow_logs",
      "network: aws_security_group.efa_84EB264C",
      "network: aws_subnet.vpc_subnet-private-us-east-1a_9546E431",
      "network: aws_subnet.vpc_subnet-private-us-east-1b_826F26A6",
      "network: aws_subnet.vpc_subnet-public-us-east-1a_83FA1E01",
      "network: aws_subnet.vpc_subnet-public-us-east-1b_C3C28101",
      "network: aws_vpc.vpc",
      "storage: aws_cloudwatch_log_group.lustre_logs",
      "storage: aws_fsx_data_repository_association.lustre_link_checkpoints",
      "storage: aws_fsx_lustre_file_system.lustre",
      "storage: aws_kms_key.storage_key",
      "storage: aws_s3_bucket.checkpoints",
      "storage: aws_security_group.lustre_security_group",
    ]);
  });

  test.each([
    ["bootstrap", "aws_s3_bucket", "state"],
    ["bootstrap", "aws_kms_key", "state_key"],
    ["cluster", "aws_eks_cluster", "cluster"],
    ["cluster", "aws_kms_key", "cluster_key"],
    ["network", "aws_vpc", "vpc"],
    ["storage", "aws_fsx_lustre_file_system", "lustre"],
    ["storage", "aws_s3_bucket", "checkpoints"],
    ["storage", "aws_kms_key", "storage_key"],
  ])("%s %s.%s cannot be destroyed in production", (role, type, id) => {
    expect(stacks[role].resource[type][id].lifecycle.prevent_destroy).toBe(true);
  });

  test("a development environment may lose its network, never its data, its cluster or what that encrypts with", () => {
    const dev = synthStacks(sample({ profile: "development" }).env);
    const protectedAt = (role: string, type: string, id: string) =>
      dev[role].resource[type][id].lifecycle?.prevent_destroy;
    expect(protectedAt("network", "aws_vpc", "vpc")).not.toBe(true);
    expect(protectedAt("cluster", "aws_eks_cluster", "cluster")).toBe(true);
    expect(protectedAt("cluster", "aws_kms_key", "cluster_key")).toBe(true);
    expect(dev.cluster.resource.aws_eks_cluster.cluster.deletion_protection).toBe(false);
    expect(protectedAt("storage", "aws_fsx_lustre_file_system", "lustre")).toBe(true);
    expect(protectedAt("storage", "aws_s3_bucket", "checkpoints")).toBe(true);
  });
});

test.each(["dev", "research", "frontier"])("%s takes at most 25 lines of config", (name) => {
  const text = readFileSync(join(ROOT, `config/environments/${name}.ts`), "utf8");
  const lines = text.split("\n").filter((line) => !/^\s*(\/\/|\/\*|\*|$)/.test(line));
  expect(lines.length).toBeLessThanOrEqual(25);
  expect(shipped().map(({ resolved }) => resolved.name)).toContain(name);
});

test("no stack holds anything like a secret", () => {
  const text = JSON.stringify(stacks);
  expect(text).not.toMatch(/AKIA[0-9A-Z]{16}|-----BEGIN|"password"\s*:\s*"[^"$]/);
});

test("no launch template and no cluster knows the run, which may change every week; node groups do", () => {
  const one = synthStacks(sample({ owner: { run: "one" } }).env);
  const other = synthStacks(sample({ owner: { run: "other" } }).env);
  expect(other["cluster"]).toEqual(one["cluster"]);
  const { aws_launch_template: templates, ...rest } = one["nodes"].resource;
  expect(other["nodes"].resource.aws_launch_template).toEqual(templates);
  expect(other["nodes"].provider).toEqual(one["nodes"].provider);
  for (const template of Object.values<Json>(templates))
    for (const { tags } of template.tag_specifications)
      expect(tags).toMatchObject({ "railyard:team": "ml-platform", "railyard:cost-center": "cc-1042" });
  const groups = Object.values<Json>(rest.aws_eks_node_group);
  expect(groups.length).toBeGreaterThan(0);
  for (const { tags } of groups) expect(tags).toMatchObject({ "railyard:run": "one" });
});
