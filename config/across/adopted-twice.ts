import type { Issue } from "../kernel/issues";
import { record } from "../kernel/plain";

interface Side {
  readonly account: unknown;
  readonly table: string;
  readonly input: object;
}

/** What two environments both say is theirs; one of them would destroy it under the other. */
export function adoptedTwice(subject: Side, other: Side): Issue[] {
  if (subject.account !== other.account) return [];
  const others = new Set(adopted(other).map(({ id }) => id));
  return adopted(subject)
    .filter(({ id }) => others.has(id))
    .map(({ path, id }) => ({
      path,
      message: `${id} is adopted by the environment ${JSON.stringify(other.table)} as well`,
      hint: "one environment manages a resource: take it out of one, or write `adopt: null` in one that follows another",
    }));
}

/** Other files may be wrong: nothing is known of the form of what they say. */
function adopted({ input }: Side): { readonly path: readonly string[]; readonly id: string }[] {
  const { adopt } = input as { adopt?: unknown };
  return Object.entries(record(adopt)).flatMap(([kind, resource]) =>
    (["id", "name"] as const).flatMap((key) => {
      const id = record(resource)[key];
      return typeof id === "string" ? [{ path: ["adopt", kind, key], id }] : [];
    }),
  );
}
