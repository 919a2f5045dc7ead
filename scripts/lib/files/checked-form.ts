import { z } from "zod";
import type { Issue } from "../../../config/kernel/issues";
import { shapeIssues } from "../../../config/kernel/messages";
import { DocumentError, withFix, type DocumentProps } from "./read-json";

export interface FormProps extends DocumentProps {
  /** What it should be, such as `a recording of AWS's answers`. @default "what it should be" */
  readonly what?: string;
}

/** A document that has the form that its reader needs. @throws DocumentError with all that is wrong, key by key: what is the same in many places of a list is told once */
export function checkedForm<T>(schema: z.ZodType<T>, value: unknown, { name, what, fix }: FormProps): T {
  const { success, data, error } = schema.safeParse(value, { reportInput: true });
  if (success) return data;
  const problems = error.issues.flatMap((issue): Pick<Issue, "path" | "message" | "hint">[] =>
    isLibrarys(issue)
      ? shapeIssues(new z.ZodError([issue]), schema)
      : [{ path: issue.path as (string | number)[], message: issue.message }],
  );
  const alike = new Map<string, { readonly first: string; readonly text: string; count: number }>();
  for (const { path, message, hint } of problems) {
    const text = [message, hint].filter(Boolean).join("; ");
    const kind = JSON.stringify([path.map((part) => (typeof part === "number" ? 0 : part)), text]);
    const known = alike.get(kind) ?? { first: path.join(".") || "the whole", text, count: 0 };
    alike.set(kind, { ...known, count: known.count + 1 });
  }
  const lines = [...alike.values()].map(
    ({ first, text, count }) => `  ${first}${count > 1 ? ` and ${count - 1} more in lists` : ""}: ${text}`,
  );
  throw new DocumentError(withFix(`${name} is not ${what ?? "what it should be"}:\n${lines.join("\n")}`, fix));
}

/** Whether a problem is told in the words of the library. What a schema says by itself says why, and stays. */
const isLibrarys = ({ message }: z.core.$ZodIssue): boolean =>
  /^(?:Invalid|Too (?:big|small)|Unrecognized)\b/.test(message);
