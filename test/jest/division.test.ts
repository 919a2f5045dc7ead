import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { ROOT } from "../helpers/process";

const REAL = ".real.test.ts";
const git = (...args: readonly string[]) =>
  execFileSync("git", ["-C", ROOT, ...args], { encoding: "utf8" })
    .split("\n")
    .filter((file) => file.endsWith(".ts") && existsSync(join(ROOT, file)));
/** Those that are not committed yet, too. */
const FILES = git("ls-files", "--cached", "--others", "--exclude-standard", "test");
const TEXTS = new Map(FILES.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));
const TESTS = FILES.filter((file) => file.endsWith(".test.ts"));

/** What a test says to start Terraform, Chromium, kubectl or a server that speaks the AWS API. */
const STARTS = /\b(testWithTerraform|TERRAFORM|findTerraform|browserTests|describeWithMoto|kubectlTest)\b/;
/** Where those are written, whose other functions start nothing, and this file. */
const NONE = [
  "test/helpers/terraform.ts",
  "test/helpers/browser.ts",
  "test/helpers/moto.ts",
  "test/jest/division.test.ts",
];

function imports(file: string): string[] {
  const found = [...TEXTS.get(file)!.matchAll(/(?:from |import\(|require\()"(\.[^"]+)"/g)];
  return found.flatMap(([, path]) => {
    const to = posix.join(dirname(file), path!);
    return [`${to}.ts`, `${to}/index.ts`].filter((one) => TEXTS.has(one));
  });
}

/** Files of tests that start one of those, or import one that does. */
function starting(): Set<string> {
  const found = new Set(FILES.filter((file) => !NONE.includes(file) && STARTS.test(TEXTS.get(file)!)));
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const file of FILES) if (imports(file).some((to) => found.has(to))) found.add(file);
  }
  return found;
}

interface Scripts {
  readonly scripts: Readonly<Record<string, string>>;
}
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Scripts;

/** The tests that a script runs, as Jest lists them. */
function listed(script: string): string[] {
  const asked = /npm run jest -- (.*)$/.exec(scripts[script]!)![1]!;
  const shown = execFileSync("bash", ["-c", `node node_modules/jest/bin/jest.js --listTests ${asked}`], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return shown
    .trim()
    .split("\n")
    .map((file) => posix.relative(ROOT, file));
}

test("every file of tests belongs to exactly one of npm test, test:real, test:slurm and test:training", () => {
  const [quick, real, slurm] = [listed("test"), listed("test:real"), listed("test:slurm")];
  const training = listed("test:training");
  expect([...quick, ...real, ...slurm, ...training].sort()).toEqual([...TESTS].sort());
  expect(training.length).toBeGreaterThan(0);
  expect(training.every((file) => file.endsWith(".training.test.ts"))).toBe(true);
  expect(real.every((file) => file.endsWith(REAL))).toBe(true);
  expect(slurm.every((file) => file.endsWith(".slurm.test.ts"))).toBe(true);
  expect(slurm.length).toBeGreaterThan(0);
  expect(real.length).toBeGreaterThan(30);
  expect(quick.length).toBeGreaterThan(600);
});

test("what starts Terraform, a browser or a server of the AWS API is named so, and npm test runs none of it", () => {
  const all = starting();
  const found = TESTS.filter((file) => all.has(file));
  expect(found.length).toBeGreaterThan(30);
  expect(found.filter((file) => !file.endsWith(REAL))).toEqual([]);
});

test("CI runs both", () => {
  const ci = readFileSync(join(ROOT, ".ci/run"), "utf8");
  for (const command of ["npm test", "npm run test:real"]) expect(ci).toContain(command);
});
