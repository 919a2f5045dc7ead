import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deployCommand } from "../../../scripts/commands/deploy";
import { fakeProgram, planJson } from "../../helpers/deploying";
import { NOW } from "../../helpers/environment";
import { runProgram } from "../../helpers/process";
import { temporaryFolders } from "../../helpers/terraform";

const folder = temporaryFolders();

const VERSION = `version*) echo '{"terraform_version":"1.11.4"}';;`;

/** Terraform that has one thing to create in each stack. */
function fake(apply = ":") {
  const at = folder();
  const { file, calls } = fakeProgram(
    at,
    "terraform",
    `${VERSION}\nplan*) exit 2;;\nshow*) cat plan.json;;\napply*) ${apply};;`,
  );
  writeFileSync(join(at, "plan.json"), JSON.stringify(planJson({ "aws_vpc.vpc": { actions: ["create"] } })));
  return { calls, env: { ...process.env, TERRAFORM_BINARY_NAME: file } };
}

/** @param answer what somebody types; null: there is nobody */
async function run(args: string[], env: Readonly<Record<string, string | undefined>>, answer: string | null = null) {
  const [printed, errors, asked]: string[][] = [[], [], []];
  const root = folder();
  const context = {
    root,
    clock: () => NOW,
    print: (text: string) => printed!.push(text),
    printError: (text: string) => errors!.push(text),
  };
  const ask = (question: string) => (asked!.push(question), Promise.resolve(answer ?? ""));
  const code = await deployCommand(args, context, env, () =>
    answer === null ? null : { ask, tell: () => {}, close: () => {} },
  );
  return { code, root, printed: printed!.join("\n"), errors: errors!.join("\n"), asked };
}

test("every stack is synthesized, planned, shown and applied after a yes", async () => {
  const { env, calls } = fake();
  const { code, root, printed, errors, asked } = await run(["dev"], env, "yes");
  expect(code).toBe(0);
  expect(existsSync(join(root, "cdktf.out/stacks/dev-network/cdk.tf.json"))).toBe(true);
  expect(asked?.[0]).toBe("Apply this plan of dev-bootstrap? yes or no");
  expect(errors).toMatch(/^\[ +\d+:\d\d\] dev-network: 1 to create$/m);
  expect(errors).toContain("its state is state/dev-bootstrap.tfstate: commit that file");
  expect(printed).toMatch(/^dev-slurm +applied +1 created +\d+:\d\d$/m);
  expect(calls().filter((call) => call.startsWith("apply")).length).toBe(asked?.length);
});

test("a no applies nothing, and ends with 1", async () => {
  const { env, calls } = fake();
  const { code, printed } = await run(["dev"], env, "no");
  expect(code).toBe(1);
  expect(printed).toMatch(/Nothing was applied\.$/);
  expect(calls().some((call) => call.startsWith("apply"))).toBe(false);
});

test("without a terminal a dry run is well, and --yes asks nobody; JSON is alone on the output", async () => {
  const { env, calls } = fake();
  const dry = await run(["dev", "--dry-run", "--json"], env);
  expect(dry.code).toBe(0);
  const { environment, dryRun, stacks } = JSON.parse(dry.printed) as {
    environment: string;
    dryRun: boolean;
    stacks: { outcome: string }[];
  };
  expect([environment, dryRun, [...new Set(stacks.map(({ outcome }) => outcome))]]).toEqual(["dev", true, ["planned"]]);
  expect(calls().some((call) => call.startsWith("apply"))).toBe(false);
  const only = await run(["dev", "--yes", "--only", "dev-nodes"], env);
  expect(only).toMatchObject({ code: 0, asked: [], printed: expect.stringMatching(/^dev-nodes +applied/m) });
});

test("a stack that fails ends with 1, its problem on the output", async () => {
  const { code, printed } = await run(["dev", "--yes"], fake("echo 'Error: boom' >&2; exit 1").env);
  expect(code).toBe(1);
  expect(printed).toMatch(/^dev-bootstrap: terraform apply failed:\nError: boom$/m);
  expect(printed).toMatch(/^dev-network +not run$/m);
});

test.each<[string[], RegExp]>([
  [[], /name one environment, not 0/],
  [["dev", "research", "--yes"], /name one environment, not 2/],
  [["dev"], /nobody can be asked here: --yes applies/],
  [["reserch", "--yes"], /there is no environment "reserch"/],
  [["dev", "--yes", "--only", "dev-nods"], /dev has no stack dev-nods/],
  [["dev", "--yes", "--allow", "vpc"], /--allow must be <stack>\.<address>/],
  [["dev", "--yess"], /--yess[^]*npx railyard deploy --help/],
])("fails on %j in words", async (args, message) => {
  const { env, calls } = fake();
  const { code, errors, printed } = await run(args, env);
  expect({ code, printed }).toEqual({ code: 1, printed: "" });
  expect(errors).toMatch(message);
  expect(errors).not.toMatch(/\n\s+at /);
  expect(calls().some((call) => /^(plan|apply)/.test(call))).toBe(false);
});

test("fails before anything is written when there is no Terraform", async () => {
  const { code, root, errors } = await run(["dev", "--yes"], {
    ...process.env,
    TERRAFORM_BINARY_NAME: "/no/such/terraform",
  });
  expect(code).toBe(1);
  expect(errors).toContain('is needed, but there is no program "/no/such/terraform"');
  expect(existsSync(join(root, "cdktf.out"))).toBe(false);
});

test("tells how it is used, with its exit codes", async () => {
  const { code, printed } = await run(["--help"], process.env);
  expect(code).toBe(0);
  expect(printed).toMatch(/npx railyard deploy dev --dry-run[^]*Exit code: 0 [^]*; 1 [^]*; 130/);
});

test("as a program: nobody is asked without a terminal", () => {
  const refused = runProgram("scripts/railyard.ts", ["deploy", "dev"]);
  expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("nobody can be asked here") });
});
