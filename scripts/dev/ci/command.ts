import { applyStep, USAGE as APPLY } from "./steps/apply";
import { approvalStep, USAGE as APPROVAL } from "./steps/approval";
import { commentStep, USAGE as COMMENT } from "./steps/comment";
import { descriptionsStep, USAGE as DESCRIPTIONS } from "./steps/descriptions";
import { driftStep, USAGE as DRIFT } from "./steps/drift";
import { planStep, USAGE as PLAN } from "./steps/plan";
import { roleStep, USAGE as ROLE } from "./steps/role";
import { targetsStep, USAGE as TARGETS } from "./steps/targets";
import { stepContext, type Step, type StepContext } from "./step";
import { didYouMean } from "../../../config/nearest";
import type { CommandContext } from "../../cli/command";
import { reportError } from "../../cli/command-errors";
import { Interrupted } from "../../lib/process/interruptible";

/** What `railyard ci` can do. */
export const STEPS: Readonly<Record<string, { readonly run: Step; readonly usage: string }>> = {
  targets: { run: targetsStep, usage: TARGETS },
  plan: { run: planStep, usage: PLAN },
  apply: { run: applyStep, usage: APPLY },
  approval: { run: approvalStep, usage: APPROVAL },
  descriptions: { run: descriptionsStep, usage: DESCRIPTIONS },
  comment: { run: commentStep, usage: COMMENT },
  drift: { run: driftStep, usage: DRIFT },
  role: { run: roleStep, usage: ROLE },
};

const HELP = `Steps of the workflows in .github/workflows; their README tells what each needs.

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
    if (error instanceof Interrupted) {
      context.printError(error.message);
      return error.exitCode;
    }
    return reportError(error, context, { help: "npm run railyard -- ci --help" });
  }
}
