import { STACKS } from "../../../config/names/resolve";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { CommandContext } from "../../cli/command";
import { loadWritten } from "../../lib/environments/environment-table";
import { assertStacks } from "../../lib/environments/known-stacks";
import { onAws } from "../../lib/environments/on-aws";
import { UsageError } from "../../lib/errors/usage";
import { Workflow } from "./workflow";

/** What every step may touch. */
export interface StepContext extends CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workflow: Workflow;
}

/** One step of a workflow: its arguments in, its exit code out. */
export type Step = (args: readonly string[], context: StepContext) => Promise<number>;

/** The value of an option that a step cannot do without. @throws UsageError */
export function required(name: string, value: string | undefined): string {
  if (value) return value;
  throw new UsageError(`--${name} is missing`);
}

/** The one environment that a step is about. @throws UsageError */
export function oneEnvironment(names: readonly string[], context: StepContext): AwsEnvironment {
  if (names.length !== 1) throw new UsageError("name one environment");
  // the workflows take on roles of AWS
  return onAws(loadWritten(names, context.clock())[0]!, "the pipeline").resolved;
}

/** Words of a list with blanks or commas between. */
export const words = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/**
 * Names of stacks that `--stacks` lists; `network` is short for `<environment>-network`, as in `ci targets`.
 * @throws UsageError for what can be no stack of the environment
 */
export function listedStacks(text: string, environment: AwsEnvironment): string[] {
  const names = words(text).map((word) => {
    const role = STACKS.find((one) => one === word);
    return role === undefined ? word : environment.names.stack(role);
  });
  assertStacks("--stacks", names, [environment]);
  return names;
}

export const stepContext = (context: CommandContext, env: StepContext["env"]): StepContext => ({
  ...context,
  env,
  workflow: new Workflow(env),
});
