import { isAttributes, type Attributes, type Value } from "./value";

/** All blocks of a name changed, in the form in which the schema keeps them: a list, a set, or the only one. */
export function mapBlocks(object: Attributes, name: string, change: (block: Attributes) => Attributes): Value {
  const value = object[name] ?? null;
  if (isAttributes(value)) return change(value);
  if (!Array.isArray(value)) return value;
  return (value as readonly Value[]).map((each) => (isAttributes(each) ? change(each) : each));
}
