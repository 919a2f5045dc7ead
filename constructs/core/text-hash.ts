import { createHash } from "node:crypto";

/** Eight characters that change with the text: for names of objects that cannot be changed, and to restart pods. */
export function textHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
