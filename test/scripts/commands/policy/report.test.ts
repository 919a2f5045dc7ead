import { CHECKOV_VERSION } from "../../../../scripts/commands/policy/checkov";
import { isGood, reportJson, reportText, type PolicyReport } from "../../../../scripts/commands/policy/report";

const failure = (check: string, stack: string) => ({
  check,
  title: `Ensure ${check}`,
  stack,
  address: "aws_s3_bucket.b",
});
const exception = {
  check: "CKV_AWS_18",
  on: "*-storage.*.*",
  reason: "Nobody reads it.",
  until: "2027-01-31",
  line: 4,
};

const explained = { ...failure("CKV_AWS_18", "dev-storage"), exception };
const unexplained = { ...failure("CKV_AWS_7", "dev-cluster"), exception: null };

const report = (change: Partial<PolicyReport> = {}): PolicyReport => ({
  environments: ["dev"],
  stacks: 8,
  result: {
    failures: [failure("CKV_AWS_18", "dev-storage"), failure("CKV_AWS_7", "dev-cluster")],
    passed: 98,
    resources: 40,
  },
  failures: [explained, unexplained],
  problems: [],
  ...change,
});

test("what has no reason comes first, then reasons with what they are for", () => {
  expect(reportText(report()))
    .toBe(`Checkov ${CHECKOV_VERSION}: 100 checks of 40 resources in 8 stacks, 2 failed, 1 of them for a reason.

FAILED  CKV_AWS_7  Ensure CKV_AWS_7
        dev-cluster.aws_s3_bucket.b

reason  CKV_AWS_18  Ensure CKV_AWS_18 (until 2027-01-31)
        dev-storage.aws_s3_bucket.b
        Nobody reads it.

1 failure without a reason: fix it, or write it into policy/exceptions.yaml.`);
});

test("places of one check stand together, and places of one reason", () => {
  const more = { ...unexplained, stack: "dev-nodes" };
  const text = reportText(report({ failures: [explained, unexplained, { ...explained, stack: "a-storage" }, more] }));
  expect(text).toContain("dev-cluster.aws_s3_bucket.b\n        dev-nodes.aws_s3_bucket.b\n");
  expect(text).toContain("dev-storage.aws_s3_bucket.b\n        a-storage.aws_s3_bucket.b\n        Nobody reads it.");
});

test("a long reason is wrapped", () => {
  const reason = Array.from({ length: 40 }, (_, index) => `word${index}`).join(" ");
  const text = reportText(report({ failures: [{ ...explained, exception: { ...exception, reason } }] }));
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(125);
  expect(text.replace(/\s+/g, " ")).toContain(reason);
});

test("what is wrong with exceptions is told, and is enough to be bad", () => {
  const bad = report({ failures: [explained], problems: ["policy/exceptions.yaml:9  … Remove it."] });
  expect(reportText(bad)).toContain("policy/exceptions.yaml:9  … Remove it.\n\n1 exception to mend.");
  expect(isGood(bad)).toBe(false);
});

test("good is when every failure has a reason", () => {
  expect(isGood(report())).toBe(false);
  expect(isGood(report({ failures: [explained] }))).toBe(true);
  expect(reportText(report({ failures: [explained] }))).toMatch(/Every failure has a reason\.$/);
});

test("programs get the same", () => {
  expect(JSON.parse(reportJson(report()))).toEqual({
    checkov: CHECKOV_VERSION,
    environments: ["dev"],
    stacks: 8,
    resources: 40,
    passed: 98,
    failed: [
      { ...failure("CKV_AWS_18", "dev-storage"), reason: "Nobody reads it.", until: "2027-01-31" },
      { ...failure("CKV_AWS_7", "dev-cluster"), reason: null, until: null },
    ],
    problems: [],
    good: false,
  });
});
