import { readFileSync } from "node:fs";
import { join } from "node:path";
import { awsAccess, type AwsAccess } from "../../../scripts/lib/aws/access";
import { Recorder, Replayer } from "../../../scripts/lib/aws/answers";
import { CHECKS } from "../../../scripts/preflight/registry";
import { runChecks } from "../../../scripts/preflight/run-checks";
import { DEV_ACCOUNT } from "../../helpers/dev-account";
import { NOW } from "../../helpers/environment";
import { expectGolden } from "../../helpers/golden";
import { pretendedAws } from "../../helpers/pretended-aws";
import { shipped } from "../../helpers/stacks";

const FILE = "preflight/dev.json";
const [dev] = shipped();

const run = (aws: AwsAccess) => runChecks({ environment: dev!.resolved, checks: CHECKS, aws, now: NOW });

test("the account of dev answers every check, and the recording of it says the same", async () => {
  const recorder = new Recorder();
  const pretended = pretendedAws(DEV_ACCOUNT, "us-east-1", recorder);
  const pretendedRun = await run(pretended);
  expect(pretended.calls.map(({ call }) => call).filter((call) => DEV_ACCOUNT[call] === undefined)).toEqual([]);
  const { answers, ...recording } = recorder.recording(NOW.toISOString());
  // checks run at once: the order of their calls is of no meaning
  const sorted = answers.map((answer) => JSON.stringify(answer)).sort();
  expectGolden(
    FILE,
    `${JSON.stringify({ ...recording, answers: sorted.map((text) => JSON.parse(text) as object) }, null, 1)}\n`,
  );
  const text = readFileSync(join(__dirname, "..", "..", "golden", FILE), "utf8");
  const replayed = await run(awsAccess({ region: "us-east-1", answers: new Replayer(text, FILE), env: {} }));
  expect(replayed).toEqual(pretendedRun);
});

test("no call is recorded that another environment alone would make", () => {
  const text = readFileSync(join(__dirname, "..", "..", "golden", FILE), "utf8");
  expect(text).toContain('"takenAt": "2026-11-21T12:00:00.000Z"');
  expect(text).not.toMatch(/research|frontier|secret/i);
});
