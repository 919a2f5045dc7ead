import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { managerPrograms } from "../../../../scripts/control-plane/managers/beside";
import { findOrBuildManager } from "../../../../scripts/control-plane/managers/program";
import { KUEUE_OPERATORS, type KueueOperator } from "../../../../config/facts/kueue";
import { managerOf, operatorManager } from "../../../../scripts/control-plane/managers/table";
import type { Release } from "../../../../scripts/lib/charts/releases";
import { temporaryFolders } from "../../../helpers/terraform";

/** A Go that has one version of the module. */
const GO = `#!/bin/sh
case "$1" in
mod) case "$4" in *@v0.19.2 | *mpi-operator@v0.8.0) echo "{\\"Dir\\": \\"$MODULE\\"}" ;; *) echo '{"Error": "no such version"}'; exit 1 ;; esac ;;
build) { echo "$GOFLAGS $5 in $(pwd)"; [ ! -f server.go ] || cat server.go; } > "$3" ;;
esac
`;

const temporary = temporaryFolders();
const KUEUE = managerOf("kueue")!;

function setting(text: string) {
  const root = temporary();
  mkdirSync(join(root, "bin"));
  mkdirSync(join(root, "module"));
  writeFileSync(join(root, "bin/go"), text, { mode: 0o755 });
  const env = {
    PATH: `${join(root, "bin")}:/usr/bin:/bin`,
    RAILYARD_CONTROL_PLANES: join(root, "programs"),
    MODULE: join(root, "module"),
  };
  return { root, env, tell: () => {} };
}

test("the manager is built once in the folder of its module, and found from then on without Go", async () => {
  const { root, ...props } = setting(GO);
  const path = await findOrBuildManager(KUEUE, "0.19.2", props);
  expect(readFileSync(path, "utf8")).toMatch(/^-mod=readonly .*GitVersion=v0\.19\.2 in .*module$/m);
  expect(readdirSync(join(root, "programs"))).toEqual(["kueue-0.19.2"]);
  expect(await findOrBuildManager(KUEUE, "0.19.2", { ...props, env: { ...props.env, PATH: "/nowhere" } })).toBe(path);
});

test("a version that nobody publishes is told in the words of Go, and nothing is left", async () => {
  const { root, ...props } = setting(GO);
  await expect(findOrBuildManager(KUEUE, "0.99.0", props)).rejects.toThrow(
    /go mod download -json failed:\n.*no such version/,
  );
  expect(readdirSync(root)).not.toContain("programs");
});

test("an operator that cannot be had is done without, and Kueue is not", async () => {
  const { root, ...props } = setting(GO);
  const release = (name: string, version: string) => ({ name, version }) as Release;
  const reasonOf = async (mayBuild: boolean) =>
    (await managerPrograms([release("jobset", "0.99.0")], { ...props, mayBuild })).get("jobset");
  expect(await reasonOf(true)).toEqual({
    reason: expect.stringMatching(/JobSet 0\.99\.0 cannot be had: .*no such version/s),
  });
  expect(await reasonOf(false)).toEqual({ reason: "the manager of JobSet 0.99.0 is not in the cache" });
  await expect(managerPrograms([release("kueue", "0.99.0")], props)).rejects.toThrow(/no such version/);
  expect(await managerPrograms([release("cert-manager", "1.0.0")], props)).toEqual(new Map());
  expect(readdirSync(root)).not.toContain("programs");
});

test("every operator has a manager", () => {
  for (const operator of Object.keys(KUEUE_OPERATORS) as KueueOperator[])
    expect(operatorManager(operator).operator).toBe(operator);
});

test("a program that would answer at every address of the machine is built with another text in its sources, or not at all", async () => {
  const { root, ...props } = setting(GO);
  const mpi = managerOf("mpi-operator")!;
  const rewrite = { ...mpi.rewrite!, file: "server.go" };
  const source = join(root, "module", rewrite.file);
  writeFileSync(source, `Addr: ${rewrite.from},\nother\n`, { mode: 0o444 });
  const path = await findOrBuildManager({ ...mpi, rewrite }, "0.8.0", props);
  const built = readFileSync(path, "utf8");
  expect(built).toContain('Addr: os.Getenv("RAILYARD_HEALTH_ADDRESS"),\nother\n');
  expect(built).not.toContain(`in ${join(root, "module")}\n`);
  expect(readFileSync(source, "utf8")).toContain(rewrite.from);
  rmSync(source);
  writeFileSync(source, "Addr: something else,\n");
  rmSync(path);
  await expect(findOrBuildManager({ ...mpi, rewrite }, "0.8.0", props)).rejects.toThrow(
    /server\.go of the module has .* 0 times, not once/,
  );
  expect(readdirSync(join(root, "programs"))).toEqual([]);
});
