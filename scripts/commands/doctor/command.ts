import { awsAccess } from "../../lib/aws/access";
import { stateAccess } from "../../lib/terraform/state-access";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { DOCTOR_COMMAND } from "./definition";
import { doctor } from "./doctor";
import { doctorText } from "./doctor-text";
import { loadFor } from "../../lib/environments/load-for";
import { interruptible } from "../../lib/process/interruptible";
import { UsageError } from "../../lib/errors/usage";

/** Region in which identity is asked while no environment says one. */
const ANY_REGION = "us-east-1";

/** `railyard doctor`. @returns the exit code */
export async function doctorCommand(
  args: readonly string[],
  context: CommandContext,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  return runCommand(DOCTOR_COMMAND, args, context, async ({ values, positionals }) => {
    const [name, ...more] = positionals;
    if (more.length > 0) throw new UsageError(`name one environment or none, not ${positionals.length}`);
    const now = context.clock();
    const environment = name === undefined ? null : loadFor("doctor", [name], context)[0]!.resolved;
    const aws = environment
      ? stateAccess(environment, env)
      : awsAccess({ region: env["AWS_REGION"] || ANY_REGION, env });
    const report = await interruptible((signal) => doctor({ root: context.root, env, now, environment, aws, signal }));
    context.print(values.json ? JSON.stringify(report, null, 2) : doctorText(report).join("\n"));
    return report.usable ? 0 : 2;
  });
}
