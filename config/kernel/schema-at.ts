import { z } from "zod";

/** Objects of a union that a value may be, by the key that tells them apart. */
export function optionsOf(union: z.ZodDiscriminatedUnion, value: unknown): z.ZodObject[] {
  const { discriminator } = union.def;
  const wanted = (value as Record<string, unknown> | undefined)?.[discriminator];
  return union.options
    .filter((option) =>
      wanted === undefined ? isWithout(option, discriminator) : literalsOf(option, discriminator).includes(wanted),
    )
    .flatMap((option) => {
      if (option instanceof z.ZodDiscriminatedUnion) return optionsOf(option, value);
      return option instanceof z.ZodObject ? [option] : [];
    });
}

/** Whether an option is the one that is meant where the key is left out. */
function isWithout(option: unknown, name: string): boolean {
  if (option instanceof z.ZodDiscriminatedUnion) return option.options.some((inner) => isWithout(inner, name));
  return option instanceof z.ZodObject && option.shape[name] instanceof z.ZodOptional;
}

/** What a key may be in an option. */
export function literalsOf(option: unknown, name: string): unknown[] {
  if (option instanceof z.ZodDiscriminatedUnion) return option.options.flatMap((inner) => literalsOf(inner, name));
  const field = option instanceof z.ZodObject ? unwrap(option.shape[name]) : undefined;
  return field instanceof z.ZodLiteral ? [...field.values] : [];
}

/** Metadata of the key at a path, if the schema has such a key. */
export function metaAt(root: z.ZodType, path: readonly (string | number)[]): z.core.GlobalMeta | undefined {
  const found = schemaAt(root, path, false);
  return found?.meta();
}

/** Walks the schema along a path; of a union, the option of the kind that is written there, or the first that has the next key. */
export function schemaAt(
  root: z.ZodType,
  path: readonly (string | number)[],
  bare = true,
  written?: unknown,
): z.ZodType | undefined {
  let schema: z.ZodType | undefined = root;
  let value = written;
  for (const step of path) {
    const inner = unwrap(schema);
    const meant = inner instanceof z.ZodDiscriminatedUnion && isObject(value) ? optionsOf(inner, value) : [];
    schema = (meant.length > 0 ? meant : [inner]).flatMap((one) => children(one, step))[0];
    value = isObject(value) ? value[step] : undefined;
  }
  return schema && (bare ? unwrap(schema) : schema);
}

const isObject = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === "object" && value !== null;

/** What may stand below a step: of a union, what each option that has it says. */
export function children(schema: z.ZodType | undefined, step: string | number): z.ZodType[] {
  if (schema instanceof z.ZodObject) return schema.shape[step] ? [schema.shape[step] as z.ZodType] : [];
  if (schema instanceof z.ZodRecord) return [schema.valueType as z.ZodType];
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType];
  return schema instanceof z.ZodUnion ? schema.options.flatMap((one) => children(unwrap(one), step)) : [];
}

/** The schema inside defaults and optionals. */
export function unwrap(schema: unknown): z.ZodType | undefined {
  let inner = schema;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional || inner instanceof z.ZodPrefault)
    inner = inner.unwrap();
  return inner instanceof z.ZodType ? inner : undefined;
}
