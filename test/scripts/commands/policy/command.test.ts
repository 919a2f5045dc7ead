import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { policyCommand } from "../../../../scripts/commands/policy/command";
import { CHECKOV_VERSION } from "../../../../scripts/commands/policy/checkov";
import { PLANTED_FAILURES, PLANTED_PASSES } from "../../../../scripts/commands/policy/planted";
import { captured } from "../../../helpers/captured";
import { temporaryFolders, writeProgram } from "../../../helpers/terraform";

const folder = temporaryFolders();

afterEach(() => {
  delete process.env["CHECKOV"];
});

function run(...args: string[]) {
  const { context, texts } = captured();
  return { code: policyCommand(args, context), ...texts() };
}

/** Stands for Checkov: reads the plans that it is given, and fails one check on every resource of some types. */
function fakeCheckov(failing: Readonly<Record<string, string>>): void {
  const at = folder();
  const script = join(at, "fake.js");
  writeFileSync(
    script,
    `const { readdirSync, readFileSync } = require("node:fs");
const folder = process.argv[process.argv.indexOf("--directory") + 1];
const failing = ${JSON.stringify(failing)};
const of = (stack, resource, check) => ({ check_id: check, check_name: "Ensure it", file_path: "/" + stack + "/plan.json", resource });
const planted = (names) => names.map((name) => of("planted-weaknesses", name.split(" ")[1], name.split(" ")[0]));
const failed = planted(${JSON.stringify(PLANTED_FAILURES)}), passed = planted(${JSON.stringify(PLANTED_PASSES)});
let count = 0;
for (const stack of readdirSync(folder))
  for (const { type, address } of JSON.parse(readFileSync(folder + "/" + stack + "/plan.json", "utf8")).planned_values.root_module.resources) {
    count += 1;
    if (stack.startsWith("planted")) continue;
    if (failing[type]) failed.push(of(stack, address, failing[type]));
    else passed.push(of(stack, address, "CKV_AWS_1"));
  }
console.log(JSON.stringify({ results: { failed_checks: failed, passed_checks: passed, parsing_errors: [] }, summary: { resource_count: count } }));
`,
  );
  process.env["CHECKOV"] = writeProgram(
    at,
    "checkov",
    `[ "$1" = --version ] && { echo ${CHECKOV_VERSION}; exit; }\nexec "${process.execPath}" "${script}" "$@"`,
  );
}

// what real Checkov says is its own proof: `npm run policy`, which plants weaknesses that it must find
describe("npm run policy", () => {
  test("tells how it is used", () => {
    const { code, printed } = run("--help");
    expect(code).toBe(0);
    expect(printed).toContain("npx railyard policy --install");
    expect(printed).toContain(`Checkov ${CHECKOV_VERSION}`);
  });

  test("checks every resource of the environment, and passes when each failure has a reason", () => {
    fakeCheckov({ aws_fsx_lustre_file_system: "CKV_AWS_190" });
    const { code, printed } = run("dev", "--json");
    const report = JSON.parse(printed);
    expect(report).toMatchObject({ environments: ["dev"], stacks: 8, good: true, problems: [] });
    expect(report.failed).toEqual([
      expect.objectContaining({ stack: "dev-storage", address: "aws_fsx_lustre_file_system.lustre" }),
    ]);
    expect(report.passed).toBe(report.resources - 1);
    expect(code).toBe(0);
  });

  test("fails on a failure that nobody has explained, and writes SARIF that points into the stack", () => {
    fakeCheckov({ aws_kms_key: "CKV_AWS_7", aws_fsx_lustre_file_system: "CKV_AWS_190" });
    const file = join(folder(), "policy.sarif");
    const { code, printed } = run("dev", "--sarif", file);
    expect(code).toBe(2);
    expect(printed).toContain("FAILED  CKV_AWS_7");
    const { results } = JSON.parse(readFileSync(file, "utf8")).runs[0];
    const lustre = results.find((one: { ruleId: string }) => one.ruleId === "CKV_AWS_190");
    expect(lustre.suppressions).toHaveLength(1);
    expect(lustre.locations[0].physicalLocation.artifactLocation.uri).toBe("cdktf.out/stacks/dev-storage/cdk.tf.json");
    expect(lustre.locations[0].physicalLocation.region.startLine).toBeGreaterThan(1);
    expect(results.find((one: { ruleId: string }) => one.ruleId === "CKV_AWS_7").suppressions).toBeUndefined();
  });

  test("fails when all environments are checked and an exception is left over", () => {
    fakeCheckov({ aws_fsx_lustre_file_system: "CKV_AWS_190" });
    const { code, printed } = run();
    expect(code).toBe(2);
    expect(printed).toMatch(/policy\/exceptions\.yaml:\d+ {2}CKV_AWS_18 .*matches no failure/);
  });

  test("fails without Checkov, before anything is written", () => {
    process.env["CHECKOV"] = "/no/such/checkov";
    const file = join(folder(), "policy.sarif");
    const { code, errors } = run("dev", "--sarif", file);
    expect(code).toBe(1);
    expect(errors).toContain("npx railyard policy --install");
    expect(existsSync(file)).toBe(false);
  });

  test("fails on options and environments that do not exist", () => {
    expect(run("--fix")).toMatchObject({ code: 1, errors: expect.stringContaining("--fix") });
    expect(run("no-such-environment")).toMatchObject({
      code: 1,
      errors: expect.stringContaining('there is no environment "no-such-environment"'),
    });
  });
});
