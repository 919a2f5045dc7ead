import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StackTerraform } from "../../../../scripts/lib/terraform/stack-terraform";
import { temporaryFolders, writeProgram } from "../../../helpers/terraform";

const folder = temporaryFolders();

/** Terraform that notes what it is asked, and answers as told. */
function fake(body: string) {
  const at = folder();
  const program = writeProgram(at, "terraform", `echo "$*" >>"${at}/calls"\n${body}`);
  return {
    calls: () => readFileSync(join(at, "calls"), "utf8").trim().split("\n"),
    terraform: new StackTerraform({
      folder: at,
      stack: "dev-nodes",
      env: { ...process.env, TERRAFORM_BINARY_NAME: program, AWS_REGION: "us-east-1" },
    }),
    at,
  };
}

const SHOW = `case "$1" in show) echo '{"resource_changes":[]}';; plan) exit 2;; esac`;

test("a plan is saved and read back; 2 says that something would change", async () => {
  const { terraform, calls, at } = fake(SHOW);
  const file = join(at, "plans", "dev-nodes.tfplan");
  await terraform.init();
  expect(await terraform.plan(file, false)).toEqual({ file, json: { resource_changes: [] }, changes: true });
  expect(calls()).toEqual([
    "init -input=false -no-color",
    `plan -input=false -no-color -detailed-exitcode -lock=false -lock-timeout=5m -out=${file}`,
    `show -json -no-color ${file}`,
  ]);
  expect(statSync(join(at, "plans")).mode & 0o077).toBe(0);
});

test("with a lock file, providers are those that it has; without one, there are none", async () => {
  const { terraform, calls, at } = fake("");
  const file = join(at, ".terraform.lock.hcl");
  expect(terraform.locked()).toBeNull();
  await terraform.init("provider a");
  expect(readFileSync(file, "utf8")).toBe("provider a");
  expect(terraform.locked()).toBe("provider a");
  await terraform.init(null);
  expect(existsSync(file)).toBe(false);
  expect(calls()).toEqual(Array(2).fill("init -input=false -no-color -lockfile=readonly"));
});

test("arguments of somebody's environment do not make a part of a stack the whole, nor another state its own", async () => {
  const at = folder();
  const program = writeProgram(at, "terraform", 'env | grep ^TF_ | sort >"$(dirname "$0")/env-$1"');
  const env = {
    ...process.env,
    TERRAFORM_BINARY_NAME: program,
    TF_CLI_ARGS: "-no-color",
    TF_CLI_ARGS_plan: "-target=aws_vpc.vpc",
    TF_CLI_ARGS_init: "-plugin-dir=/opt/providers",
    TF_DATA_DIR: "/tmp/all",
    TF_VAR_x: "1",
  };
  const seen = () => readFileSync(join(at, "env-init"), "utf8");
  await new StackTerraform({ folder: at, stack: "dev-nodes", env }).init();
  expect(seen()).toContain("TF_CLI_ARGS_init=-plugin-dir=/opt/providers\n");
  expect(seen()).not.toMatch(/TF_CLI_ARGS=|TF_CLI_ARGS_plan|TF_DATA_DIR/);
  expect(seen()).toContain("TF_VAR_x=1\n");
  const elsewhere = { ...env, TF_CLI_ARGS_init: "-backend-config=bucket=other" };
  await new StackTerraform({ folder: at, stack: "dev-nodes", env: elsewhere }).init();
  expect(seen()).not.toContain("TF_CLI_ARGS");
});

test("Terraform that was killed is not told as one that failed", async () => {
  const killed = fake("echo 'a warning' >&2; kill -KILL $$").terraform;
  await expect(killed.apply({ file: "x", json: {}, changes: true })).rejects.toMatchObject({
    killed: true,
    message: "dev-nodes: terraform apply was killed: by somebody, or by the kernel for lack of memory:\na warning",
  });
  const failed = fake("exit 1").terraform;
  await expect(failed.apply({ file: "x", json: {}, changes: true })).rejects.toMatchObject({ killed: false });
});

test.each(["override.tf.json", "extra.tf", "x_override.tf", "more.tofu"])(
  "%s in the folder of a stack is refused, since Terraform would read it with the rest",
  async (name) => {
    const { terraform, at } = fake("");
    writeFileSync(join(at, "cdk.tf.json"), "{}");
    writeFileSync(join(at, "railyard_override.tf.json"), "{}");
    await terraform.init();
    writeFileSync(join(at, name), "");
    await expect(terraform.init()).rejects.toThrow(
      `Railyard did not write, and Terraform reads it with the rest: ${name}.`,
    );
  },
);

test("0 says that nothing would", async () => {
  const { terraform, at } = fake(`[ "$1" = show ] && echo '{}'; exit 0`);
  expect(await terraform.plan(join(at, "p"), true)).toMatchObject({ changes: false });
});

test("only the saved plan is applied", async () => {
  const { terraform, calls } = fake("");
  await terraform.apply({ file: "/plans/p", json: {}, changes: true });
  expect(calls()).toEqual(["apply -input=false -no-color -lock-timeout=5m /plans/p"]);
});

test("what the state has is listed, without data; no state has nothing", async () => {
  const { terraform } = fake(`printf 'data.aws_region.here\\naws_vpc.vpc\\naws_subnet.a["x"]\\n'`);
  expect(await terraform.recorded()).toEqual(["aws_vpc.vpc", 'aws_subnet.a["x"]']);
  expect(await fake("echo 'No state file was found!' >&2; exit 1").terraform.recorded()).toEqual([]);
  await expect(fake("echo 'AccessDenied' >&2; exit 1").terraform.recorded()).rejects.toThrow("AccessDenied");
});

test("options of a plan and what Terraform says are handed on", async () => {
  const at = folder();
  const lines: string[] = [];
  const body = `echo "$*" >>"${at}/calls"; echo "line of $1"; [ "$1" = show ] && echo '{}' || true`;
  const program = writeProgram(at, "terraform", `[ "$1" = show ] && { echo '{}'; exit; }; ${body}`);
  const env = { ...process.env, TERRAFORM_BINARY_NAME: program };
  const terraform = new StackTerraform({ folder: at, stack: "s", env, onLine: (line) => lines.push(line) });
  await terraform.apply(await terraform.plan(join(at, "p"), true, ["-destroy", "-target=aws_vpc.vpc"]));
  expect(readFileSync(join(at, "calls"), "utf8")).toContain("-lock-timeout=5m -destroy -target=aws_vpc.vpc -out=");
  expect(lines).toEqual(["line of plan", "line of apply"]);
});

test("credentials and settings of the job reach it", async () => {
  const { terraform, at } = fake(`echo "$AWS_REGION $TF_IN_AUTOMATION $CHECKPOINT_DISABLE $TF_WORKSPACE" >"$0.env"`);
  await terraform.init();
  expect(readFileSync(join(at, "terraform.env"), "utf8")).toBe("us-east-1 1 1 default\n");
});

test("fails with the stack, the command and Terraform's last words", async () => {
  const { terraform, at } = fake(`seq 100 >&2; echo "Error: Saved plan is stale" >&2; exit 1`);
  const failure = terraform.apply({ file: join(at, "p"), json: {}, changes: true });
  await expect(failure).rejects.toThrow("dev-nodes: terraform apply failed:\n");
  await expect(failure).rejects.toThrow(/\n100\nError: Saved plan is stale$/);
  await expect(failure).rejects.not.toThrow(/\n1\n2\n/);
});

test("fails when apply answers as only plan may", async () => {
  await expect(fake("exit 2").terraform.apply({ file: "p", json: {}, changes: true })).rejects.toThrow(
    "terraform apply failed",
  );
});

test("fails without Terraform", async () => {
  const terraform = new StackTerraform({
    folder: folder(),
    stack: "s",
    env: { TERRAFORM_BINARY_NAME: "/no/such/terraform" },
  });
  await expect(terraform.init()).rejects.toThrow('There is no program "/no/such/terraform"');
});

test("fails where an earlier run has left a state that was not written, and runs nothing", async () => {
  const { terraform, at } = fake("touch ran");
  writeFileSync(join(at, "errored.tfstate"), "{}");
  await expect(terraform.init()).rejects.toThrow(
    "dev-nodes: an earlier run could not write its state, and left errored.tfstate",
  );
  expect(existsSync(join(at, "ran"))).toBe(false);
});
