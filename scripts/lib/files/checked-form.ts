import type { z } from "zod";
import { DocumentError, withFix, type DocumentProps } from "./read-json";

export interface FormProps extends DocumentProps {
  /** What it should be, such as `a recording of AWS's answers`. @default "what it should be" */
  readonly what?: string;
}

/** A document that has the form that its reader needs. @throws DocumentError with all that is wrong, key by key */
export function checkedForm<T>(schema: z.ZodType<T>, value: unknown, { name, what, fix }: FormProps): T {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const issues = error.issues.map(({ path, message }) => `  ${path.join(".") || "the whole"}: ${message}`);
  throw new DocumentError(withFix(`${name} is not ${what ?? "what it should be"}:\n${issues.join("\n")}`, fix));
}
