import type { Refusal } from "../cloud/resource-kind";

/** A diagnostic as the protocol has it. */
export interface Diagnostic {
  /** 1 is an error, 2 a warning. */
  readonly severity: 1 | 2;
  readonly summary: string;
  readonly detail: string;
}

/** An error as Terraform shows it. */
export function errorDiagnostic(summary: string, detail = ""): Diagnostic {
  return { severity: 1, summary, detail };
}

/** What the API refuses, in the form of the real provider's errors, with where it is written. */
export function refusalDiagnostics(doing: string, refusals: readonly Refusal[]): Diagnostic[] {
  return refusals.map(({ code, message, source }) =>
    errorDiagnostic(`${doing}: ${code}: ${message}`, `Said by the rehearsal, not by AWS. Source: ${source}`),
  );
}
