import { reviewJson } from "../../../../scripts/review/render/json";
import { ACKNOWLEDGEMENT, attribute, change, finding, fullReview, review } from "../../../helpers/review";

const address = "sample-storage.aws_fsx_lustre_file_system.lustre";

test("says the form's version, the gravest verdict and its exit code", () => {
  expect(reviewJson([])).toEqual({ version: 1, verdict: "safe", exitCode: 0, environments: [] });
  const both = reviewJson([review(), review({ environment: "other", verdict: "needs-acknowledgement" })]);
  expect(both).toMatchObject({ verdict: "needs-acknowledgement", exitCode: 2 });
  expect(both.environments.map(({ environment, exitCode }) => [environment, exitCode])).toEqual([
    ["sample", 0],
    ["other", 2],
  ]);
  expect(reviewJson([review({ verdict: "broken", problems: ["a plan is missing"] })])).toMatchObject({
    exitCode: 1,
    environments: [{ verdict: "broken", problems: ["a plan is missing"] }],
  });
});

test("keys are those that the form promises, and no others", () => {
  const [environment] = reviewJson([fullReview()]).environments;
  expect(Object.keys(environment ?? {})).toEqual([
    "environment",
    "asked",
    "verdict",
    "exitCode",
    "problems",
    "counts",
    "noise",
    "findings",
    "tables",
    "config",
    "changes",
  ]);
  expect(Object.keys(environment?.findings[0] ?? {})).toEqual([
    "section",
    "severity",
    "title",
    "details",
    "safer",
    "address",
    "danger",
    "acknowledged",
    "blocks",
    "acknowledgeWith",
  ]);
});

test("a danger in the way says what would let it pass; an acknowledged one says who let it", () => {
  const danger = finding({ section: "lost", severity: "danger", address, danger: "3f0c9a51b7e2" });
  const [environment] = reviewJson([
    review({ findings: [danger, { ...danger, acknowledged: ACKNOWLEDGEMENT }, finding({ section: "rest" })] }),
  ]).environments;
  expect(environment?.findings).toEqual([
    expect.objectContaining({
      address,
      blocks: true,
      acknowledged: null,
      acknowledgeWith: `address: ${address}\ndanger: 3f0c9a51b7e2\nreason: <why this is meant>\nexpires: <YYYY-MM-DD>\n`,
    }),
    expect.objectContaining({ blocks: false, acknowledged: ACKNOWLEDGEMENT, acknowledgeWith: null }),
    expect.objectContaining({ address: null, blocks: false, acknowledged: null, acknowledgeWith: null }),
  ]);
});

test("changes say why they replace, and never what all attributes of a resource are", () => {
  const one = change("sample-storage", "aws_fsx_lustre_file_system.lustre", {
    action: "replace",
    reasons: [attribute("subnet_ids[0]", "a", undefined)],
    attributes: [{ path: "password", before: { kind: "secret" }, after: { kind: "unknown" } }],
    before: { owner: "somebody" },
    after: { owner: "somebody else" },
  });
  const json = reviewJson([fullReview({ changes: [one] })]);
  expect(json.environments[0]?.changes).toEqual([
    {
      stack: "sample-storage",
      address: "aws_fsx_lustre_file_system.lustre",
      type: "aws_fsx_lustre_file_system",
      action: "replace",
      createBeforeDestroy: false,
      reasons: [{ path: "subnet_ids[0]", before: { kind: "value", value: "a" }, after: { kind: "absent" } }],
      attributes: ["subnet_ids[0]", "password"],
    },
  ]);
  const text = JSON.stringify(json);
  expect(text).not.toContain("somebody");
  expect(text).not.toContain("nodeadm");
});

test("what a producer adds to a part does not come in by accident", () => {
  const extra = { secret: "hunter2" };
  const given = fullReview({
    findings: [{ ...finding({ section: "rest" }), ...extra }],
    changes: [{ ...change("s", "a.b"), ...extra }],
    config: [{ path: "a", before: null, after: "1", policy: null, ...extra }],
    ...extra,
  });
  expect(JSON.stringify(reviewJson([given]))).not.toContain("hunter2");
});

test("tables and config are told as they are", () => {
  const given = fullReview();
  expect(reviewJson([given]).environments[0]).toMatchObject({ tables: given.tables, config: given.config, noise: 41 });
});
