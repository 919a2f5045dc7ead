import { amount, AMOUNT_FORM } from "../../../config/kernel/amount";
import { UsageError } from "../../lib/errors/usage";

/** 70B → 70 000 000 000; `T` is a million million. @throws UsageError */
export function quantity(text: string, option: string): number {
  const value = amount(text);
  if (value === null) throw new UsageError(`${option} ${AMOUNT_FORM}, but is ${JSON.stringify(text)}`);
  return value;
}
