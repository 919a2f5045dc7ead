/**
 * An error of the API, which has then done nothing; a call that has reached the API but was given up waiting for; and
 * the API's limit on calls, after all the retries of the provider.
 */
export const FAULT_KINDS = ["api-error", "timeout", "throttling"] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/**
 * One failure in the middle of apply. Protocol requests have no addresses, so the resource is known by its type and
 * by what the plan says of it.
 */
export interface Fault {
  readonly kind: FaultKind;
  readonly address: string;
  readonly type: string;
  /** Attributes that the plan knows of the resource: `change.after` of Terraform's plan, or `change.before` of a deletion. */
  readonly known: Readonly<Record<string, unknown>>;
  readonly deletes: boolean;
}
