import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compareOutputs } from "../../../../scripts/dev/cdktn/compare-outputs";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();

const STACK = "stacks/dev-network/cdk.tf.json";

function output(files: Readonly<Record<string, unknown>>, indent = 2): string {
  const folder = temporary();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content, null, indent));
  }
  return folder;
}

const stack = (version: string, more: object = {}) => ({
  "//": { metadata: { version, stackName: "dev-network" }, outputs: {} },
  resource: { aws_vpc: { vpc: { cidr_block: "10.0.0.0/16", list: [], zones: ["a", "b"] } } },
  ...more,
});

const differences = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) =>
  compareOutputs(output(before), output(after)).differences;

test("leaves out the version of the library, and blanks", () => {
  const files = (version: string) => ({
    [STACK]: stack(version),
    "manifest.json": { version, stacks: { "dev-network": { annotations: [] } } },
    "stacks/dev-network/assets/a.yaml": "a: 1\n",
  });
  expect(compareOutputs(output(files("0.21.0")), output(files("0.24.0"), 0))).toEqual({
    files: 3,
    stacks: 1,
    differences: [],
    versions: ["0.24.0"],
  });
});

test("names every value that differs", () => {
  const other = {
    ...stack("0.24.0"),
    resource: { aws_vpc: { vpc: { cidr_block: "10.1.0.0/16", list: [], zones: ["a", "c"], new: true } } },
  };
  expect(differences({ [STACK]: stack("0.21.0") }, { [STACK]: other })).toEqual([
    { file: STACK, path: "resource.aws_vpc.vpc.cidr_block", before: '"10.0.0.0/16"', after: '"10.1.0.0/16"' },
    { file: STACK, path: "resource.aws_vpc.vpc.new", before: null, after: "true" },
    { file: STACK, path: "resource.aws_vpc.vpc.zones[1]", before: '"b"', after: '"c"' },
  ]);
});

test("tells lists of another length, other kinds of values and other metadata apart", () => {
  const change = (value: unknown) =>
    differences({ [STACK]: { value: ["a"] } }, { [STACK]: { value } }).map(({ after }) => after);
  expect(change(["a", "b"])).toEqual(['["a","b"]']);
  expect(change({ 0: "a" })).toEqual(['{"0":"a"}']);
  expect(change(null)).toEqual(["null"]);
  const renamed = { ...stack("0.24.0"), "//": { metadata: { version: "0.24.0", stackName: "x" }, outputs: {} } };
  expect(differences({ [STACK]: stack("0.21.0") }, { [STACK]: renamed })).toMatchObject([
    { path: "//.metadata.stackName" },
  ]);
});

test("does not take a version that is an argument for the library's", () => {
  const at = (version: string) => ({ [STACK]: { resource: { helm_release: { x: { version } } }, version } });
  expect(differences(at("1"), at("2")).map(({ path }) => path)).toEqual(["resource.helm_release.x.version", "version"]);
});

test("names files that only one has, and compares others byte for byte", () => {
  const asset = "stacks/dev-network/assets/a.yaml";
  expect(differences({ [STACK]: {}, [asset]: "a: 1\n" }, { [STACK]: {} })).toEqual([
    { file: asset, path: "", before: '"a: 1\\n"', after: null },
  ]);
  expect(differences({ [asset]: "a: 1\n" }, { [asset]: "a:  1\n" })).toHaveLength(1);
});

test("knows a stack that notes no version", () => {
  expect(compareOutputs(output({}), output({ [STACK]: {} })).versions).toEqual(["unknown"]);
});
