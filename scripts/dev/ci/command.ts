import { applyStep, OPTIONS as APPLY_OPTIONS, USAGE as APPLY } from "./steps/apply";
import { approvalStep, OPTIONS as APPROVAL_OPTIONS, USAGE as APPROVAL } from "./steps/approval";
import { commentStep, OPTIONS as COMMENT_OPTIONS, USAGE as COMMENT } from "./steps/comment";
import { descriptionsStep, OPTIONS as DESCRIPTIONS_OPTIONS, USAGE as DESCRIPTIONS } from "./steps/descriptions";
import { driftStep, OPTIONS as DRIFT_OPTIONS, USAGE as DRIFT } from "./steps/drift";
import { planStep, OPTIONS as PLAN_OPTIONS, USAGE as PLAN } from "./steps/plan";
import { roleStep, OPTIONS as ROLE_OPTIONS, USAGE as ROLE } from "./steps/role";
import { targetsStep, OPTIONS as TARGETS_OPTIONS, USAGE as TARGETS } from "./steps/targets";
import { stepContext, type Step, type StepContext } from "./step";
import type { OptionSpec } from "../../cli/read-args";
import { didYouMean } from "../../../config/kernel/nearest";
import type { CommandContext } from "../../cli/command";
import { reportError } from "../../cli/command-errors";

/** What `railyard ci` can do. */
export const STEPS: Readonly<
  Record<string, { readonly run: Step; readonly usage: string; readonly options: Readonly<Record<string, OptionSpec>> }>
> = {
  targets: { run: targetsStep, usage: TARGETS, options: TARGETS_OPTIONS },
  plan: { run: planStep, usage: PLAN, options: PLAN_OPTIONS },
  apply: { run: applyStep, usage: APPLY, options: APPLY_OPTIONS },
  approval: { run: approvalStep, usage: APPROVAL, options: APPROVAL_OPTIONS },
  descriptions: { run: descriptionsStep, usage: DESCRIPTIONS, options: DESCRIPTIONS_OPTIONS },
  comment: { run: commentStep, usage: COMMENT, options: COMMENT_OPTIONS },
  drift: { run: driftStep, usage: DRIFT, options: DRIFT_OPTIONS },
  role: { run: roleStep, usage: ROLE, options: ROLE_OPTIONS },
};

export const HELP = `Steps of the workflows in .github/workflows; their README tells what each needs.

${Object.values(STEPS)
  .map(({ usage }) => `  npm run railyard -- ci ${usage}`)
  .join("\n\n")}

  --help   this text

Exit code: 0 it went well; 1 something is wrong.`;

/** `npm run railyard -- ci <step>`. @returns the exit code */
export async function ciCommand(
  [name, ...args]: readonly string[],
  context: CommandContext,
  env: StepContext["env"] = process.env,
): Promise<number> {
  if (name === undefined || name === "--help" || name === "-h" || args.includes("--help")) {
    context.print(HELP);
    return 0;
  }
  const step = Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
  if (!step) {
    context.printError(`There is no step "${name}". ${didYouMean(name, Object.keys(STEPS)) ?? ""}\n\n${HELP}`);
    return 1;
  }
  try {
    return await step.run(args, stepContext(context, env));
  } catch (error) {
    return reportError(error, context, { help: "npm run railyard -- ci --help" });
  }
}
