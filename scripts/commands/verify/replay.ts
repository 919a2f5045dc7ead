import type { CommandContext } from "../../cli/command";
import { ExpectedError } from "../../lib/errors/expected-error";
import type { CheckProps } from "../../verify/check";
import type { CheckRun } from "../../verify/engine/journal";
import { type PoolResult, runChecks } from "../../verify/engine/run-checks";
import { type CheckCluster, CheckNotRunError } from "../../verify/engine/runner";
import { readRecorded, recordedEvidence } from "./folder";
import type { VerifyPlan } from "./plan";

/** A recording as it is judged now. */
interface Replayed extends Times {
  readonly pools: readonly PoolResult[];
  /** Checks that the recording has, where it lacks one that applies; null: it has the whole suite. */
  readonly part: readonly string[] | null;
}

interface Times {
  readonly startedAt: Date;
  readonly finishedAt: Date;
}

interface RecordingProps {
  /** Its folder. */
  readonly given: string;
  readonly images: Pick<CheckProps, "image" | "images" | "places">;
}

/**
 * Judges again what was printed then: floors and judges may have changed since.
 * @throws ExpectedError where it is none, of another environment, or of a time that it does not tell
 */
export async function replayed(
  plan: VerifyPlan,
  { given, images }: RecordingProps,
  context: CommandContext,
): Promise<Replayed> {
  const runs = readRecorded(given);
  const times = measuredWhen(given, { runs, plan }, context);
  const nodes = (pool: string) => [...new Set(runs.flatMap((run) => (run.pool === pool ? run.nodes : [])))];
  const recorded = new Set(runs.map(({ check }) => check));
  const cluster: CheckCluster = {
    nodes: ({ name }) => Promise.resolve({ free: nodes(name), left: [] }),
    run: () => Promise.reject(new CheckNotRunError("the recording does not have it", "")),
  };
  const props = { ...images, on: plan.on };
  const pools = await runChecks({
    cluster,
    clusterChecks: plan.clusterChecks.filter(({ id }) => recorded.has(id)),
    checks: plan.checks.filter(({ id }) => recorded.has(id)),
    pools: plan.pools.filter(({ name }) => nodes(name).length > 0),
    ...props,
    earlier: runs,
    keep: () => {},
    tell: () => {},
    seconds: () => 0,
  });
  const isWhole =
    plan.clusterChecks.every(({ id }) => recorded.has(id)) &&
    plan.checks.every(
      ({ id, plan: of }) => recorded.has(id) || plan.pools.every((pool) => typeof of(pool, props) === "string"),
    );
  return { ...times, pools, part: plan.part ?? (isWhole ? null : [...recorded]) };
}

/** A recording is no evidence of today, nor of another environment. */
function measuredWhen(
  given: string,
  { runs, plan }: { readonly runs: readonly CheckRun[]; readonly plan: VerifyPlan },
  { printError }: CommandContext,
): Times {
  const { hash, environment } = plan;
  const beside = recordedEvidence(given);
  if (beside && beside.environment !== environment.name)
    throw new ExpectedError(`--replay: ${given} is of ${beside.environment}, and not of ${environment.name}.`);
  if (beside?.configHash !== undefined && beside.configHash !== hash)
    printError(
      `The config has changed since: what was measured with ${beside.configHash} is held against that of now.`,
    );
  const times = [
    ...runs.flatMap(({ endedAt }) => endedAt ?? []),
    ...(beside ? [beside.startedAt ?? beside.finishedAt, beside.finishedAt] : []),
  ].map((time) => Date.parse(time));
  if (times.length === 0 || times.some((time) => Number.isNaN(time)))
    throw new ExpectedError(
      `--replay: ${given} does not say when it was measured: it needs the evidence.json that verify wrote beside its outputs.`,
    );
  return { startedAt: new Date(Math.min(...times)), finishedAt: new Date(Math.max(...times)) };
}
