import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { forkCommand } from "../../../../scripts/commands/fork/command";
import { Stopped } from "../../../../scripts/lib/terminal/ask";
import { inEnvironmentFolder, type EnvironmentFolder } from "../../../helpers/environment-folder";
import { unformatted } from "../../../helpers/formatted";
import { ROOT, runProgram, WITH_TYPESCRIPT } from "../../../helpers/process";
import { SHIPPED as SHIPPED_NAMES } from "../../../helpers/shipped-files";

const SHIPPED = [...SHIPPED_NAMES, "index"].map((name) => `${name}.ts`).sort();
const WEST = "reservation:cr-0123456789abcdef0:us-west-2b:16";

/** Names of stacks that synth makes of an environment of the folder. */
function synthesized({ root }: EnvironmentFolder, name: string): string {
  const program = `
    const { loadEnvironments } = require(${JSON.stringify(join(ROOT, "config"))});
    const { synthesizeInto } = require(${JSON.stringify(join(ROOT, "scripts/lib/synth/synthesize"))});
    const { ENVIRONMENTS } = require(${JSON.stringify(join(root, "config/environments"))});
    const [{ resolved }] = loadEnvironments(ENVIRONMENTS, [${JSON.stringify(name)}], new Date("2026-11-21T12:00:00Z"));
    console.log(synthesizeInto([resolved], ${JSON.stringify(join(root, "out"))}).map(({ name }) => name).join());`;
  const { stdout, stderr } = spawnSync(process.execPath, [...WITH_TYPESCRIPT, "--eval", program], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, CHECKPOINT_DISABLE: "1" },
  });
  return stdout + stderr;
}

/** Its files that `npm run format` would change. */
const toFormat = ({ list, read }: EnvironmentFolder) =>
  unformatted(Object.fromEntries(list().map((file) => [file, read(file.replace(/\.ts$/, ""))])));

test("writes a file that follows, in another account and Region, and its row", () =>
  inEnvironmentFolder((folder) => {
    const args = ["--account", "222233334444", "--region", "us-west-2", "--capacity", `h100=${WEST}`];
    const { code, stdout, stderr } = folder.run("fork", "research", "west", ...args);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/what these cost in us-west-2: Lustre .*persistent-2-ssd/);
    const text = folder.read("west");
    expect(text.split("\n").length).toBeLessThanOrEqual(26);
    expect(text).toContain("extends: research,");
    expect(text).toContain('network: { cidr: "10.21.0.0/16", zones: ["us-west-2a", "us-west-2b"] },');
    expect(folder.read("index")).toMatch(/ {2}\w+: .*\n {2}west: \(\) => require\("\.\/west"\)\.default,\n\};\n$/);
    expect(folder.list()).toEqual([...SHIPPED, "west.ts"].sort());
    expect(toFormat(folder)).toEqual([]);
    expect(synthesized(folder, "west")).toContain("west-network,west-cluster,west-storage,west-nodes");
  }));

test("follows a fork, keeps clear of its block, and refuses a name that is taken", () =>
  inEnvironmentFolder((folder) => {
    expect(folder.run("fork", "dev", "one").code).toBe(0);
    const { code, stdout } = folder.run("fork", "one", "two-b", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      environment: "two-b",
      follows: "one",
      written: true,
      cidr: "10.12.0.0/16",
      account: "111122223333",
    });
    const [before, table] = [folder.read("one"), folder.read("index")];
    const again = folder.run("fork", "dev", "one");
    expect([again.code, again.stderr]).toEqual([1, "There is an environment one already. Nothing was written.\n"]);
    expect([folder.read("one"), folder.read("index")]).toEqual([before, table]);
    expect(synthesized(folder, "two-b")).toContain("two-b-cluster");
  }));

test("goes on where a run was stopped between the file and its row", () =>
  inEnvironmentFolder((folder) => {
    const table = folder.read("index");
    folder.run("fork", "dev", "one");
    const [text, whole] = [folder.read("one"), folder.read("index")];
    folder.write("index", table);
    expect(folder.run("fork", "dev", "one").code).toBe(0);
    expect([folder.read("one"), folder.read("index")]).toEqual([text, whole]);
    // what somebody has written is left alone
    folder.write("index", table);
    folder.write("one", `${text}// mine\n`);
    const { code, stderr } = folder.run("fork", "dev", "one");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/one\.ts is there already, without a row/)]);
    expect([folder.read("one"), folder.read("index")]).toEqual([`${text}// mine\n`, table]);
  }));

test("writes nothing in a dry run, and prints both files", () =>
  inEnvironmentFolder((folder) => {
    const table = folder.read("index");
    const { code, stdout } = folder.run("fork", "dev", "trial", "--dry-run");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /-- config\/environments\/trial\.ts\n[^]*extends: dev,[^]*-- config\/environments\/index\.ts\n/,
    );
    expect(stdout).toContain("Nothing was written.");
    expect([folder.list(), folder.read("index")]).toEqual([SHIPPED, table]);
  }));

test.each([
  ["a reservation that no other environment has", ["research", "x"], /Add --capacity h100=…/],
  [
    "a block of another environment",
    ["dev", "x", "--cidr", "10.20.0.0/16"],
    /overlaps 10\.20\.0\.0\/16 of the environment "research"/,
  ],
  ["zones of another Region", ["dev", "x", "--zones", "eu-west-1a,eu-west-1b"], /eu-west-1a is a zone of eu-west-1/],
  [
    "more zones than there are",
    ["dev", "x", "--region", "eu-west-1", "--zones", "eu-west-1a,eu-west-1b,eu-west-1c,eu-west-1d"],
    /eu-west-1 has 3/,
  ],
  [
    "an unknown Region",
    ["dev", "x", "--region", "eu-wset-1"],
    /--region: there is no Region "eu-wset-1"; did you mean eu-west-1/,
  ],
  [
    "a reservation that is full",
    ["research", "x", "--capacity", "h100=follow"],
    /is used by 2 environments: .*but 16 are reserved/,
  ],
  ["a number of nodes that is none", ["dev", "x", "--nodes", "l40s=0x2"], /no number of nodes/],
  ["an illegal name", ["dev", "Trial"], /"Trial" cannot name an environment/],
  ["a long name", ["dev", "a".repeat(21)], /cannot name an environment/],
  ["the name of the table's file", ["dev", "index"], /is the table of them/],
  ["an original that is not there", ["devv", "x"], /did you mean dev\?/],
  ["one name", ["dev"], /name the environment to follow and the new one/],
  ["a group that is not there", ["dev", "x", "--nodes", "l40=2"], /did you mean l40s\?/],
  ["an account that is none", ["dev", "x", "--account", "12"], /12 digits/],
])("fails on %s, and writes nothing", (_, args, message) =>
  inEnvironmentFolder(async (folder) => {
    const { code, stderr } = await folder.call("fork", ...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(folder.list()).toEqual(SHIPPED);
  }),
);

test("all that is wrong with the words is told at once, values with what hangs on the environment", () =>
  inEnvironmentFolder(async (folder) => {
    const words = ["--nodes", "h100=-1", "--cidr", "10.300.0.0/16", "--account", "12", "--zone", "x=us-east-1a"];
    const { code, stderr } = await folder.call("fork", "research", "b d", ...words);
    expect(code).toBe(1);
    for (const word of [
      '"b d" cannot name',
      '"-1" is no number',
      '"10.300.0.0/16" is no IPv4',
      "12 digits",
      'no node group "x"',
    ])
      expect(stderr).toContain(word);
  }));

test("fails on an original that goes round in a circle, or that is wrong itself", () =>
  inEnvironmentFolder(async (folder) => {
    const good = folder.read("dev");
    folder.write(
      "dev",
      good
        .replace("export default", "const dev: Record<string, unknown> = ")
        .concat("dev.extends = dev;\nexport default dev;\n"),
    );
    expect((await folder.call("fork", "dev", "x")).stderr).toMatch(/extends goes round in a circle/);
    folder.write("dev", good.replace("capacityGiB: 1200", "capacityGiB: 1201"));
    const { code, stderr } = folder.run("fork", "dev", "x");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/config\/environments\/dev\.ts:\d+:\d+ .*1201/)]);
    expect(folder.list()).toEqual(SHIPPED);
  }));

test("fails on a table that no row can be added to, and writes nothing", () =>
  inEnvironmentFolder(async (folder) => {
    folder.write(
      "index",
      `const rows = { dev: () => require("./dev").default };\nexport const ENVIRONMENTS = Object.freeze(rows);\n`,
    );
    const { code, stderr } = await folder.call("fork", "dev", "x");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/none can be added to it/)]);
    expect(folder.list()).toEqual(SHIPPED);
  }));

test("fails on an original whose file exports it under another name", () =>
  inEnvironmentFolder(async (folder) => {
    folder.write("dev", folder.read("dev").replace("export default", "export const dev ="));
    folder.write("index", folder.read("index").replace('"./dev").default', '"./dev").dev'));
    expect((await folder.call("fork", "dev", "x")).stderr).toMatch(/A file cannot import dev/);
    expect(folder.list()).toEqual(SHIPPED);
  }));

test("says how it is used", () => {
  const { code, stdout } = runProgram("test/helpers/railyard-at.ts", [ROOT, "fork", "--help"]);
  expect(code).toBe(0);
  expect(stdout).toContain("npx railyard fork dev dev-eu --region eu-west-1");
});

test.each([130, 1] as const)("a person who stops gets exit code %d, and nothing is written", async (exitCode) => {
  const errors: string[] = [];
  const context = {
    root: ROOT,
    clock: () => new Date(),
    print: () => {},
    printError: (text: string) => errors.push(text),
  };
  const code = await forkCommand(["dev", "stopped"], context, () => ({
    ask: () => Promise.reject(new Stopped(exitCode)),
    tell: () => {},
    close: () => {},
  }));
  expect(code).toBe(exitCode);
  expect(errors).toEqual(["\nStopped. Nothing was written."]);
  expect(existsSync(join(ROOT, "config/environments/stopped.ts"))).toBe(false);
});
