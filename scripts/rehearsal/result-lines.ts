import { shownPath } from "../lib/files/shown-path";
import { number } from "../lib/terminal/table";
import type { RehearsalResult } from "./rehearse";
import type { StackLoss } from "../lib/terraform/losses";
import { NOT_ASKED } from "./run/progress";

/** What a person reads at the end of a rehearsal. */
export function resultLines(result: RehearsalResult): string[] {
  const { environment, ok, problems, losses, unknownTypes, seconds, folder, phases } = result;
  const stacks = new Set(phases.map(({ stack }) => stack)).size;
  const verdict = ok ? "rehearsed" : "FAILED";
  return [
    "",
    ...losses.refused.flatMap((loss) => refused(loss)),
    ...losses.allowed.map((loss) => `allowed: ${loss.stack}.${loss.address} is ${past(loss)}`),
    ...problems.map((problem) => `problem: ${problem}`),
    ...(unknownTypes.length
      ? [`planned by their schema alone, since no table knows them: ${unknownTypes.join(", ")}`]
      : []),
    `${environment}: ${verdict}, ${stacks} stacks, ${phases.length} phases, ${number(seconds, 1)} s with Terraform ${result.terraform}. ${NOT_ASKED}`,
    `Plans: ${shownPath(folder)}/<stack>/plan.json`,
    ...result.injected.map(
      (address) => `${address} failed as asked: run again without --fail to see the job finished.`,
    ),
    ...(ok ? [] : ["What was made is left for the next run, which goes on with it; --fresh begins anew."]),
  ];
}

function refused(loss: StackLoss): string[] {
  const name = `${loss.stack}.${loss.address}`;
  const reasons = loss.reasonPaths.length ? ` because of ${loss.reasonPaths.join(", ")}` : "";
  return [`LOST: ${name} would be ${past(loss)}${reasons}: ${loss.why}`, `      If that is meant: --allow ${name}`];
}

const past = ({ action }: StackLoss) => (action === "replace" ? "replaced" : "deleted");
