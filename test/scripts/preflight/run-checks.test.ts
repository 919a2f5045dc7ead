import { DescribeVpcsCommand, EC2Client } from "@aws-sdk/client-ec2";
import { NotRecordedError } from "../../../scripts/lib/aws/answers";
import type { CheckProps, PreflightCheck } from "../../../scripts/preflight/check";
import { runChecks, type RunChecksProps } from "../../../scripts/preflight/run-checks";
import { NOW, sample } from "../../helpers/environment";
import { awsError, pretendedAws, type PretendedAnswers } from "../../helpers/pretended-aws";

const CALLER = { "STS.GetCallerIdentity": { Arn: "arn:aws:sts::111122223333:assumed-role/deploy/ci" } };

const WELL = check("test/well", () => Promise.resolve([{ verdict: "ok", subject: "all", text: "is well" }]));
const ASKS = check("test/asks", async ({ aws }) => {
  await aws.client(EC2Client).send(new DescribeVpcsCommand({}));
  return [];
});

function check(id: string, run: PreflightCheck["run"]): PreflightCheck {
  return { id, title: `The check ${id}.`, actions: ["ec2:DescribeVpcs", "ec2:DescribeSubnets"], run };
}

const run = (checks: readonly PreflightCheck[], answers: PretendedAnswers = {}, more: Partial<RunChecksProps> = {}) =>
  runChecks({
    environment: sample().env,
    checks,
    aws: pretendedAws({ ...CALLER, ...answers }),
    now: NOW,
    ...more,
  });

const resultsOf = async (error: Error) => {
  const { checks } = await run([ASKS, WELL], { "EC2.DescribeVpcs": () => error });
  expect(checks[1]?.results).toEqual([{ verdict: "ok", subject: "all", text: "is well" }]);
  return checks[0]?.results;
};

test("checks are told in their order, with the environment, the moment and who asked", async () => {
  let seen: CheckProps | undefined;
  const slow = check("test/slow", async (props) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    seen = props;
    return [];
  });
  const done: string[] = [];
  const { caller, checks } = await run([slow, WELL], {}, { onDone: ({ id }) => done.push(id) });
  expect(checks.map(({ id, title, results }) => [id, title, results.length])).toEqual([
    ["test/slow", "The check test/slow.", 0],
    ["test/well", "The check test/well.", 1],
  ]);
  expect(done).toEqual(["test/well", "test/slow"]);
  expect(seen).toMatchObject({ environment: { name: "sample" }, now: NOW });
  expect(caller).toMatchObject({ kind: "role", name: "deploy" });
});

test("a call that is not permitted is unknown, names the permission, and the others still run", async () => {
  expect(await resultsOf(awsError("UnauthorizedOperation", 403))).toEqual([
    {
      verdict: "unknown",
      subject: "The check test/asks",
      text: "ec2:DescribeVpcs is not permitted for these credentials.",
      fix: "Give the caller the permission ec2:DescribeVpcs.",
    },
  ]);
});

test.each([
  ["throttled", awsError("RequestLimitExceeded", 503), /AWS throttled ec2:DescribeVpcs/],
  ["unreachable", Object.assign(new Error("no"), { code: "ENOTFOUND" }), /got no answer: ENOTFOUND/],
  ["not recorded", new NotRecordedError("The recording has no answer to EC2"), /no answer to EC2/],
  ["refused", awsError("ValidationException", 400, "bad"), /ValidationException: bad/],
])("a call that is %s is unknown", async (_, error, words) => {
  expect(await resultsOf(error)).toEqual([
    { verdict: "unknown", subject: "The check test/asks", text: expect.stringMatching(words), fix: expect.any(String) },
  ]);
});

test("credentials that only one service refuses are about the Region, not about the login", async () => {
  const [result] = (await resultsOf(awsError("AuthFailure", 401))) ?? [];
  expect(result).toMatchObject({
    verdict: "unknown",
    text: "AWS refused these credentials for ec2:DescribeVpcs only.",
  });
  expect(result?.fix).toMatch(/list-regions/);
});

test.each([
  ["there are none", awsError("CredentialsProviderError"), /no usable AWS credentials[\s\S]*aws sso login/],
  ["they have expired", awsError("ExpiredToken", 403), /have expired\.\nLog in again/],
  ["AWS cannot be reached", Object.assign(new Error("no"), { code: "EAI_AGAIN" }), /EAI_AGAIN\.\nLook at the network/],
  ["the recording lacks them", new NotRecordedError("The recording has no answer to STS"), /Record again/],
])("fails once, and asks nothing more, when %s", async (_, error, words) => {
  let ran = false;
  const never = check("test/never", () => Promise.resolve(((ran = true), [])));
  await expect(run([never], { "STS.GetCallerIdentity": () => error })).rejects.toThrow(words);
  expect(ran).toBe(false);
});

test("fails for credentials of another account, before anything is asked", async () => {
  const other = { "STS.GetCallerIdentity": { Arn: "arn:aws:iam::999999999999:user/ann" } };
  await expect(run([WELL], other)).rejects.toThrow(
    /of account 999999999999, but sample is in 111122223333 \(arn:aws:iam::999999999999:user\/ann\)/,
  );
});

test("fails when credentials expire on the way", async () =>
  await expect(run([ASKS, WELL], { "EC2.DescribeVpcs": () => awsError("RequestExpired") })).rejects.toThrow(
    "They did while checks ran",
  ));

test("a bug of ours goes on", async () => {
  const bug = check("test/bug", () => {
    throw new TypeError("undefined is not a function");
  });
  await expect(run([bug])).rejects.toThrow(TypeError);
});

test("an interruption is no answer", async () => {
  const controller = new AbortController();
  const interrupted = check("test/interrupted", () => {
    controller.abort(new Error("interrupted"));
    return Promise.reject(awsError("AbortError"));
  });
  await expect(run([interrupted, WELL], {}, { signal: controller.signal })).rejects.toThrow("interrupted");
});
