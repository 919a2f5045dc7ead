import { onAws } from "../../lib/environments/on-aws";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { TERRAFORM_VERSION } from "../../../stacks/base-stack";
import { awsAccess } from "../../lib/aws/access";
import { assertAccount } from "../../lib/aws/account";
import { bootstrap, stateBucketOf } from "./bootstrap";
import { bootstrapText } from "./bootstrap-text";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { BOOTSTRAP_COMMAND } from "./definition";
import { canAsk, confirm, type OpenTerminal } from "../../lib/terminal/confirm";
import { loadWritten, writtenNames } from "../../lib/environments/environment-table";
import { openTerminal } from "../../lib/terminal/ask";
import { interruptible } from "../../lib/process/interruptible";
import { findTerraform } from "../../lib/terraform/terraform";
import { synthesize } from "../../lib/synth/synthesize";
import { UsageError } from "../../lib/errors/usage";
import { temporaryFolder } from "../../lib/process/temporary-folder";

/** `railyard bootstrap`. @param open the terminal to ask in @returns the exit code */
export async function bootstrapCommand(
  args: readonly string[],
  context: CommandContext,
  env: Readonly<Record<string, string | undefined>> = process.env,
  open: OpenTerminal = openTerminal,
): Promise<number> {
  return runCommand(BOOTSTRAP_COMMAND, args, context, async ({ values, positionals }) => {
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0)
      throw new UsageError(`name one environment, not ${positionals.length}, as in: bootstrap research`);
    // a name that no environment has is told before anything that is said of it
    const environment = onAws(loadWritten([name], context.clock())[0]!, "bootstrap").resolved;
    const dryRun = values["dry-run"] === true;
    if (!dryRun && !values.yes && !canAsk(open))
      throw new UsageError("nobody can be asked here: --yes applies without a question, --dry-run plans only");
    stateBucketOf(environment);
    findTerraform(TERRAFORM_VERSION, env);
    const aws = awsAccess({ region: environment.region, env });
    await assertAccount(aws, environment);
    const synthFolder = join(context.root, "cdktf.out");
    synthesize([environment], synthFolder, writtenNames());
    const workFolder = temporaryFolder("bootstrap");
    try {
      const result = await interruptible((signal) =>
        bootstrap({
          environment,
          synthFolder,
          workFolder,
          aws,
          env,
          dryRun,
          signal,
          confirm: async () => values.yes === true || (await confirm(open, "Apply this plan? yes or no", "yes")),
          // progress is for people, and JSON must be alone on the output
          tell: context.printError,
        }),
      );
      context.print(
        values.json ? JSON.stringify(result, null, 2) : bootstrapText(result, environment, context.root).join("\n"),
      );
      return result.outcome === "declined" ? 2 : 0;
    } finally {
      rmSync(workFolder, { recursive: true, force: true });
    }
  });
}
