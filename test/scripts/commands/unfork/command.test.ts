import { inEnvironmentFolder } from "../../../helpers/environment-folder";
import { ROOT, runProgram } from "../../../helpers/process";
import { SHIPPED } from "../../../helpers/shipped-files";

const FORK = `import { defineEnvironment } from "../index";
import research from "./research";

// moved here from the old cluster
export default defineEnvironment({
  extends: research,
  name: "trial",
  network: { cidr: "10.130.0.0/16" }, // until the peering is gone
  nodeGroups: { h100: { nodes: 2, capacity: { kind: "spot" }, bootScript: 'echo "no"' }, cpu: null },
  slurm: { partitions: { prep: null } },
});
`;
const ROW = '  trial: () => require("./trial").default,\n};';

test("writes everything out, loses comments aloud, and is done once", () =>
  inEnvironmentFolder((folder) => {
    folder.write("trial", FORK);
    folder.write("index", folder.read("index").replace("};", ROW));
    const dry = folder.run("unfork", "trial", "--dry-run");
    expect([dry.code, folder.read("trial")]).toEqual([0, FORK]);
    expect(dry.stdout).toContain('instanceType: "p5.48xlarge"');

    const { code, stdout } = folder.run("unfork", "trial");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /Comments that are lost:\n {2}\/\/ moved here from the old cluster\n {2}\/\/ until the peering is gone/,
    );
    const text = folder.read("trial");
    expect(text).not.toMatch(/extends|research|null/);
    expect(text).toContain(`bootScript: 'echo "no"'`);
    expect(folder.list()).toEqual([...SHIPPED, "index", "trial"].map((name) => `${name}.ts`).sort());
    // it follows no more
    folder.write("research", folder.read("research").replace("capacityGiB: 38400", "capacityGiB: 57600"));
    expect(folder.read("trial")).toContain("capacityGiB: 38400");

    const again = folder.run("unfork", "trial");
    expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/trial follows no other environment/)]);
    expect(folder.read("trial")).toBe(text);
  }));

test("writes out a fork of a fork, and is JSON on demand", () =>
  inEnvironmentFolder((folder) => {
    folder.run("fork", "dev", "one");
    folder.run("fork", "one", "two");
    const { code, stdout } = folder.run("unfork", "two", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      environment: "two",
      followed: ["one", "dev"],
      written: true,
      lostComments: [],
    });
    expect(JSON.parse(stdout)).toHaveProperty("text", folder.read("two"));
    expect(folder.read("one")).toContain("extends: dev");
  }));

test("fails where a secret would be copied, though its rule is silenced, and does not show it", () =>
  inEnvironmentFolder(async (folder) => {
    const secret = `ghp_${"a1".repeat(20)}`;
    const silenced = `ignoreRules: [{ id: "secrets/none-in-config", reason: "known and made void", until: "2999-01-01" }],`;
    const leaking = FORK.replace(/bootScript: '[^']*'/, `labels: { x: "${secret}" }`);
    folder.write("trial", leaking.replace('  name: "trial",', `  name: "trial",\n  ${silenced}`));
    folder.write("index", folder.read("index").replace("};", ROW));
    const { code, stderr } = await folder.call("unfork", "trial");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/nodeGroups\.h100\.labels\.x looks like a GitHub token/)]);
    expect(stderr).not.toContain(secret);
    expect(folder.read("trial")).toContain("extends: research");
  }));

test.each([
  [["dev"], /dev follows no other environment/],
  [["devv"], /did you mean dev\?/],
  [[], /name one environment, not 0/],
  [["dev", "--force"], /--force/],
])("fails on %j in words", (args, message) =>
  inEnvironmentFolder(async (folder) => {
    const { code, stderr } = await folder.call("unfork", ...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
  }),
);

test("says how it is used", () =>
  expect(runProgram("test/helpers/railyard-at.ts", [ROOT, "unfork", "--help"]).stdout).toContain(
    "npx railyard unfork research-eu",
  ));
