import { escapeTemplate, templateParts } from "../../../../scripts/commands/export/template";

const parts = (template: string) => templateParts(template).map(({ kind, source }) => `${kind}: ${source}`);

test.each<[string, string[]]>([
  ["", []],
  ["plain", ["text: plain"]],
  ["${local.x}", ["sequence: ${local.x}"]],
  ["a-${local.x}-b", ["text: a-", "sequence: ${local.x}", "text: -b"]],
  ["${a}${b}", ["sequence: ${a}", "sequence: ${b}"]],
  ["%{ if x }yes%{ endif }", ["sequence: %{ if x }", "text: yes", "sequence: %{ endif }"]],
  ["$${HOME} and %%{x}", ["text: $${HOME} and %%{x}"]],
  ["100% of $5 {x}", ["text: 100% of $5 {x}"]],
  ['${{ a = "}" }["a"]}!', ['sequence: ${{ a = "}" }["a"]}', "text: !"]],
  ['${join(",", ["x${local.y["}"]}"])} z', ['sequence: ${join(",", ["x${local.y["}"]}"])}', "text:  z"]],
  ['${f("\\"}", "$${")}', ['sequence: ${f("\\"}", "$${")}']],
])("cuts %j", (template, expected) => {
  expect(parts(template)).toEqual(expected);
});

test("loses nothing", () => {
  const template = 'a $${b} ${c("${d}")} %{ for x in y }${x}%{ endfor } $';
  expect(
    templateParts(template)
      .map(({ source }) => source)
      .join(""),
  ).toBe(template);
});

test.each(["${local.x", '${f("x}', "a %{ if x"])("fails on %j, which has no end", (template) => {
  expect(() => templateParts(template)).toThrow(/without an end/);
});

test("escapes what would be a sequence, and nothing else", () => {
  expect(escapeTemplate("${a} %{b} $c %d {e}")).toBe("$${a} %%{b} $c %d {e}");
  expect(parts(escapeTemplate("${a}"))).toEqual(["text: $${a}"]);
});
