import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ExpectedError } from "../../../lib/errors/expected-error";
import { UsageError } from "../../../lib/errors/usage";
import { checkedForm } from "../../../lib/files/checked-form";
import { parseJson } from "../../../lib/files/read-json";
import { markdown } from "../../../review/render/markdown";
import { commentBody, missingPart, type CommentPart } from "../comment-body";
import { anything, something } from "../../../cli/option-checks";
import { readArgs } from "../../../cli/read-args";
import { required, words, type StepContext } from "../step";
import { stickyComment } from "../sticky-comment";

export const USAGE = `comment --pull-request <number> --reviews <folder> [--expected "<names>"]
      Write the reviews of a run into one comment of the pull request, which is updated in place. The folder has
      review.md and review.json, or folders that have them.
      --expected   environments that must have a review; "-" for none, "*" (the default) for at least one review`;

export const OPTIONS = {
  "pull-request": { type: "string", check: something },
  reviews: { type: "string", check: something },
  expected: { type: "string", check: anything, default: "*" },
} as const;

/** `ci comment`: keeps one comment of a pull request. @returns the exit code */
export async function commentStep(args: readonly string[], context: StepContext): Promise<number> {
  const { values } = readArgs(args, OPTIONS);
  const number = Number(required("pull-request", values["pull-request"]));
  if (!Number.isInteger(number) || number < 1)
    throw new UsageError(`--pull-request must be a number, but is "${values["pull-request"]}"`);
  const parts = readParts(required("reviews", values.reviews));
  const shown = [...parts, ...missingParts(parts, values.expected)];
  // nothing was expected, and nothing came
  if (shown.length === 0) shown.push({ verdict: "safe", environments: [], markdown: markdown([]) });
  const { text, silent } = commentBody(shown, context.workflow.runUrl);
  const outcome = await stickyComment(context.workflow.github(), number, text, silent);
  context.print(`Comment: ${outcome}`);
  return 0;
}

/** An old review must not stand there as if it were the new one. */
function missingParts(parts: readonly CommentPart[], expected: string): CommentPart[] {
  if (expected === "*") return parts.length ? [] : [missingPart([])];
  const missing = (expected === "-" ? [] : words(expected)).filter(
    (name) => !parts.some(({ environments }) => environments.includes(name)),
  );
  return missing.length ? [missingPart(missing)] : [];
}

/** What is read of `review.json`; its other keys are for other readers. */
const reviewSchema = z.object({
  verdict: z.enum(["safe", "acknowledged", "needs-acknowledgement", "broken"]),
  environments: z.array(z.object({ environment: z.string() })),
});

function readParts(folder: string): CommentPart[] {
  if (!existsSync(folder)) return [];
  const inside = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
  return [folder, ...inside.sort()].filter((at) => existsSync(join(at, "review.md"))).map(readPart);
}

function readPart(folder: string): CommentPart {
  const name = join(folder, "review.json");
  const review = checkedForm(reviewSchema, parseJson(readPlain(name), { name }), {
    name,
    what: "of a form that is known here",
  });
  return {
    verdict: review.verdict,
    environments: review.environments.map(({ environment }) => environment),
    markdown: readPlain(join(folder, "review.md")),
  };
}

/** More is no review; a comment holds 64 KiB. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Code of the pull request wrote it: a link would put any file of this machine into a comment. */
function readPlain(file: string): string {
  const found = lstatSync(file);
  if (!found.isFile() || found.size > MOST_BYTES) throw new ExpectedError(`${file} is no plain file of a review`);
  return readFileSync(file, "utf8");
}
