import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TERRAFORM_VERSION } from "../../../stacks/base-stack";
import { awsAccess, type AwsAccess } from "../../lib/aws/access";
import type { CommandContext } from "../../cli/command";
import { reportError } from "../../cli/command-errors";
import { canAsk, confirm, type OpenTerminal } from "../../lib/terminal/confirm";
import { deploy, isWell, type DeployedStack } from "./deploy";
import { Progress } from "../../lib/terraform/progress";
import { resultText } from "./result";
import { assertStacks } from "../../lib/environments/known-stacks";
import { loadWritten, writtenNames } from "../../lib/environments/environment-table";
import { openTerminal } from "../../lib/terminal/ask";
import { something, stackAddress } from "../../cli/option-checks";
import { droppedRoles } from "../../lib/terraform/dropped-stacks";
import { readArgs } from "../../cli/read-args";
import { interruptible, Interrupted } from "../../lib/process/interruptible";
import { exitCode as preflightCode } from "../../preflight/report";
import { preflightFirst, skipped } from "./preflight-first";
import { findTerraform } from "../../lib/terraform/terraform";
import { synthesize } from "../../lib/synth/synthesize";
import { UsageError } from "../../lib/errors/usage";

const HELP = `Deploy an environment: check and synthesize it, then plan and apply its stacks in the order of their dependencies.
What is applied is the plan that was shown. A plan that deletes or replaces what holds data or runs jobs is refused.
A stack that config has dropped, such as Slurm, is destroyed before anything else, in the same way and by name.
The account is asked first whether it can have the environment, as npx railyard preflight does: where a check fails, nothing is
applied; warnings and what AWS does not answer are told, and stop nothing.

  npx railyard deploy dev --dry-run                plan every stack, change nothing
  npx railyard deploy dev                          show each plan and ask
  npx railyard deploy dev --stack dev-nodes --yes   one stack, no question
  npx railyard deploy dev --allow dev-nodes.aws_eks_node_group.h100

  --stack <stack>            this stack and no other (repeatable)
  --allow <stack>.<address>  this resource may be deleted or replaced (repeatable)
  --dry-run                  plan only; a stack that reads what is not there yet says what it waits for
  --no-preflight             do not ask the account first
  --yes                      apply without a question; needed where there is no terminal
  --json                     print the result as JSON
  --help                     this text

It needs Terraform and credentials of the environment's account. It only orders and guards: npm run cdktf -- deploy and
terraform in cdktf.out/stacks/<stack> work on the same states. After a failure, run it again: it goes on where it stopped.
Ctrl-C lets Terraform end what it is at, for ten minutes at most; a second one kills it, which may lose state.
Exit code: 0 every stack is as it should be; 1 one failed, or something is wrong; 2 you said no, a plan was refused, or the
account cannot have it; 130 interrupted.`;

/** `railyard deploy`. @param open the terminal to ask in @param given AWS that is asked for states @returns the exit code */
export async function deployCommand(
  args: readonly string[],
  context: CommandContext,
  env: Readonly<Record<string, string | undefined>> = process.env,
  open: OpenTerminal = openTerminal,
  given?: AwsAccess,
): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0)
      throw new UsageError(`name one environment, not ${positionals.length}, as in: deploy dev`);
    // a name that no environment has is told before anything that is said of it
    const environment = loadWritten([name], context.clock())[0]!.resolved;
    const dryRun = values["dry-run"] === true;
    if (!dryRun && !values.yes && !canAsk(open))
      throw new UsageError("nobody can be asked here: --yes applies without a question, --dry-run plans only");
    assertStacks("--stack", values.stack, [environment]);
    assertStacks("--allow", values.allow, [environment]);
    findTerraform(TERRAFORM_VERSION, env);
    const synthFolder = join(context.root, "cdktf.out");
    const { tell } = new Progress(context.printError);
    const aws = given ?? awsAccess({ region: environment.region, env });
    const dropped = await droppedRoles({ environment, aws, root: context.root });
    synthesize([environment], synthFolder, writtenNames(), dropped);
    const workFolder = mkdtempSync(join(tmpdir(), "railyard-deploy-"));
    const clear = () => rmSync(workFolder, { recursive: true, force: true });
    // a second Ctrl-C ends this process at once
    process.on("exit", clear);
    try {
      const { preflight, stacks } = await interruptible(async (signal) => {
        const preflight = values["no-preflight"]
          ? skipped(tell)
          : await preflightFirst({ environment, aws, now: context.clock(), signal, dryRun, tell });
        if (preflight && preflight.counts.failed > 0 && !dryRun) return { preflight, stacks: [] };
        signal.addEventListener("abort", () => tell("Interrupted: Terraform ends what it is at. Again kills it."));
        const stacks = await deploy({
          synthFolder,
          environment,
          dropped,
          only: values.stack,
          allow: values.allow ?? [],
          dryRun,
          workFolder,
          env,
          signal,
          confirm: async (stack) =>
            values.yes === true || (await confirm(open, `Apply this plan of ${stack}? yes or no`, "yes")),
          tell,
        });
        return { preflight, stacks };
      });
      if (values.json) context.print(JSON.stringify({ environment: name, dryRun, preflight, stacks }, null, 2));
      else if (stacks.length > 0) context.print(resultText(stacks).join("\n"));
      const code = exitCode(stacks);
      return code === 0 && preflight ? preflightCode(preflight, false) : code;
    } finally {
      process.off("exit", clear);
      clear();
    }
  } catch (error) {
    if (error instanceof Interrupted) {
      context.printError(error.message);
      return error.exitCode;
    }
    return reportError(error, context, { help: "npx railyard deploy --help" });
  }
}

/** What went wrong weighs more than what was not wanted. */
function exitCode(stacks: readonly DeployedStack[]): number {
  if (stacks.every(isWell)) return 0;
  return stacks.some(({ outcome }) => outcome === "failed") ? 1 : 2;
}

const parse = (args: readonly string[]) =>
  readArgs(args, {
    stack: { type: "string", check: something, alias: "only", multiple: true },
    allow: { type: "string", check: stackAddress, multiple: true },
    "dry-run": { type: "boolean" },
    "no-preflight": { type: "boolean" },
    yes: { type: "boolean" },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
