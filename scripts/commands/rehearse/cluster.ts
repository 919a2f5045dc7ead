import { resolve } from "node:path";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { CommandContext } from "../../cli/command";
import { notPrepared } from "../../control-plane/prepared";
import { releaseLines, trialLines } from "../../control-plane/trial-lines";
import { tryCluster, type ClusterTrial } from "../../control-plane/try-cluster";
import { interruptible } from "../../lib/process/interruptible";
import { queuesOf } from "../../../stacks/queues";

export interface ClusterOptions {
  readonly charts: string | undefined;
  /** Commit before which the upgrade begins. */
  readonly from: string | undefined;
  /** Nothing is built or pulled: where something would have to be, nothing is tried. */
  readonly prepared: boolean;
  readonly json: boolean;
}

/** `railyard rehearse --cluster`: environments in a real control plane, one after the other. @returns the exit code */
export async function rehearseCluster(
  environments: readonly SiteEnvironment[],
  { charts, from, prepared, json }: ClusterOptions,
  context: CommandContext,
): Promise<number> {
  // progress is for people, and JSON must be alone on the output
  const print = json ? () => {} : context.print;
  const shelf = charts === undefined ? null : resolve(charts);
  const lacking = prepared ? notPrepared(environments, { env: process.env, charts: shelf }) : [];
  // CI tells by the first words that nothing was tried
  if (lacking.length > 0) {
    const names = environments.map(({ name }) => name);
    if (json) context.print(JSON.stringify({ notTried: names, lacking }, null, 2));
    print(`NOT TRIED: ${names.join(", ")}. Without --prepared these are built and pulled:`);
    lacking.forEach((sentence) => print(`  ${sentence}`));
    return 1;
  }
  const trials = await interruptible(async (signal) => {
    const done: ClusterTrial[] = [];
    for (const environment of environments) {
      const trial = await tryCluster({
        environment,
        queues: queuesOf(environment),
        charts: shelf,
        mayBuild: !prepared,
        from: from === undefined ? null : { ref: from, root: context.root },
        env: process.env,
        clock: context.clock,
        signal,
        tell: (text) => print(`-- ${text}`),
        onRelease: (outcome) => releaseLines(outcome).forEach(print),
      });
      trialLines(trial).forEach(print);
      done.push(trial);
    }
    return done;
  });
  if (json) context.print(JSON.stringify(trials, null, 2));
  return trials.every(({ ok }) => ok) ? 0 : 2;
}
