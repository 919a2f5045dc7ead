import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StackDestruction, DestroyStackError } from "../../../../scripts/commands/destroy/stack-destruction";
import { StackTerraform } from "../../../../scripts/lib/terraform/stack-terraform";
import { fakeProgram, planJson } from "../../../helpers/deploying";
import { temporaryFolders, testWithTerraform, writeSynth } from "../../../helpers/terraform";

const folder = temporaryFolders();
const ENV = { ...process.env, CHECKPOINT_DISABLE: "1" };

function prepared(
  synthFolder: string,
  env: Readonly<Record<string, string | undefined>> = ENV,
  kept: ReadonlySet<string> = new Set(),
) {
  const printed: string[] = [];
  const workFolder = folder();
  const tell = (text: string) => printed.push(text);
  return {
    printed,
    workFolder,
    stack: new StackDestruction({ synthFolder, stack: "s", kept, workFolder, env, tell }),
  };
}

/** Applies the stack in its own folder, as a deployment does. */
async function applied(synthFolder: string, env: Readonly<Record<string, string | undefined>> = ENV) {
  const terraform = new StackTerraform({ folder: join(synthFolder, "stacks", "s"), stack: "s", env });
  await terraform.init();
  const work = folder();
  await terraform.apply(await terraform.plan(join(work, "p"), true));
  return terraform;
}

const PROTECTED = { resource: { terraform_data: { it: { input: 1, lifecycle: { prevent_destroy: true } } } } };
const resourcesIn = (synth: string) =>
  (JSON.parse(readFileSync(join(synth, "stacks/s/terraform.tfstate"), "utf8")) as { resources: unknown[] }).resources;

testWithTerraform("what is protected is planned in the copy, and destroyed; its own folder still refuses", async () => {
  const synth = writeSynth(folder(), { s: { json: PROTECTED } });
  const terraform = await applied(synth);
  await expect(terraform.plan(join(folder(), "p"), true, ["-destroy"])).rejects.toThrow("Instance cannot be destroyed");
  const { stack, printed } = prepared(synth);
  const plan = await stack.plan();
  expect(plan.resource_changes?.map(({ change }) => change.actions)).toEqual([["delete"]]);
  expect(resourcesIn(synth)).toHaveLength(1);
  expect(await stack.destroy(() => {})).toMatchObject({ delete: 1 });
  expect(resourcesIn(synth)).toEqual([]);
  expect(printed.some((line) => line.includes("Destruction complete"))).toBe(true);
});

testWithTerraform("nothing goes when the check refuses the plan", async () => {
  const synth = writeSynth(folder(), { s: { json: PROTECTED } });
  await applied(synth);
  const refuse = () => {
    throw new Error("more than was agreed");
  };
  await expect(prepared(synth).stack.destroy(refuse)).rejects.toThrow("more than was agreed");
  expect(resourcesIn(synth)).toHaveLength(1);
});

const THREE = {
  resource: {
    terraform_data: {
      key: { input: 1 },
      bucket: { input: "${terraform_data.key.id}", lifecycle: { prevent_destroy: true } },
      link: { input: "${terraform_data.bucket.id}" },
      index: { for_each: '${toset(["a", "b"])}', input: 1 },
    },
  },
};

testWithTerraform("what is kept stays in the state, with all else gone; then nothing is left to do", async () => {
  const synth = writeSynth(folder(), { s: { json: THREE } });
  await applied(synth);
  const kept = new Set(["terraform_data.bucket", "terraform_data.key"]);
  const { stack } = prepared(synth, ENV, kept);
  expect(await stack.destroy(() => {})).toMatchObject({ delete: 3 });
  expect(
    resourcesIn(synth)
      .map((one) => (one as { name: string }).name)
      .sort(),
  ).toEqual(["bucket", "key"]);
  expect(await prepared(synth, ENV, kept).stack.plan()).toEqual({});
  // the key goes only with the bucket
  const half = prepared(synth, ENV, new Set(["terraform_data.bucket"]));
  await expect(half.stack.destroy(() => {})).rejects.toThrow("terraform_data.bucket cannot be kept");
});

testWithTerraform("a stack with nothing left is not planned: what it read below may be gone", async () => {
  const config = { path: "../gone/terraform.tfstate" };
  const json = {
    data: { terraform_remote_state: { gone: { backend: "local", config } } },
    resource: { terraform_data: { it: { input: "${data.terraform_remote_state.gone.outputs.id}" } } },
  };
  const synth = writeSynth(folder(), { s: { json } });
  expect(await prepared(synth).stack.plan()).toEqual({});
});

const CLUSTER = { resource: { aws_eks_cluster: { c: { deletion_protection: true } } } };

test("fails when lifting a protection would make or delete something else", async () => {
  const at = folder();
  const { file, calls } = fakeProgram(
    at,
    "terraform",
    `plan*-target*) cp lift.json plan.json; exit 2;;\nplan*) cp destroy.json plan.json; exit 2;;\nshow*) cat plan.json;;`,
  );
  const goes = planJson({ "aws_eks_cluster.c": { actions: ["delete"], before: { deletion_protection: true } } });
  const lift = planJson({ "aws_eks_cluster.c": { actions: ["update"] }, "aws_iam_role.r": { actions: ["create"] } });
  writeFileSync(join(at, "destroy.json"), JSON.stringify(goes));
  writeFileSync(join(at, "lift.json"), JSON.stringify(lift));
  const synth = writeSynth(folder(), { s: { json: CLUSTER } });
  const { stack } = prepared(synth, { ...ENV, TERRAFORM_BINARY_NAME: file });
  await expect(stack.destroy(() => {})).rejects.toThrow("Terraform would create aws_iam_role.r");
  expect(calls().some((call) => call.startsWith("apply"))).toBe(false);
});

test("fails with Terraform's last words, and where a state was left", async () => {
  const at = folder();
  const { file } = fakeProgram(
    at,
    "terraform",
    `plan*) exit 2;;\nshow*) echo '{}';;\napply*) cd "$OLDPWD"; touch errored.tfstate; echo 'Error: no route to S3' >&2; exit 1;;`,
  );
  const synth = writeSynth(folder(), { s: { json: {} } });
  const { stack, workFolder } = prepared(synth, { ...ENV, TERRAFORM_BINARY_NAME: file });
  const failure = stack.destroy(() => {});
  await expect(failure).rejects.toThrow(DestroyStackError);
  await expect(failure).rejects.toThrow(
    `Error: no route to S3\nWhat it made is not in the state yet. Before anything else: terraform -chdir=${workFolder}/s state push`,
  );
  expect(existsSync(join(workFolder, "s", "errored.tfstate"))).toBe(true);
});

test("fails with what to type in the stack's own folder, since the copy is gone then", async () => {
  const at = folder();
  const { file } = fakeProgram(at, "terraform", `plan*) echo 'Error: Error acquiring the state lock' >&2; exit 1;;`);
  const synth = writeSynth(folder(), { s: { json: {} } });
  const { stack } = prepared(synth, { ...ENV, TERRAFORM_BINARY_NAME: file });
  await expect(stack.destroy(() => {})).rejects.toThrow(`terraform -chdir=${synth}/stacks/s force-unlock <ID>`);
});
