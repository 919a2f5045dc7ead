import { ExpectedError } from "../../lib/errors/expected-error";
import { gpusOf, readTres } from "./tres";
import type { Period } from "./period";

/** A time in which the cluster had so many GPUs, or in which a node took no jobs. */
interface Event {
  readonly from: number;
  readonly to: number;
  /** GPUs by type. */
  readonly gpus: ReadonlyMap<string, number>;
}

/** A node that took no jobs, and had none: Slurm counts a drain from the end of the last job. */
export interface NodeOut extends Event {
  readonly node: string;
  /** As Slurm writes it: `DOWN`, `DRAIN`. */
  readonly state: string;
  readonly reason: string;
}

/** What slurmdbd knows of the nodes of a cluster in a time. */
export interface NodeEvents {
  /** Times with the GPUs that the cluster had in each. */
  readonly capacity: readonly Event[];
  readonly out: readonly NodeOut[];
}

/** Columns of `sacctmgr show event`: the reason, which may have anything in it, stands between columns that have a form. */
export const EVENT_COLUMNS = "cluster,nodename,timestart,timeend,state,reason,tres,user";

const RECORD =
  /^([^|\n]*)\|([^|\n]*)\|(\d+|Unknown)\|(\d+|Unknown)\|([^|\n]*)\|([\s\S]*?)\|([\w/:.-]+=[\d.]+[KMGTPE]?(?:,[\w/:.-]+=[\d.]+[KMGTPE]?)*)\|([^|\n]*)$(?:\n|(?![\s\S]))/my;

/**
 * Reads what sacctmgr printed of a period: what began before it counts from its begin, and what has not ended to its end.
 * @throws ExpectedError where it is not understood
 * @see https://slurm.schedmd.com/sacctmgr.html
 */
export function readEvents(text: string, period: Period): NodeEvents {
  const capacity: Event[] = [];
  const out: NodeOut[] = [];
  let at = 0;
  while (at < text.length) {
    RECORD.lastIndex = at;
    const found = RECORD.exec(text);
    const [, , node = "", from, to, state = "", reason = "", tres = ""] = found ?? [];
    const held = readTres(tres);
    if (!found || held === null)
      throw new ExpectedError(
        `What sacctmgr printed of nodes is not understood at ${JSON.stringify(text.slice(at, at + 120))}.`,
      );
    at = RECORD.lastIndex;
    const event = { ...within(period, from, to), gpus: gpusOf(held) };
    if (event.from >= event.to) continue;
    if (node === "") capacity.push(event);
    else out.push({ node, state, reason, ...event });
  }
  return { capacity, out };
}

const within = (period: Period, from: string | undefined, to: string | undefined) => ({
  from: Math.max(period.from, Number(from)),
  to: to === "Unknown" ? period.to : Math.min(period.to, Number(to)),
});
