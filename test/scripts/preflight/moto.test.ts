import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateRoleCommand, CreateServiceLinkedRoleCommand, IAMClient } from "@aws-sdk/client-iam";
import { AssumeRoleCommand, STSClient } from "@aws-sdk/client-sts";
import { CreateBucketCommand, PutBucketTaggingCommand, S3Client } from "@aws-sdk/client-s3";
import { awsAccess } from "../../../scripts/aws/access";
import type { PreflightReport } from "../../../scripts/preflight/report";
import { describeWithMoto } from "../../helpers/moto";
import { runProgram } from "../../helpers/process";

const STATES = "dev-tfstate-111122223333-us-east-1";
/** Checks that ask nothing but the server. */
const CHECKS = [
  ...["account/identity", "account/service-linked-roles", "endpoints/aws", "endpoints/cluster"],
  ...["names/buckets", "names/cluster", "names/roles", "names/log-groups", "names/launch-templates"],
].flatMap((id) => ["--check", id]);

const NOWHERE = { AWS_ENDPOINT_URL: "", AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "" };

describeWithMoto("preflight, asked of a server that speaks the API of AWS", (moto) => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "preflight-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const preflight = (env: Readonly<Record<string, string>>, ...args: string[]) =>
    runProgram("scripts/railyard.ts", ["preflight", ...args], env);

  /** Credentials of a role in the account of dev; those of the server itself are of another one. */
  async function inAccountOfDev(): Promise<Record<string, string>> {
    const assume = new AssumeRoleCommand({ RoleArn: "arn:aws:iam::111122223333:role/deploy", RoleSessionName: "ci" });
    const { Credentials } = await awsAccess({ region: "us-east-1", env: process.env }).client(STSClient).send(assume);
    return {
      ...moto().env,
      AWS_ACCESS_KEY_ID: Credentials?.AccessKeyId ?? "",
      AWS_SECRET_ACCESS_KEY: Credentials?.SecretAccessKey ?? "",
      AWS_SESSION_TOKEN: Credentials?.SessionToken ?? "",
    };
  }

  test("a recording of an account is replayed as the same report, with nothing to ask", async () => {
    const env = await inAccountOfDev();
    await prepareAccount(env);
    const file = join(folder, "answers.json");
    const live = preflight(env, "dev", ...CHECKS, "--record", file, "--json");
    expect(live).toMatchObject({ code: 2, stderr: "" });
    const report = JSON.parse(live.stdout) as PreflightReport;
    const told = report.checks.flatMap(({ results }) => results.map(({ subject, verdict }) => [subject, verdict]));
    expect(Object.fromEntries(told)).toMatchObject({
      "ec2.us-east-1.amazonaws.com": "ok",
      [STATES]: "ok",
      dev: "ok",
      "dev-node": "failed",
      "dev-cluster": "ok",
      "dev-system": "ok",
      "/aws/fsx/dev-lustre": "ok",
      AWSServiceRoleForAutoScaling: "ok",
      AWSServiceRoleForEC2Spot: "failed",
      // the server simulates no policies
      AWSServiceRoleForAmazonFSx: "unknown",
    });
    expect(readFileSync(file, "utf8")).not.toContain(env["AWS_SECRET_ACCESS_KEY"]);
    const replayed = preflight(NOWHERE, "dev", ...CHECKS, "--replay", file, "--json");
    expect(replayed).toMatchObject({ code: 2, stderr: "" });
    expect(JSON.parse(replayed.stdout)).toEqual({ ...report, replayed: true });
  }, 60_000);

  test("fails for credentials of another account, and records nothing", () => {
    const file = join(folder, "answers.json");
    const { code, stdout, stderr } = preflight(moto().env, "frontier", "--record", file);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/of account 123456789012 .*, but frontier is in 444455556666/);
    expect(() => readFileSync(file)).toThrow("ENOENT");
  }, 30_000);
});

/** The state bucket of an earlier deployment, a role of somebody else, and the role of Auto Scaling. */
async function prepareAccount(env: Readonly<Record<string, string>>): Promise<void> {
  const before = { ...process.env };
  Object.assign(process.env, env);
  const aws = awsAccess({ region: "us-east-1", env: process.env });
  const [s3, iam] = [aws.client(S3Client), aws.client(IAMClient)];
  await s3.send(new CreateBucketCommand({ Bucket: STATES }));
  const TagSet = [{ Key: "railyard:environment", Value: "dev" }];
  await s3.send(new PutBucketTaggingCommand({ Bucket: STATES, Tagging: { TagSet } }));
  await iam.send(new CreateRoleCommand({ RoleName: "dev-node", AssumeRolePolicyDocument: "{}" }));
  await iam.send(new CreateServiceLinkedRoleCommand({ AWSServiceName: "autoscaling.amazonaws.com" }));
  process.env = before;
}
