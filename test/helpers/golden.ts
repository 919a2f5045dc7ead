import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = join(__dirname, "..", "golden");

/**
 * Compares text with a file below test/golden. With UPDATE_GOLDEN=1 the file is written instead: look at the diff
 * before it is committed.
 */
export function expectGolden(path: string, actual: string): void {
  const file = join(ROOT, path);
  if (process.env["UPDATE_GOLDEN"] === "1") {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, actual);
    return;
  }
  if (!existsSync(file)) throw new Error(`test/golden/${path} is missing; run jest with UPDATE_GOLDEN=1 to write it`);
  expect(actual).toBe(readFileSync(file, "utf8"));
}
