import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assertTools, MissingToolsError } from "../../../../scripts/dev/slurm-check/tools";

const root = mkdtempSync(join(tmpdir(), "railyard-empty-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("fails in a root without Slurm, and says what to install where", () => {
  jest.spyOn(process, "getuid").mockReturnValue(0);
  expect(() => assertTools(root)).toThrow(MissingToolsError);
  expect(() => assertTools(root)).toThrow(
    new RegExp(
      `needs slurmctld, slurmd, .* in ${root}: apt-get install --no-install-recommends slurm-wlm slurmdbd munge`,
    ),
  );
});

test("fails without root", () => {
  jest.spyOn(process, "getuid").mockReturnValue(1000);
  expect(() => assertTools("/")).toThrow(/run it as root/);
});
