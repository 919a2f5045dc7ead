import { z } from "zod";

/** Numbers that a key takes, such as "a whole number from 1 to 3650"; empty where it takes others too, or any. */
export function rangeText(schema: z.ZodType | undefined): string {
  if (!(schema instanceof z.ZodNumber)) return "";
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = z.toJSONSchema(schema);
  // every whole number has those of what JavaScript counts exactly
  const [least, most] = [minimum, maximum].map((bound) =>
    bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound,
  );
  const lower =
    exclusiveMinimum !== undefined ? `above ${exclusiveMinimum}` : least === undefined ? "" : `from ${least}`;
  const upper = exclusiveMaximum !== undefined ? `below ${exclusiveMaximum}` : most === undefined ? "" : `to ${most}`;
  const bounds = [
    upper === "" ? lower.replace(/^from (.*)$/, "$1 or more") : lower,
    lower === ""
      ? upper.replace(/^to (.*)$/, "$1 or less")
      : upper.replace(/^to /, lower.startsWith("above") ? "and at most " : "to "),
    multipleOf === undefined || multipleOf === 1 ? "" : `in steps of ${multipleOf}`,
  ].filter(Boolean);
  return bounds.length === 0 ? "" : [type === "integer" ? "a whole number" : "a number", ...bounds].join(" ");
}
