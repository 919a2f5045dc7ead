import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inEnvironmentFolder, type EnvironmentFolder } from "../../../helpers/environment-folder";
import { ROOT, runProgram } from "../../../helpers/process";

/** A repository with a fork of dev, and one of that. @returns the commit before any fork */
function forked(folder: EnvironmentFolder): string {
  folder.git("init", "-q");
  const first = folder.commit("start");
  folder.run("fork", "dev", "one", "--nodes", "l40s=3");
  folder.run("fork", "one", "two");
  folder.commit("forks");
  return first;
}

const change = (folder: EnvironmentFolder, name: string, from: string, to: string) =>
  folder.write(name, folder.read(name).replace(from, to));

test("tells what comes through and what does nothing, since the fork was made", () =>
  inEnvironmentFolder((folder) => {
    forked(folder);
    change(folder, "dev", "capacityGiB: 1200", "capacityGiB: 2400");
    folder.commit("more storage");
    // who changes another key has not looked at the original
    change(folder, "one", 'name: "one",', 'name: "one",\n  profile: "development",');
    folder.commit("another key");
    // what is not committed yet counts
    change(folder, "dev", "nodes: 1", "nodes: 2");
    const { code, stdout, stderr } = folder.run("upstream", "one");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/one follows dev\.\nSince [0-9a-f]+ {2}[\d-]+ {2}forks:/);
    expect(stdout).toMatch(/These come through:\n {2}lustre\.capacityGiB: 1200 → 2400\n {4}\w/);
    expect(stdout).toMatch(/npx railyard review \S+ --base [0-9a-f]{7}\n/);
    expect(stdout).toMatch(/do nothing:\n {2}nodeGroups\.l40s\.nodes: 1 → 2; here 3/);

    const deep = JSON.parse(folder.run("upstream", "two", "--json").stdout) as { follows: string[]; changes: object[] };
    expect(deep.follows).toEqual(["one", "dev"]);
    expect(deep.changes).toEqual([
      expect.objectContaining({ path: "lustre.capacityGiB", effect: "through", before: "1200", after: "2400" }),
    ]);
  }));

test("compares with a commit that is named, also one with modules in older places, and tells when nothing has changed", () =>
  inEnvironmentFolder((folder) => {
    const [now, before] = ["config/kernel/extends.ts", "config/extends.ts"].map((path) => join(folder.root, path));
    renameSync(now!, before!);
    const first = forked(folder);
    renameSync(before!, now!);
    change(folder, "dev", "capacityGiB: 1200", "capacityGiB: 2400");
    folder.commit("more storage");
    expect(folder.run("upstream", "one", "--since", "HEAD").stdout).toContain("dev says the same as then");
    expect(folder.run("upstream", "one", "--since", first).stdout).toContain("1200 → 2400");
    const { code, stderr } = folder.run("upstream", "two", "--since", first);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/there was no environment one then/)]);
  }));

test("an original whose group has another name now, or whose file is gone, is told with what to do", () =>
  inEnvironmentFolder((folder) => {
    forked(folder);
    const dev = folder.read("dev");
    folder.write("dev", dev.replace("l40s: {", "gpu: {").replaceAll('"l40s"', '"gpu"'));
    const renamed = folder.run("upstream", "one");
    expect(renamed.code).toBe(2);
    expect(renamed.stdout).toMatch(
      /nodeGroups\.l40s: is no entry of dev, which one follows, and says too little to stand alone/,
    );
    expect(renamed.stdout).toMatch(/fix: dev has gpu: give this one the name that it has there now/);
    expect(renamed.stdout).not.toContain("values");
    rmSync(join(folder.root, "config/environments/dev.ts"));
    for (const command of ["upstream", "unfork"]) {
      const gone = folder.run(command, "one");
      expect(gone.code).toBe(1);
      expect(gone.stderr).toMatch(
        /fix: bring config\/environments\/dev\.ts back \(git log[^]*then npx railyard unfork one/,
      );
    }
    folder.git("checkout", "HEAD", "--", "config/environments/dev.ts");
    expect(folder.run("unfork", "one").code).toBe(0);
  }));

test("tells when the original's change breaks a rule here", () =>
  inEnvironmentFolder((folder) => {
    forked(folder);
    change(folder, "dev", "capacityGiB: 1200", "capacityGiB: 1201");
    const { code, stdout } = folder.run("upstream", "one");
    expect(code).toBe(2);
    expect(stdout).toMatch(/1200 → 1201[^]*it cannot be built:\none: \d problem[^]*inherited from dev/);
    const { problems } = JSON.parse(folder.run("upstream", "one", "--json").stdout) as { problems: object[] };
    expect(problems).toHaveLength(1);
  }));

test("fails in words on what it cannot compare", () =>
  inEnvironmentFolder((folder) => {
    forked(folder);
    folder.run("fork", "dev", "three");
    const failures: [string[], RegExp][] = [
      [["three"], /three\.ts follows another environment in no commit yet: .*--since/],
      [["dev"], /dev follows no other environment/],
      [["on"], /did you mean one/],
      [["one", "--since", "nope"], /git ref nope: there is no such commit/],
      [[], /name one environment, not 0/],
    ];
    for (const [args, message] of failures) {
      const { code, stderr } = folder.run("upstream", ...args);
      expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
      expect(stderr).not.toMatch(/\n\s+at /);
    }
  }));

test("says how it is used", () =>
  expect(runProgram("test/helpers/railyard-at.ts", [ROOT, "upstream", "--help"]).stdout).toContain(
    "--since <git ref>",
  ));
