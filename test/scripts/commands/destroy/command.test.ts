import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { destroyCommand } from "../../../../scripts/commands/destroy/command";
import { captured } from "../../../helpers/captured";
import { fakeProgram, planJson, recordedAws, type Answer } from "../../../helpers/deploying";
import { NOW } from "../../../helpers/environment";
import { accountWith, DEV_TAGS } from "../../../helpers/left-over";
import { awsError, lockingStore, pretendedAws } from "../../../helpers/pretended-aws";
import { runProgram } from "../../../helpers/process";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();

const KEY = "dev-storage.aws_kms_key.storage_key";
/** Terraform that has one key, in dev-storage, until it is destroyed. */
function fake(apply = `rm -f "$(basename "$OLDPWD").json"`) {
  const at = folder();
  const { file, calls } = fakeProgram(
    at,
    "terraform",
    `version*) echo '{"terraform_version":"1.11.4"}';;
state*) [ -e "$(basename "$OLDPWD").json" ] && echo aws_kms_key.storage_key; true;;
plan*) [ -e "$(basename "$OLDPWD").json" ] && exit 2; exit 0;;
show*) cat "$(basename "$OLDPWD").json" 2>/dev/null || echo '{}';;
apply*) ${apply};;`,
  );
  writeFileSync(
    join(at, "dev-storage.json"),
    JSON.stringify(planJson({ "aws_kms_key.storage_key": { actions: ["delete"] } })),
  );
  return { calls, env: { ...process.env, TERRAFORM_BINARY_NAME: file } };
}

async function run(
  args: string[],
  { env = fake().env, answer = null as string | null, answers = accountWith(), root = folder() } = {},
) {
  const { context, texts } = captured(root);
  const terminal = answer === null ? null : { ask: () => Promise.resolve(answer), tell: () => {}, close: () => {} };
  const code = await destroyCommand(args, context, {
    env,
    open: () => terminal,
    aws: recordedAws(answers),
    pollSeconds: 0.001,
  });
  return { code, root, ...texts() };
}

test("what is protected must be named, then the name is typed, and nothing is left", async () => {
  const { env, calls } = fake();
  const refused = await run(["dev"], { env, answer: "dev" });
  expect(refused).toMatchObject({ code: 2, printed: "", errors: expect.stringContaining(`  --allow ${KEY}`) });
  const wrong = await run(["dev", "--allow", KEY], { env, answer: "yes" });
  expect(wrong).toMatchObject({ code: 2, errors: expect.stringContaining("Not confirmed") });
  expect(calls().some((call) => call.startsWith("apply"))).toBe(false);
  const { code, printed, root } = await run(["dev", "--allow", KEY], { env, answer: "dev" });
  expect(printed).toMatch(/^dev-storage +destroyed +1 deleted$/m);
  expect(printed).toContain("Nothing of dev is left that its stacks do not have.");
  expect(code).toBe(0);
  // plans have secrets
  for (const at of [refused, wrong, { root }]) expect(readdirSync(join(at.root, "cdktf.out", "destroy"))).toEqual([]);
});

test("what is left over is listed, and ends with 2; JSON has it, too", async () => {
  const left = {
    VolumeId: "vol-1",
    VolumeType: "gp3",
    Size: 10,
    Iops: 3000,
    Throughput: 125,
    State: "available",
    Tags: DEV_TAGS,
  };
  const answers = accountWith({ Volumes: [left] });
  const { code, printed } = await run(["dev", "--allow", KEY, "--yes-destroy", "dev", "--json"], { answers });
  expect(code).toBe(2);
  expect(JSON.parse(printed)).toMatchObject({
    environment: "dev",
    stacks: expect.arrayContaining([expect.objectContaining({ stack: "dev-storage", outcome: "destroyed" })]),
    left: { orphans: [{ id: "vol-1", usdPerMonth: 0.8 }] },
  });
});

test("what fails ends with 1 and says which stacks are destroyed, in JSON too; nobody looks for orphans among the rest", async () => {
  const { env } = fake("echo 'Error: boom' >&2; exit 1");
  const args = ["dev", "--allow", KEY, "--yes-destroy", "dev"];
  const text = await run(args, { env });
  expect(text.code).toBe(1);
  expect(text.printed).toMatch(
    /^dev-storage +FAILED *$[^]*^dev-network +not run *$[^]*^dev-storage: terraform apply failed:\nError: boom$/m,
  );
  const json = await run([...args, "--json"], { env });
  expect(json.code).toBe(1);
  const { stacks, left } = JSON.parse(json.printed) as { stacks: object[]; left?: object };
  expect(stacks).toContainEqual(expect.objectContaining({ stack: "dev-storage", outcome: "failed" }));
  expect(left).toBeUndefined();
});

test("what was destroyed is said, although what is left cannot be looked at", async () => {
  const denied = { name: "AccessDenied", message: "Access Denied", status: 403 };
  const answers = accountWith().map((one) =>
    (one.input as { Key?: string } | undefined)?.Key === "network.tfstate" ? { ...one, error: denied } : one,
  );
  const { code, printed } = await run(["dev", "--allow", KEY, "--yes-destroy", "dev"], { answers });
  expect(code).toBe(2);
  expect(printed).toMatch(/^dev-storage +destroyed +1 deleted$/m);
  expect(printed).toContain("Unknown: what is left over: The state of dev-network cannot be read");
  expect(printed).not.toContain("Nothing of dev is left");
});

test("fails while another process deploys or destroys the same environment", async () => {
  const root = folder();
  mkdirSync(join(root, "cdktf.out"), { recursive: true });
  writeFileSync(join(root, "cdktf.out", ".dev.lock"), `${process.ppid}\n`);
  const { env, calls } = fake();
  const { code, errors } = await run(["dev", "--yes-destroy", "dev"], { env, root });
  expect(code).toBe(1);
  expect(errors).toContain(`for deploying or destroying it, is in use by process ${process.ppid}.`);
  expect(calls()).toEqual(["version -json"]);
});

test.each<[string[], RegExp]>([
  [[], /name one environment, not 0/],
  [["dev"], /nobody can be asked here: --yes-destroy dev/],
  [["dev", "--yes-destroy", "research"], /--yes-destroy is "research", but the environment is dev/],
  [["dev", "--yes-destroy", "dev", "--drain-timeout", "soon"], /--drain-timeout is a number of minutes, but is "soon"/],
  [["dev", "--yes-destroy", "dev", "--only", "dev-bootstrap"], /--bootstrap names it/],
  [["dev", "--yes-destroy", "dev", "--only", "dev-nods"], /dev has no stack dev-nods/],
  [["dev", "--force"], /--force[^]*npx railyard destroy --help/],
])("fails on %j in words", async (args, message) => {
  const { env, calls } = fake();
  const { code, errors, printed } = await run(args, { env });
  expect({ code, printed }).toEqual({ code: 1, printed: "" });
  expect(errors).toMatch(message);
  expect(calls().some((call) => call.startsWith("apply"))).toBe(false);
});

test("fails with credentials of another account, before anything is planned", async () => {
  const { env, calls } = fake();
  const answers: Answer[] = [
    { call: "STS GetCallerIdentity", output: { Account: "999999999999", Arn: "arn:aws:iam::999999999999:user/me" } },
  ];
  const { code, errors, root } = await run(["dev", "--yes-destroy", "dev"], { env, answers });
  expect(code).toBe(1);
  expect(errors).toContain("These credentials are of account 999999999999, but dev is in 111122223333");
  expect(calls()).toEqual(["version -json"]);
  expect(existsSync(join(root, "cdktf.out"))).toBe(false);
});

test("as a program: help with all of its exit codes", () => {
  const { code, stdout } = runProgram("scripts/railyard.ts", ["destroy", "--help"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/Exit code:\s0\s[^]*;\s1\s[^]*;\s2\s[^]*130/);
});

test.each(["deploy", "destroy", "bootstrap"])(
  "%s tells a name that no environment has before it asks for more",
  (command) => {
    const { code, stderr } = runProgram("scripts/railyard.ts", [command, "reserch"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("did you mean research?")]);
    expect(stderr).not.toContain("--yes");
  },
);

test("an environment in a cluster that exists is destroyed after its context was named; no account is asked", async () => {
  const home = folder();
  mkdirSync(join(home, ".kube"));
  writeFileSync(join(home, ".kube/config"), "");
  fakeProgram(home, "kubectl", "*get-contexts*) echo iron;;");
  const machine = { HOME: home, PATH: `${home}:${process.env["PATH"]}` };
  const { env } = fake();
  const asked: string[] = [];
  const context = { root: folder(), clock: () => NOW, print: () => {}, printError: () => {} };
  const open = () => ({
    ask: (question: string) => (asked.push(question), Promise.resolve("iron")),
    tell: () => {},
    close: () => {},
  });
  const aws = pretendedAws({ "S3.GetObject": awsError("NoSuchKey", 404), ...lockingStore() });
  const code = await destroyCommand(["iron", "--skip-drain"], context, { env: { ...env, ...machine }, open, aws });
  expect(code).toBe(0);
  const none = await destroyCommand(["iron"], context, { env: { ...env, HOME: folder() }, open, aws });
  expect(none).toBe(1);
  // beside the states, whether their lock holds
  expect(new Set(aws.calls.map(({ call }) => call))).toEqual(
    new Set(["S3.GetObject", "S3.PutObject", "S3.DeleteObject"]),
  );
});
