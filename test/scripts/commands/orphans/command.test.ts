import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { orphansCommand } from "../../../../scripts/commands/orphans/command";
import { captured } from "../../../helpers/captured";
import { recordedAws, type Answer } from "../../../helpers/deploying";
import { accountWith, DEV_TAGS } from "../../../helpers/left-over";
import { runProgram } from "../../../helpers/process";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();

/** A repository whose environment was destroyed with its bootstrap stack: that state is there, and empty. */
function emptied(): string {
  const root = folder();
  mkdirSync(join(root, "state"));
  writeFileSync(join(root, "state", "dev-bootstrap.tfstate"), '{"resources":[]}');
  return root;
}

async function run(args: string[], answer: string | null = null, answers: Answer[] = [], root = emptied()) {
  const { context, texts } = captured(root);
  const terminal = answer === null ? null : { ask: () => Promise.resolve(answer), tell: () => {}, close: () => {} };
  const code = await orphansCommand(args, context, { env: {}, open: () => terminal, aws: recordedAws(answers) });
  return { code, ...texts() };
}

const VOLUME = { VolumeId: "vol-1", State: "available", VolumeType: "gp3", Size: 10, Iops: 3000, Tags: DEV_TAGS };
const SNAPSHOT = { SnapshotId: "snap-1", VolumeId: "vol-1", VolumeSize: 10, Tags: DEV_TAGS };
const LEFT = accountWith({ Volumes: [VOLUME], Snapshots: [SNAPSHOT] });
const deleting = (call: string, input: object): Answer => ({ call: `EC2 ${call}`, input, output: {} });
const NO_VOLUME = deleting("DeleteVolume", { VolumeId: "vol-1" });
const NO_SNAPSHOT = deleting("DeleteSnapshot", { SnapshotId: "snap-1" });

test("lists and changes nothing", async () => {
  const { code, printed } = await run(["dev"], null, LEFT);
  expect(code).toBe(2);
  expect(printed).toContain("2 left over, 0.80 USD a month, and 1 of unknown price");
  expect(await run(["dev"], null, accountWith())).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/^Nothing of dev/),
  });
});

test("a no deletes nothing, and JSON says what is there", async () => {
  const { code, errors, printed } = await run(["dev", "--delete", "--json"], "no", LEFT);
  expect(code).toBe(2);
  expect(errors).toContain("Nothing was deleted.");
  expect(JSON.parse(printed)).toMatchObject({ orphans: [{ id: "vol-1" }, { id: "snap-1" }] });
});

test("a yes deletes what nothing uses, and a snapshot goes by name", async () => {
  const deleted = await run(["dev", "--delete"], "yes", [...LEFT, NO_VOLUME]);
  expect(deleted).toMatchObject({ code: 2, errors: expect.stringContaining("deleted vol-1") });
  expect(deleted.errors).not.toContain("snap-1");
  const args = ["dev", "--delete", "--yes", "--allow", "snap-1", "--json"];
  const all = await run(args, null, [...LEFT, NO_VOLUME, NO_SNAPSHOT]);
  expect(all.code).toBe(0);
  expect(JSON.parse(all.printed)).toEqual({
    environment: "dev",
    statesFound: true,
    orphans: [],
    clusterRuns: false,
    unknown: [],
  });
});

test("nothing is deleted where no state is found, whatever is named", async () => {
  const { code, printed, errors } = await run(["dev", "--delete", "--yes"], null, LEFT, folder());
  expect(code).toBe(2);
  expect(printed).toContain("No state of dev was found");
  expect(errors).toBe("");
  const named = await run(["dev", "--delete", "--yes", "--allow", "vol-1"], null, LEFT, folder());
  expect(named).toMatchObject({
    code: 1,
    errors: expect.stringContaining("no state was found, so a stack may have it"),
  });
});

test("fails with credentials of another account", async () => {
  const answers: Answer[] = [
    { call: "STS GetCallerIdentity", output: { Account: "123456789012", Arn: "arn:aws:iam::123456789012:user/me" } },
  ];
  expect(await run(["dev"], null, answers)).toEqual({
    code: 1,
    printed: "",
    errors:
      "These credentials are of account 123456789012, but dev is in 111122223333 (arn:aws:iam::123456789012:user/me).\nUse credentials of that account, such as with AWS_PROFILE.",
  });
});

test("as a program: AWS that does not answer is said in words", () => {
  const env = { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b", AWS_ENDPOINT_URL: "http://127.0.0.1:9" };
  const { code, stdout, stderr } = runProgram("scripts/railyard.ts", ["orphans", "dev", "--json"], env);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(
    /^Whose credentials these are is not known\. sts:GetCallerIdentity got no answer: ECONNREFUSED\./,
  );
  expect(stderr).not.toMatch(/\n\s+at /);
});

test.each<[string[], RegExp]>([
  [[], /name one environment, not 0/],
  [["dev", "--delete"], /nobody can be asked here: --yes/],
  [["dev", "--allow", "snap-1"], /say what --delete may do/],
  [["dve"], /there is no environment "dve"/],
  [["dev", "--purge"], /--purge[^]*npx railyard orphans --help/],
])("fails on %j in words", async (args, message) => {
  const { code, errors, printed } = await run(args);
  expect({ code, printed }).toEqual({ code: 1, printed: "" });
  expect(errors).toMatch(message);
});

test("tells how it is used, with its exit codes", async () => {
  const { code, printed } = await run(["--help"]);
  expect(code).toBe(0);
  expect(printed).toMatch(/orphans dev --delete[^]*Exit code: 0 [^]*1 [^]*2 /);
});
