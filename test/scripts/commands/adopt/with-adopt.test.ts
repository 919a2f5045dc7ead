import { withAdopt } from "../../../../scripts/commands/adopt/with-adopt";

const ADOPT = { vpc: { id: "vpc-1" } };
const KEY = '  adopt: { vpc: { id: "vpc-1" } },';
const file = (body: string) =>
  `import { defineEnvironment } from "../index";\n\nexport default defineEnvironment({\n${body}});\n`;

test("the key comes after the last one", () =>
  expect(withAdopt(file('  name: "a",\n  lustre: {},\n'), ADOPT, "a")).toBe(
    file(`  name: "a",\n  lustre: {},\n${KEY}\n`),
  ));

test("a comma is added, and comments stay beside their keys", () => {
  expect(withAdopt(file('  name: "a"\n'), ADOPT, "a")).toBe(file(`  name: "a",\n${KEY}\n`));
  expect(withAdopt(file('  name: "a", // ours\n  // the end\n'), ADOPT, "a")).toBe(
    file(`  name: "a", // ours\n  // the end\n${KEY}\n`),
  );
});

test("a key that is there is replaced in its place", () =>
  expect(withAdopt(file('  adopt: {\n    vpc: { id: "old" },\n  },\n  name: "a",\n'), ADOPT, "a")).toBe(
    file(`${KEY}\n  name: "a",\n`),
  ));

test("a file without keys gets one", () =>
  expect(withAdopt("export default defineEnvironment({});\n", ADOPT, "a")).toBe(
    `export default defineEnvironment({\n${KEY}\n});\n`,
  ));

test("long values are written over several lines, as they are formatted", () => {
  const parts = Object.fromEntries(
    ["a", "b", "c"].map((zone) => [`vpc/subnet-private-us-east-1${zone}`, "subnet-0123456789abcdef0"]),
  );
  expect(withAdopt(file('  name: "a",\n'), { vpc: { id: "vpc-1", parts } }, "a")).toContain(
    '      parts: {\n        "vpc/subnet-private-us-east-1a": "subnet-0123456789abcdef0",\n',
  );
});

test.each([
  ["export default environment;\n"],
  ["export const a = defineEnvironment({});\n"],
  ["export default make(x);\n"],
])("fails for a file that no key can be added to: %j", (text) =>
  expect(() => withAdopt(text, ADOPT, "a")).toThrow(/config\/environments\/a\.ts has no .*\n {2}adopt: \{ vpc/),
);
