import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { exportCommand } from "../../../../scripts/commands/export/command";
import { captured } from "../../../helpers/captured";
import { temporaryFolders, testWithTerraform } from "../../../helpers/terraform";

const temporary = temporaryFolders();

afterEach(() => {
  delete process.env["TERRAFORM_BINARY_NAME"];
});

async function run(...args: string[]) {
  const { context, texts } = captured();
  return { code: await exportCommand(args, context), ...texts() };
}

test("tells how it is used, with examples", async () => {
  const { code, printed } = await run("--help");
  expect(code).toBe(0);
  expect(printed).toContain("npx railyard export research --out ../research-tf");
});

test("writes an environment, and says where and what is not checked", async () => {
  const out = join(temporary(), "export");
  const { code, printed, errors } = await run("dev", "--out", out);
  expect(errors).toBe("");
  expect(code).toBe(0);
  expect(printed).toMatch(/^dev-nodes +\d+ {2}s3:\/\/dev-tfstate-111122223333-us-east-1\/nodes\.tfstate$/m);
  expect(printed).toContain(`Written to ${out}`);
  expect(printed).toContain("Not checked");
  expect(readdirSync(out)).toHaveLength(10);
});

testWithTerraform("proves what it wrote", async () => {
  const out = join(temporary(), "export");
  const { code, printed } = await run("dev", "--stack", "dev-network", "--out", out, "--check", "--json");
  expect(JSON.parse(printed)).toMatchObject({
    environment: "dev",
    folder: out,
    problems: [],
    stacks: [{ name: "dev-network", files: ["terraform.tf", "main.tf", "outputs.tf"] }],
  });
  expect(code).toBe(0);
  const again = await run("dev", "--stack", "dev-network", "--out", out, "--check", "--replace");
  expect(again).toMatchObject({ code: 0, printed: expect.stringMatching(/^Checked: .* plan .* is empty\.$/m) });
});

test("fails before anything is written when there is no Terraform to check with", async () => {
  process.env["TERRAFORM_BINARY_NAME"] = "/no/such/terraform";
  const out = join(temporary(), "export");
  const { code, errors } = await run("dev", "--check", "--out", out);
  expect(code).toBe(1);
  expect(errors).toContain('there is no program "/no/such/terraform"');
  expect(existsSync(out)).toBe(false);
});

test.each<[string[], RegExp]>([
  [[], /name one environment, not 0/],
  [["dev", "research"], /name one environment, not 2/],
  [["reserch"], /there is no environment "reserch"/],
  [
    ["dev", "--stack", "dev-nods", "--out", "/tmp/railyard-never"],
    /--stack dev-nods: dev has no stack dev-nods\. did you mean "?dev-nodes/i,
  ],
  [["dev", "--out", "package.json"], /--out: \S+package\.json is there, and is no folder: name another one/],
  [["dev", "--otu", "x"], /--otu[^]*npx railyard export --help/],
])("fails on %j in words", async (args, message) => {
  const { code, errors } = await run(...args);
  expect(code).toBe(1);
  expect(errors).toMatch(message);
  expect(errors).not.toMatch(/\n\s+at /);
});
