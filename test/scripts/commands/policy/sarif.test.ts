import { sarif } from "../../../../scripts/commands/policy/sarif";

const failures = [
  {
    check: "CKV_AWS_18",
    title: "Ensure the S3 bucket has access logging enabled",
    stack: "dev-storage",
    address: "aws_s3_bucket.checkpoints",
    exception: { check: "CKV_AWS_18", on: "*", reason: "It has a reason.", line: 3 },
  },
  { check: "CKV_AWS_7", title: "Ensure rotation", stack: "dev-cluster", address: "aws_kms_key.k", exception: null },
  {
    check: "CKV_AWS_18",
    title: "Ensure the S3 bucket has access logging enabled",
    stack: "dev-bootstrap",
    address: "aws_s3_bucket.state",
    exception: null,
  },
];

const placeOf = ({ stack }: { stack: string }) => ({ file: `cdktf.out/stacks/${stack}/cdk.tf.json`, line: 12 });

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- read as any reader of SARIF would
const [run] = (sarif(failures, placeOf) as any).runs;

test("each check is one rule, and each result points to its rule", () => {
  expect(run.tool.driver.rules.map((rule: { id: string }) => rule.id)).toEqual(["CKV_AWS_18", "CKV_AWS_7"]);
  for (const result of run.results) expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
});

test("a result has file, line and address", () => {
  expect(run.results[0].locations).toEqual([
    {
      physicalLocation: {
        artifactLocation: { uri: "cdktf.out/stacks/dev-storage/cdk.tf.json", uriBaseId: "%SRCROOT%" },
        region: { startLine: 12 },
      },
      logicalLocations: [{ fullyQualifiedName: "dev-storage.aws_s3_bucket.checkpoints", kind: "resource" }],
    },
  ]);
});

test("a failure with a reason is suppressed with it, one without is not", () => {
  expect(run.results[0].suppressions).toEqual([
    { kind: "external", status: "accepted", justification: "It has a reason." },
  ]);
  expect(run.results[1].suppressions).toBeUndefined();
});

test("the same failure is known again when its line moves, and two are never taken for one", () => {
  const prints = run.results.map((result: { partialFingerprints: object }) =>
    JSON.stringify(result.partialFingerprints),
  );
  expect(new Set(prints).size).toBe(3);
  const moved = sarif(failures, () => ({ file: "x", line: 99 })) as { runs: { results: object[] }[] };
  expect(
    moved.runs[0]?.results.map((one) => JSON.stringify((one as { partialFingerprints: object }).partialFingerprints)),
  ).toEqual(prints);
});

test("no failure is an empty list, as readers need it to close what was there before", () => {
  expect(sarif([], placeOf)).toMatchObject({ version: "2.1.0", runs: [{ results: [] }] });
});
