import { isAttributes, type Attributes, type Value } from "../value";

/** All values at a path without indexes: `vpc_config.subnet_ids` gives every id of every block. Nulls are left out. */
export function valuesAt(object: Attributes, path: string): Value[] {
  let values: Value[] = [object];
  for (const name of path.split("."))
    values = values.flatMap((value) => (isAttributes(value) ? flat(value[name] ?? null) : []));
  return values;
}

function flat(value: Value): Value[] {
  if (value === null) return [];
  return Array.isArray(value) ? (value as Value[]).flatMap(flat) : [value];
}

/** Path of an argument within that of its block; empty: the resource itself. */
export const joinPath = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);
