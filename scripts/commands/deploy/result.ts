import { changeWords } from "../../lib/terraform/change-words";
import { table } from "../../lib/terminal/table";
import { problemText } from "../../lib/terraform/problem-text";
import { elapsed } from "../../lib/terraform/progress";
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
  const problems = stacks.flatMap(({ stack, problem }) =>
    problem === undefined ? [] : ["", problemText({ stack, problem })],
  );
  return [...table(["stack", "", "changes", "time"], rows, [3]), ...problems, ...next(stacks)];
}

function next(stacks: readonly DeployedStack[]): string[] {
  if (stacks.every(isWell)) return preliminary(stacks);
  const applied = stacks.filter(({ outcome }) => outcome === "applied").map(({ stack }) => stack);
  const begun = stacks.filter((one) => one.begun);
  if (applied.length + begun.length === 0) return ["", "Nothing was applied."];
  const half = begun.map(({ stack, killed }) => `${stack} is half done: ${killed ? KILLED : SAVED}`);
  const done = applied.length > 0 ? `Applied: ${applied.join(", ")}. ` : "";
  return ["", ...half, `${done}The rest is as it was.`];
}

const SAVED = "what was made by then is in its state, and the next run goes on from there.";

/** Terraform writes a state in S3 every 20 seconds while it applies, and what it is at when it is done. */
const KILLED =
  "Terraform was killed, so what it made last may be in no state. Look what that is before the next run: npx railyard orphans <environment>.";

/** A plan is made with what is there: the outputs of a stack below are as they are before its own plan is applied. */
function preliminary(stacks: readonly DeployedStack[]): string[] {
  const first = stacks.findIndex(({ outcome }) => outcome === "planned");
  if (first < 0 || !stacks.slice(first + 1).some(({ outcome }) => outcome === "planned" || outcome === "unchanged"))
    return [];
  return [
    "",
    "Nothing was applied. Each plan is made with what is there now: once the stacks before it are applied, it may change more.",
  ];
}
