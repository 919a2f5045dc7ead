/** What a program writes of a type that the API returns: it is not changed, and no list is asked to be. */
export type Written<T> = T extends readonly (infer Item)[]
  ? readonly Written<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Written<T[Key]> }
    : T;

/** One type of an intersection: of those, the compiler does not look for unknown keys in what is nested. */
type Flat<T> = { readonly [Key in keyof T]: T[Key] };

interface AnyObject {
  apiVersion?: unknown;
  kind?: unknown;
  metadata?: object;
}

/** A whole object: it says what it is and what it is called, and has no status. */
export type WrittenObject<T extends AnyObject> = Flat<
  Written<Omit<T, keyof AnyObject | "status">> & {
    apiVersion: NonNullable<T["apiVersion"]>;
    kind: NonNullable<T["kind"]>;
    metadata: Flat<Written<NonNullable<T["metadata"]>> & { name: string }>;
  }
>;
