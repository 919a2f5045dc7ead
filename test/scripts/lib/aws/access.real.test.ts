import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateUserCommand, GetRoleCommand, IAMClient, ListUsersCommand } from "@aws-sdk/client-iam";
import { CreateBucketCommand, ListBucketsCommand, S3Client } from "@aws-sdk/client-s3";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { awsAccess } from "../../../../scripts/lib/aws/access";
import { NotRecordedError, Recorder, Replayer } from "../../../../scripts/lib/aws/answers";
import { awsFailure } from "../../../../scripts/lib/aws/failure";
import { recordingFile, writeRecording } from "../../../../scripts/lib/aws/recording";
import { describeWithMoto } from "../../../helpers/moto";

const TAKEN = "2026-11-21T10:00:00.000Z";

describeWithMoto("access to AWS, asked of a server that speaks its API", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "railyard-aws-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("a recording answers as the account did, dates and errors too, with nothing to ask", async () => {
    const recorder = new Recorder();
    const live = awsAccess({ region: "us-east-1", answers: recorder, env: process.env });
    await live.client(S3Client).send(new CreateBucketCommand({ Bucket: "states" }));
    const { Account } = await live.client(STSClient).send(new GetCallerIdentityCommand());
    const { Buckets } = await live.client(S3Client).send(new ListBucketsCommand());
    const missing = new GetRoleCommand({ RoleName: "nobody" });
    const refused = await failureOf(() => live.client(IAMClient).send(missing));
    const file = join(folder, "below", "answers.json");
    writeRecording(recordingFile(file, false), recorder.recording(TAKEN));
    const replayer = new Replayer(readFileSync(file, "utf8"), file);
    const replayed = awsAccess({ region: "us-east-1", answers: replayer, env: {} });
    // a port on which nothing listens: whatever would go out fails
    process.env["AWS_ENDPOINT_URL"] = "http://127.0.0.1:1";
    expect((await replayed.client(STSClient).send(new GetCallerIdentityCommand())).Account).toBe(Account);
    expect((await replayed.client(S3Client).send(new ListBucketsCommand())).Buckets).toEqual(Buckets);
    expect(Buckets?.[0]?.CreationDate).toBeInstanceOf(Date);
    expect(await failureOf(() => replayed.client(IAMClient).send(missing))).toEqual(refused);
    expect(refused.kind).toBe("not-found");
    expect(replayer.takenAt).toBe(TAKEN);
    expect(readFileSync(file, "utf8")).not.toContain("testing");
  });

  test("the same call gets its answers in their order, and the last one again", async () => {
    process.env["AWS_ENDPOINT_URL"] = endpoint;
    const recorder = new Recorder();
    const live = awsAccess({ region: "us-west-2", answers: recorder, env: process.env });
    const count = async (access = live) =>
      (await access.client(IAMClient).send(new ListUsersCommand({}))).Users?.length ?? 0;
    const before = await count();
    await live.client(IAMClient).send(new CreateUserCommand({ UserName: "ann" }));
    expect(await count()).toBe(before + 1);
    const replayer = new Replayer(JSON.stringify(recorder.recording(TAKEN)), "answers.json");
    const replayed = awsAccess({ region: "us-west-2", answers: replayer, env: {} });
    expect([await count(replayed), await count(replayed), await count(replayed)]).toEqual([
      before,
      before + 1,
      before + 1,
    ]);
  });

  let endpoint = "";
  beforeAll(() => (endpoint = process.env["AWS_ENDPOINT_URL"] ?? ""));

  test("a call that was not recorded, or in another Region, is said by name", async () => {
    const text = JSON.stringify({ format: 1, takenAt: TAKEN, answers: [] });
    const replayed = awsAccess({ region: "eu-west-1", answers: new Replayer(text, "a.json"), env: {} });
    const asked = replayed.client(STSClient).send(new GetCallerIdentityCommand());
    await expect(asked).rejects.toThrow(NotRecordedError);
    await expect(asked).rejects.toThrow("The recording has no answer to STS GetCallerIdentity in eu-west-1.");
    const role = replayed.client(IAMClient).send(new GetRoleCommand({ RoleName: "dev-node" }));
    await expect(role).rejects.toThrow('no answer to IAM GetRole in eu-west-1 for RoleName: "dev-node".');
    const long = replayed.client(IAMClient).send(new GetRoleCommand({ RoleName: "x".repeat(900) }));
    await expect(long).rejects.toThrow(/x{100}…\.$/);
  });

  test("one client is made for each class and Region", () => {
    const access = awsAccess({ region: "us-east-1", env: {} });
    expect(access.client(STSClient)).toBe(access.client(STSClient, "us-east-1"));
    expect(access.client(STSClient, "us-west-2")).not.toBe(access.client(STSClient));
  });

  test("no credentials at all is a failure in words", async () => {
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
    delete process.env["AWS_ACCESS_KEY_ID"];
    delete process.env["AWS_SECRET_ACCESS_KEY"];
    try {
      const access = awsAccess({ region: "us-east-1", env: process.env });
      const failure = await failureOf(() => access.client(STSClient).send(new GetCallerIdentityCommand()));
      expect(failure.kind).toBe("no-credentials");
      expect(failure.fix).toContain("aws sso login");
    } finally {
      Object.assign(process.env, { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
    }
  });
});

test.each([
  ["not JSON", "{", "answers.json is not JSON"],
  ["another format", '{"format":2,"takenAt":"2026-11-21T10:00:00Z","answers":[]}', "not a recording"],
  ["no answers", '{"format":1,"takenAt":"2026-11-21T10:00:00Z"}', "answers"],
])("fails for %s, and says how to mend it", (_, text, words) => {
  expect(() => new Replayer(text, "answers.json")).toThrow(words);
  expect(() => new Replayer(text, "answers.json")).toThrow("--record");
});

test("fails to write below a file, and leaves nothing", () => {
  const folder = mkdtempSync(join(tmpdir(), "railyard-aws-"));
  writeFileSync(join(folder, "file"), "");
  expect(() => recordingFile(join(folder, "file", "a.json"), false)).toThrow("cannot be written");
  rmSync(folder, { recursive: true });
});

async function failureOf(call: () => Promise<unknown>) {
  try {
    await call();
  } catch (error) {
    return awsFailure(error, "the:Call");
  }
  throw new Error("the call went well");
}
