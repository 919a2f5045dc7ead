import { count } from "../../lib/environments/report-problems";
import { table } from "../../lib/terminal/table";
import type { CheckReport } from "./check";
import { isFailed, type DoctorReport } from "./doctor";

/** A line for each check, and below what to do, what is needed first. */
export function doctorText({ environment, usable, checks }: DoctorReport): string[] {
  const rows = checks.map(({ verdict, title, found }) => [verdict, title, found ?? ""]);
  const open = checks.filter(({ verdict }) => verdict !== "ok");
  const todo = [...open.filter(isFailed), ...open.filter((one) => !isFailed(one))].flatMap(todoLines);
  const failed = open.filter(isFailed).length;
  const what = environment === null ? "write, check and rehearse configs" : `work on ${environment}`;
  const verdict = usable
    ? `This machine can ${what}.`
    : `This machine cannot ${what} yet: ${count(failed, "requirement")} ${failed === 1 ? "is" : "are"} missing or wrong.`;
  const more = environment === null ? ["For what a deployment needs: npx railyard doctor <environment>"] : [];
  return [...table(["", "", ""], rows).slice(1), "", ...(todo.length ? [...todo, ""] : []), verdict, ...more];
}

function todoLines({ title, verdict, need, purpose, fix }: CheckReport): string[] {
  if (fix === undefined) return [];
  return [`${title} (${verdict}, ${need}): ${purpose}`, `    ${fix}`];
}
