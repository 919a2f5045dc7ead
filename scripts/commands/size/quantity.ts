import { amount, amountProblem, MOST_TOKENS } from "../../../config/kernel/amount";
import { UsageError } from "../../lib/errors/usage";

/** 70B → 70 000 000 000; `T` is a million million. @param most the largest that is allowed @throws UsageError */
export function quantity(text: string, option: string, most = MOST_TOKENS): number {
  const problem = amountProblem(text, most);
  if (problem !== null) throw new UsageError(`${option} ${problem}, but is ${JSON.stringify(text)}`);
  return amount(text)!;
}
