import { writeFileSync } from "node:fs";
import { mergedDescriptions } from "../descriptions";
import { commitsSince, headCommit } from "../git";
import { readArgs } from "../../read-args";
import { required, type StepContext } from "../step";

export const USAGE = `descriptions --out <file> [--base <commit>]
      Write the descriptions of the pull requests that were merged after a commit, for npm run review -- --description: those
      that somebody else approved, as they were approved. One that was changed since is left out, and told.`;

export async function descriptionsStep(args: readonly string[], context: StepContext): Promise<number> {
  const { values } = readArgs(args, { out: { type: "string" }, base: { type: "string", default: "" } });
  const out = required("out", values.out);
  const head = headCommit(context.root);
  const commits = values.base ? commitsSince(context.root, values.base, head) : [head];
  const { frozen, notes } = await mergedDescriptions(context.workflow.github(), commits);
  for (const note of notes) context.print(note);
  writeFileSync(out, `${frozen.map(({ text }) => text).join("\n\n")}\n`);
  return 0;
}
