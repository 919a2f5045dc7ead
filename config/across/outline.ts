/** What is compared between environments; values may be of any type, since other files may be wrong. */
export interface Outline {
  /** Name in the table of environments. */
  readonly table: string;
  readonly name: unknown;
  readonly account: unknown;
  readonly region: unknown;
  readonly cidr: unknown;
  readonly input: object;
}
