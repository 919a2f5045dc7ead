import { mergedDescriptions } from "../descriptions";
import { commitsSince, headCommit } from "../../../lib/git/git";
import { anything, place } from "../../../cli/option-checks";
import { readArgs } from "../../../cli/read-args";
import { outputFile, writeOutputs } from "../../../lib/files/output";
import { required, type StepContext } from "../step";

export const USAGE = `descriptions --out <file> [--base <commit>]
      Write the descriptions of the pull requests that were merged after a commit, each with who wrote it, as JSON for
      npm run review -- --description: those that somebody else approved, as they were approved. One that was changed since
      is left out, and told.`;

export const OPTIONS = {
  out: { type: "string", check: place },
  base: { type: "string", check: anything, default: "" },
} as const;

/** `ci descriptions`: writes descriptions of pull requests into a file. @returns the exit code */
export async function descriptionsStep(args: readonly string[], context: StepContext): Promise<number> {
  const { values } = readArgs(args, OPTIONS);
  const out = outputFile({ option: "--out", path: required("out", values.out), isGenerated: () => true });
  const head = headCommit(context.root);
  const commits = values.base ? commitsSince(context.root, values.base, head) : [head];
  const { frozen, notes } = await mergedDescriptions(context.workflow.github(), commits);
  for (const note of notes) context.print(note);
  const written = frozen.map(({ number, by, text }) => ({ pull: number, by, text }));
  writeOutputs([
    {
      ...out,
      text: `${JSON.stringify(written, null, 2)}
`,
    },
  ]);
  return 0;
}
