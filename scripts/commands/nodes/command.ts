import { didYouMean } from "../../../config/kernel/nearest";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { loadFor } from "../../lib/environments/load-for";
import { refuse, UsageError } from "../../lib/errors/usage";
import { askingCluster } from "../../lib/kubernetes/cluster-access";
import type { Kubectl } from "../../lib/kubernetes/kubectl";
import { interruptible } from "../../lib/process/interruptible";
import type { SlurmProgram } from "../../lib/slurm/controller";
import { sectionLines } from "../../lib/terminal/sheet-section";
import { stateAccess } from "../../lib/terraform/state-access";
import { askNodes } from "../../lib/nodes/ask";
import { NODES_COMMAND } from "./definition";
import { NODES_RECORDING, type NodesRecording } from "../../lib/nodes/recording";
import { nodesReport } from "../../lib/nodes/rows";
import { nodesSections } from "./sections";

/** Lines of the journal that a screen has. */
const JOURNAL_LINES = 50;

/** What a test puts in place of the world. */
export interface NodesOutside {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly kubectl?: Pick<Kubectl, "run" | "list">;
  readonly slurm?: SlurmProgram;
}

/** `railyard nodes`. @returns the exit code */
export async function nodesCommand(
  args: readonly string[],
  context: CommandContext,
  outside: NodesOutside = {},
): Promise<number> {
  return runCommand(NODES_COMMAND, args, context, async ({ values, positionals }) => {
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0)
      throw new UsageError(`name one environment, not ${positionals.length === 0 ? "none" : positionals.length}`);
    if (values.replay !== undefined && values.record !== undefined)
      throw new UsageError("--record keeps what is answered, and --replay asks nothing: give one of them");
    const record = values.record === undefined ? undefined : NODES_RECORDING.output(values.record, values.force);
    const now = context.clock();
    const environment = loadFor("nodes", [name], context)[0]!.resolved;
    assertPools(environment, values.pool ?? []);
    const recording =
      values.replay === undefined
        ? await ask(environment, now, outside)
        : NODES_RECORDING.replayed(values.replay, environment.name);
    const report = nodesReport(environment, recording, values.pool);
    if (record) NODES_RECORDING.write(record, recording);
    if (values.json) context.print(JSON.stringify(report, null, 2));
    else {
      const sections = nodesSections(report, {
        all: values.all === true,
        journal: values.journal === true ? JOURNAL_LINES : null,
      });
      const title = `${report.environment}  ·  ${report.takenAt}`;
      context.print([title, ...sections.map((section) => sectionLines(section).join("\n"))].join("\n\n"));
    }
    return 0;
  });
}

function assertPools({ name, nodeGroups }: SiteEnvironment, pools: readonly string[]): void {
  const names = nodeGroups.map((pool) => pool.name);
  refuse(
    ...pools
      .filter((pool) => !names.includes(pool))
      .map((pool) => {
        const meant = didYouMean(pool, names);
        return `--pool "${pool}": ${name} has ${names.join(", ")}${meant ? `; ${meant}` : ""}`;
      }),
  );
}

async function ask(
  environment: SiteEnvironment,
  now: Date,
  { env = process.env, kubectl, slurm }: NodesOutside,
): Promise<NodesRecording> {
  if (kubectl) return askNodes({ environment, kubectl, ...(slurm && { slurm: () => Promise.resolve(slurm) }), now });
  return interruptible((signal) =>
    askingCluster({ environment, aws: stateAccess(environment, env), env, signal, purpose: "nodes" }, (reached) =>
      askNodes({ environment, kubectl: reached, now }),
    ),
  );
}
