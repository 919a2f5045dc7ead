import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { planAdoption } from "../../../../scripts/commands/adopt/plan";
import { sample } from "../../../helpers/environment";
import { temporaryFolders, writeProgram, writeSynth, dataStack } from "../../../helpers/terraform";

const temporary = temporaryFolders();

/** Plans sample-storage with a Terraform that answers as told. */
async function plan(answer: object | string) {
  const folder = temporary();
  const synthFolder = writeSynth(join(folder, "synth"), { "sample-storage": dataStack("storage", {}) });
  writeFileSync(join(folder, "plan.json"), JSON.stringify(answer));
  const fails = typeof answer === "string";
  const program = writeProgram(
    folder,
    "terraform",
    `case "$1" in plan) ${fails ? `echo "${answer}" >&2; exit 1` : "exit 2"};; show) cat "${folder}/plan.json";; esac`,
  );
  const lines: string[] = [];
  const plans = await planAdoption({
    synthFolder,
    environment: sample().env,
    roles: ["storage"],
    env: { ...process.env, TERRAFORM_BINARY_NAME: program },
    signal: new AbortController().signal,
    onLine: (line) => lines.push(line),
  });
  return { plans, lines };
}

const resource = (actions: readonly string[], more: object = {}) => ({
  address: "aws_s3_bucket.checkpoints",
  mode: "managed",
  type: "aws_s3_bucket",
  name: "checkpoints",
  change: { actions, before: { tags: {} }, after: { tags: { a: "1" } }, importing: { id: "ours" }, ...more },
});

test("an import without a change is an empty plan", async () => {
  const { plans, lines } = await plan({ resource_changes: [resource(["no-op"])] });
  expect(lines).toEqual(["sample-storage: imports 1, 1 of them as they are", "sample-storage: the plan is empty"]);
  expect(plans).toMatchObject([{ stack: "sample-storage", lost: [] }]);
});

test("every change that is left is told", async () => {
  const { plans, lines } = await plan({ resource_changes: [resource(["update"])] });
  expect(lines).toEqual([
    "sample-storage: imports 1, 0 of them as they are",
    "  aws_s3_bucket.checkpoints (ours) is changed in place:",
    '    tags.a: (none) → "1" (tags of this environment)',
    "sample-storage: 0 made, 1 changed in place, 0 replaced, 0 deleted",
  ]);
  expect(plans[0]!.lost).toEqual([]);
});

test("something that would be replaced is a loss", async () => {
  const { plans, lines } = await plan({
    resource_changes: [resource(["delete", "create"], { replace_paths: [["bucket"]] })],
  });
  expect(plans[0]!.lost).toEqual(["aws_s3_bucket.checkpoints would be replaced"]);
  expect(lines.at(-1)).toBe("sample-storage: LOST: aws_s3_bucket.checkpoints would be replaced");
});

test("protection that stops a plan is a loss, too", async () => {
  const { plans, lines } = await plan("Error: Instance cannot be destroyed");
  expect(plans[0]!.lost).toHaveLength(1);
  expect(lines.join("\n")).toContain("sample-storage: terraform plan failed:\nError: Instance cannot be destroyed");
});

test("what the state has by now is not imported again", async () => {
  const { lines } = await plan({ resource_changes: [] });
  expect(lines[0]).toBe("sample-storage: nothing to import: the state has it already");
});

test("fails with Terraform's words when it cannot plan", () =>
  expect(plan("Error: no state of sample-network")).rejects.toThrow("no state of sample-network"));

test("leaves no plan behind, since plans have secrets in them", async () => {
  const folder = temporary();
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  try {
    await plan({ resource_changes: [] });
    expect(readdirSync(folder).filter((name) => name.startsWith("railyard-adopt-plan-"))).toEqual([]);
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
});
