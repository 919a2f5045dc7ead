import { changeWords } from "../rehearsal/run/progress";
import { table } from "../table";
import { elapsed } from "./progress";
import { isWell, type DeployedStack } from "./deploy";

const WORDS: Readonly<Record<DeployedStack["outcome"], string>> = {
  applied: "applied",
  unchanged: "no changes",
  planned: "planned",
  waits: "waits",
  refused: "REFUSED",
  declined: "declined",
  failed: "FAILED",
  "not-run": "not run",
};

/** What became of each stack, as a table with whatever went wrong below. */
export function resultText(stacks: readonly DeployedStack[]): string[] {
  const rows = stacks.map(({ stack, outcome, changes, seconds }) => [
    stack,
    WORDS[outcome],
    changeWords(changes, outcome === "applied" ? "done" : "planned").join(", "),
    outcome === "not-run" ? "" : elapsed(seconds * 1000).trim(),
  ]);
  const problems = stacks.flatMap(({ stack, problem }) => (problem === undefined ? [] : ["", `${stack}: ${problem}`]));
  return [...table(["stack", "", "changes", "time"], rows, [3]), ...problems, ...next(stacks)];
}

function next(stacks: readonly DeployedStack[]): string[] {
  if (stacks.every(isWell)) return [];
  const applied = stacks.filter(({ outcome }) => outcome === "applied").map(({ stack }) => stack);
  return ["", applied.length ? `Applied: ${applied.join(", ")}. The rest is as it was.` : "Nothing was applied."];
}
