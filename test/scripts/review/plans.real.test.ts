import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { plansIn, rehearsedPlans } from "../../../scripts/review/plans";
import { sample } from "../../helpers/environment";
import { ROOT } from "../../helpers/process";
import { temporaryFolders, testWithTerraform } from "../../helpers/terraform";

const temporary = temporaryFolders();

function put(folder: string, files: Readonly<Record<string, unknown>>): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}

describe("plans in a folder", () => {
  const plan = { format_version: "1.2", resource_changes: [] };

  test("are those of the environment's stacks, in order of their names", () => {
    const folder = put(temporary(), { "dev/dev-b/plan.json": plan, "dev/dev-a/plan.json": plan, "dev/notes/x": "" });
    expect(plansIn(folder, "dev")).toEqual({
      stacks: [
        { stack: "dev-a", plan },
        { stack: "dev-b", plan },
      ],
      problems: [],
    });
  });

  test.each([
    [{ "other/x": "" }, /no folder .*dev with plans of dev/],
    [{ "dev/dev-a/tfplan": "" }, /has no <stack>\/plan\.json/],
    [{ "dev/dev-a/plan.json": "{ half" }, /plan\.json is not JSON: line 1, column 3: /],
    [{ "dev/dev-a/plan.json": { resources: [] } }, /is no plan: write it with terraform show -json/],
  ])("fails for %j in words", (files, message) => {
    expect(() => plansIn(put(temporary(), files), "dev")).toThrow(message);
  });
});

describe("rehearsed plans", () => {
  testWithTerraform("of a new environment make everything", async () => {
    const notes: string[] = [];
    const { stacks, problems } = await rehearsedPlans({
      root: ROOT,
      environment: sample().env,
      from: null,
      signal: new AbortController().signal,
      tell: (text) => notes.push(text),
    });
    expect(problems).toEqual([]);
    expect(stacks).toHaveLength(8);
    const actions = stacks
      .flatMap(({ plan }) => plan.resource_changes ?? [])
      .map(({ change }) => change.actions.join());
    expect(new Set(actions)).toEqual(new Set(["create"]));
    expect(notes).toContain("sample-network: plan");
    expect(notes.at(-1)).toBe("sample: rehearsed");
  });
});
