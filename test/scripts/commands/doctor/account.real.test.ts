import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { CreateBucketCommand, HeadBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { awsAccess, type AwsAccess } from "../../../../scripts/lib/aws/access";
import { ACCOUNT_CHECKS } from "../../../../scripts/commands/doctor/account";
import { clusterSample } from "../../../helpers/cluster";
import { NOW, sample, type Change } from "../../../helpers/environment";
import { describeWithMoto } from "../../../helpers/moto";
import { temporaryFolders } from "../../../helpers/terraform";
import { look } from "./context";

const folder = temporaryFolders();
const MOTO = "123456789012";
const environment = sample({ account: MOTO }).env;
const BUCKET = `sample-tfstate-${MOTO}-us-east-1`;

const answering = (answer: () => unknown, expiration?: Date): AwsAccess => ({
  region: "us-east-1",
  client: () =>
    ({
      send: async () => Promise.resolve(answer()),
      config: { credentials: () => Promise.resolve({ expiration }) },
    }) as never,
});
const failing = (name: string, status?: number) =>
  answering(() => {
    throw Object.assign(new Error(name), { name, ...(status && { $metadata: { httpStatusCode: status } }) });
  });
const caller = () => ({ Arn: `arn:aws:sts::${MOTO}:assumed-role/admin/me` });

const credentials = (aws: AwsAccess, env = environment) =>
  look(ACCOUNT_CHECKS, "account/credentials", { aws, environment: env });
const state = (aws: AwsAccess, env = environment, root = "/nowhere") =>
  look(ACCOUNT_CHECKS, "account/state", { aws, environment: env, root });

describeWithMoto("asked of a server that speaks the API", () => {
  const aws = () => awsAccess({ region: "us-east-1", env: process.env });

  test("credentials of the account are ok, those of another are wrong", async () => {
    expect(await credentials(aws())).toMatchObject({
      verdict: "ok",
      found: expect.stringMatching(/^arn:aws:sts::123456789012:[^,]*$/) as unknown,
    });
    expect(await credentials(aws(), sample().env)).toMatchObject({
      verdict: "wrong",
      found: expect.stringContaining("of account 123456789012, but sample is in 111122223333") as unknown,
    });
  });

  test("a bucket that is there is ok, and one that is not is made by bootstrap", async () => {
    expect(await state(aws())).toEqual({
      verdict: "missing",
      found: `there is no bucket ${BUCKET}`,
      fix: "Make it: npx railyard bootstrap sample.",
    });
    await aws()
      .client(S3Client)
      .send(new CreateBucketCommand({ Bucket: BUCKET }));
    expect(await state(aws())).toEqual({ verdict: "ok", found: `s3://${BUCKET}` });
  });
});

describe("credentials", () => {
  test.each([
    [25, "in 25 minutes"],
    [600, "in 10 hours"],
  ])("that end in %d minutes say so", async (minutes, text) => {
    const { found } = await credentials(answering(caller, new Date(NOW.getTime() + minutes * 60_000)));
    expect(found).toMatch(new RegExp(`assumed-role/admin/me, until 2026-11-21 \\d\\d:\\d\\d UTC, ${text}$`));
  });

  test("of anybody will do while there is no environment", async () => {
    expect(
      await look(ACCOUNT_CHECKS, "account/credentials", { aws: answering(caller), environment: null }),
    ).toMatchObject({
      verdict: "ok",
    });
  });

  test.each([
    ["CredentialsProviderError", "missing"],
    ["ExpiredToken", "missing"],
    ["TimeoutError", "unknown"],
    ["Throttling", "unknown"],
  ])("%s is %s", async (name, verdict) => {
    const seen = await credentials(failing(name));
    expect(seen.verdict).toBe(verdict);
    expect(seen.fix).toBeTruthy();
  });

  test("a bug of ours is not hidden", async () => {
    await expect(credentials(failing("TypeError"))).rejects.toThrow("TypeError");
  });
});

describe("state", () => {
  test.each([
    [403, "wrong", "may not be seen by these credentials, or is another account's"],
    [301, "wrong", "is in another Region"],
    [503, "unknown", "failed"],
  ])("status %d is %s", async (status, verdict, text) => {
    const seen = await state(failing(String(status), status));
    expect(seen).toMatchObject({ verdict, found: expect.stringContaining(text) as unknown });
  });

  // a HEAD that is refused has no body to say so
  test("with credentials that have expired is unknown, not another account's", async () => {
    const aws: AwsAccess = {
      region: "us-east-1",
      client: () =>
        ({
          send: async (command: object) => {
            if (command instanceof HeadBucketCommand)
              throw Object.assign(new Error("403"), { name: "403", $metadata: { httpStatusCode: 403 } });
            throw Object.assign(new Error("old"), { name: "ExpiredToken", $metadata: { httpStatusCode: 403 } });
          },
        }) as never,
    };
    expect(await state(aws)).toMatchObject({ verdict: "unknown", found: "The AWS credentials have expired." });
  });

  test("without credentials is unknown", async () => {
    expect(await state(failing("CredentialsProviderError"))).toMatchObject({ verdict: "unknown" });
  });

  test("without an environment is nobody's", async () => {
    expect(await look(ACCOUNT_CHECKS, "account/state", { environment: null })).toEqual({
      verdict: "unknown",
      found: "no environment was named",
    });
  });

  test("in files needs a folder that can be written", async () => {
    const root = folder();
    const local = sample({ state: { kind: "local", directory: "states" } }).env;
    expect(await state(failing("none"), local, root)).toEqual({
      verdict: "ok",
      found: `files in ${join(root, "states")}`,
    });
    mkdirSync(join(root, "states"));
    expect(await state(failing("none"), local, root)).toMatchObject({ verdict: "ok" });
    expect(await state(failing("none"), local, join(root, "a", "b"))).toMatchObject({ verdict: "wrong" });
  });
});

describe("states in a store that is not AWS's", () => {
  const { env: inCluster } = clusterSample();
  const at = (aws: AwsAccess, id: string) =>
    look(ACCOUNT_CHECKS, id, { aws, environment: inCluster, root: "/nowhere" });

  test("are asked of the store, and what it lacks is not made by bootstrap", async () => {
    const found = "railyard-state at https://minio.example.com:9000";
    expect(
      await at(
        answering(() => ({})),
        "account/state",
      ),
    ).toEqual({ verdict: "ok", found });
    expect(await at(failing("NotFound", 404), "account/state")).toMatchObject({
      verdict: "missing",
      fix: "Make it, with versions, or have it made: npx railyard bootstrap sample says by which commands.",
    });
    const { verdict, fix } = await at(failing("Forbidden", 403), "account/state");
    expect([verdict, fix]).toEqual(["wrong", expect.stringContaining("key of the store")]);
    expect(await at(failing("CredentialsProviderError"), "account/state")).toMatchObject({
      verdict: "missing",
      found: "there is no key of the store at https://minio.example.com:9000",
    });
    expect((await at(failing("TimeoutError"), "account/state")).verdict).toBe("unknown");
  });

  test("need no credentials of AWS; states in S3 do, and files none", () => {
    const need = (change: Change) => ACCOUNT_CHECKS[0]!.need(clusterSample(change).env);
    expect(need({})).toBeNull();
    expect(need({ state: { kind: "local", directory: "states" } })).toBeNull();
    expect(need({ state: { kind: "s3", bucket: "railyard-state", region: "eu-west-1" } })).toBe("needed");
    const access = { kind: "endpoint", host: "https://api.example.com", exec: { command: "aws" } };
    expect(need({ cluster: { access } })).toBe("needed");
  });
});
