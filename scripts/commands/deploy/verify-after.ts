import type { SiteEnvironment } from "../../../config/sites/environment";
import type { CommandContext } from "../../cli/command";
import { expectedNodes } from "../../verify/expected-nodes";

/** Proves what was deployed. @returns whether nothing was found to be wrong */
export type VerifyAfter = (environment: SiteEnvironment, context: CommandContext) => Promise<boolean>;

/** Machines with many GPUs take longer than a quarter of an hour until their pods are ready. */
const WAIT_MINUTES = 30;

/** Exit codes of verify. */
const [NOT_RUN, WRONG] = [1, 2];

/** The suite accept. Where no GPU node runs now, as before jobs, hours or a block begin, it is left to people. */
export const verifyAfter: VerifyAfter = async (environment, context) => {
  const { name, nodeGroups } = environment;
  if (!nodeGroups.some((pool) => pool.gpus !== null && expectedNodes(pool) > 0)) {
    context.printError(`No GPU node runs now, so nothing is proved: npx railyard verify ${name}, when there are some.`);
    return true;
  }
  const args = [name, "--suite", "accept", "--wait", String(WAIT_MINUTES)];
  context.printError(`All is applied. Proving it: npx railyard verify ${args.join(" ")}`);
  const verify = await context.command?.("verify");
  const code = verify ? await verify(args, context) : NOT_RUN;
  if (code !== 0 && code !== WRONG)
    context.printError(
      `All is applied, and not everything of it is proved: npx railyard verify ${name} goes on from there.`,
    );
  return code !== WRONG;
};
