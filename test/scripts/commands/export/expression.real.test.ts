import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expression, literal, type Json } from "../../../../scripts/commands/export/expression";
import { escapeTemplate } from "../../../../scripts/commands/export/template";
import { terraformEnvironment } from "../../../../scripts/lib/terraform/terraform";
import { TERRAFORM, temporaryFolders, testWithTerraform } from "../../../helpers/terraform";

const temporary = temporaryFolders();

describe("an expression", () => {
  test.each<[Json, string]>([
    [null, "null"],
    [true, "true"],
    [1.5, "1.5"],
    ["x", '"x"'],
    ["${local.x}", "local.x"],
    ["${ f(local.x) }", "f(local.x)"],
    ["${~ local.x ~}", '"${~ local.x ~}"'],
    ["a-${local.x}", '"a-${local.x}"'],
    ['say "hi" \\ \t', '"say \\"hi\\" \\\\ \\t"'],
    ["\u0007", '"\\u0007"'],
    ['{"a":"${local.x["k"]}"}', '"{\\"a\\":\\"${local.x["k"]}\\"}"'],
    ["$${HOME}", '"$${HOME}"'],
    [[], "[]"],
    [{}, "{}"],
    [["a", 1], '[\n  "a",\n  1,\n]'],
    [{ a: 1, "b.c": 2, for: 3 }, '{\n  a = 1\n  "b.c" = 2\n  "for" = 3\n}'],
    [{ a: { b: [true] } }, "{\n  a = {\n    b = [\n      true,\n    ]\n  }\n}"],
    ["a\nb\n", "<<EOT\na\nb\nEOT"],
    ["a\nb", "chomp(<<EOT\na\nb\nEOT\n)"],
    [["a\n", "b"], '[\n  <<EOT\na\nEOT\n  ,\n  "b",\n]'],
    ["a\n  EOT\n", '"a\\n  EOT\\n"'],
    ["a\r\nb\n", '"a\\r\\nb\\n"'],
    ["a\n${local.x}", '"a\\n${local.x}"'],
  ])("of %j", (value, text) => {
    expect(expression(value)).toBe(text);
  });

  test("is not a template where Terraform reads text as it is", () => {
    expect(literal({ key: "a${b}", list: ["%{x}"] })).toBe('{\n  key = "a$${b}"\n  list = [\n    "%%{x}",\n  ]\n}');
  });
});

/** Text of what makes escapes hard. */
const hardText = fc
  .array(fc.constantFrom("$", "%", "{", "}", '"', "\\", "\n", "\t", "a", "é", "~", "EOT", " ", "\r", "\u0001"), {
    maxLength: 12,
  })
  .map((pieces) => escapeTemplate(pieces.join("")));

const templates: readonly Json[] = [
  "${local.number}",
  "${local.text}",
  "a${local.text}b\n",
  "a\n${local.text}",
  "${local.text}\n\n",
  "x\n\n\ny",
  "\n",
  "\n\n",
  '%{ if local.number > 1 }"yes"%{ else }no%{ endif }',
  "%{ for n in [1, 2] ~}\n  ${n}\n%{ endfor }\nend",
  '{"a": "${join("\\"", ["}", local.text])}"}',
  '${{ a = "}" }["a"]}',
  "${~ local.text ~} x",
  { "${local.text}": 1, "a ${local.text}": ["${local.number}", null, true], for: { if: "x\ny" } },
  ["x\n", "y", ["z\n\n"], {}],
];

testWithTerraform("is to Terraform what the JSON is, whatever is in it", async () => {
  const folder = temporary();
  const values: Json[] = [...templates, ...fc.sample(hardText, { numRuns: 400, seed: 7 })];
  const same = "[for i, v in local.json : i if jsonencode(v) != jsonencode(local.hcl[i])]";
  writeFileSync(
    join(folder, "json.tf.json"),
    JSON.stringify({
      locals: { json: values, number: 7, text: 'q"\\é' },
      output: { different: { value: `\${${same}}` }, count: { value: "${length(local.hcl)}" } },
    }),
  );
  writeFileSync(join(folder, "hcl.tf"), `locals {\n  hcl = ${expression(values, "  ")}\n}\n`);
  const run = (...args: string[]) =>
    spawnSync(TERRAFORM.program, args, { cwd: folder, encoding: "utf8", env: terraformEnvironment() });
  expect(run("init", "-no-color").stderr).toBe("");
  const applied = run("apply", "-auto-approve", "-no-color");
  expect(applied.stderr).toBe("");
  const outputs = JSON.parse(run("output", "-json").stdout) as Record<string, { value: unknown }>;
  expect(outputs["count"]?.value).toBe(values.length);
  expect((outputs["different"]!.value as number[]).map((index) => values[index])).toEqual([]);
});
