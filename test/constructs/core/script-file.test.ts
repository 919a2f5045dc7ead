import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import fc from "fast-check";
import { spawnSync } from "node:child_process";
import { scriptFile, type ScriptParts } from "../../../constructs/core/script-file";
import { ROOT } from "../../helpers/process";

/** The script that a file with some text becomes. */
function made(text: string, parts?: ScriptParts): string {
  const folder = mkdtempSync(join(tmpdir(), "script-file-"));
  try {
    writeFileSync(join(folder, "a.sh"), text);
    return scriptFile(relative(join(ROOT, "constructs"), join(folder, "a.sh")), parts);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const FILE = `#!/usr/bin/env bash
# shellcheck disable=SC2086
# values:
__name=somebody # Whom to greet.
__times=3 # How often.
# end of values
# Greets.
  # shellcheck disable=SC2016
printf '%s\\n' $__name "\${__times} times" $__times
# insert: more
echo "$name \${name}"
`;

test("values take the places of variables, and what is for reading alone goes", () => {
  expect(made(FILE, { values: { name: "it's", times: 2 }, insert: { more: "a $__name\nb" } })).toBe(`#!/usr/bin/env bash
# Greets.
printf '%s\\n' 'it'\\''s' "2 times" 2
a $__name
b
echo "$name \${name}"
`);
});

test("an insertion may be empty, and a value in quotes that needs none", () => {
  const script = made(FILE, { values: { name: { quoted: "you" }, times: "2 or 3" }, insert: { more: "" } });
  expect(script).toContain(`printf '%s\\n' 'you' "2 or 3 times" '2 or 3'\n\necho`);
});

test("the file itself runs, with the values of its head", () => {
  const { stdout, stderr } = spawnSync("bash", ["-c", FILE], { encoding: "utf8" });
  expect([stdout, stderr]).toEqual(["somebody\n3 times\n3\n \n", ""]);
});

test("whatever a value is, a word arrives as it is, and within quotes there is nothing that a shell reads", () => {
  const arrives = (line: string, value: string) => {
    const text = made(`# values:\n__v=a # V.\n# end of values\nprintf %s ${line}\n`, { values: { v: value } });
    const { stdout, stderr } = spawnSync("bash", ["-c", text], { encoding: "utf8" });
    expect([stdout, stderr]).toEqual([value, ""]);
  };
  const text = fc.string({
    unit: fc.constantFrom(..."a1 '\"$`\\;&|<>(){}[]*?~#!%=:,./-\n\t".split("")),
    maxLength: 12,
  });
  fc.assert(
    fc.property(text, (value) => arrives("$__v", value)),
    { numRuns: 40 },
  );
  const outcomes = fc.sample(text, 200).map((value) => {
    try {
      made('# values:\n__v=a # V.\n# end of values\nprintf %s "${__v}"\n', { values: { v: value } });
      return /^[\w@%+=:,./| -]*$/.test(value);
    } catch (error) {
      return (error as Error).message.includes("has a character that a shell may read");
    }
  });
  expect(outcomes).not.toContain(false);
  arrives('"${__v}"', "railyard: off hours|50%=1");
});

test.each<[string, string, ScriptParts, string]>([
  ["a value that is missing", FILE, { values: { name: "a" }, insert: { more: "" } }, "is not given its value times"],
  [
    "a value that the file has not",
    FILE,
    { values: { name: "a", times: 1, other: 2 }, insert: { more: "" } },
    "has no value other",
  ],
  ["an insertion that is missing", FILE, { values: { name: "a", times: 1 } }, "is not given its insertion more"],
  ["an insertion that the file has not", "echo\n", { insert: { more: "" } }, "has no insertion more"],
  ["a place without a value", "echo $__lost\n", {}, "has no value __lost in its head"],
  ["a part without a value", 'echo "${__lost}"\n', {}, "has no value __lost in its head"],
])("refuses %s", (_, text, parts, message) => expect(() => made(text, parts)).toThrow(message));

test("each script is read by a module, and uses the values of its head", () => {
  const files = readdirSync(join(ROOT, "constructs"), { recursive: true, encoding: "utf8" });
  const scripts = files.filter((file) => file.endsWith(".sh"));
  const code = files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(ROOT, "constructs", file), "utf8"));
  expect(scripts.length).toBeGreaterThan(25);
  const names = (file: string) => [`"${file}"`, `\`${file.replace(/-[a-z]+\.sh$/, "-${")}`];
  const unread = scripts.filter((file) => !code.some((text) => names(file).some((name) => text.includes(name))));
  expect(unread).toEqual([]);
  for (const file of scripts) {
    const text = readFileSync(join(ROOT, "constructs", file), "utf8");
    const [head = "", body = text] = text.split("# end of values\n");
    const declared = [...head.matchAll(/^__(\w+)=/gm)].map(([, name]) => name);
    const used = new Set([...body.matchAll(/\$\{?__(\w+)/g)].map(([, name]) => name));
    expect([file, [...used].sort()]).toEqual([file, declared.sort()]);
  }
});
