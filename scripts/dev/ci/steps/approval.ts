import { assertApproval } from "../deployments";
import { readArgs } from "../../../cli/read-args";
import { oneEnvironment, type StepContext } from "../step";

export const USAGE = `approval <environment>
      Fail when it is a production environment, and deployments to it need nobody's approval on GitHub.`;

export const OPTIONS = {};

/** `ci approval`: whether a person must approve. @returns the exit code */
export async function approvalStep(args: readonly string[], context: StepContext): Promise<number> {
  const environment = oneEnvironment(readArgs(args, OPTIONS).positionals, context);
  if (environment.production) await assertApproval(context.workflow.github(), environment.name);
  return 0;
}
