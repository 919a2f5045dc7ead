import { rmSync } from "node:fs";
import { DescribeNodegroupCommand, EKSClient } from "@aws-sdk/client-eks";
import { CHARTS } from "../../../config/facts/versions";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ArgsOf } from "../../cli/define-command";
import type { AwsAccess } from "../../lib/aws/access";
import { AwsCallError, askAws } from "../../lib/aws/ask-aws";
import { loadFor } from "../../lib/environments/load-for";
import { ExpectedError } from "../../lib/errors/expected-error";
import { refuse, together } from "../../lib/errors/usage";
import { ownCluster } from "../../lib/kubernetes/cluster-access";
import type { Kubectl } from "../../lib/kubernetes/kubectl";
import { interruptible } from "../../lib/process/interruptible";
import { temporaryFolder } from "../../lib/process/temporary-folder";
import { slurmController, type SlurmProgram } from "../../lib/slurm/controller";
import { openTerminal } from "../../lib/terminal/ask";
import { canAsk, confirm, type OpenTerminal } from "../../lib/terminal/confirm";
import { stateAccess } from "../../lib/terraform/state-access";
import type { RolloutWay } from "../../lib/slurm/rollout-state";
import { ROLLOUT_COMMAND } from "./definition";
import { planLines, planOf } from "./plan";
import { openRollout, type OpenRollout } from "./open";
import { runRollout } from "./run";
import { NodesSilence } from "../../lib/nodes/silence";
import { rolloutSubject, type RolloutSubject } from "./subject";

/** What a test puts in place of the world. */
export interface RolloutOutside {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly open?: OpenTerminal;
  readonly aws?: AwsAccess;
  readonly kubectl?: Pick<Kubectl, "run" | "list">;
  readonly slurm?: SlurmProgram;
  /** @default 15 */
  readonly pollSeconds?: number;
}

/** What the words ask for. @throws UsageError with all that is wrong with them */
function askedOf({ values, positionals }: ArgsOf<typeof ROLLOUT_COMMAND>, context: CommandContext, open: OpenTerminal) {
  const [name, pool, ...more] = positionals;
  return together({
    words: () =>
      refuse(
        (name === undefined || pool === undefined || more.length > 0) &&
          "rollout takes one environment and one of its pools",
      ),
    asked: () => {
      if (name === undefined) return null;
      const environment = loadFor("rollout", [name], context)[0]!.resolved;
      const { subject } = together({
        asks: () =>
          refuse(
            values.plan !== true &&
              values.yes !== true &&
              !canAsk(open) &&
              "nobody can be asked here: --yes says that it is meant, and --plan does nothing",
          ),
        subject: () =>
          pool === undefined ? null : rolloutSubject(environment, pool, values.by as RolloutWay | undefined),
      });
      return subject && { environment, subject };
    },
  }).asked!;
}

/** `railyard rollout`. @returns the exit code */
export async function rolloutCommand(
  args: readonly string[],
  context: CommandContext,
  outside: RolloutOutside = {},
): Promise<number> {
  return runCommand(
    ROLLOUT_COMMAND,
    args,
    context,
    async ({ values, positionals }) => {
      const { env = process.env, open = openTerminal, pollSeconds = 15 } = outside;
      const { environment, subject } = askedOf({ values, positionals }, context, open);
      const pool = subject.pool.name;
      const isPlan = values.plan === true;
      const folder = temporaryFolder("rollout");
      try {
        return await interruptible(async (signal) => {
          const aws = outside.aws ?? stateAccess(environment, env);
          // without its signal: what is drained is resumed after an interruption, too
          const kubectl = outside.kubectl ?? (await ownCluster({ environment, aws, folder, env }, signal));
          if (subject.way === "replace") await assertSettled(subject, environment, aws);
          const slurm = outside.slurm ?? (await slurmOf(environment, kubectl as Kubectl));
          const rollout = await openRollout({
            subject,
            kubectl,
            slurm,
            folder,
            env,
            region: environment.region,
            anew: values.anew === true,
            requeueAfter: values["requeue-after"] === undefined ? undefined : Number(values["requeue-after"]),
            tell: context.printError,
          });
          const plan = planOf(subject, rollout.engine.state, rollout.nodes, rollout.goesOn);
          if (isPlan && values.json) context.print(JSON.stringify(plan, null, 2));
          else if (!values.json) context.print(planLines(plan, subject).join("\n"));
          if (isPlan) return 0;
          if (values.yes !== true && !(await confirm(open, `Type ${pool} to begin: `, pool))) {
            context.printError("Nothing was done.");
            return 2;
          }
          const silence = environment.monitoring.enabled
            ? new NodesSilence({
                kubectl,
                author: "railyard rollout",
                comment: `The nodes of ${pool} are made anew.`,
                hosts: () => rollout.nodes.flatMap((node) => (node.pool === pool && node.host ? [node.host.name] : [])),
                inSlurm: true,
                tell: context.printError,
              })
            : null;
          return await carryOut(rollout, { pollSeconds, signal, json: values.json === true, context, silence });
        });
      } catch (error) {
        if (error instanceof AwsCallError) throw new ExpectedError(`AWS cannot be asked: ${error.message}`);
        throw error;
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    undefined,
    (given) => askedOf(given, context, outside.open ?? openTerminal),
  );
}

interface Running {
  readonly pollSeconds: number;
  readonly signal: AbortSignal;
  readonly json: boolean;
  readonly context: CommandContext;
  readonly silence: NodesSilence | null;
}

async function carryOut(
  rollout: OpenRollout,
  { pollSeconds, signal, json, context, silence }: Running,
): Promise<number> {
  const { nodes } = await runRollout(rollout, { pollSeconds, signal, silence, tell: context.printError });
  const rows = Object.entries(nodes);
  const of = (phase: string) => rows.filter(([, slot]) => slot.phase === phase);
  if (json) context.print(JSON.stringify({ pool: rollout.engine.state.pool, nodes }, null, 2));
  else {
    const not = rows
      .filter(([, { phase }]) => phase !== "done")
      .map(([name, { phase, why }]) => `${name}: ${phase}${why ? `: ${why}` : ""}`);
    context.print([`${of("done").length} of ${rows.length} nodes are made anew.`, ...not].join("\n"));
  }
  return of("done").length === rows.length ? 0 : 2;
}

async function slurmOf({ name }: SiteEnvironment, kubectl: Kubectl): Promise<SlurmProgram> {
  const slurm = await slurmController(kubectl, CHARTS.slurm.namespace);
  if (!slurm)
    throw new ExpectedError(`The cluster of ${name} has no controller of Slurm: there are no jobs to wait for.`);
  return slurm;
}

/** EKS replaces nodes of a group that it updates, and cordons all of them for it. */
async function assertSettled({ managedGroup }: RolloutSubject, env: SiteEnvironment, aws: AwsAccess): Promise<void> {
  if (managedGroup === null) return;
  const { nodegroup } = await askAws("eks:DescribeNodegroup", () =>
    aws
      .client(EKSClient)
      .send(new DescribeNodegroupCommand({ clusterName: env.names.cluster, nodegroupName: managedGroup })),
  );
  if (nodegroup?.status === "ACTIVE") return;
  throw new ExpectedError(
    `EKS says that ${managedGroup} is ${nodegroup?.status ?? "in no state that it tells"}: it may be replacing its nodes itself. Wait until it is ACTIVE.`,
  );
}
