import { z } from "zod";
import { environmentSchema } from "../../../config/schema";
import type { UpdateWhen } from "../../../config/kernel/key";

/** JSON Schema of an environment file's object, with units and update policies as `x-` keywords. */
export const environmentJsonSchema = (schema: z.ZodType = environmentSchema): Record<string, unknown> => ({
  title: "Railyard environment",
  ...z.toJSONSchema(schema, { io: "input" }),
});

/** What a change does, by update policy: it goes on from "changing it". */
export const POLICIES: Readonly<Record<string, string>> = {
  none: "disturbs nothing that runs",
  "in-place": "is done while everything runs",
  rolling:
    "replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first",
  drains: "takes the nodes away: their jobs stop",
  replaces: "destroys what is there and makes it anew",
  forbidden: "is refused",
};

/** What an editor shows on hover: description, unit, default, what a change does, and the source of facts. */
export function hoverText(schema: Record<string, unknown>): string | undefined {
  const { description } = schema;
  if (typeof description !== "string") return undefined;
  const policy = schema["x-update"];
  const note = schema["x-update-note"];
  const lines = [
    description,
    line("Unit", schema["x-unit"]),
    line("Default", schema["x-default"] ?? defaultText(schema.default)),
    typeof policy === "string"
      ? `Changing it ${POLICIES[policy] ?? policy}.${typeof note === "string" ? ` ${note}` : ""}`
      : undefined,
    ...((schema["x-update-when"] as readonly UpdateWhen[] | undefined) ?? []).map(whenLine),
    line("Example", exampleText(schema.examples)),
    typeof schema["x-source"] === "string" ? `See ${schema["x-source"]}` : undefined,
  ];
  return lines.filter((text) => text !== undefined).join("\n\n");
}

/** When another policy counts, in words. */
export function whenText(when: UpdateWhen): string {
  if ("key" in when) return `where ${when.key} is ${String(when.is)}`;
  return { shrinks: "to less", appended: "by more at its end" }[when.change];
}

function whenLine(when: UpdateWhen): string {
  const words = `Changing it ${whenText(when)} ${POLICIES[when.update] ?? when.update}.`;
  return when.note === undefined ? words : `${words} ${when.note}`;
}

const line = (label: string, value: unknown) => (value === undefined ? undefined : `${label}: ${String(value)}`);

const exampleText = (examples: unknown) =>
  Array.isArray(examples) && examples.length ? JSON.stringify(examples[0]) : undefined;

/** Long defaults would hide what matters on a hover. */
function defaultText(value: unknown): string | undefined {
  const text = value === undefined ? undefined : JSON.stringify(value);
  return text === "{}" || text === "[]" || (text && text.length > 80) ? undefined : text;
}

/** The schema with hover texts in place of descriptions, for generating types. */
export function withHoverTexts(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withHoverTexts);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withHoverTexts(value)]));
  const text = hoverText(schema as Record<string, unknown>);
  return text === undefined ? inner : { ...inner, description: text };
}
