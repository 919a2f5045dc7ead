import type { SiteEnvironment } from "../../../config/sites/environment";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ArgsOf, type ValuesOf } from "../../cli/define-command";
import { loadFor } from "../../lib/environments/load-for";
import { refuse, together, UsageError } from "../../lib/errors/usage";
import { isPage } from "../../lib/files/output-kinds";
import { outputFile, writeOutputs, type Output } from "../../lib/files/output";
import { pageOrigin } from "../../lib/git/page-origin";
import { askingCluster } from "../../lib/kubernetes/cluster-access";
import { interruptible } from "../../lib/process/interruptible";
import { sectionLines } from "../../lib/terminal/sheet-section";
import { stateAccess } from "../../lib/terraform/state-access";
import { askUsage } from "./ask-cluster";
import { readBill } from "./bill";
import { isUsageCsv, usageCsv } from "./csv";
import { USAGE_COMMAND } from "./definition";
import { usagePage } from "./page";
import { periodOf, type Period } from "./period";
import { USAGE_RECORDING, type UsageRecording } from "./recording";
import { usageSections } from "./sections";
import type { Dimension } from "./shares";
import { usageOf } from "./usage";

type Values = ValuesOf<typeof USAGE_COMMAND>;

/** `railyard usage`. @param env the process's environment @returns the exit code */
export async function usageCommand(
  args: readonly string[],
  context: CommandContext,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  return runCommand(
    USAGE_COMMAND,
    args,
    context,
    async ({ values, positionals }) => {
      const now = context.clock();
      const {
        name,
        dimensions,
        files: { record, page, csv },
        period,
      } = asked({ values, positionals }, now);
      const environment = loadFor("usage", [name], context)[0]!.resolved;
      const recording =
        period === null
          ? USAGE_RECORDING.replayed(values.replay!, environment.name)
          : await ask(environment, period, now, env);
      const bill = values.bill === undefined ? undefined : readBill(values.bill, environment.name, recording.period);
      const usage = usageOf(environment, recording, values.tag, bill);
      const sections = usageSections(usage, dimensions);
      // all that is written is made before anything is
      const written = [
        ...(page ? [{ ...page, text: usagePage(usage, sections, pageOrigin(context.root, now)) }] : []),
        ...(csv ? [{ ...csv, text: usageCsv(usage, dimensions.includes("job")) }] : []),
      ];
      writeOutputs(written);
      if (record) USAGE_RECORDING.write(record, recording);
      if (values.json) context.print(JSON.stringify(usage, null, 2));
      else {
        const title = `${usage.environment}  ·  ${usage.from} to ${usage.to}  ·  ${usage.costCenter}`;
        context.print([title, ...sections.map((section) => sectionLines(section).join("\n"))].join("\n\n"));
      }
      return 0;
    },
    undefined,
    (given) => asked(given, context.clock()),
  );
}

/** All that the words say. @throws UsageError with all that is wrong with them */
const asked = ({ values, positionals }: ArgsOf<typeof USAGE_COMMAND>, now: Date) =>
  together({
    name: () => nameOf(positionals),
    dimensions: () => dimensionsOf(values),
    replay: () => assertReplay(values),
    files: () => outputs(values),
    period: () => (values.replay === undefined ? periodOf(values, now) : null),
  });

function nameOf(positionals: readonly string[]): string {
  const [name, ...more] = positionals;
  if (name !== undefined && more.length === 0) return name;
  throw new UsageError(`name one environment, not ${positionals.length === 0 ? "none" : positionals.length}`);
}

function dimensionsOf({ by, tag }: Values): Dimension[] {
  if (by?.includes("tag") && tag === undefined)
    throw new UsageError("--by tag needs --tag with its key, such as --tag project");
  const chosen = (by ?? ["team", "user", "partition"]) as Dimension[];
  return [...new Set([...chosen, ...(tag === undefined ? [] : (["tag"] as const))])];
}

function assertReplay({ record, replay, from, to }: Values): void {
  if (replay === undefined) return;
  refuse(
    record !== undefined && "--record keeps what is answered, and --replay asks nothing: give one of them",
    (from !== undefined || to !== undefined) &&
      "--replay tells of the time that was recorded: give it without --from and --to",
  );
}

function outputs({ html, csv, record, force }: Values) {
  const file = (option: string, path: string | undefined, isGenerated: (text: string) => boolean): Output | undefined =>
    path === undefined ? undefined : outputFile({ option, path, isGenerated, force });
  return together({
    page: () => file("--html", html, isPage),
    csv: () => file("--csv", csv, isUsageCsv),
    record: () => (record === undefined ? undefined : USAGE_RECORDING.output(record, force)),
  });
}

async function ask(
  environment: SiteEnvironment,
  period: Period,
  now: Date,
  env: Readonly<Record<string, string | undefined>>,
): Promise<UsageRecording> {
  return interruptible((signal) =>
    askingCluster({ environment, aws: stateAccess(environment, env), env, signal, purpose: "usage" }, (kubectl) =>
      askUsage(environment, kubectl, period, now),
    ),
  );
}
