import { readFileSync } from "node:fs";
import { z } from "zod";
import { ExpectedError } from "../lib/errors/expected-error";
import type { Description } from "./acknowledgements";

/** What `ci descriptions` writes: of each pull request its description, and who wrote it. */
export const descriptionsSchema = z.array(
  z.strictObject({ by: z.string(), pull: z.number().int().positive(), text: z.string() }),
);

/** Descriptions in a file: the text of one, or several as JSON. @param by login of who wrote the one */
export function readDescriptions(file: string, by: string | undefined): Description[] {
  const text = readText(file);
  if (!file.endsWith(".json")) return [{ text, by }];
  try {
    return descriptionsSchema.parse(JSON.parse(text));
  } catch {
    throw new ExpectedError(
      `--description: ${file} must be a list such as [{ "by": "octocat", "pull": 12, "text": "…" }]`,
    );
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ExpectedError(`--description: ${file} cannot be read: ${(error as Error).message}`);
  }
}
