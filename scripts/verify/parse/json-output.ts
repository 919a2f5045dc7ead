import type { z } from "zod";
import { UnreadableOutputError } from "./unreadable";

/**
 * The one JSON document of an output, whatever lines stand before and after it, as programs warn on the same stream.
 * @throws {UnreadableOutputError} there is none, it is cut, there are two, or it has another shape
 */
export function jsonOf<Shape extends z.ZodType>(program: string, text: string, shape: Shape): z.output<Shape> {
  const start = /^\s*\{/m.exec(text);
  const end = text.lastIndexOf("}");
  if (!start) throw new UnreadableOutputError(program, "has no JSON");
  const document = text.slice(start.index, end + 1);
  let value: unknown;
  try {
    value = JSON.parse(document);
  } catch {
    const isDouble = /^\}\s*\{/m.test(document);
    throw new UnreadableOutputError(
      program,
      isDouble ? "has two documents of JSON: several runs are mixed" : "is JSON that is cut",
    );
  }
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UnreadableOutputError(
    program,
    `is JSON of another shape: ${issue!.path.join(".") || "the whole"}: ${issue!.message}`,
  );
}
