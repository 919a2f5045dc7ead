import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { builtVersions, findOrBuild } from "../../../scripts/control-plane/programs";
import { temporaryFolders } from "../../helpers/terraform";

/** A Go that has two versions, and whose programs say their version. */
const GO = `#!/bin/sh
case "$1" in
list) echo '{"Versions": ["v1.35.4", "v1.36.3"]}' ;;
mod) [ "$2" = tidy ] || { printf 'go 1.26\\n' > "$RAILYARD_CONTROL_PLANES.mod"; echo "{\\"GoMod\\": \\"$RAILYARD_CONTROL_PLANES.mod\\"}"; } ;;
build) grep 'require' go.mod > "$3" ;;
esac
`;

const temporary = temporaryFolders();

/** A folder with a Go of its own. */
function withGo(text: string): string {
  const root = temporary();
  mkdirSync(join(root, "bin"));
  writeFileSync(join(root, "bin/go"), text, { mode: 0o755 });
  return root;
}

const setting = (root: string, path: string) => ({
  env: { PATH: path, RAILYARD_CONTROL_PLANES: join(root, "programs") },
  tell: () => {},
});

test("a program is built once, and found from then on without Go", async () => {
  const root = withGo(GO);
  const props = setting(root, `${join(root, "bin")}:/usr/bin:/bin`);
  const built = await findOrBuild("1.36", props);
  expect(built).toMatchObject({ version: "1.36.3", instead: null });
  expect(readFileSync(built.path, "utf8")).toContain("k8s.io/kubernetes v1.36.3");
  expect(builtVersions(props)).toEqual(["1.36.3"]);
  expect(readdirSync(join(root, "programs"))).toHaveLength(1);
  expect(await findOrBuild("1.36", setting(root, "/nowhere"))).toEqual(built);
});

test("without Go and without a program it is said what to install", async () => {
  const root = temporary();
  await expect(findOrBuild("1.36", setting(root, "/nowhere"))).rejects.toThrow(
    /no program "go"\. Install it from https:\/\/go\.dev\/dl\//,
  );
});

test("without Go a program of another minor stands for it, and it is said", async () => {
  const root = withGo(GO);
  await findOrBuild("1.35", setting(root, `${join(root, "bin")}:/usr/bin:/bin`));
  const lines: string[] = [];
  const found = await findOrBuild("1.36", { ...setting(root, "/nowhere"), tell: (text) => void lines.push(text) });
  expect(found).toMatchObject({ version: "1.35.4", instead: expect.stringContaining("1.36 cannot be had") });
  expect(lines.join("\n")).toContain('no program "go"');
});

test("what Go says of a build that fails is lines, and nothing is left", async () => {
  const broken = GO.replace("build)", "build) echo 'main.go:1: no' >&2; exit 1 ;;\nnever)");
  const root = withGo(broken);
  const props = setting(root, `${join(root, "bin")}:/usr/bin:/bin`);
  await expect(findOrBuild("1.36", props)).rejects.toThrow(/go build .*failed:\nmain\.go:1: no/);
  expect(builtVersions(props)).toEqual([]);
});
