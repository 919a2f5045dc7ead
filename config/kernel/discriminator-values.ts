import { z } from "zod";
import { children, literalsOf, unwrap } from "./schema-at";
import { valueAt } from "./value-at";

/** What a choice takes. Where the first place that a path leads to takes what was refused, another one was meant: then what all take. */
export function discriminatorValues(
  root: z.ZodType,
  path: readonly (string | number)[],
  given: unknown,
  written: unknown,
): string[] {
  const name = String(path.at(-1));
  const around = valueAt(written, path.slice(0, -1).map(String));
  const values = path
    .slice(0, -1)
    .reduce((all, step) => all.flatMap((one) => children(unwrap(one), step)), [root])
    .map((place) => {
      const schema = unwrap(place);
      const unions = schema instanceof z.ZodDiscriminatedUnion ? unionsIn(schema, around) : [];
      return unions
        .filter((union) => union.def.discriminator === name)
        .flatMap((union) => union.options.flatMap((option) => literalsOf(option, name).map(String)));
    });
  const [first = []] = values;
  return first.some((one) => one === given)
    ? [...new Set(values.flat())].filter((one) => one !== given)
    : [...new Set(first)];
}

/** A union and those among its options that a value may be: a kind may itself be told apart further. */
function unionsIn(union: z.ZodDiscriminatedUnion, value: unknown): z.ZodDiscriminatedUnion[] {
  const { discriminator } = union.def;
  const kind = (Object(value) as Record<string, unknown>)[discriminator];
  const inner = union.options.filter((option) => option instanceof z.ZodDiscriminatedUnion);
  const meant = inner.filter((option) => literalsOf(option, discriminator).includes(kind));
  return [union, ...(meant.length > 0 ? meant : inner).flatMap((option) => unionsIn(option, value))];
}
