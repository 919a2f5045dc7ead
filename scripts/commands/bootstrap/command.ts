import type { LoadedEnvironment } from "../../../config";
import { clusterOf } from "../../../config/sites/kubernetes/environment";
import { isLoadedOnAws, onAws, type LoadedOnAws } from "../../lib/environments/on-aws";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ExpectedError } from "../../lib/errors/expected-error";
import { stateBucketCommands } from "../../lib/terraform/state-bucket";
import { TERRAFORM_VERSION } from "../../../stacks/base-stack";
import { awsAccess } from "../../lib/aws/access";
import { assertAccount } from "../../lib/aws/account";
import { bootstrap, stateBucketOf } from "./bootstrap";
import { bootstrapText } from "./bootstrap-text";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { BOOTSTRAP_COMMAND } from "./definition";
import { canAsk, confirm, type OpenTerminal } from "../../lib/terminal/confirm";
import { writtenNames } from "../../lib/environments/environment-table";
import { loadFor } from "../../lib/environments/load-for";
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
    const environment = bootstrappable(loadFor("bootstrap", [name], context)[0]!).resolved;
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

/** @throws ExpectedError for an environment whose bucket is somebody else's, or that has none */
function bootstrappable(loaded: LoadedEnvironment): LoadedOnAws {
  const inCluster = clusterOf(loaded.resolved);
  if (isLoadedOnAws(loaded) || !inCluster) return onAws(loaded, "bootstrap");
  const { name, state } = inCluster;
  const head = `bootstrap makes the state bucket of an environment in an account of AWS, and ${name} stands in none. Nothing was done.`;
  if (state.kind === "local")
    throw new ExpectedError(
      `${head}\nIts states are files in ${state.directory}: npx railyard deploy ${name} makes them.`,
    );
  const whose = state.kind === "s3" ? "S3, in the account of your credentials" : `the store at ${state.endpoint}`;
  throw new ExpectedError(
    [
      `${head}\nIts bucket is ${state.bucket} in ${whose}. Whoever may make buckets there makes it once, with versions:`,
      ...stateBucketCommands(state).map((command) => `  ${command}`),
      `Then npx railyard doctor ${name} says whether it is there, and npx railyard deploy ${name} writes the states into it.`,
    ].join("\n"),
  );
}
