import { readReport } from "../../../../scripts/commands/policy/failures";
import { PLANTED_FAILURES, PLANTED_PASSES } from "../../../../scripts/commands/policy/planted";

const record = (check: string, resource: string, stack: string) => ({
  check_id: check,
  check_name: `Ensure ${check}`,
  file_path: `/${stack}/plan.json`,
  resource,
});

const planted = (names: readonly string[]) =>
  names.map((name) => record(name.split(" ")[0]!, name.split(" ")[1]!, "planted-weaknesses"));

function report({
  failed = planted(PLANTED_FAILURES),
  passed = planted(PLANTED_PASSES),
  errors = [] as string[],
} = {}) {
  return JSON.stringify({
    check_type: "terraform_plan",
    results: { failed_checks: failed, passed_checks: passed, skipped_checks: [], parsing_errors: errors },
    summary: { resource_count: 5 },
  });
}

const COUNTS = new Map([
  ["dev-storage", 3],
  ["planted-weaknesses", 2],
]);

test("failures come in order of check, stack and address; what was planted is left out", () => {
  const failed = [
    record("CKV_AWS_144", "aws_s3_bucket.b", "dev-storage"),
    record("CKV_AWS_18", "aws_s3_bucket.b", "dev-storage"),
    record("CKV2_AWS_5", "aws_security_group.g", "dev-network"),
    record("CKV_AWS_18", "aws_s3_bucket.a", "dev-storage"),
    record("CKV_AWS_18", "aws_s3_bucket.z", "dev-bootstrap"),
  ];
  const passed = [record("CKV_AWS_7", "aws_kms_key.k", "dev-storage"), ...planted(PLANTED_PASSES)];
  const result = readReport(report({ failed: [...failed, ...planted(PLANTED_FAILURES)], passed }), COUNTS);
  expect(result.failures.map((one) => `${one.check} ${one.stack}.${one.address}`)).toEqual([
    "CKV_AWS_18 dev-bootstrap.aws_s3_bucket.z",
    "CKV_AWS_18 dev-storage.aws_s3_bucket.a",
    "CKV_AWS_18 dev-storage.aws_s3_bucket.b",
    "CKV_AWS_144 dev-storage.aws_s3_bucket.b",
    "CKV2_AWS_5 dev-network.aws_security_group.g",
  ]);
  expect(result.failures[0]?.title).toBe("Ensure CKV_AWS_18");
  expect(result).toMatchObject({ passed: 1, resources: 3 });
});

test.each(PLANTED_FAILURES)("fails when the planted weakness %s is not found", (name) => {
  const failed = planted(PLANTED_FAILURES.filter((one) => one !== name));
  expect(() => readReport(report({ failed }), COUNTS)).toThrow(`these must fail and do not:\n  ${name}`);
});

test.each(PLANTED_PASSES)("fails when Checkov calls wrong what is right: %s", (name) => {
  const passed = planted(PLANTED_PASSES.filter((one) => one !== name));
  expect(() => readReport(report({ passed }), COUNTS)).toThrow(`these must pass and do not:\n  ${name}`);
});

test("a weakness that is found somewhere else only does not count as found", () => {
  const failed = PLANTED_FAILURES.map((name) => record(name.split(" ")[0]!, name.split(" ")[1]!, "dev-storage"));
  expect(() => readReport(report({ failed }), COUNTS)).toThrow("does not read stacks as it should");
});

test("fails on stacks that were not read", () => {
  expect(() => readReport(report({ errors: ["/tmp/x/dev-nodes/plan.json"] }), COUNTS)).toThrow(
    "could not read dev-nodes",
  );
});

test("fails when resources are missing from what was read", () => {
  expect(() => readReport(report(), new Map([...COUNTS, ["dev-nodes", 4]]))).toThrow(
    "Checkov read 5 resources, but synth wrote 9",
  );
});

test.each(["", "no JSON", '{"passed":0,"failed":0}'])("fails on a report of another form: %j", (text) => {
  expect(() => readReport(text, COUNTS)).toThrow("form that is not known here");
});
