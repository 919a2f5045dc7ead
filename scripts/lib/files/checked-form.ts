import { z } from "zod";
import type { Issue } from "../../../config/kernel/issues";
import { shapeIssues } from "../../../config/kernel/messages";
import { DocumentError, withFix, type DocumentProps } from "./read-json";

export interface FormProps extends DocumentProps {
  /** What it should be, such as `a recording of AWS's answers`. @default "what it should be" */
  readonly what?: string;
}

/** A document that has the form that its reader needs. @throws DocumentError with all that is wrong, key by key */
export function checkedForm<T>(schema: z.ZodType<T>, value: unknown, { name, what, fix }: FormProps): T {
  const { success, data, error } = schema.safeParse(value, { reportInput: true });
  if (success) return data;
  const problems = error.issues.flatMap((issue): Pick<Issue, "path" | "message" | "hint">[] =>
    isLibrarys(issue)
      ? shapeIssues(new z.ZodError([issue]), schema)
      : [{ path: issue.path as (string | number)[], message: issue.message }],
  );
  const lines = problems.map(
    ({ path, message, hint }) => `  ${path.join(".") || "the whole"}: ${[message, hint].filter(Boolean).join("; ")}`,
  );
  throw new DocumentError(withFix(`${name} is not ${what ?? "what it should be"}:\n${lines.join("\n")}`, fix));
}

/** Whether a problem is told in the words of the library. What a schema says by itself says why, and stays. */
const isLibrarys = ({ message }: z.core.$ZodIssue): boolean =>
  /^(?:Invalid|Too (?:big|small)|Unrecognized)\b/.test(message);
