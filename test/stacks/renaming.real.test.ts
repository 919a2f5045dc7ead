import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { KmsKey } from "@cdktf/provider-aws/lib/kms-key";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, DataResource, LocalBackend, TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { losses } from "../../scripts/lib/terraform/losses";
import { readPlan } from "../../scripts/lib/terraform/plan-json";
import { runTerraform } from "../../scripts/lib/terraform/terraform";
import type { PlanFile } from "../../scripts/review/changes/planned";
import { errorsOf, rehearsedStack, type Configuration } from "../helpers/rehearsed-stack";
import { TERRAFORM, testWithTerraform } from "../helpers/terraform";

/** The recipes of docs/renaming.md, on states that the real Terraform has made of what the code was before. */

type Build = (stack: TerraformStack) => void;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "railyard-renaming-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Synthesizes stacks with cdktf itself. @returns their JSON */
function synth(builds: Readonly<Record<string, Build>>): Record<string, Configuration> {
  const app = new App({ outdir: join(folder, "out"), stackTraces: false });
  for (const [name, build] of Object.entries(builds)) {
    const stack = new TerraformStack(app, name);
    new LocalBackend(stack, { path: join(folder, `${name}.tfstate`) });
    build(stack);
  }
  app.synth();
  const text = (name: string) => readFileSync(join(folder, "out/stacks", name, "cdk.tf.json"), "utf8");
  return Object.fromEntries(Object.keys(builds).map((name) => [name, JSON.parse(text(name)) as Configuration]));
}

async function terraform(stack: string, ...args: string[]): Promise<string> {
  const run = await runTerraform({ terraform: TERRAFORM, folder: join(folder, stack), args, env: {} });
  if (run.code !== 0) throw new Error(run.stderr || run.stdout);
  return run.stdout;
}

function place(stack: string, json: Configuration | undefined): void {
  mkdirSync(join(folder, stack), { recursive: true });
  writeFileSync(join(folder, stack, "cdk.tf.json"), JSON.stringify(json));
}

/** What a plan does: `create terraform_data.x`; what only gets another address is `move <from> <to>`. */
async function plan(stack: string): Promise<string[]> {
  await terraform(stack, "plan", "-no-color", "-out=plan");
  return changed(JSON.parse(await terraform(stack, "show", "-json", "plan")) as PlanFile);
}

function changed({ resource_changes: changes = [] }: PlanFile): string[] {
  return changes.flatMap(({ address, previous_address: from, change: { actions, importing } }) => [
    ...(importing === undefined ? [] : [`import ${address}`]),
    ...(from === undefined ? [] : [`move ${from} ${address}`]),
    ...actions.filter((action) => action !== "no-op").map((action) => `${action} ${address}`),
  ]);
}

/** Applies what was, and plans what is. */
async function upgrade(before: Build, after: Build): Promise<string[]> {
  place("stack", synth({ stack: before })["stack"]);
  await terraform("stack", "init");
  await terraform("stack", "apply", "-auto-approve");
  place("stack", synth({ stack: after })["stack"]);
  return plan("stack");
}

const data = (scope: Construct, id: string) => new DataResource(scope, id, { input: { of: "somebody" } });
const address = (resource: DataResource) => `terraform_data.${resource.friendlyUniqueId}`;

/** A construct with a resource in it, whose address has the construct's id and a hash. */
function part(scope: Construct, id: string): DataResource {
  return data(new Construct(scope, id), "shelf");
}

const before: Build = (stack) => {
  data(stack, "one");
  data(stack, "two");
  part(stack, "part");
  part(stack, "frozen").overrideLogicalId("frozen_shelf");
};

testWithTerraform("without a recipe, what is renamed is destroyed and made again; a frozen id is not", async () => {
  const changes = await upgrade(before, (stack) => {
    data(stack, "uno");
    data(stack, "due");
    part(stack, "section");
    part(stack, "cold").overrideLogicalId("frozen_shelf");
  });
  expect(changes.map((change) => change.replace(/_[0-9A-F]{8}$/, "_HASH")).sort()).toEqual([
    "create terraform_data.due",
    "create terraform_data.section_shelf_HASH",
    "create terraform_data.uno",
    "delete terraform_data.one",
    "delete terraform_data.part_shelf_HASH",
    "delete terraform_data.two",
  ]);
});

testWithTerraform("with the recipes, nothing is created or destroyed, and the second plan is empty", async () => {
  let section = "";
  const was: string[] = [];
  const changes = await upgrade(
    (stack) => {
      before(stack);
      was.push(address(stack.node.findChild("part").node.findChild("shelf") as DataResource));
    },
    (stack) => {
      // renamed: the new one says where it comes from
      data(stack, "uno").moveFromId("terraform_data.one");
      // both in the code, for as long as it takes: the old one says where it goes
      data(stack, "due").addMoveTarget("due");
      data(stack, "two").moveTo("due");
      // a construct renamed: the address has a hash, and is written out
      const shelf = part(stack, "section");
      shelf.moveFromId(was[0]!);
      section = address(shelf);
      part(stack, "cold").overrideLogicalId("frozen_shelf");
    },
  );
  expect(changes.sort()).toEqual([
    "move terraform_data.one terraform_data.uno",
    `move ${was[0]} ${section}`,
    "move terraform_data.two terraform_data.due",
  ]);
  await terraform("stack", "apply", "-auto-approve", "plan");
  expect(await plan("stack")).toEqual([]);
});

testWithTerraform("the old address can be kept instead, with no move at all", async () => {
  const changes = await upgrade(
    (stack) => void data(stack, "one"),
    (stack) => data(stack, "uno").overrideLogicalId("one"),
  );
  expect(changes).toEqual([]);
});

testWithTerraform(
  "a move can stay in the code, and does nothing to a state that never had the old address",
  async () => {
    const after: Build = (stack) => data(stack, "uno").moveFromId("terraform_data.one");
    expect(await upgrade(after, after)).toEqual([]);
  },
);

testWithTerraform("a resource goes to another stack: forgotten there, imported here", async () => {
  // without input: what built-in data holds cannot be read back, other than what AWS has
  const shelf = (stack: TerraformStack) => new DataResource(stack, "shelf", {});
  const stays: Build = (stack) => void new DataResource(stack, "stays", {});
  const first = synth({ from: (stack) => void (shelf(stack), stays(stack)), to: stays });
  for (const stack of ["from", "to"]) {
    place(stack, first[stack]);
    await terraform(stack, "init");
    await terraform(stack, "apply", "-auto-approve");
  }
  const state = JSON.parse(readFileSync(join(folder, "from.tfstate"), "utf8")) as {
    resources: { name: string; instances: { attributes: { id: string } }[] }[];
  };
  const id = state.resources.find(({ name }) => name === "shelf")!.instances[0]!.attributes.id;

  const plain = synth({ from: stays, to: (stack) => void (shelf(stack), stays(stack)) });
  for (const stack of ["from", "to"]) place(stack, plain[stack]);
  expect([await plan("from"), await plan("to")]).toEqual([
    ["delete terraform_data.shelf"],
    ["create terraform_data.shelf"],
  ]);

  const moved = synth({
    from: (stack) => {
      stays(stack);
      // cdktf has no word for it
      stack.addOverride("removed", [{ from: "terraform_data.shelf", lifecycle: { destroy: false } }]);
    },
    to: (stack) => {
      stays(stack);
      shelf(stack).importFrom(id);
    },
  });
  for (const stack of ["from", "to"]) place(stack, moved[stack]);
  expect([await plan("from"), await plan("to")]).toEqual([
    ["forget terraform_data.shelf"],
    ["import terraform_data.shelf"],
  ]);
  for (const stack of ["from", "to"]) await terraform(stack, "apply", "-auto-approve", "plan");
  expect([await plan("from"), await plan("to")]).toEqual([[], []]);
});

testWithTerraform("the rehearsal calls a renamed key a loss, and a moved one none", async () => {
  const key = (id: string, from?: string): Configuration => {
    const { stack } = synth({
      stack: (scope) => {
        new AwsProvider(scope, "aws", { region: "us-east-1" });
        const made = new KmsKey(scope, id, { description: "of somebody", enableKeyRotation: true });
        if (from !== undefined) made.moveFromId(from);
      },
    });
    const { resource, moved } = stack as { resource: object; moved?: object };
    return { resource, ...(moved !== undefined && { moved }) };
  };
  const rehearsed = rehearsedStack({ resources: ["aws_kms_key"] });
  try {
    expect(errorsOf(await rehearsed.run(key("storage")))).toEqual([]);
    const planned = async (configuration: Configuration) => {
      expect(errorsOf(await rehearsed.run(configuration, ["init", "plan"]))).toEqual([]);
      return readPlan(join(dirname(rehearsed.statePath), "work/stack/plan.json"));
    };
    const lost = losses(await planned(key("lake")));
    expect(lost).toEqual([
      expect.objectContaining({ address: "aws_kms_key.storage", action: "delete", holds: "data" }),
    ]);
    const moved = await planned(key("lake", "aws_kms_key.storage"));
    expect(losses(moved)).toEqual([]);
    expect(changed(moved)).toEqual(["move aws_kms_key.storage aws_kms_key.lake"]);
    expect(errorsOf(await rehearsed.run(key("lake", "aws_kms_key.storage")))).toEqual([]);
    expect(rehearsed.cloud.all("aws_kms_key")).toHaveLength(1);
  } finally {
    await rehearsed.close();
  }
});
