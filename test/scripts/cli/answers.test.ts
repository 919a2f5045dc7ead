import type { ReleaseCheck } from "../../../scripts/dev/charts/check-release";
import releases = require("../../../scripts/dev/charts/check-release");
import { chartsCommand } from "../../../scripts/dev/charts/command";
import { slurmCheckCommand } from "../../../scripts/dev/slurm-check/command";
import type { CheckResult } from "../../../scripts/dev/slurm-check/promise-table";
import harness = require("../../../scripts/dev/slurm-check/run-harness");
import tools = require("../../../scripts/dev/slurm-check/tools");
import { NOW } from "../../helpers/environment";
import { ROOT } from "../../helpers/process";

// what the real Helm and the real Slurm say is proved by the commands themselves; here it is what becomes of their answers
beforeAll(() => {
  jest.spyOn(tools, "assertTools").mockReturnValue(undefined);
  jest.spyOn(harness, "slurmVersion").mockReturnValue([26, 5]);
});

async function run(command: typeof slurmCheckCommand | typeof chartsCommand, ...args: string[]) {
  const [printed, errors]: [string[], string[]] = [[], []];
  const code = await command(args, {
    root: ROOT,
    clock: () => NOW,
    print: (text) => printed.push(text),
    printError: (text) => errors.push(text),
  });
  expect(errors).toEqual([]);
  return { code, printed: printed.join("\n") };
}

const release = (problems: string[]): ReleaseCheck => ({
  release: {
    environment: "dev",
    stack: "dev-platform",
    name: "keda",
    namespace: "keda",
    chart: "keda",
    repository: "https://charts.example.com",
    version: "2.0.0",
    folder: null,
    values: {},
    skipCrds: false,
    kubernetesVersion: "1.36",
  },
  problems,
  absent: null,
  notes: [],
  objects: 3,
  valid: 3,
  unknownKinds: [],
  images: [],
});

test.each([
  [0, []],
  [2, ["there is no key podd"]],
])("charts ends with %d where the problems are %j, in words and as JSON", async (code, problems) => {
  jest.spyOn(releases, "checkReleases").mockReturnValue([release(problems)]);
  expect((await run(chartsCommand, "dev")).code).toBe(code);
  const json = await run(chartsCommand, "dev", "--json");
  expect(json.code).toBe(code);
  expect(JSON.parse(json.printed)).toMatchObject({
    good: code === 0,
    releases: [{ stack: "dev-platform", namespace: "keda", name: "keda", good: code === 0, problems }],
  });
});

test.each<[number, CheckResult["kind"][]]>([
  [0, ["PASS", "NOTE"]],
  [2, ["PASS", "FAIL"]],
])("slurm-check ends with %d after %j, in words and as JSON", async (code, kinds) => {
  jest.spyOn(harness, "runHarness").mockImplementation(({ only, onResult }) => {
    // drills, which run beside the checks, have nothing to say
    if (only === undefined) for (const kind of kinds) onResult({ kind, promise: "jobs", text: "jobs run" });
    return Promise.resolve();
  });
  const words = await run(slurmCheckCommand, "dev");
  expect(words.code).toBe(code);
  expect(words.printed).toMatch(/^Slurm 26\.05\n[^]*\nPromise +Answers +Environments\n[^]*\n1 passed, \d failed$/);
  const json = await run(slurmCheckCommand, "dev", "--json");
  expect(json.code).toBe(code);
  const checks = kinds.map((kind) => ({ environment: "dev", kind, promise: "jobs", text: "jobs run" }));
  expect(JSON.parse(json.printed)).toMatchObject({ slurm: "26.05", passed: 1, failed: code / 2, unknown: [], checks });
});
