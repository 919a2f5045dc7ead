import { rmSync } from "node:fs";
import { setTimeout as after } from "node:timers/promises";
import { CHARTS } from "../../../config/facts/versions";
import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import type { AwsAccess } from "../../lib/aws/access";
import { assertAccount } from "../../lib/aws/account";
import { loadFor } from "../../lib/environments/load-for";
import { refuse, UsageError } from "../../lib/errors/usage";
import { clusterReached } from "../../lib/kubernetes/cluster-access";
import type { Kubectl } from "../../lib/kubernetes/kubectl";
import { openProxy, type ProxiedCluster } from "../../lib/kubernetes/proxied";
import { interruptible } from "../../lib/process/interruptible";
import { temporaryFolder } from "../../lib/process/temporary-folder";
import { slurmController, type SlurmProgram } from "../../lib/slurm/controller";
import { stateAccess } from "../../lib/terraform/state-access";
import { askStatus } from "./ask";
import { STATUS_COMMAND } from "./definition";
import type { StatusWay } from "./part";
import { STATUS_RECORDING, type StatusRecording } from "./recording";
import { isAnswered, statusReport } from "./report";
import { statusText } from "./text";

/** What a test puts in place of the world. */
export interface StatusOutside {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly way?: Omit<StatusWay, "environment" | "now" | "root">;
  /** Looks of `--watch`. @default - until somebody ends it */
  readonly looks?: number;
  readonly wait?: (seconds: number, signal: AbortSignal) => Promise<unknown>;
  /** Whether what is printed goes to a terminal. */
  readonly isTerminal?: boolean;
}

/** From the upper left corner of an empty screen. */
const CLEAR = "\u001b[2J\u001b[H";

/** `railyard status`. @returns the exit code */
export async function statusCommand(
  args: readonly string[],
  context: CommandContext,
  outside: StatusOutside = {},
): Promise<number> {
  return runCommand(STATUS_COMMAND, args, context, async ({ values, positionals }) => {
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0)
      throw new UsageError(`name one environment, not ${positionals.length === 0 ? "none" : positionals.length}`);
    const { replay, record, watch } = values;
    refuse(
      replay !== undefined &&
        (record !== undefined || watch !== undefined) &&
        `--replay asks nobody, and --${record === undefined ? "watch" : "record"} is of what is asked: give one of them`,
      record !== undefined &&
        watch !== undefined &&
        "--record keeps one look, and --watch looks again and again: give one of them",
    );
    const file = record === undefined ? undefined : STATUS_RECORDING.output(record, values.force);
    const environment = loadFor("status", [name], context)[0]!.resolved;

    const show = (recording: StatusRecording): number => {
      const report = statusReport(environment, recording);
      const text = values.json
        ? JSON.stringify(report, null, watch === undefined ? 2 : undefined)
        : statusText(report, values.all === true);
      const isRedrawn = watch !== undefined && !values.json && (outside.isTerminal ?? process.stdout.isTTY === true);
      context.print(isRedrawn ? `${CLEAR}${text}` : text);
      return !isAnswered(recording) ? 1 : report.state === "well" ? 0 : 2;
    };

    if (replay !== undefined) return show(STATUS_RECORDING.replayed(replay, environment.name));
    const { env = process.env, looks = Infinity, wait = pause } = outside;
    return interruptible(async (signal) => {
      for (let look = 1; ; look++) {
        const way = { environment, now: context.clock(), root: context.root };
        const recording = outside.way
          ? await askStatus({ ...way, ...outside.way })
          : await withWay(environment, { env, signal }, (reached) => askStatus({ ...way, ...reached }));
        signal.throwIfAborted();
        if (file) STATUS_RECORDING.write(file, recording);
        const code = show(recording);
        if (watch === undefined || look >= looks) return code;
        if (!values.json) context.print("");
        await wait(Number(watch), signal);
      }
    });
  });
}

const pause = (seconds: number, signal: AbortSignal): Promise<unknown> => after(seconds * 1000, undefined, { signal });

interface WayProps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** The ways of an environment, for one look. A cluster that is not reached keeps nobody from asking AWS. */
async function withWay<T>(
  environment: SiteEnvironment,
  { env, signal }: WayProps,
  use: (way: Omit<StatusWay, "environment" | "now" | "root">) => Promise<T>,
): Promise<T> {
  const aws: AwsAccess = stateAccess(environment, env);
  const onAws = awsOf(environment);
  // of another account nothing is told at all
  if (onAws) await assertAccount(aws, onAws, { signal });
  const folder = temporaryFolder("status");
  let proxy: Promise<ProxiedCluster> | undefined;
  try {
    const reached: Promise<Kubectl> = clusterReached({ environment, aws, folder, env, signal });
    // whoever asks for it is told
    reached.catch(() => {});
    let slurm: Promise<SlurmProgram | null> | undefined;
    return await use({
      aws,
      kubectl: () => reached,
      slurm: () => (slurm ??= reached.then((kubectl) => slurmController(kubectl, CHARTS.slurm.namespace))),
      api: async () => {
        const { cluster } = await reached;
        proxy ??= openProxy({ folder, env, cluster, signal });
        return (await proxy).ask;
      },
    });
  } finally {
    await proxy?.then(({ close }) => close()).catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  }
}
