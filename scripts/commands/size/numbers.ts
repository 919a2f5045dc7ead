import type { OptionCheck } from "../../cli/option-checks";
import { UsageError } from "../../lib/errors/usage";

/** A number above 0 of something. */
export const above =
  (what: string): OptionCheck =>
  (text, option) => {
    const value = Number(text);
    if (text.trim() === "" || !(value > 0 && Number.isFinite(value)))
      throw new UsageError(`${option} is a number of ${what} above 0, but is ${JSON.stringify(text)}`);
  };
