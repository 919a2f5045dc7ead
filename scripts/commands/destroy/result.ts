import { problemText } from "../../lib/terraform/problem-text";
import { changeWords } from "../../lib/terraform/change-words";
import { table } from "../../lib/terminal/table";
import type { DestroyedStack, DestroyOutcome } from "./destroy";

const WORDS: Readonly<Record<DestroyOutcome, string>> = {
  destroyed: "destroyed",
  empty: "nothing there",
  failed: "FAILED",
  "not-run": "not run",
};

/** What became of each stack, as a table, with what stays and whatever went wrong below. */
export function resultLines(stacks: readonly DestroyedStack[]): string[] {
  const rows = stacks.map(({ stack, outcome, changes }) => [
    stack,
    WORDS[outcome],
    changeWords(changes, "done").join(", "),
  ]);
  const kept = stacks.flatMap(({ stack, kept }) => kept.map((address) => `  ${stack}.${address}`));
  const problems = stacks.flatMap(({ stack, problem }) =>
    problem === undefined ? [] : ["", problemText({ stack, problem })],
  );
  return [
    ...table(["stack", "", "resources"], rows),
    ...(kept.length ? ["Kept, and paid for:", ...kept] : []),
    ...problems,
  ];
}
