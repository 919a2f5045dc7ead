import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bootstrapCommand } from "../../../../scripts/commands/bootstrap/command";
import { NOW } from "../../../helpers/environment";
import { describeWithMoto } from "../../../helpers/moto";
import { runProgram } from "../../../helpers/process";

const root = mkdtempSync(join(tmpdir(), "railyard-bootstrap-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function call(...args: string[]) {
  let stdout = "";
  let stderr = "";
  const context = {
    root,
    clock: () => NOW,
    print: (text: string) => void (stdout += `${text}\n`),
    printError: (text: string) => void (stderr += `${text}\n`),
  };
  const code = await bootstrapCommand(args, context, process.env, () => null);
  return { code, stdout, stderr };
}

test("helps, with examples and exit codes", async () => {
  const { code, stdout } = await call("--help");
  expect(code).toBe(0);
  for (const text of ["railyard bootstrap research --dry-run", "--json", "Exit code: 0"])
    expect(stdout).toContain(text);
});

test.each([
  [[], "name one environment, not 0"],
  [["dev", "research", "--yes"], "name one environment, not 2"],
  [["dev"], "nobody can be asked here: --yes applies without a question"],
  [["dev", "--force"], "there is no option --force"],
  [["devv", "--dry-run"], "dev"],
])("fails on %j, and writes nothing", async (args, text) => {
  const { code, stdout, stderr } = await call(...args);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(text);
  expect(existsSync(join(root, "cdktf.out"))).toBe(false);
});

test("fails without Terraform before anything is written", async () => {
  mkdirSync(root, { recursive: true });
  const was = process.env["TERRAFORM_BINARY_NAME"];
  process.env["TERRAFORM_BINARY_NAME"] = "no-such-terraform";
  try {
    const { code, stderr } = await call("dev", "--dry-run");
    expect([code, existsSync(join(root, "cdktf.out"))]).toEqual([1, false]);
    expect(stderr).toContain('there is no program "no-such-terraform"');
  } finally {
    if (was === undefined) delete process.env["TERRAFORM_BINARY_NAME"];
    else process.env["TERRAFORM_BINARY_NAME"] = was;
  }
});

describeWithMoto("with credentials", () => {
  test("of another account, nothing is done", async () => {
    const { code, stdout, stderr } = await call("dev", "--yes", "--json");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("These credentials are of account 123456789012");
    expect([existsSync(join(root, "state")), existsSync(join(root, "cdktf.out"))]).toEqual([false, false]);
  });
});

test("its process says so without credentials, and is never a stack trace", () => {
  const nobody = { AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "", AWS_EC2_METADATA_DISABLED: "true" };
  const files = { AWS_CONFIG_FILE: "/dev/null", AWS_SHARED_CREDENTIALS_FILE: "/dev/null" };
  const { code, stdout, stderr } = runProgram("scripts/railyard.ts", ["bootstrap", "dev", "--yes"], {
    ...nobody,
    ...files,
  });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("There are no usable AWS credentials");
  expect(stderr).not.toMatch(/\n\s+at /);
});
