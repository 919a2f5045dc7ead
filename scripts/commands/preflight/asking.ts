import type { Output } from "../../lib/files/output";

/** What the command line says of how to ask, whoever is asked. */
export interface Asking {
  /** Ids of the checks that are meant; none: all. */
  readonly checks: readonly string[];
  readonly now: Date;
  /** Where answers are kept. */
  readonly record: Output | undefined;
  /** A recording that answers. */
  readonly replay: { readonly text: string; readonly file: string } | undefined;
  readonly signal: AbortSignal;
}
