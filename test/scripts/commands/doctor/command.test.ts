import { doctorCommand } from "../../../../scripts/commands/doctor/command";
import type { DoctorReport } from "../../../../scripts/commands/doctor/doctor";
import { NOW } from "../../../helpers/environment";
import { ROOT, runProgram } from "../../../helpers/process";
import { temporaryFolders, writeProgram } from "../../../helpers/terraform";
import { pathOf } from "./context";

const folder = temporaryFolders();

/** A machine without credentials, on which nothing answers. */
const ALONE = {
  AWS_ENDPOINT_URL: "http://127.0.0.1:1",
  AWS_ACCESS_KEY_ID: "",
  AWS_SECRET_ACCESS_KEY: "",
  AWS_PROFILE: "",
  AWS_EC2_METADATA_DISABLED: "true",
  AWS_CONFIG_FILE: "/dev/null",
  AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
  HTTPS_PROXY: "",
  https_proxy: "",
};

const PROGRAMS = {
  git: "echo git version 2.39.5",
  terraform: `echo '{ "terraform_version": "1.11.4" }'`,
  kubectl: `echo '{ "clientVersion": { "gitVersion": "v1.36.1" } }'`,
  aws: "echo aws-cli/2.31.0 Python/3.13.7",
};

function programs(present: Record<string, string> = PROGRAMS): Record<string, string> {
  const at = folder();
  for (const [name, body] of Object.entries(present)) writeProgram(at, name, body);
  return pathOf(at);
}

async function call(...args: string[]) {
  let stdout = "";
  let stderr = "";
  const context = {
    root: ROOT,
    clock: () => NOW,
    print: (text: string) => void (stdout += `${text}\n`),
    printError: (text: string) => void (stderr += `${text}\n`),
  };
  const code = await doctorCommand(args, context, programs());
  return { code, stdout, stderr };
}

test("helps, with examples and exit codes", async () => {
  const { code, stdout } = await call("--help");
  expect(code).toBe(0);
  for (const text of ["railyard doctor research", "--json", "Exit code: 0 usable; 1"]) expect(stdout).toContain(text);
});

test.each([
  [["dev", "research"], "name one environment or none, not 2"],
  [["devv"], "did you mean dev?"],
  [["--all"], "there is no option --all"],
])("fails on %j with 1", async (args, text) => {
  const { code, stdout, stderr } = await call(...args);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(text);
});

describe("its process, with no network and no credentials", () => {
  const doctor = (args: string[], env: Record<string, string>) => {
    const begun = Date.now();
    const result = runProgram("scripts/railyard.ts", ["doctor", ...args], { ...ALONE, ...env });
    // "in seconds"; a busy machine takes some more, and what waits for a network that is not there takes for ever
    expect(Date.now() - begun).toBeLessThan(120_000);
    expect(result.stderr).toBe("");
    return result;
  };

  test("says so, and that configs can be written and rehearsed", () => {
    const { code, stdout } = doctor([], programs());
    expect(stdout).toMatch(/^ok {7}Terraform or OpenTofu {2}1\.11\.4$/m);
    expect(stdout).toMatch(/^missing {2}AWS credentials /m);
    expect(stdout).toContain("This machine can write, check and rehearse configs.");
    expect(code).toBe(0);
  });

  test("with no program either, ends with 2 where an environment needs more, and gives all of it as JSON", () => {
    const { code, stdout } = doctor(["dev", "--json"], programs({}));
    expect(code).toBe(2);
    const { environment, usable, checks } = JSON.parse(stdout) as DoctorReport;
    expect([environment, usable]).toEqual(["dev", false]);
    const verdicts = Object.fromEntries(checks.map(({ id, verdict }) => [id, verdict]));
    expect(verdicts).toMatchObject({
      "node/version": "ok",
      "program/git": "missing",
      "program/terraform": "missing",
      "program/aws": "missing",
      "program/helm": "missing",
      "account/credentials": "missing",
      "account/state": "unknown",
      "network/aws": "missing",
    });
  });
});
