import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findOrBuildManager } from "../../../../scripts/control-plane/kueue/program";
import { temporaryFolders } from "../../../helpers/terraform";

/** A Go that has one version of the module. */
const GO = `#!/bin/sh
case "$1" in
mod) case "$4" in *@v0.19.2) echo "{\\"Dir\\": \\"$MODULE\\"}" ;; *) echo '{"Error": "no such version"}'; exit 1 ;; esac ;;
build) echo "$GOFLAGS $5 in $(pwd)" > "$3" ;;
esac
`;

const temporary = temporaryFolders();

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
  const path = await findOrBuildManager("0.19.2", props);
  expect(readFileSync(path, "utf8")).toMatch(/^-mod=readonly .*GitVersion=v0\.19\.2 in .*module$/m);
  expect(readdirSync(join(root, "programs"))).toEqual(["kueue-0.19.2"]);
  expect(await findOrBuildManager("0.19.2", { ...props, env: { ...props.env, PATH: "/nowhere" } })).toBe(path);
});

test("a version that nobody publishes is told in the words of Go, and nothing is left", async () => {
  const { root, ...props } = setting(GO);
  await expect(findOrBuildManager("0.99.0", props)).rejects.toThrow(/go mod download -json failed:\n.*no such version/);
  expect(readdirSync(root)).not.toContain("programs");
});
