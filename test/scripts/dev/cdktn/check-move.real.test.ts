import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import dev from "../../../../config/environments/dev";
import { checkMove, type CheckMoveProps } from "../../../../scripts/dev/cdktn/check-move";
import { NOW, sample, type Change } from "../../../helpers/environment";
import { fakeNpm, installing, realNpm } from "../../../helpers/moving";
import { ROOT } from "../../../helpers/process";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();

afterEach(realNpm);

/** The real dev, as `main.ts` of the copy synthesizes it too. */
const environment = sample({}, NOW, dev as unknown as Change).env;

const check = (more: Partial<CheckMoveProps> = {}) =>
  checkMove({ root: ROOT, environments: [environment], now: NOW, tell: () => {}, ...more });

/** What npm itself installs is proven by `railyard cdktn --check` in CI. */
function installs(version: string, change = ""): string {
  const at = temporary();
  fakeNpm(at, `echo "$*" >> "${at}/calls"\n${installing(version, change)}`);
  return at;
}

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`railyard-cdktn-${process.pid}-`));

test("finds the same stacks where the library writes the same, and leaves nothing behind", async () => {
  const at = installs("0.24.0");
  const notes: string[] = [];
  const result = await check({ tell: (text) => notes.push(text) });
  expect(result).toMatchObject({ ok: true, cdktn: "0.24.0", environments: ["dev"], stacks: 8, differences: [] });
  expect(result.files).toBeGreaterThan(8);
  expect(notes).toHaveLength(3);
  expect(folders()).toEqual([]);
  // what the lock file says, without the scripts of packages
  expect(readFileSync(join(at, "calls"), "utf8").split("\n")).toEqual([
    expect.stringContaining("--package-lock-only --ignore-scripts"),
    expect.stringMatching(/^ci .*--ignore-scripts --prefer-offline/),
    "",
  ]);
});

test("fails, and names each value, where something comes out differently", async () => {
  installs("0.24.0", `sed -i 's|capacityGiB: 1200|capacityGiB: 2400|' config/environments/dev.ts`);
  const { ok, differences } = await check();
  expect(ok).toBe(false);
  expect(differences).toContainEqual({
    file: "stacks/dev-storage/cdk.tf.json",
    path: "resource.aws_fsx_lustre_file_system.lustre.storage_capacity",
    before: "1200",
    after: "2400",
  });
});

test("fails where the copy is not moved after all", async () => {
  installs("0.21.0");
  await expect(check()).rejects.toThrow(/was not synthesized by cdktn 0\.24\.0, but by 0\.21\.0/);
  expect(folders()).toEqual([]);
});

test("fails with what was said where the copy cannot be synthesized", async () => {
  installs("0.24.0", "echo 'throw new Error(\"no such function\");' > stacks/environment.ts");
  await expect(check()).rejects.toThrow(/cannot be synthesized with cdktn 0\.24\.0[^]*no such function/);
});

test("fails where the packages cannot be installed", async () => {
  const at = temporary();
  fakeNpm(at, '[ "$1" = ci ] && { echo "EUSAGE missing from lock file" >&2; exit 1; }; exit 0');
  await expect(check()).rejects.toThrow(/cannot be installed[^]*EUSAGE/);
});
