import { readStream, readValidation, silentFailure } from "../../../../scripts/lib/terraform/stream";

const lines = (...all: unknown[]) =>
  all.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
const applied = (addr: string, action: string) => ({ type: "apply_complete", hook: { action, resource: { addr } } });
const diagnostic = (more: object) => ({
  type: "diagnostic",
  diagnostic: { severity: "error", summary: "Bad", ...more },
});
const placed = (context: string | null) => readStream(lines(diagnostic({ snippet: { context } }))).diagnostics[0];

describe("readStream", () => {
  test("counts what was applied, a replacement once", () => {
    const { applied: count } = readStream(
      lines(
        applied("a.new", "create"),
        applied("a.other", "create"),
        applied("a.changed", "update"),
        applied("a.replaced", "delete"),
        applied("a.replaced", "create"),
        applied("a.gone", "delete"),
        { type: "apply_errored", hook: { action: "create", resource: { addr: "a.failed" } } },
      ),
    );
    expect(count).toEqual({ create: 2, update: 1, replace: 1, delete: 1 });
  });

  test("names what was changed behind Terraform's back", () => {
    const drift = (addr: string) => ({ type: "resource_drift", change: { resource: { addr }, action: "update" } });
    const planned = { type: "planned_change", change: { resource: { addr: "a.planned" } } };
    expect(readStream(lines(drift("a.x"), planned, drift("a.y"))).drift).toEqual(["a.x", "a.y"]);
  });

  test("passes over lines in other forms", () => {
    expect(readStream("\nSuccess!\n{half\n{}\n")).toEqual({
      diagnostics: [],
      applied: { create: 0, update: 0, replace: 0, delete: 0 },
      drift: [],
    });
  });

  test("gives diagnostics with address and place", () => {
    const range = { filename: "cdk.tf.json", start: { line: 42, column: 3 } };
    const warning = { severity: "warning", detail: "why", address: "aws_vpc.network", range };
    expect(readStream(lines(diagnostic(warning), diagnostic({}))).diagnostics).toEqual([
      { severity: "warning", summary: "Bad", detail: "why", address: "aws_vpc.network", file: "cdk.tf.json:42" },
      { severity: "error", summary: "Bad", detail: "" },
    ]);
  });

  test.each([
    ["resource.aws_vpc.network.tags", "aws_vpc.network"],
    ["data.aws_ami.node", "data.aws_ami.node"],
    ["output.vpc_id", "output.vpc_id"],
  ])("takes the address from the place %s", (context, address) => {
    expect(placed(context)?.address).toBe(address);
  });

  test.each(["resource.aws_vpc", "provider.aws", "terraform", null])("takes none from the place %s", (context) => {
    expect(placed(context)).not.toHaveProperty("address");
  });
});

test("readValidation reads one object, and nothing from anything else", () => {
  const found = { valid: false, diagnostics: [{ severity: "error", summary: "Bad", detail: "d" }] };
  expect(readValidation(JSON.stringify(found))).toEqual([{ severity: "error", summary: "Bad", detail: "d" }]);
  expect(readValidation("panic")).toEqual([]);
});

test("silentFailure keeps the last lines only", () => {
  const long = Array.from({ length: 100 }, (_, line) => `line ${line}`).join("\n");
  expect(silentFailure("plan", { code: 2, stdout: "out", stderr: long })).toMatchObject({
    summary: "terraform plan ended with code 2",
    detail: expect.stringMatching(/^line 80\n.*line 99$/s),
  });
  expect(silentFailure("plan", { code: null, stdout: "out", stderr: "" })).toMatchObject({
    summary: "terraform plan was killed",
    detail: "out",
  });
});
