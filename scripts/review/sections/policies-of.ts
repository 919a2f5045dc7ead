import { parsePolicy, type Policy } from "../../lib/aws/policies";
import type { ReviewedChange } from "../changes/resource-changes";
import { listOf, recordOf } from "./words";

/** Policies of one resource, by the attribute that holds them. */
export type Policies = ReadonlyMap<string, Policy>;

const known = new WeakMap<object, Policies>();

/** All policies in the values of a resource; several sections ask for them. */
export function policiesOf(values: ReviewedChange["before"]): Policies {
  if (values === null) return new Map();
  const found = known.get(values) ?? read(values);
  known.set(values, found);
  return found;
}

function read(values: Readonly<Record<string, unknown>>): Policies {
  const texts = Object.entries(values).flatMap(([name, value]): [string, unknown][] =>
    name === "inline_policy"
      ? listOf(value).map((one) => [`inline policy ${String(recordOf(one)["name"])}`, recordOf(one)["policy"]])
      : textsIn(name, value),
  );
  return new Map(
    texts.flatMap(([name, text]) => {
      const policy = parsePolicy(text);
      return policy ? [[name, policy] as const] : [];
    }),
  );
}

/** A policy may stand in a block, too. */
function textsIn(name: string, value: unknown): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[name, value]];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(`${name}.${key}`, inner));
}
