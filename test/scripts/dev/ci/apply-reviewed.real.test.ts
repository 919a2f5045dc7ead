import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyReviewed } from "../../../../scripts/dev/ci/apply-reviewed";
import { planStacks } from "../../../../scripts/lib/terraform/environment-plans";
import { fingerprint, type ReviewedPlans } from "../../../../scripts/dev/ci/fingerprint";
import { StackTerraform } from "../../../../scripts/lib/terraform/stack-terraform";
import { sample } from "../../../helpers/environment";
import { temporaryFolders, testWithTerraform, writeSynth } from "../../../helpers/terraform";

const folder = temporaryFolders();

const { env: environment } = sample();
const [NETWORK, NODES] = ["sample-network", "sample-nodes"];

/** Two stacks of built-in resources, each with its state beside it. */
function synth(size = 1) {
  const data = (input: unknown) => ({ json: { resource: { terraform_data: { it: { input } } } } });
  return writeSynth(folder(), {
    [NODES]: { ...data({ size }), dependencies: [NETWORK] },
    [NETWORK]: data("vpc"),
    "other-network": data("not ours"),
  });
}

const props = (synthFolder: string, notes: string[] = []) => ({
  synthFolder,
  environment,
  workFolder: folder(),
  env: { ...process.env, CHECKPOINT_DISABLE: "1" },
  tell: (text: string) => notes.push(text),
});

async function reviewed(synthFolder: string): Promise<ReviewedPlans> {
  const stacks: Record<string, ReturnType<typeof fingerprint>> = {};
  const locks: Record<string, string | null> = {};
  for await (const { stack, saved, terraform } of planStacks({ ...props(synthFolder), lock: false })) {
    stacks[stack] = fingerprint(saved.json);
    locks[stack] = terraform.locked();
  }
  return { environment: "sample", commit: "c1", stacks, locks };
}

const apply = (synthFolder: string, plans: ReviewedPlans, notes: string[] = []) =>
  applyReviewed({ ...props(synthFolder, notes), reviewed: plans, commit: "c1" });

const state = (synthFolder: string, stack: string) => join(synthFolder, "stacks", stack, "terraform.tfstate");

describe("with real Terraform", () => {
  testWithTerraform("the plan that was reviewed is applied, stack by stack, and then nothing is left", async () => {
    const at = synth();
    const plans = await reviewed(at);
    expect(Object.keys(plans.stacks)).toEqual([NETWORK, NODES]);
    expect(plans.stacks[NETWORK]).toEqual([
      expect.objectContaining({ address: "terraform_data.it", action: "create" }),
    ]);
    expect(await apply(at, plans)).toEqual([NETWORK, NODES]);
    const again = await reviewed(at);
    expect(again.stacks).toEqual({ [NETWORK]: [], [NODES]: [] });
    expect(await apply(at, again)).toEqual([]);
    expect(existsSync(state(at, "other-network"))).toBe(false);
  });

  testWithTerraform("fails when the code is another one, before anything of that stack is applied", async () => {
    const at = synth();
    const plans = await reviewed(at);
    const file = join(at, "stacks", NODES, "cdk.tf.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"size": 1', '"size": 2'));
    const failure = apply(at, plans);
    await expect(failure).rejects.toThrow(
      `${NODES}: its plan is not the one that was reviewed. Nothing of it was applied.\n` +
        "  terraform_data.it: create with other values than were reviewed\n" +
        `Applied before: ${NETWORK}.`,
    );
    expect(existsSync(state(at, NODES))).toBe(false);
  });

  testWithTerraform("fails when somebody else has applied it meanwhile", async () => {
    const at = synth();
    const plans = await reviewed(at);
    await apply(at, plans);
    await expect(apply(at, plans)).rejects.toThrow(
      `${NETWORK}: its plan is not the one that was reviewed. Nothing of it was applied.\n` +
        "  terraform_data.it: create was reviewed, but is not planned any more\nNothing was applied.",
    );
  });

  testWithTerraform("a stack that was not reviewed is not even planned", async () => {
    const at = synth();
    const { stacks, ...plans } = await reviewed(at);
    expect(await apply(at, { ...plans, stacks: { [NETWORK]: stacks[NETWORK] ?? [] } })).toEqual([NETWORK]);
    expect(existsSync(state(at, NODES))).toBe(false);
  });
});

/** A provider that init can install, from a folder: Terraform asks it nothing before a plan. */
function mirrored(at: string, program: string): string {
  const platform = `${process.platform}_${{ x64: "amd64" }[process.arch as string] ?? process.arch}`;
  const folderOf = join(at, "mirror/registry.terraform.io/acme/made-up/1.0.0", platform);
  mkdirSync(folderOf, { recursive: true });
  writeFileSync(join(folderOf, "terraform-provider-made-up_v1.0.0"), program, { mode: 0o755 });
  const file = join(at, "terraformrc");
  writeFileSync(file, `provider_installation {\n  filesystem_mirror {\n    path = "${join(at, "mirror")}"\n  }\n}\n`);
  return file;
}

testWithTerraform(
  "a provider that is not the one that planned is refused, though it has the same version",
  async () => {
    const at = folder();
    const required_providers = { "made-up": { source: "acme/made-up", version: "1.0.0" } };
    const stack = { json: { terraform: { required_providers } } };
    const terraform = (program: string) =>
      new StackTerraform({
        folder: join(writeSynth(folder(), { [NODES]: stack }), "stacks", NODES),
        stack: NODES,
        env: { ...process.env, CHECKPOINT_DISABLE: "1", TF_CLI_CONFIG_FILE: mirrored(at, program) },
      });
    const planning = terraform("one");
    await planning.init();
    const locked = planning.locked();
    expect(locked).toMatch(/registry\.terraform\.io\/acme\/made-up[^]*h1:/);
    await terraform("one").init(locked);
    await expect(terraform("another").init(locked)).rejects.toThrow(/checksum|does not match/);
    // what was not locked is not installed
    await expect(terraform("one").init(null)).rejects.toThrow(/lock file|readonly/i);
  },
);

test("fails when another environment or another commit was reviewed, without asking Terraform", async () => {
  const at = synth();
  const plans = { environment: "sample", commit: "c1", stacks: {}, locks: {} };
  await expect(apply(at, { ...plans, environment: "other" })).rejects.toThrow("What was reviewed is other, not sample");
  await expect(apply(at, { ...plans, commit: "c0" })).rejects.toThrow("What was reviewed is commit c0, but this is c1");
});
