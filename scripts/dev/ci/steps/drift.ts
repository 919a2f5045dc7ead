import { rmSync } from "node:fs";
import { join } from "node:path";
import { interruptible } from "../../../lib/process/interruptible";
import { driftIssue } from "../drift-issue";
import { stackDrift, type StackDrift } from "../drift-lines";
import { driftLogLine, driftText, hasDrifted, issueTitle } from "../drift-text";
import { planStacks } from "../../../lib/terraform/environment-plans";
import { headCommit } from "../../../lib/git/git";
import { anything } from "../../../cli/option-checks";
import { readArgs } from "../../../cli/read-args";
import { listedStacks, oneEnvironment, type StepContext } from "../step";
import { temporaryFolder } from "../../../lib/process/temporary-folder";

export const USAGE = `drift <environment> [--stacks "<names>"] [--dry-run]
      Plan for real, and keep one open issue on what differs from the code: opened, updated, closed when nothing does.
      --dry-run    print the issue instead`;

export const OPTIONS = {
  stacks: { type: "string", check: anything },
  "dry-run": { type: "boolean" },
} as const;

/** `ci drift`: compares what is deployed with what there is. @returns the exit code */
export async function driftStep(args: readonly string[], context: StepContext): Promise<number> {
  const { values, positionals } = readArgs(args, OPTIONS);
  const environment = oneEnvironment(positionals, context);
  const wanted = values.stacks === undefined ? undefined : listedStacks(values.stacks, environment);
  const { name } = environment;
  const workFolder = temporaryFolder("drift");
  try {
    const stacks: StackDrift[] = [];
    await interruptible(async (signal) => {
      const planned = planStacks({
        synthFolder: join(context.root, "cdktf.out"),
        environment,
        stacks: wanted,
        workFolder,
        lock: false,
        env: context.env,
        signal,
        tell: context.print,
        byHand: true,
      });
      for await (const { stack, saved } of planned) stacks.push(stackDrift(stack, saved.json));
    });
    for (const { stack, lines } of stacks) for (const line of lines) context.print(driftLogLine(stack, line));
    await report(name, stacks, values["dry-run"] === true, context);
    return 0;
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}

async function report(
  environment: string,
  stacks: readonly StackDrift[],
  dryRun: boolean,
  { root, workflow, print }: StepContext,
): Promise<void> {
  const { runUrl } = workflow;
  const body = hasDrifted(stacks) ? driftText({ environment, commit: headCommit(root), runUrl, stacks }) : null;
  if (dryRun) {
    print(body ?? "Nothing has drifted.");
    return;
  }
  const issue = body === null ? null : { title: issueTitle(environment), body };
  const outcome = await driftIssue(workflow.github(), environment, issue, `Nothing differs any more: ${runUrl}`);
  print(`Issue: ${outcome}`);
}
