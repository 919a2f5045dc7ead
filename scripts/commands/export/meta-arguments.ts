import { ExpectedError } from "../../lib/errors/expected-error";
import { contents, wrapped, type Lines } from "./body";
import { assignment, expression, type Json, type JsonObject } from "./expression";
import { isPlain } from "../../../config/kernel/plain";

/** Values in which JSON has names as strings: HCL has them as they are. */
const NAMES = ["depends_on", "provider", "ignore_changes", "replace_triggered_by", "from", "to"];
const VALUES = ["count", "for_each"];
const UNSUPPORTED = ["connection", "provisioner", "dynamic"];

/** Names of arguments that are Terraform's, not the provider's. */
export const META_NAMES: readonly string[] = [...VALUES, "provider", "depends_on", "lifecycle", ...UNSUPPORTED];

/** Terraform's own arguments of a resource, data source or output. @throws ExpectedError for what no stack here has */
export function metaLines(json: JsonObject, where: string, indent: string): Lines {
  for (const name of UNSUPPORTED)
    if (json[name] !== undefined)
      throw new ExpectedError(`${where}: "${name}" cannot be exported: write it into the HCL by hand, or leave it out`);
  const lines = [...VALUES, "provider", "depends_on"].flatMap((name) => metaLine(name, json[name], where, indent));
  if (json["lifecycle"] === undefined) return lines;
  const [lifecycle = {}] = contents(json["lifecycle"], `${where}.lifecycle`);
  return [...lines, ...wrapped("lifecycle", lifecycleLines(lifecycle, `${where}.lifecycle`, `${indent}  `), indent)];
}

/** One argument, whose value may be names. */
export function metaLine(name: string, value: Json | undefined, where: string, indent: string): Lines {
  if (value === undefined) return [];
  const text = NAMES.includes(name) ? reference(value, where) : expression(value, indent);
  return [`${indent}${assignment(name, text)}`];
}

function lifecycleLines(json: JsonObject, where: string, indent: string): Lines {
  return Object.entries(json).flatMap(([name, value]) => {
    if (name !== "precondition" && name !== "postcondition") return metaLine(name, value, where, indent);
    return contents(value, `${where}.${name}`).flatMap((condition) => conditionLines(name, condition, indent));
  });
}

/** A condition that is checked, of a resource or an output. */
export function conditionLines(name: string, json: JsonObject, indent: string): Lines {
  const lines = Object.entries(json).map(
    ([key, value]) => `${indent}  ${assignment(key, expression(value, `${indent}  `))}`,
  );
  return wrapped(name, lines, indent);
}

/** `"aws_vpc.vpc"` or a list of such; `"all"` is a word of Terraform. */
function reference(value: Json, where: string): string {
  if (typeof value === "string") return value.replace(/^\$\{(.*)\}$/s, "$1");
  if (Array.isArray(value)) return `[${value.map((one: Json) => reference(one, where)).join(", ")}]`;
  const given = isPlain(value) ? "an object" : String(value);
  throw new ExpectedError(`${where}: names are written as text, and this is ${given}`);
}
