import { rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { checkedForm } from "../../../lib/files/checked-form";
import { readJson } from "../../../lib/files/read-json";
import { interruptible } from "../../../lib/process/interruptible";
import { applyReviewed } from "../apply-reviewed";
import { writeGone } from "../gone-stacks";
import type { ReviewedPlans } from "../fingerprint";
import { headCommit } from "../../../lib/git/git";
import { inputFile } from "../../../cli/option-checks";
import { readArgs } from "../../../cli/read-args";
import { oneEnvironment, required, type StepContext } from "../step";
import { temporaryFolder } from "../../../lib/process/temporary-folder";

export const USAGE = `apply <environment> --reviewed <file>
      Apply the stacks of reviewed.json in order, after npm run synth. Each is planned anew; a plan that is not the one
      that was reviewed stops it, before anything of that stack is applied. Providers must have the hashes that they had.`;

export const OPTIONS = { reviewed: { type: "string", check: inputFile } } as const;

/** `ci apply`: applies the plans that were reviewed. @returns the exit code */
export async function applyStep(args: readonly string[], context: StepContext): Promise<number> {
  const { values, positionals } = readArgs(args, OPTIONS);
  const environment = oneEnvironment(positionals, context);
  const reviewed = readReviewed(required("reviewed", values.reviewed));
  writeGone(context.root, environment, Object.keys(reviewed.stacks));
  const workFolder = temporaryFolder("apply");
  try {
    const applied = await interruptible((signal) =>
      applyReviewed({
        synthFolder: join(context.root, "cdktf.out"),
        environment,
        reviewed,
        commit: headCommit(context.root),
        workFolder,
        env: context.env,
        signal,
        tell: context.print,
      }),
    );
    context.print(applied.length ? `Applied: ${applied.join(", ")}` : "Nothing to apply.");
    return 0;
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}

const reviewedSchema = z.strictObject({
  environment: z.string(),
  commit: z.string(),
  stacks: z.record(
    z.string(),
    z.array(z.strictObject({ address: z.string(), action: z.string(), digest: z.string() })),
  ),
  locks: z.record(z.string(), z.string().nullable()),
});

const readReviewed = (file: string): ReviewedPlans =>
  checkedForm(reviewedSchema, readJson(file), { name: file, what: "a reviewed.json as railyard ci plan writes it" });
