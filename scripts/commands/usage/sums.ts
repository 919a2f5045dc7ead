import { number } from "../../lib/terminal/table";

/** Hours as people read them: small clusters and short times are told too. */
export const hours = (value: number): string => number(value, value < 10 ? 2 : 1);

/** Money as people read it; null: nobody knows. */
export const usd = (value: number | null): string => (value === null ? "unknown" : `$${number(value, 2)}`);
