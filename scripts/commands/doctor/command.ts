import { awsAccess } from "../../lib/aws/access";
import type { CommandContext } from "../../cli/command";
import { reportError } from "../../cli/command-errors";
import { doctor } from "./doctor";
import { doctorText } from "./doctor-text";
import { loadWritten } from "../../lib/environments/environment-table";
import { readArgs } from "../../cli/read-args";
import { interruptible, Interrupted } from "../../lib/process/interruptible";
import { UsageError } from "../../lib/errors/usage";

const HELP = `Look at this machine: Node.js and modules, git, Terraform or OpenTofu, kubectl, AWS CLI, Helm, credentials, access to the
state, network, memory and disk. Nothing is changed, and no lock is taken.

  npx railyard doctor            what writing, checking and rehearsing a config needs
  npx railyard doctor research   and what deploying this environment needs: versions, its account, its state

  --json    print the result as JSON
  --help    this text

Each is ok, missing, wrong (another version, another account) or unknown, and needed or optional. It takes seconds, with no
network and no credentials too. What the account itself allows is asked by preflight.
Exit code: 0 usable; 1 the command could not run; 2 something that is needed is missing or wrong.`;

/** Region in which identity is asked while no environment says one. */
const ANY_REGION = "us-east-1";

/** `railyard doctor`. @returns the exit code */
export async function doctorCommand(
  args: readonly string[],
  context: CommandContext,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
    const [name, ...more] = positionals;
    if (more.length > 0) throw new UsageError(`name one environment or none, not ${positionals.length}`);
    const now = context.clock();
    const environment = name === undefined ? null : loadWritten([name], now)[0]!.resolved;
    const region = environment?.region ?? (env["AWS_REGION"] || ANY_REGION);
    const report = await interruptible((signal) =>
      doctor({ root: context.root, env, now, environment, aws: awsAccess({ region, env }), signal }),
    );
    context.print(values.json ? JSON.stringify(report, null, 2) : doctorText(report).join("\n"));
    return report.usable ? 0 : 2;
  } catch (error) {
    if (error instanceof Interrupted) {
      context.printError(`Interrupted (${error.by}). Nothing was changed.`);
      return error.exitCode;
    }
    return reportError(error, context, { help: "npx railyard doctor --help" });
  }
}

const parse = (args: readonly string[]) =>
  readArgs(args, { json: { type: "boolean" }, help: { type: "boolean", short: "h" } });
