import { parseDocument, parseJson, parseYaml } from "../../../../scripts/lib/files/documents";

test("JSON and YAML of one meaning are one value", () => {
  const value = { a: { b: [1, "x"] } };
  expect(parseDocument('{"a": {"b": [1, "x"]}}')?.value).toEqual(value);
  expect(parseDocument("a:\n  b:\n    - 1\n    - x\n")?.value).toEqual(value);
});

test("several documents of YAML are a list, and are written as several", () => {
  const document = parseYaml("---\na: 1\n---\nb: 2\n");
  expect(document?.value).toEqual([{ a: 1 }, { b: 2 }]);
  expect(parseYaml(document?.write([{ a: 3 }, { b: 2 }]) ?? "")?.value).toEqual([{ a: 3 }, { b: 2 }]);
});

test("what is written is read as the same value", () => {
  expect(parseJson(parseJson("[1]")?.write({ a: 1 }) ?? "")?.value).toEqual({ a: 1 });
  expect(parseYaml(parseYaml("a: 1\n")?.write({ a: [2] }) ?? "")?.value).toEqual({ a: [2] });
});

test.each([
  ["a word", "gp3"],
  ["a script", "#!/bin/bash\nfoo: bar\n"],
  ["prose", "Nodes: as many as there are\nmore: of it: here\n"],
  ["broken JSON", '{"a": '],
  ["broken YAML", "a: [1\nb: 2\n"],
  ["an address", "https://example.com"],
  ["a list of words", "- a\n- b\n"],
  ["nothing", ""],
  [
    "a bomb of aliases",
    `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghi"
      .split("")
      .map((c, i) => `${c}: &${c} [${Array(9).fill(`*${"abcdefgh"[i]}`).join()}]`)
      .join("\n")}\n`,
  ],
])("%s is no document", (_, text) => expect(parseDocument(text)).toBeNull());

test("a text beyond half a megabyte is not read as YAML", () => {
  expect(parseYaml(`a: 1\n${"b: 2 # x\n".replace("b", "c").repeat(1)}`)).not.toBeNull();
  expect(parseYaml(`a: |\n${"  xxxxxxxxx\n".repeat(60_000)}`)).toBeNull();
});
