import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cdktnCommand } from "../../../../scripts/dev/cdktn/command";
import { captured } from "../../../helpers/captured";
import { fakeNpm, installing, LOCKS, project, realNpm } from "../../../helpers/moving";
import { ROOT } from "../../../helpers/process";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();

afterEach(realNpm);

async function run(root: string, ...args: string[]) {
  const { context, texts } = captured(root);
  return { code: await cdktnCommand(args, context), ...texts() };
}

test("tells how it is used, with examples", async () => {
  const { code, printed } = await run(ROOT, "--help");
  expect(code).toBe(0);
  expect(printed).toContain("npx railyard cdktn --into ../terrain");
});

test("writes a moved copy, and says what is next", async () => {
  const [root, at] = [project(temporary()), temporary()];
  fakeNpm(temporary(), LOCKS);
  const { code, printed } = await run(root, "--into", join(at, "moved"));
  expect(code).toBe(0);
  expect(printed).toContain(`cd ${join(at, "moved")} && npm ci && npm run synth`);
  expect(readFileSync(join(at, "moved/package.json"), "utf8")).toContain("npm:cdktn@0.24.0");
});

test("moves the project, and tells so in JSON", async () => {
  const root = project(temporary());
  fakeNpm(temporary(), LOCKS);
  const { code, printed } = await run(root, "--in-place", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(printed)).toEqual({ ok: true, cdktn: "0.24.0", folder: root });
  // moving twice is told, and changes nothing
  const again = await run(root, "--into", join(temporary(), "moved"));
  expect(again).toMatchObject({ code: 1, errors: expect.stringContaining("CDK Terrain already") });
});

test("proves the move, with the time that it took", async () => {
  fakeNpm(temporary(), installing("0.24.0"));
  const { code, printed, errors } = await run(ROOT, "--check", "dev");
  expect(errors).toBe("");
  expect(code).toBe(0);
  expect(printed).toMatch(/^The same: cdktn 0\.24\.0 writes 8 stacks \(\d+ files\) of dev as CDKTF does\.$/m);
  expect(printed).toMatch(/installing [\d.]+ s/);
});

test("fails with what differs, for people and as JSON", async () => {
  fakeNpm(
    temporary(),
    installing("0.24.0", `sed -i 's|capacityGiB: 1200|capacityGiB: 2400|' config/environments/dev.ts`),
  );
  const result = await run(ROOT, "--check", "dev");
  expect(result.code).toBe(2);
  expect(result.printed).toContain(
    "stacks/dev-storage/cdk.tf.json  resource.aws_fsx_lustre_file_system.lustre.storage_capacity\n  - 1200\n  + 2400",
  );
  const json = await run(ROOT, "--check", "dev", "--json");
  expect(json.code).toBe(2);
  expect(JSON.parse(json.printed)).toMatchObject({ ok: false, environments: ["dev"] });
});

test.each<[string[], RegExp]>([
  [[], /give one of --check, --into <folder> and --in-place, not none/],
  [["--check", "--in-place"], /not --check and --in-place/],
  [["--in-place", "dev"], /only --check takes environments, such as dev/],
  [["--check", "reserch"], /there is no environment "reserch"/],
  [["--into"], /--into[^]*npx railyard cdktn --help/],
  [["--into", "package.json"], /--into: \S+package\.json is there, and is no folder: name another one/],
  [["--fix"], /--fix/],
])("fails on %j in words, and changes nothing", async (args, message) => {
  const root = project(temporary());
  const before = readdirSync(root);
  const { code, errors } = await run(root, ...args);
  expect(code).toBe(1);
  expect(errors).toMatch(message);
  expect(errors).not.toMatch(/\n\s+at /);
  expect(readdirSync(root)).toEqual(before);
});
