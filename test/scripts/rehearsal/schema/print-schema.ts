import type { AttributeSchema, BlockSchema, CtyType } from "../../../../scripts/rehearsal/schema/types";

const sorted = <T>(record: Readonly<Record<string, T>>) =>
  Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1));

/** A schema in lines, as in `subnet_ids: R set(string)`: Required, Optional, Computed, Sensitive, Write-only. */
export function printSchema({ attributes, blocks }: BlockSchema, indent = ""): string[] {
  return [
    ...sorted(attributes).flatMap(([name, attribute]) => printAttribute(name, attribute, indent)),
    ...sorted(blocks).flatMap(([name, { nesting, minItems, maxItems, block }]) => {
      const limits = `${minItems ? ` min ${minItems}` : ""}${maxItems ? ` max ${maxItems}` : ""}`;
      return [`${indent}${name}: block ${nesting}${limits}`, ...printSchema(block, `${indent}  `)];
    }),
  ];
}

function printAttribute(name: string, attribute: AttributeSchema, indent: string): string[] {
  const { required, optional, computed, sensitive, writeOnly, type, nested } = attribute;
  const flags = [required && "R", optional && "O", computed && "C", sensitive && "S", writeOnly && "W"];
  const line = `${indent}${name}: ${flags.filter(Boolean).join("")}`;
  if (!nested) return [`${line} ${type === undefined ? "nothing" : printType(type)}`];
  const inside = sorted(nested.attributes).flatMap(([inner, schema]) => printAttribute(inner, schema, `${indent}  `));
  return [`${line} attributes ${nested.nesting}`, ...inside];
}

function printType(type: CtyType): string {
  if (typeof type === "string") return type;
  if (type[0] !== "object") return `${type[0]}(${printType(type[1])})`;
  return `object(${sorted(type[1])
    .map(([name, inner]) => `${name}=${printType(inner)}`)
    .join(", ")})`;
}
