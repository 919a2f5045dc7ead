import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bindingPackage, providerOf, type BindingKind } from "../../../../scripts/rehearsal/schema/binding-packages";
import { readType } from "../../../../scripts/rehearsal/schema/load-schema";
import { printSchema } from "./print-schema";

const ROOT = join(__dirname, "../../../..");
const KNOWN = join(__dirname, "known");

/** Schemas of the real providers; each file names its source. */
const files = readdirSync(KNOWN).map((file) => {
  const [kind = "", type = ""] = file.replace(/\.txt$/, "").split(".");
  const lines = readFileSync(join(KNOWN, file), "utf8").split("\n");
  return { kind, type, lines: lines.filter((line) => line !== "" && !line.startsWith("#")) };
});

/** What bindings cannot tell: sensitive values, and that a block comes more than once or a limited number of times. */
function problemOf(line: string): string {
  return line
    .replace(/: ([ROC]*)S(W?) /, ": $1$2 ")
    .replace(/ min ([2-9]|\d\d+)\b/, " min 1")
    .replace(/ max ([2-9]|\d\d+)\b/, "");
}

describe("readType", () => {
  test.each(files)("has the schema that the real provider has: $kind $type", ({ kind, type, lines }) => {
    const { block } = readType(bindingPackage(ROOT, providerOf(type)), kind as BindingKind, type);
    expect(printSchema(block)).toEqual(lines.map(problemOf));
  });

  test("is compared with every provider, and with what both protocols have", () => {
    const all = files.flatMap(({ lines }) => lines).join("\n");
    expect(new Set(files.map(({ type }) => providerOf(type)))).toEqual(new Set(["aws", "helm", "kubernetes"]));
    for (const part of [
      "attributes list",
      "attributes single",
      "block set",
      "block single",
      "OC set(object(",
      "R dynamic",
    ])
      expect(all).toContain(part);
  });
});
