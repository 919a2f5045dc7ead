import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError } from "../../config/issues";
import { count, problemReport } from "../../scripts/report-problems";

const root = mkdtempSync(join(tmpdir(), "report-"));
mkdirSync(join(root, "config/environments"), { recursive: true });
writeFileSync(
  join(root, "config/environments/dev.ts"),
  'export default defineEnvironment({\n  name: "dev",\n  region: 7,\n});\n',
);

test("names file, line and key, what is wrong and how to mend it, for all environments at once", () => {
  const error = new ConfigError([
    {
      environment: "dev",
      issues: [{ path: ["region"], message: "must be a string, but is 7", hint: "write us-east-1" }],
    },
    { environment: "prod", issues: [{ path: [], message: 'there is no environment "prod"' }] },
  ]);
  expect(problemReport(error, root)).toBe(`dev: 1 problem
  config/environments/dev.ts:3  region: must be a string, but is 7
      fix: write us-east-1

prod: 1 problem
  there is no environment "prod"

Nothing was written.`);
});

test.each([
  [0, "0 problems"],
  [1, "1 problem"],
  [2, "2 problems"],
])("%i is %s", (n, text) => expect(count(n, "problem")).toBe(text));
