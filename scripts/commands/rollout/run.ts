import { ExpectedError } from "../../lib/errors/expected-error";
import { until } from "../../lib/process/until";
import type { RolloutState } from "../../lib/slurm/rollout-state";
import { RolloutElsewhere } from "./memory";
import type { OpenRollout } from "./open";
import type { NodesSilence } from "../../lib/nodes/silence";

export interface RunProps {
  readonly pollSeconds: number;
  readonly signal?: AbortSignal | undefined;
  readonly tell: (text: string) => void;
  /** Null: nobody is told of alerts there. */
  readonly silence: NodesSilence | null;
}

/** Looks in a row that may fail: an API server that is upgraded does not answer for minutes. */
const MOST_SILENT = 20;

/**
 * Carries a rollout out to its end.
 * @throws ExpectedError where Slurm or Kubernetes does not answer for long, or somebody else rolls the pool out; what is drained and
 * not yet made anew takes jobs again then
 */
export async function runRollout({ engine, slurm }: OpenRollout, props: RunProps): Promise<RolloutState> {
  const { tell, silence } = props;
  let silent = 0;
  try {
    await slurm.restoreLimits();
    await until(`nodes of ${engine.state.pool}`, props, async () => {
      try {
        await silence?.keep(Date.now());
        const left = await engine.look();
        silent = 0;
        return left;
      } catch (error) {
        if (!(error instanceof ExpectedError) || error instanceof RolloutElsewhere || ++silent >= MOST_SILENT)
          throw error;
        tell(`trying again: ${error.message}`);
        return ["an answer"];
      }
    });
    await slurm.end();
    return engine.state;
  } catch (error) {
    // another one has them now
    if (error instanceof RolloutElsewhere) throw error;
    await slurm.end();
    await engine.giveBack(Math.floor(Date.now() / 1000));
    throw error;
  } finally {
    await silence?.end();
  }
}
