import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { railyard } from "../../../helpers/in-process";

const describeEnvironment = (...args: string[]) => railyard("describe", ...args);

test("prints the data sheet", async () => {
  const { code, stdout } = await describeEnvironment("research");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^research {2}· {2}account 111122223333/);
  expect(stdout).toMatch(/GPUs +128 × H100-80GB, 80 GiB each; 10,240 GiB in all/);
  expect(stdout).toMatch(/h100 +8 GPUs: those of one node, by NVSwitch +32 +3,200 +51,200 +25,600/);
  expect(stdout).toMatch(/a day +0\.06 to 0\.10, on 16 nodes/);
});

test("is JSON on demand, with null for what is unknown", async () => {
  const sheet = JSON.parse((await describeEnvironment("frontier", "--json")).stdout) as unknown;
  expect(sheet).toMatchObject({
    environment: "frontier",
    gpus: { count: 768 },
    power: { watts: null },
    failures: { nodes: 96 },
    cost: { unknown: ["node group h200: 64 × p5en.48xlarge"] },
  });
});

test("writes the page, twice, and leaves nothing beside it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "describe-"));
  const file = join(folder, "sheet.html");
  const { code, stdout } = await describeEnvironment("dev", "--html", file);
  expect({ code, stdout }).toEqual({ code: 0, stdout: `wrote ${file}\n` });
  const first = readFileSync(file, "utf8");
  expect(first).toMatch(/^<!doctype html>[\s\S]*<svg class="wide"[\s\S]*<\/html>\n$/);
  const again = await describeEnvironment("dev", "--html", file, "--json");
  expect(JSON.parse(again.stdout)).toMatchObject({ environment: "dev" });
  expect(readFileSync(file, "utf8")).toBe(first);
  expect(readdirSync(folder)).toEqual(["sheet.html"]);
});

test("says how it is used", async () =>
  expect((await describeEnvironment("--help")).stdout).toMatch(/railyard describe research --html/));

test.each([
  [[], /name one environment, not none\nSee npx railyard describe --help/],
  [["dev", "research"], /name one environment, not 2/],
  [["reserch"], /did you mean research\?/],
  [["dev", "--html", ""], /--html needs a value, but is empty/],
  [["dev", "--html", "/dev/null/all.html"], /--html: \/dev\/null\/all\.html cannot be written: /],
  [["dev", "--htm", "x"], /--htm/],
])("fails on %j in words", async (args, message) => {
  const { code, stdout, stderr } = await describeEnvironment(...args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/\n\s+at /);
});
