import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lineOf } from "../../../../scripts/lib/environments/source-lines";

const FILE = join(mkdtempSync(join(tmpdir(), "lines-")), "env.ts");

writeFileSync(
  FILE,
  `import { defineEnvironment } from "../index";

const cpu = {
  instanceType: "m7i.large",
  nodes: 2,
};

export default defineEnvironment({
  name: "sample",
  nodeGroups: {
    h100: {
      instanceType: "p5.48xlarge",
      capacity: { kind: "spot" },
      taints: [
        { key: "a", effect: "NoSchedule" },
        { key: "b", effect: "NoSchedule" },
      ],
    },
    cpu,
    "other-name": cpu,
  },
});
`,
);

test.each([
  ["the environment itself", [], 8],
  ["a key", ["name"], 9],
  ["a key in a key", ["nodeGroups", "h100", "instanceType"], 12],
  ["a key on the line of another", ["nodeGroups", "h100", "capacity", "kind"], 13],
  ["an element of a list", ["nodeGroups", "h100", "taints", 1, "key"], 16],
  ["a constant of the file, by its short name", ["nodeGroups", "cpu", "nodes"], 5],
  ["a constant of the file, by its value", ["nodeGroups", "other-name", "instanceType"], 4],
  ["a key that is not there: the nearest around it", ["nodeGroups", "h100", "nodes"], 11],
  ["a group that is not there", ["nodeGroups", "b200", "nodes"], 10],
  ["a section that is not there", ["lustre", "zone"], 8],
] as const)("%s", (_, path, line) => expect(lineOf(FILE, path)).toBe(line));

test("a file that is not there has no lines", () => expect(lineOf(`${FILE}.none`, [])).toBeNull());

test("a file without an environment has none either", () => {
  const other = `${FILE}.other.ts`;
  writeFileSync(other, "export default {};\n");
  expect(lineOf(other, ["name"])).toBeNull();
});
