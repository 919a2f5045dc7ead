import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ExpectedError } from "../../../../scripts/lib/errors/expected-error";
import { findTerraform, runTerraform, terraformEnvironment } from "../../../../scripts/lib/terraform/terraform";
import { temporaryFolders, TERRAFORM, testWithTerraform, writeProgram } from "../../../helpers/terraform";

const temporary = temporaryFolders();

/** What is wrong with a Terraform that is a script. */
function problemOf(body: string): string {
  return problem(writeProgram(temporary(), "terraform", body));
}

function problem(program: string): string {
  try {
    findTerraform(">= 1.11.0", { ...process.env, TERRAFORM_BINARY_NAME: program });
  } catch (error) {
    expect(error).toBeInstanceOf(ExpectedError);
    return (error as Error).message;
  }
  throw new Error("nothing was wrong");
}

const answering = (version: string) => `echo '{"terraform_version": "${version}"}'`;

describe("findTerraform", () => {
  test("fails when there is none, and says which version is needed and how to get it", () => {
    expect(problem("no-such-terraform")).toBe(
      'Terraform 1.11.0 or newer is needed, but there is no program "no-such-terraform".\n' +
        "Install one from https://developer.hashicorp.com/terraform/install, or name a program in TERRAFORM_BINARY_NAME.",
    );
  });

  test.each(["1.10.5", "1.9.99", "0.15.20", "1.11.0-rc1"])("fails with %s, which is too old", (version) => {
    expect(problemOf(answering(version))).toMatch(
      new RegExp(`Terraform 1\\.11\\.0 or newer is needed, but ".*/terraform" is ${version}\\.`),
    );
  });

  test.each(["1.11.0", "1.11.4", "1.12.0-beta1", "1.100.0", "2.0.0"])("takes %s", (version) => {
    const program = writeProgram(temporary(), "terraform", answering(version));
    expect(findTerraform(">= 1.11.0", { ...process.env, TERRAFORM_BINARY_NAME: program })).toEqual({
      program,
      version,
    });
  });

  test("lets warnings on the error output be", () => {
    const program = writeProgram(temporary(), "terraform", `echo "Warning: odd" >&2; ${answering("1.11.4")}`);
    expect(findTerraform(">= 1.11.0", { ...process.env, TERRAFORM_BINARY_NAME: program }).version).toBe("1.11.4");
  });

  test.each([
    ["echo hello", /tells no version: hello\./],
    ["echo 'no such option' >&2; exit 1", /tells no version: no such option\./],
    [`echo '{"terraform_version": 2}'`, /tells no version: \{"terraform_version": 2\}/],
    [`echo '{"terraform_version": "new"}'`, /tells no version/],
    ["exit 1", /tells no version\./],
  ])("fails with a program that is something else: %s", (body, message) => {
    expect(problemOf(body)).toMatch(message);
  });

  test("fails with a file that cannot be run", () => {
    const file = join(temporary(), "terraform");
    writeFileSync(file, "", { mode: 0o644 });
    expect(problem(file)).toMatch(/cannot be run \(.*EACCES/);
  });
});

describe("terraformEnvironment", () => {
  test("keeps settings, credentials and proxies of a person back", () => {
    const secret = {
      AWS_ACCESS_KEY_ID: "a",
      AWS_PROFILE: "p",
      TF_CLI_ARGS_plan: "-destroy",
      TF_LOG: "trace",
      TF_PLUGIN_CACHE_DIR: "/cache",
      TF_VAR_password: "x",
      TF_TOKEN_app_terraform_io: "t",
      TF_WORKSPACE: "other",
      TF_REATTACH_PROVIDERS: "{}",
      KUBECONFIG: "/kube",
      KUBE_CONFIG_PATH: "/kube",
      HELM_DEBUG: "1",
      https_proxy: "http://proxy",
      HTTP_PROXY: "http://proxy",
    };
    expect(terraformEnvironment({ ...secret, HOME: "/home/me", TFENV_ROOT: "/tfenv", EMPTY: undefined })).toEqual({
      HOME: "/home/me",
      TFENV_ROOT: "/tfenv",
      CHECKPOINT_DISABLE: "1",
      GOGC: "400",
      NO_PROXY: "*",
      TF_IN_AUTOMATION: "1",
      TF_INPUT: "0",
      TF_CLI_CONFIG_FILE: expect.stringMatching(/scripts\/lib\/terraform\/terraform\.tfrc$/),
    });
  });
});

describe("runTerraform", () => {
  test("gives it the stand-in's sockets, its own settings, and nothing of ours that it must not see", async () => {
    const folder = temporary();
    const program = writeProgram(folder, "terraform", 'env; echo "in $PWD with $*"');
    const before = process.env["TF_VAR_password"];
    process.env["TF_VAR_password"] = "leaked";
    const { stdout } = await runTerraform({
      terraform: { program, version: "1.11.4" },
      folder,
      args: ["plan", "-json"],
      env: { TF_REATTACH_PROVIDERS: "sockets" },
    }).finally(() => {
      if (before === undefined) delete process.env["TF_VAR_password"];
    });
    expect(stdout).toContain("TF_REATTACH_PROVIDERS=sockets\n");
    expect(stdout).toContain("TF_IN_AUTOMATION=1\n");
    expect(stdout).toContain(`in ${folder} with plan -json`);
    expect(stdout).not.toContain("leaked");
  });

  testWithTerraform("reads the settings that go with it, without a warning", async () => {
    const folder = temporary();
    const { code, stderr } = await runTerraform({ terraform: TERRAFORM, folder, args: ["version"], env: {} });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});
