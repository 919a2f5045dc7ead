/** Every key optional, at every depth; `null` removes a key of the original. Lists and scalars are given whole. */
export type Patch<T> =
  | Extract<T, Scalar | readonly unknown[]>
  | ([Exclude<T, Scalar | readonly unknown[]>] extends [never]
      ? never
      : PatchObject<Exclude<T, Scalar | readonly unknown[]>>);

type Scalar = string | number | boolean | bigint | symbol | null | undefined;

/**
 * Of a choice, the keys of all its kinds in one object: a patch seldom names the kind that it keeps, and editors show
 * documentation only of keys that one object has. A key of another kind is left for the schema to tell.
 */
type PatchObject<T> = { [K in keyof AllKeys<T>]?: Patch<T extends unknown ? At<T, K> : never> | null };

// values are left out: kinds that differ would make the intersection empty
type AllKeys<T> = (T extends unknown ? (part: { [K in keyof T]: unknown }) => void : never) extends (
  part: infer All,
) => void
  ? All
  : never;

type At<T, K extends PropertyKey> = K extends keyof T ? T[K] : never;
