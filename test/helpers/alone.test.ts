import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writtenNames } from "../../scripts/lib/environments/environment-table";
import { inConfigCopy } from "./config-copy";
import { inEnvironmentFolder } from "./environment-folder";
import { ROOT, runProgram } from "./process";
import { SHIPPED } from "./shipped-files";

test("tests have the environments that are shipped, whatever a user has added", async () => {
  expect(writtenNames()).toEqual(SHIPPED);
  const files = [...SHIPPED, "index"].map((name) => `${name}.ts`).sort();
  await inEnvironmentFolder(({ list }) => expect(list()).toEqual(files));
  await inConfigCopy(({ root }) => expect(readdirSync(join(root, "config/environments")).sort()).toEqual(files));
});

test("environments that are shipped are read at one glance: at most 30 lines each", () => {
  const lines = SHIPPED.map((name) =>
    readFileSync(join(ROOT, `config/environments/${name}.ts`), "utf8")
      .trimEnd()
      .split("\n"),
  );
  expect(SHIPPED.filter((_, at) => lines[at]!.length > 30)).toEqual([]);
});

test("no terminal and no wish for colour reaches what tests start", () => {
  const colour = 'console.log(["FORCE_COLOR", "NO_COLOR", "COLUMNS"].filter((name) => name in process.env).join())';
  // with no environment given, Node hands on that of the process, of which Jest shows tests a copy
  expect(spawnSync(process.execPath, ["--eval", colour], { encoding: "utf8" }).stdout).toBe("\n");
  // a question would be asked in the terminal of whoever runs the tests, and nobody would answer
  const asked = runProgram("scripts/railyard.ts", ["bootstrap", "dev"]);
  expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining("nobody can be asked here") });
});

test("no test says a time limit of its own: jest.config.js says one that is long enough for a busy machine", () => {
  const limited = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .filter((file) => /^jest\.setTimeout|^\s*\}, \d+_\d{3}\);$|^\s*\d+_\d{3},\n\s*\);$/m.test(read(file)));
  expect(limited).toEqual([]);
});

test("what a helper does before and after tests it does for each file that asks for it: files of a worker share what they load", () => {
  const shared = readdirSync(join(ROOT, "test/helpers"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .filter((file) => /^(?:before|after)(?:All|Each)\(/m.test(read(join("helpers", file))));
  expect(shared).toEqual([]);
});

const read = (file: string) => readFileSync(join(ROOT, "test", file), "utf8");
