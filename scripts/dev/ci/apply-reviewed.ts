import { ExpectedError } from "../../lib/errors/expected-error";
import { planStacks, type EnvironmentPlansProps } from "../../lib/terraform/environment-plans";
import { deviations, fingerprint, type ReviewedPlans } from "./fingerprint";

/** What would be applied is not what was reviewed. */
export class DeviationError extends ExpectedError {}

export interface ApplyReviewedProps extends Omit<EnvironmentPlansProps, "lock" | "locks" | "stacks"> {
  readonly reviewed: ReviewedPlans;
  /** Commit of the work tree. */
  readonly commit: string;
}

/**
 * Applies the stacks that were reviewed, in order. Each is planned anew, compared with what was reviewed, and that same
 * plan is applied, by the same providers; at the first difference nothing more is.
 * @returns stacks that were applied
 */
export async function applyReviewed(props: ApplyReviewedProps): Promise<string[]> {
  const { reviewed, environment, commit, tell } = props;
  if (reviewed.environment !== environment.name)
    throw new DeviationError(`What was reviewed is ${reviewed.environment}, not ${environment.name}.`);
  if (reviewed.commit !== commit)
    throw new DeviationError(`What was reviewed is commit ${reviewed.commit}, but this is ${commit}.`);
  const applied: string[] = [];
  const stacks = Object.keys(reviewed.stacks);
  for await (const { stack, saved, terraform } of planStacks({ ...props, stacks, locks: reviewed.locks, lock: true })) {
    const different = deviations(reviewed.stacks[stack] ?? [], fingerprint(saved.json));
    if (different.length) throw new DeviationError(stopped(stack, different, applied));
    if (!saved.changes) continue;
    await terraform.apply(saved);
    applied.push(stack);
    tell(`${stack}: applied`);
  }
  return applied;
}

function stopped(stack: string, different: readonly string[], applied: readonly string[]): string {
  const before = applied.length ? `Applied before: ${applied.join(", ")}.` : "Nothing was applied.";
  return [
    `${stack}: its plan is not the one that was reviewed. Nothing of it was applied.`,
    ...different.map((line) => `  ${line}`),
    before,
    "Run the workflow again: it plans what is left, and has it reviewed again.",
  ].join("\n");
}
