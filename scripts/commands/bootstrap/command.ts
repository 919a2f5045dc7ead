import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TERRAFORM_VERSION } from "../../../stacks/base-stack";
import { awsAccess } from "../../lib/aws/access";
import { assertAccount } from "./account";
import { bootstrap, stateBucketOf } from "./bootstrap";
import { bootstrapText } from "./bootstrap-text";
import type { CommandContext } from "../../cli/command";
import { reportError } from "../../cli/command-errors";
import { canAsk, confirm, type OpenTerminal } from "../../lib/terminal/confirm";
import { loadWritten, writtenNames } from "../../lib/environments/environment-table";
import { openTerminal } from "../../lib/terminal/ask";
import { readArgs } from "../../cli/read-args";
import { interruptible, Interrupted } from "../../lib/process/interruptible";
import { findTerraform } from "../../lib/terraform/terraform";
import { synthesize } from "../../lib/synth/synthesize";
import { UsageError } from "../../lib/errors/usage";

const HELP = `Make what an environment needs before its first deployment: the bucket and the key of its state, and with ci in the
config the roles that its pipeline plans and deploys with. It can be run as often as you like.

  npx railyard bootstrap research --dry-run   look at what would be made
  npx railyard bootstrap research             show the plan and ask
  npx railyard bootstrap research --yes       no question

  --dry-run   plan only
  --yes       apply without a question; needed where there is no terminal
  --json      print the result as JSON
  --help      this text

The state of this one stack is a file, state/<environment>-bootstrap.tfstate: commit it. Where it is missing, as in another
clone, what the account has is imported and nothing is made twice. Nothing is ever deleted or replaced by this command.
It needs Terraform and an administrator's credentials of the environment's account.
Exit code: 0 all is as it should be, or would be; 1 something is wrong; 2 you said no, or something would be deleted;
130 interrupted.`;

/** `railyard bootstrap`. @param open the terminal to ask in @returns the exit code */
export async function bootstrapCommand(
  args: readonly string[],
  context: CommandContext,
  env: Readonly<Record<string, string | undefined>> = process.env,
  open: OpenTerminal = openTerminal,
): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0)
      throw new UsageError(`name one environment, not ${positionals.length}, as in: bootstrap research`);
    // a name that no environment has is told before anything that is said of it
    const environment = loadWritten([name], context.clock())[0]!.resolved;
    const dryRun = values["dry-run"] === true;
    if (!dryRun && !values.yes && !canAsk(open))
      throw new UsageError("nobody can be asked here: --yes applies without a question, --dry-run plans only");
    stateBucketOf(environment);
    findTerraform(TERRAFORM_VERSION, env);
    const aws = awsAccess({ region: environment.region, env });
    await assertAccount(aws, environment);
    const synthFolder = join(context.root, "cdktf.out");
    synthesize([environment], synthFolder, writtenNames());
    const workFolder = mkdtempSync(join(tmpdir(), "railyard-bootstrap-"));
    try {
      const result = await interruptible((signal) =>
        bootstrap({
          ...{ environment, synthFolder, workFolder, aws, env, dryRun, signal },
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
  } catch (error) {
    if (error instanceof Interrupted) {
      context.printError(error.message);
      return error.exitCode;
    }
    return reportError(error, context, { help: "npx railyard bootstrap --help" });
  }
}

const parse = (args: readonly string[]) =>
  readArgs(args, {
    "dry-run": { type: "boolean" },
    yes: { type: "boolean" },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
