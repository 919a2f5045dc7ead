import type { Terminal } from "../../lib/terminal/ask";

/** What is wrong with something that a person typed, in words; null: nothing that can be seen before the rules run. */
export type CheckAnswer = (text: string) => string | null;

/** Asks again until nothing is wrong with the answer. */
export async function askUntil(
  terminal: Terminal,
  question: string,
  suggestion: string | undefined,
  check: CheckAnswer,
): Promise<string> {
  for (;;) {
    const answer = await terminal.ask(question, suggestion);
    const problem = answer === suggestion ? null : check(answer);
    if (problem === null) return answer;
    terminal.tell(problem);
  }
}
