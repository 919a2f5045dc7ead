/** A value that Terraform knows only after apply. */
export class Unknown {
  private readonly kind = "unknown";
  toJSON(): string {
    return `(${this.kind})`;
  }
}

export const UNKNOWN = new Unknown();

/**
 * A value of Terraform's type system in JavaScript. Sets are arrays whose order means nothing; maps and objects are
 * plain objects; an argument that is not given is null.
 */
export type Value = null | boolean | number | string | Unknown | readonly Value[] | Attributes;

/** Attributes and blocks of a resource, or of a block in it. Every name of the schema is there. */
export interface Attributes {
  readonly [name: string]: Value;
}

/** Whether a value is known after apply only. */
export function isUnknown(value: Value | undefined): value is Unknown {
  return value instanceof Unknown;
}

/** Whether a value is an object with attributes. */
export function isAttributes(value: Value | undefined): value is Attributes {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Unknown);
}

/** Whether nothing in a value has to wait for apply. */
export function isWhollyKnown(value: Value): boolean {
  if (isUnknown(value)) return false;
  if (Array.isArray(value)) return value.every(isWhollyKnown);
  return isAttributes(value) ? Object.values(value).every(isWhollyKnown) : true;
}
