import type { PlannedCheck } from "../check";
import { UnreadableOutputError } from "../parse/unreadable";
import type { CheckRun } from "./journal";

/** What scripts of checks print where their program is not there. */
const MISSING = /^railyard: (\S+) is not there$/m;

/** What becomes of a run by what it printed. */
export function judged(
  plan: Pick<PlannedCheck, "judge">,
  output: string,
  nodes: readonly string[],
): Pick<CheckRun, "status" | "verdict" | "why"> {
  const missing = MISSING.exec(output)?.[1];
  if (missing !== undefined)
    return { status: "not-run", verdict: null, why: `${missing} is not on the node, nor in the image` };
  try {
    const { status, figures, findings, unknown, curve, seen } = plan.judge(output, nodes);
    const verdict = {
      status,
      figures: [...figures],
      findings: [...findings],
      ...(unknown && { unknown }),
      ...(curve && { curve: { ...curve, points: [...curve.points] } }),
      ...(seen && { seen: { ...seen } }),
    };
    return { status, verdict, why: null };
  } catch (error) {
    if (!(error instanceof UnreadableOutputError)) throw error;
    return { status: "unreadable", verdict: null, why: error.message };
  }
}
