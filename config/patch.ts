/**
 * Every key optional, at every depth; `null` removes a key of the original. Lists and scalars are given whole.
 * Of a choice, either one of its kinds is named, or its kind stays as it is and every key of any kind may be given.
 */
export type Patch<T> =
  Exclude<T, object> | Extract<T, readonly unknown[]> | PatchObject<Exclude<T, Scalar | readonly unknown[]>>;

type Scalar = string | number | boolean | bigint | symbol | null | undefined;

type PatchObject<T> = [T] extends [never] ? never : IsUnion<T> extends true ? PatchChoice<T, KindOf<T>> : PatchKeys<T>;

type PatchKeys<T> = { [K in keyof T]?: Patch<T[K]> | null };

/** The key whose value says which object of a choice it is. */
type KindOf<T> = Extract<keyof T, "kind" | "deployment" | "mode">;

type PatchChoice<T, K extends keyof T> = Named<T, K> | ({ readonly [P in K]?: undefined } & PatchKeys<Merged<T, K>>);

type Named<T, K extends PropertyKey> = T extends unknown
  ? Required<Pick<T, K & keyof T>> & PatchKeys<Omitted<T, K>>
  : never;

/** All keys of all kinds in one object: editors show documentation only of keys that one object has. */
type Merged<T, K extends PropertyKey> = {
  [P in keyof Intersection<T, K>]?: T extends unknown ? (P extends keyof T ? T[P] : never) : never;
};

// values are left out: kinds that differ would make the intersection empty
type Intersection<T, K extends PropertyKey> = (
  T extends unknown ? (part: { [P in keyof Omitted<T, K>]: unknown }) => void : never
) extends (part: infer I) => void
  ? I
  : never;

/** `Omit` would lose the documentation of the keys that stay. */
type Omitted<T, K extends PropertyKey> = { [P in keyof T as Exclude<P, K>]: T[P] };

type IsUnion<T, U = T> = T extends unknown ? ([U] extends [T] ? false : true) : never;
