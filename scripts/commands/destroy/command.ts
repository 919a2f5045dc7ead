import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { TERRAFORM_VERSION } from "../../../stacks/base-stack";
import { awsAccess, type AwsAccess } from "../../lib/aws/access";
import type { CommandContext } from "../../cli/command";
import { reportError } from "../../cli/command-errors";
import { canAsk, confirm, type OpenTerminal } from "../../lib/terminal/confirm";
import { Progress } from "../../lib/terraform/progress";
import { assertAccount } from "../../lib/aws/account";
import { CLAIM, destroy } from "./destroy";
import { clearDestroyFolder } from "../../lib/terraform/destroy-folder";
import { STAY_CLOSED } from "./reopen";
import { resultLines } from "./result";
import { assertStacks } from "../../lib/environments/known-stacks";
import { loadWritten, writtenNames } from "../../lib/environments/environment-table";
import { openTerminal } from "../../lib/terminal/ask";
import { ExpectedError } from "../../lib/errors/expected-error";
import { findOrphans, type FindOrphansProps, type FoundOrphans } from "../../orphans/find-orphans";
import { droppedRoles } from "../../lib/terraform/dropped-stacks";
import { orphanLines } from "../../orphans/orphan-text";
import { something, stackAddress, type OptionCheck } from "../../cli/option-checks";
import { readArgs } from "../../cli/read-args";
import { interruptible, Interrupted } from "../../lib/process/interruptible";
import { findTerraform } from "../../lib/terraform/terraform";
import { takeLock } from "../../lib/process/work-lock";
import { synthesize } from "../../lib/synth/synthesize";
import { UsageError } from "../../lib/errors/usage";

const HELP = `Destroy an environment in order. Everything is planned first, and whatever holds data must be named; then jobs end,
Lustre is exported to S3 and the export is checked, load balancers and volumes go while their controllers run, and the
stacks go, each before those that it stands on. At last it lists what is left in the account.

  npx railyard destroy dev                    says what must be named, or asks for the name
  npx railyard destroy dev --stack dev-nodes   the nodes, with platform and Slurm; data stays
  npx railyard destroy research --keep research-storage.aws_s3_bucket.checkpoints \\
    --allow research-storage.aws_fsx_lustre_file_system.lustre --allow …

  --stack <stack>            this stack and all that stand on it (repeatable; default: all but bootstrap)
  --allow <stack>.<address>  this resource is given up. In production all that holds data must be named, elsewhere what the
                             stacks protect (repeatable)
  --allow <namespace>/<claim>  this volume is given up; in production each must be named
  --keep <stack>.<address>   this bucket, key or log group stays, with what it stands on, in the state of its stack (repeatable)
  --unexported <stack>.<address>  let the files of this file system go, though S3 does not have them all
  --cancel-jobs              end running jobs, and pods with GPUs that no queue knows, instead of waiting for them
  --drain-timeout <minutes>  how long jobs are waited for (default 60)
  --skip-drain               do not ask the cluster: jobs are killed, what its controllers made in AWS stays
  --bootstrap                the state bucket and its key go, too. S3 refuses while the bucket has states: empty it by hand,
                             old versions too, but only when all else is destroyed
  --yes-destroy <name>       the environment's name, instead of typing it in a terminal
  --json                     print the result as JSON
  --help                     this text

Needs Terraform, kubectl, the AWS CLI and credentials of the account; AWS and the cluster must be reachable. Protection is
lifted in copies of the stacks, in cdktf.out/destroy, for what was named; cdktf.out/stacks keeps it. A bucket with objects
is refused by S3: nothing here empties one. After a failure, run it again: it goes on where it stopped. Files are exported
twice: before anything is destroyed, and once more when the nodes are gone.
Exit code: 0 destroyed, and nothing is left; 1 something failed or is wrong; 2 refused, or you said no, and nothing was
done; or destroyed, but orphans are left or not known; 130 interrupted.`;

/** What a test puts in place of the world. */
export interface DestroyWorld {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly open?: OpenTerminal;
  readonly aws?: AwsAccess;
  /** @default 10 */
  readonly pollSeconds?: number;
}

/** `railyard destroy`. @returns the exit code */
export async function destroyCommand(
  args: readonly string[],
  context: CommandContext,
  { env = process.env, open = openTerminal, aws: given, pollSeconds = 10 }: DestroyWorld = {},
): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0)
      throw new UsageError(`name one environment, not ${positionals.length}, as in: destroy dev`);
    // a name that no environment has is told before anything that is said of it
    const environment = loadWritten([name], context.clock())[0]!.resolved;
    const named = values["yes-destroy"];
    if (named !== undefined && named !== name)
      throw new UsageError(`--yes-destroy is "${named}", but the environment is ${name}`);
    if (named === undefined && !canAsk(open))
      throw new UsageError(`nobody can be asked here: --yes-destroy ${name} says that it is meant`);
    const drainMinutes = Number(values["drain-timeout"] ?? 60);
    assertStacks("--stack", values.stack, [environment]);
    const resources = values.allow?.filter((one) => !CLAIM.test(one));
    assertStacks("--allow", resources, [environment]);
    assertStacks("--keep", values.keep, [environment]);
    assertStacks("--unexported", values.unexported, [environment]);
    findTerraform(TERRAFORM_VERSION, env);
    const aws = given ?? awsAccess({ region: environment.region, env });
    await assertAccount(aws, environment);
    const synthFolder = join(context.root, "cdktf.out");
    const workFolder = join(synthFolder, "destroy", name);
    mkdirSync(workFolder, { recursive: true, mode: 0o700 });
    const { release } = takeLock(`${workFolder}.lock`, `The destruction of ${name}`);
    const { tell } = new Progress(context.printError);
    const clear = () => clearDestroyFolder(workFolder);
    // a second Ctrl-C ends this process at once
    process.on("exit", clear);
    try {
      const dropped = await droppedRoles({ environment, aws, root: context.root });
      for (const role of dropped) tell(`${environment.names.stack(role)} is not in the config any more: it goes, too`);
      synthesize([environment], synthFolder, writtenNames(), dropped);
      const stacks = await interruptible((signal) => {
        signal.addEventListener("abort", () => tell("Interrupted: Terraform ends what it is at. Again kills it."));
        return destroy({
          synthFolder,
          environment,
          only: values.stack,
          bootstrap: values.bootstrap === true,
          allow: values.allow ?? [],
          keep: values.keep ?? [],
          unexported: values.unexported ?? [],
          skipDrain: values["skip-drain"] === true,
          cancelJobs: values["cancel-jobs"] === true,
          drainMinutes,
          workFolder,
          root: context.root,
          aws,
          env,
          patience: { pollSeconds, signal, tell },
          confirm: async (warnings) => {
            for (const warning of warnings) tell(`! ${warning}`);
            if (named === name) return true;
            return confirm(open, `Type ${name} to destroy it (${environment.account}, ${environment.region})`, name);
          },
        });
      });
      const isDone = stacks.every(({ outcome }) => outcome === "destroyed" || outcome === "empty");
      // with stacks left, much is no orphan
      const found =
        values.stack || !isDone ? null : await leftOver({ environment, aws, root: context.root, now: context.clock() });
      context.print(
        values.json
          ? JSON.stringify({ environment: name, stacks, ...(found && { left: found }) }, null, 2)
          : [...resultLines(stacks), ...(found ? ["", ...orphanLines(found, name)] : [])].join("\n"),
      );
      if (!isDone) return 1;
      return found && (found.orphans.length > 0 || found.unknown.length > 0) ? 2 : 0;
    } finally {
      process.off("exit", clear);
      clear();
      release();
    }
  } catch (error) {
    if (error instanceof Interrupted) {
      context.printError(`${error.message}\n${STAY_CLOSED}`);
      return error.exitCode;
    }
    return reportError(error, context, { help: "npx railyard destroy --help" });
  }
}

/** What was destroyed is destroyed, whether or not the rest can be looked at. */
async function leftOver(props: FindOrphansProps): Promise<FoundOrphans> {
  try {
    return await findOrphans(props);
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    const unknown = [{ what: "what is left over", why: error.message }];
    return { statesFound: true, orphans: [], clusterRuns: false, unknown };
  }
}

/** A resource, or the claim of a volume. */
const givenUp: OptionCheck = (value, option) => {
  if (!CLAIM.test(value)) stackAddress(value, option);
};

const minutes: OptionCheck = (text, option) => {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0 || text.trim() === "")
    throw new UsageError(`${option} is a number of minutes, but is "${text}"`);
};

const parse = (args: readonly string[]) =>
  readArgs(args, {
    stack: { type: "string", check: something, alias: "only", multiple: true },
    allow: { type: "string", check: givenUp, multiple: true },
    keep: { type: "string", check: stackAddress, multiple: true },
    unexported: { type: "string", check: stackAddress, multiple: true },
    "cancel-jobs": { type: "boolean" },
    "drain-timeout": { type: "string", check: minutes },
    "skip-drain": { type: "boolean" },
    bootstrap: { type: "boolean" },
    "yes-destroy": { type: "string", check: something },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
