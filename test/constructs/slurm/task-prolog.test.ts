import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { taskPrologScript } from "../../../constructs/slurm/task-prolog";
import { runScript } from "../../helpers/slurm";

const token = join(mkdtempSync(join(tmpdir(), "token-")), "token");
writeFileSync(token, "secret");

const run = (env: Record<string, string>) => runScript(taskPrologScript("eu-west-1"), { stubs: {}, env });

describe("the task prolog", () => {
  test("tells tasks where their pod has credentials, and never the token itself", () => {
    const { status, output } = run({ RAILYARD_TOKEN: token });
    expect(status).toBe(0);
    expect(output.trimEnd().split("\n")).toEqual([
      `export AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE=${token}`,
      "export AWS_CONTAINER_CREDENTIALS_FULL_URI=http://169.254.170.23/v1/credentials",
      "export AWS_REGION=eu-west-1",
    ]);
    expect(output).not.toContain("secret");
  });

  test("leaves a Region that the job has", () => {
    expect(run({ RAILYARD_TOKEN: `${token}.none`, AWS_REGION: "us-west-2" })).toMatchObject({ status: 0, output: "" });
  });

  test.each([
    ["the pod has no role", { RAILYARD_TOKEN: `${token}.none` }],
    ["the job brings credentials of its own", { RAILYARD_TOKEN: token, AWS_ACCESS_KEY_ID: "mine" }],
  ])("tells the Region alone and does not fail where %s", (_, env) => {
    expect(run(env)).toMatchObject({ status: 0, output: "export AWS_REGION=eu-west-1\n" });
  });
});

describe("with Apptainer", () => {
  const script = taskPrologScript(null, { apptainer: true });

  test("cache and temporary files go to the NVMe disks, a folder for each user", () => {
    expect(runScript(script, { stubs: {}, env: {} })).toMatchObject({
      status: 0,
      output: `export APPTAINER_CACHEDIR=/scratch/apptainer-${process.getuid!()}\nexport APPTAINER_TMPDIR=/scratch\n`,
    });
  });

  test("what a job has set itself stays", () => {
    const env = { APPTAINER_CACHEDIR: "/fsx/me", APPTAINER_TMPDIR: "/tmp" };
    expect(runScript(script, { stubs: {}, env })).toMatchObject({ status: 0, output: "" });
  });
});
