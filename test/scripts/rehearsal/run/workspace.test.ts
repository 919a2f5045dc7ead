import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { liftProtection, prepareStack, type Lift } from "../../../../scripts/rehearsal/run/workspace";
import { dataStack, remoteState, temporaryFolders, writeSynth, type FakeStack } from "../../../helpers/terraform";

const temporary = temporaryFolders();

function workspace(stacks: Readonly<Record<string, FakeStack>>) {
  const folder = temporary();
  const synthFolder = writeSynth(join(folder, "out"), stacks);
  const workFolder = join(folder, "work");
  const states = Object.fromEntries(
    Object.keys(stacks).map((name) => [name, join(workFolder, "state", `${name}.tfstate`)]),
  );
  const props = (stack: string, lift?: Lift) => ({ synthFolder, workFolder, states, stack, ...(lift && { lift }) });
  const override = (stack: string) =>
    JSON.parse(readFileSync(join(workFolder, stack, "rehearsal_override.tf.json"), "utf8")) as unknown;
  return { synthFolder, workFolder, states, props, override };
}

const local = (path: string, more: object = {}) => ({ json: { terraform: { backend: { local: { path } } }, ...more } });
const reading = (backend: string, config: object) => ({
  data: { terraform_remote_state: { other: { backend, config } } },
});

describe("prepareStack", () => {
  test("copies configuration and assets as they are, and nothing that Terraform or a person keeps there", () => {
    const { props, workFolder, synthFolder } = workspace({ "dev-a": dataStack("a", {}) });
    const from = join(synthFolder, "stacks/dev-a");
    mkdirSync(join(from, "assets/chart"), { recursive: true });
    writeFileSync(join(from, "assets/chart/values.yaml"), "a: 1\n");
    for (const name of ["terraform.tfstate", "plan", ".terraform.lock.hcl", "secret.auto.tfvars"])
      writeFileSync(join(from, name), "x");
    const { folder } = prepareStack(props("dev-a"));
    expect(folder).toBe(join(workFolder, "dev-a"));
    const content = (at: string) => readFileSync(join(at, "cdk.tf.json"), "utf8");
    expect(content(folder)).toBe(content(from));
    expect(readFileSync(join(folder, "assets/chart/values.yaml"), "utf8")).toBe("a: 1\n");
    for (const name of ["terraform.tfstate", "plan", ".terraform.lock.hcl", "secret.auto.tfvars"])
      expect(existsSync(join(folder, name))).toBe(false);
  });

  test("leaves nothing of an earlier run in the stack's folder", () => {
    const { props, workFolder } = workspace({ "dev-a": dataStack("a", {}) });
    mkdirSync(join(workFolder, "dev-a"), { recursive: true });
    writeFileSync(join(workFolder, "dev-a/old.tf.json"), "{}");
    prepareStack(props("dev-a"));
    expect(existsSync(join(workFolder, "dev-a/old.tf.json"))).toBe(false);
  });

  test("replaces the backend, whatever it is", () => {
    const { props, override, states } = workspace({ "dev-a": dataStack("a", {}), "dev-b": local("../../../state/b") });
    for (const stack of ["dev-a", "dev-b"]) {
      const { statePath } = prepareStack(props(stack));
      expect(statePath).toBe(states[stack]);
      expect(override(stack)).toEqual({ terraform: { backend: { local: { path: states[stack] } } } });
    }
  });

  test("reads from the rehearsed states, of stacks that keep theirs in S3 and in files", () => {
    const path = "../../../state/dev-boot.tfstate";
    const { props, override, states } = workspace({
      "dev-boot": local(path),
      "dev-a": dataStack("a", {}),
      "dev-b": dataStack(
        "b",
        {},
        {
          data: {
            terraform_remote_state: {
              boot: { backend: "local", config: { path } },
              upstream: { backend: "s3", config: { bucket: "states", key: "a.tfstate", region: "us-east-1" } },
            },
          },
        },
      ),
    });
    expect(prepareStack(props("dev-b")).producers).toEqual(["dev-boot", "dev-a"]);
    expect(override("dev-b")).toEqual({
      terraform: { backend: { local: { path: states["dev-b"] } } },
      data: {
        terraform_remote_state: {
          boot: { backend: "local", config: { path: states["dev-boot"] } },
          upstream: { backend: "local", config: { path: states["dev-a"] } },
        },
      },
    });
  });

  test("takes buckets apart: the same key in another one is another state", () => {
    const other = { bucket: "others", key: "a.tfstate" };
    const { props } = workspace({
      "dev-a": dataStack("a", {}),
      "dev-b": dataStack("b", {}, reading("s3", other)),
    });
    expect(() => prepareStack(props("dev-b"))).toThrow(
      "dev-b: data.terraform_remote_state.other reads s3://others/a.tfstate, which is the state of no stack that is " +
        "rehearsed: dev-a, dev-b",
    );
  });

  test.each([
    ["gcs", { bucket: "states", prefix: "a" }, 'reads gcs {"bucket":"states","prefix":"a"}'],
    ["s3", { bucket: "states", key: "${local.key}" }, 'reads s3 {"bucket":"states","key":"${local.key}"}'],
    ["s3", { key: "a.tfstate" }, 'reads s3 {"key":"a.tfstate"}'],
  ])("fails where a state is read that cannot be known: %s %j", (backend, config, message) => {
    const { props, workFolder } = workspace({
      "dev-a": dataStack("a", {}),
      "dev-b": dataStack("b", {}, reading(backend, config)),
    });
    expect(() => prepareStack(props("dev-b"))).toThrow(message);
    expect(existsSync(join(workFolder, "dev-b"))).toBe(false);
  });

  test("fails where two stacks keep their state in one place", () => {
    const { props } = workspace({
      "dev-a": dataStack("a", {}),
      "dev-c": dataStack("a", {}),
      "dev-b": dataStack("b", {}, { data: remoteState("a") }),
    });
    expect(() => prepareStack(props("dev-b"))).toThrow("where both dev-a and dev-c keep their state");
  });

  test("fails for a stack that is not there, or that is no JSON", () => {
    const { props, synthFolder, states } = workspace({ "dev-a": dataStack("a", {}) });
    states["dev-x"] = "/x";
    expect(() => prepareStack(props("dev-x"))).toThrow(/There is no stack dev-x: .*cdk\.tf\.json does not exist/);
    writeFileSync(join(synthFolder, "stacks/dev-a/cdk.tf.json"), "{");
    expect(() => prepareStack(props("dev-a"))).toThrow(
      /dev-a\/cdk\.tf\.json is not JSON: line .*\nRun npx railyard synth/,
    );
  });
});

describe("protection", () => {
  const protectedStack = {
    json: {
      terraform: { backend: { local: { path: "x" } } },
      resource: {
        aws_eks_cluster: { cluster: { deletion_protection: true, lifecycle: { prevent_destroy: true } } },
        aws_kms_key: { key: { lifecycle: { prevent_destroy: true, ignore_changes: ["tags"] } } },
        aws_s3_bucket: {
          kept: { force_destroy: false },
          loose: { force_destroy: true },
          plain: { bucket: "b", lifecycle: { prevent_destroy: false } },
        },
        aws_dynamodb_table: {
          free: { deletion_protection_enabled: false },
          held: { deletion_protection_enabled: true },
        },
      },
    },
  };

  test("stays as it is when nothing is to be lifted", () => {
    const { props, override } = workspace({ "dev-a": protectedStack });
    const { lifted, protected: guarded } = prepareStack(props("dev-a"));
    expect(guarded).toEqual(["aws_eks_cluster.cluster", "aws_kms_key.key"]);
    expect(lifted).toEqual([]);
    expect(override("dev-a")).not.toHaveProperty("resource");
  });

  test("is lifted from plans by prevent_destroy alone: arguments stay, or the plan would differ", () => {
    const { props, override } = workspace({ "dev-a": protectedStack });
    expect(prepareStack(props("dev-a", "prevent-destroy")).lifted).toEqual([]);
    expect(override("dev-a")).toHaveProperty("resource", {
      aws_eks_cluster: { cluster: { lifecycle: { prevent_destroy: false } } },
      aws_kms_key: { key: { lifecycle: { prevent_destroy: false } } },
    });
  });

  test("is lifted altogether for destroying, and tells what must be applied first", () => {
    const { props, override } = workspace({ "dev-a": protectedStack });
    prepareStack(props("dev-a"));
    const { lifted } = liftProtection(props("dev-a", "everything"));
    expect([...lifted].sort()).toEqual(["aws_dynamodb_table.held", "aws_eks_cluster.cluster", "aws_s3_bucket.kept"]);
    expect(override("dev-a")).toHaveProperty("resource", {
      aws_eks_cluster: { cluster: { lifecycle: { prevent_destroy: false }, deletion_protection: false } },
      aws_kms_key: { key: { lifecycle: { prevent_destroy: false } } },
      aws_s3_bucket: { kept: { force_destroy: true } },
      aws_dynamodb_table: { held: { deletion_protection_enabled: false } },
    });
  });

  test("is lifted beside what Terraform keeps in the folder", () => {
    const { props, workFolder } = workspace({ "dev-a": protectedStack });
    prepareStack(props("dev-a"));
    writeFileSync(join(workFolder, "dev-a/plan.json"), "{}");
    liftProtection(props("dev-a", "everything"));
    expect(existsSync(join(workFolder, "dev-a/plan.json"))).toBe(true);
  });
});
