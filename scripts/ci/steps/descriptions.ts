import { writeFileSync } from "node:fs";
import { mergedDescriptions } from "../descriptions";
import { commitsSince, headCommit } from "../git";
import { readArgs } from "../../read-args";
import { required, type StepContext } from "../step";

export const USAGE = `descriptions --out <file> [--base <commit>]
      Write the descriptions of the pull requests that were merged after a commit, for npm run review -- --description.`;

export async function descriptionsStep(args: readonly string[], context: StepContext): Promise<number> {
  const { values } = readArgs(args, { out: { type: "string" }, base: { type: "string", default: "" } });
  const out = required("out", values.out);
  const head = headCommit(context.root);
  const commits = values.base ? commitsSince(context.root, values.base, head) : [head];
  const bodies = await mergedDescriptions(context.workflow.github(), commits);
  writeFileSync(out, `${bodies.join("\n\n")}\n`);
  return 0;
}
