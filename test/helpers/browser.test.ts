import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./browser";

const folder = mkdtempSync(join(tmpdir(), "railyard-browser-"));
const program = join(folder, "google-chrome");
writeFileSync(program, "");
afterAll(() => rmSync(folder, { recursive: true }));

test("finds a browser by its name on the PATH", () =>
  expect(findBrowser({ PATH: `/nowhere::${folder}` })).toBe(program));

test("takes the one that CHROME_PATH names, and no other", () => {
  const given = join(folder, "mine");
  writeFileSync(given, "");
  expect(findBrowser({ CHROME_PATH: given, PATH: folder })).toBe(given);
  expect(findBrowser({ CHROME_PATH: join(folder, "missing"), PATH: folder })).toBeNull();
});

test("finds none where there is none", () => expect(findBrowser({})).toBeNull());
