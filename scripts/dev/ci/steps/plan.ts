import { rmSync } from "node:fs";
import { join } from "node:path";
import { interruptible } from "../../../lib/process/interruptible";
import { planStacks, writePlanJson } from "../../../lib/terraform/environment-plans";
import { writeGone } from "../gone-stacks";
import { fingerprint, type PlannedChange, type ReviewedPlans } from "../fingerprint";
import { headCommit } from "../../../lib/git/git";
import { anything, place } from "../../../cli/option-checks";
import { readArgs } from "../../../cli/read-args";
import { isJsonWith } from "../../../lib/files/output-kinds";
import { outputFile, outputFolder, writeOutputs } from "../../../lib/files/output";
import { listedStacks, oneEnvironment, required, type StepContext } from "../step";
import { temporaryFolder } from "../../../lib/process/temporary-folder";

export const USAGE = `plan <environment> --out <folder> [--stacks "<names>"] [--reviewed <file>]
      Plan with the real Terraform, providers and credentials, after npm run synth; the state is read, never locked.
      A stack that config has no more and that --stacks names is planned without anything in it: what it made goes.
      Writes <folder>/<environment>/<stack>/plan.json for npm run review -- --plans <folder>: they have secrets in them.
      --stacks     only these, such as "network nodes" or "dev-network"; a stack that config has no more must be named
      --reviewed   write digests of what changes, without any value, and the hashes of the providers, for apply; what
                   only a person can apply is refused`;

export const OPTIONS = {
  out: { type: "string", check: place },
  stacks: { type: "string", check: anything },
  reviewed: { type: "string", check: place },
} as const;

/** `ci plan`: writes plans and their digests. @returns the exit code */
export async function planStep(args: readonly string[], context: StepContext): Promise<number> {
  const { values, positionals } = readArgs(args, OPTIONS);
  const environment = oneEnvironment(positionals, context);
  const stacks = values.stacks === undefined ? undefined : listedStacks(values.stacks, environment);
  const out = outputFolder({ option: "--out", path: required("out", values.out) }).path;
  const reviewedFile =
    values.reviewed === undefined
      ? null
      : outputFile({
          option: "--reviewed",
          path: values.reviewed,
          isGenerated: isJsonWith("environment", "commit", "stacks"),
        });
  const workFolder = temporaryFolder("plans");
  try {
    writeGone(context.root, environment, stacks ?? []);
    const planned: Record<string, readonly PlannedChange[]> = {};
    const locks: Record<string, string | null> = {};
    await interruptible(async (signal) => {
      const plans = planStacks({
        synthFolder: join(context.root, "cdktf.out"),
        environment,
        stacks,
        workFolder,
        lock: false,
        env: context.env,
        signal,
        byHand: reviewedFile === null,
        tell: context.print,
      });
      for await (const { stack, saved, terraform } of plans) {
        writePlanJson(out, environment.name, stack, saved.json);
        planned[stack] = fingerprint(saved.json);
        locks[stack] = terraform.locked();
      }
    });
    if (reviewedFile) {
      const commit = headCommit(context.root);
      const reviewed: ReviewedPlans = { environment: environment.name, commit, stacks: planned, locks };
      writeOutputs([{ ...reviewedFile, text: `${JSON.stringify(reviewed, null, 2)}\n` }]);
    }
    return 0;
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}
