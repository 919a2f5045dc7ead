import { z } from "zod";
import { checkedForm } from "../lib/files/checked-form";
import { parseJson, readText } from "../lib/files/read-json";
import type { Description } from "./acknowledgements";

/** What `ci descriptions` writes: of each pull request its description, and who wrote it. */
export const descriptionsSchema = z.array(
  z.strictObject({ by: z.string(), pull: z.number().int().positive(), text: z.string() }),
);

/** Descriptions in a file: the text of one, or several as JSON. @param by login of who wrote the one */
export function readDescriptions(file: string, by: string | undefined): Description[] {
  const name = `--description: ${file}`;
  const text = readText(file, { name });
  if (!file.endsWith(".json")) return [{ text, by }];
  const fix = 'It must be a list such as [{ "by": "octocat", "pull": 12, "text": "…" }]';
  return checkedForm(descriptionsSchema, parseJson(text, { name, fix }), { name, fix });
}
