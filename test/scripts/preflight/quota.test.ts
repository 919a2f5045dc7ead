import { judgeQuota, type QuotaNeed } from "../../../scripts/preflight/quota";
import { quotas } from "../../helpers/preflight-check";
import { awsError, pretendedAws } from "../../helpers/pretended-aws";

const P = "L-417A185B";
const NEED: QuotaNeed = { code: P, used: 192, usedFrom: "DescribeInstances", more: 768, parts: ["h100 4 × 192"] };
const HISTORY = "ServiceQuotas.ListRequestedServiceQuotaChangeHistoryByQuota";

test("a quota with room for use and need is good, and all three are said", async () => {
  const result = await judgeQuota(pretendedAws(quotas({ [P]: 960 })), NEED);
  expect(result).toEqual({
    verdict: "ok",
    subject: "Running On-Demand P instances (L-417A185B)",
    text: "limit 960 vCPU; 192 vCPU in use (DescribeInstances), 768 vCPU more needed: h100 4 × 192",
  });
});

test("a quota that is one too small fails, with the request written out", async () => {
  const result = await judgeQuota(pretendedAws(quotas({ [P]: 959 })), NEED);
  expect(result.verdict).toBe("failed");
  expect(result.fix).toBe(
    "aws service-quotas request-service-quota-increase --region us-east-1 --service-code ec2 --quota-code L-417A185B --desired-value 960",
  );
});

test("a quota that is passed by what runs already is a warning while nothing more is needed", async () => {
  const result = await judgeQuota(pretendedAws(quotas({ [P]: 100 })), { ...NEED, more: 0, parts: [] });
  expect(result.verdict).toBe("warning");
  expect(result.text).toBe("limit 100 vCPU; 192 vCPU in use (DescribeInstances), 0 vCPU more needed");
});

test("a quota of one thing has no use by others", async () => {
  const need = { ...NEED, used: null, more: 31 };
  expect((await judgeQuota(pretendedAws(quotas({ [P]: 30 })), need)).text).toContain(
    "limit 30 vCPU; 31 vCPU needed: h100",
  );
});

test("a quota that nobody changed is AWS's default", async () => {
  const answers = {
    ...quotas({}),
    "ServiceQuotas.GetAWSDefaultServiceQuota": { Quota: { Value: 5000, Adjustable: true } },
  };
  const aws = pretendedAws(answers);
  expect((await judgeQuota(aws, NEED)).verdict).toBe("ok");
  expect(aws.calls.map(({ input }) => input)).toEqual(Array(2).fill({ ServiceCode: "ec2", QuotaCode: P }));
});

test("a quota that AWS knows nothing of is unknown, and what a new account has is said with its source", async () => {
  const result = await judgeQuota(pretendedAws(quotas({})), { ...NEED, code: "L-0263D0A3" });
  expect(result).toMatchObject({ verdict: "unknown", subject: "Elastic IP addresses (L-0263D0A3)" });
  expect(result.text).toContain("a new account has 5; 192 in use");
  expect(result.source).toContain("amazon-vpc-limits");
});

test("no default that no document gives is made up", async () => {
  const result = await judgeQuota(pretendedAws(quotas({})), { ...NEED, code: "L-7A658B76" });
  expect(result.text).toMatch(/^Service Quotas does not say the limit; 192 TiB in use/);
  expect(result.source).toBeUndefined();
});

test("a quota without a value is unknown, not zero", async () => {
  const answers = { ...quotas({}), "ServiceQuotas.GetServiceQuota": { Quota: { QuotaCode: P } } };
  expect((await judgeQuota(pretendedAws(answers), NEED)).verdict).toBe("unknown");
});

test("a quota that AWS never raises has no request to write", async () => {
  const answers = {
    ...quotas({}),
    "ServiceQuotas.GetServiceQuota": { Quota: { Value: 1, Adjustable: false } },
  };
  expect((await judgeQuota(pretendedAws(answers), NEED)).fix).toMatch(/^AWS does not raise this quota/);
});

describe("requests that AWS has not decided", () => {
  const asking = (...RequestedQuotas: object[]) =>
    judgeQuota(pretendedAws({ ...quotas({ [P]: 192 }), [HISTORY]: { RequestedQuotas } }), NEED);
  const pending = (DesiredValue: number, Status = "PENDING") => ({
    DesiredValue,
    Status,
    CaseId: "17",
    Created: new Date("2026-11-19T08:00:00Z"),
  });

  test("one that is enough is waited for", async () => {
    const result = await asking(pending(400), pending(960, "CASE_OPENED"));
    expect(result.verdict).toBe("failed");
    expect(result.text).toContain("960 are requested since 2026-11-19, and AWS has not decided (case 17)");
    expect(result.fix).toBe("Wait for the request, or ask AWS Support about it.");
  });

  test("one that is too small is said, and more is asked for", async () => {
    const result = await asking(pending(959));
    expect(result.text).toContain("959 are requested");
    expect(result.fix).toContain("--desired-value 960");
  });

  test("those that are closed do not count", async () => {
    const result = await asking(pending(960, "DENIED"), pending(960, "CASE_CLOSED"));
    expect(result.text).not.toContain("requested");
    expect(result.fix).toContain("--desired-value 960");
  });

  test("that they cannot be read does not hide the limit", async () => {
    const aws = pretendedAws({ ...quotas({ [P]: 0 }), [HISTORY]: awsError("AccessDeniedException") });
    const result = await judgeQuota(aws, NEED);
    expect(result.verdict).toBe("failed");
    expect(result.text).toContain("whether more was requested is unknown");
    expect(result.fix).toContain("--desired-value 960");
  });
});

test("no permission is thrown on", async () => {
  const aws = pretendedAws({ ...quotas({}), "ServiceQuotas.GetServiceQuota": awsError("AccessDeniedException") });
  await expect(judgeQuota(aws, NEED)).rejects.toMatchObject(awsError("AccessDeniedException"));
});

test("a part of a TiB is not rounded away", async () => {
  const need = { ...NEED, code: "L-7A658B76" as const, used: 0.5, more: 1.25, parts: [] };
  const result = await judgeQuota(pretendedAws(quotas({ "L-7A658B76": 1 })), need);
  expect(result.text).toContain("0.5 TiB in use");
  expect(result.fix).toContain("--desired-value 2");
});

test("what seems enough is unknown while something in use could not be counted", async () => {
  const need = { ...NEED, uncounted: "m9z.large, whose vCPUs are unknown" };
  expect(await judgeQuota(pretendedAws(quotas({ [P]: 960 })), need)).toMatchObject({
    verdict: "unknown",
    text: expect.stringMatching(/^limit 960 vCPU; .*; not counted: m9z\.large, whose vCPUs are unknown$/) as string,
  });
  expect((await judgeQuota(pretendedAws(quotas({ [P]: 959 })), need)).verdict).toBe("failed");
});

test("each quota is asked once, and no two at the same time: the service takes few in a second", async () => {
  const aws = pretendedAws(quotas({ [P]: 960, "L-DB2E81BA": 9999 }));
  const needs = [NEED, { ...NEED, more: 0 }, { ...NEED, code: "L-DB2E81BA" as const }];
  expect((await Promise.all(needs.map((need) => judgeQuota(aws, need)))).map(({ verdict }) => verdict)).toEqual([
    "ok",
    "ok",
    "ok",
  ]);
  expect(aws.calls).toHaveLength(2);
});
