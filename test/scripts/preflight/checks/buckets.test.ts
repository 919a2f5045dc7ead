import { BUCKET_CHECKS } from "../../../../scripts/preflight/checks/buckets";
import { awsError, inputsOf, type PretendedAnswers } from "../../../helpers/pretended-aws";
import { runCheck } from "../../../helpers/preflight-check";

const STATES = "sample-tfstate-111122223333-us-east-1";
const CHECKPOINTS = "sample-checkpoints-111122223333-us-east-1";

/** An account in which the state bucket is something, and the checkpoint bucket is free. */
async function states(head: object, more: PretendedAnswers = {}) {
  const { results, aws } = await runCheck(BUCKET_CHECKS, "names/buckets", {
    answers: {
      "S3.HeadBucket": ({ Bucket }: { Bucket: string }) => (Bucket === STATES ? head : awsError("NotFound", 404)),
      ...more,
    },
  });
  expect(results.map(({ subject }) => subject)).toEqual([STATES, CHECKPOINTS]);
  expect(results[1]).toEqual({ verdict: "ok", subject: CHECKPOINTS, text: "is free" });
  return { result: results[0], aws };
}

const tagged = (value: string) => ({
  "S3.GetBucketTagging": { TagSet: [{ Key: "railyard:environment", Value: value }] },
});

test("a name that S3 does not know is free; a bucket of another account would not pass for ours", async () => {
  const { result, aws } = await states(awsError("NotFound", 404));
  expect(result?.verdict).toBe("ok");
  expect(inputsOf(aws, "S3.HeadBucket")[0]).toEqual({ Bucket: STATES, ExpectedBucketOwner: "111122223333" });
});

test("a bucket of the environment is no clash", async () =>
  expect((await states({}, tagged("sample"))).result).toMatchObject({
    verdict: "ok",
    text: "is there, and of this environment",
  }));

test.each([
  ["another environment", tagged("other")],
  ["nobody, since it has no tags", { "S3.GetBucketTagging": awsError("NoSuchTagSet", 404) }],
])("a bucket of this account that is of %s is a clash", async (_, tags) =>
  expect((await states({}, tags)).result?.verdict).toBe("failed"),
);

test.each([403, 301])("a bucket that is not in this account is taken (%d)", async (status) => {
  const { result, aws } = await states(awsError("Unknown", status), { "S3.ListBuckets": { Buckets: [] } });
  expect(result).toMatchObject({ verdict: "failed", text: `is taken by another account (S3 answers ${status})` });
  expect(inputsOf(aws, "S3.ListBuckets")).toEqual([{ Prefix: STATES }]);
});

test("a bucket of this account that these credentials may not see is unknown", async () => {
  const own = { "S3.ListBuckets": { Buckets: [{ Name: `${STATES}-2` }, { Name: STATES }] } };
  const { result } = await states(awsError("Unknown", 403), own);
  expect(result).toMatchObject({ verdict: "unknown", fix: expect.stringContaining("s3:ListBucket") });
});

test("a bucket of this account in another Region keeps the name from this one", async () => {
  const own = { "S3.ListBuckets": { Buckets: [{ Name: STATES }] } };
  expect((await states(awsError("PermanentRedirect", 301), own)).result).toMatchObject({
    verdict: "failed",
    text: "is taken: this account has it in another Region than us-east-1",
  });
});

test("fails as AWS does for other answers, and when buckets may not be listed", async () => {
  await expect(states(awsError("SlowDown", 503))).rejects.toThrow("SlowDown");
  const denied = { "S3.ListBuckets": awsError("AccessDenied", 403) };
  await expect(states(awsError("Unknown", 403), denied)).rejects.toThrow("AccessDenied");
});

describe("names/existing-bucket", () => {
  const change = { checkpoints: { bucket: { kind: "existing", name: "corpus" } } };
  const existing = async (head: object) =>
    (await runCheck(BUCKET_CHECKS, "names/existing-bucket", { answers: { "S3.HeadBucket": head }, change })).results;

  test.each([
    ["there", {}, "ok"],
    ["missing", awsError("NotFound", 404), "failed"],
    ["hidden", awsError("Unknown", 403), "unknown"],
    ["in another Region", awsError("PermanentRedirect", 301), "unknown"],
  ])("a bucket that is %s", async (_, head, verdict) =>
    expect(await existing(head)).toEqual([expect.objectContaining({ subject: "corpus", verdict })]),
  );

  test("nothing is asked where Railyard makes it", async () => {
    const { results, aws } = await runCheck(BUCKET_CHECKS, "names/existing-bucket", { answers: {} });
    expect([results, aws.calls]).toEqual([[], []]);
  });
});

test("a state bucket that is adopted must be there, whatever its tags are", async () => {
  const adopted = async (head: object) => {
    const answers = { "S3.HeadBucket": head, "S3.GetBucketTagging": awsError("NoSuchTagSet", 404) };
    const change = { adopt: { stateBucket: { name: "old-states" } }, checkpoints: null };
    return (await runCheck(BUCKET_CHECKS, "names/buckets", { answers, change })).results;
  };
  expect(await adopted({})).toEqual([{ verdict: "ok", subject: "old-states", text: "is there, and is adopted" }]);
  expect(await adopted(awsError("NotFound", 404))).toEqual([
    expect.objectContaining({ verdict: "failed", subject: "old-states" }),
  ]);
});
