import { didYouMean } from "../../../config/kernel/nearest";
import { together, UsageError } from "../../lib/errors/usage";

/**
 * `<group>=<value>`, each group once.
 * @param flag as people type it
 * @param groups what there is
 * @param noun what that is called
 * @throws UsageError with the flag and what is wrong
 */
export function byGroup<T>(
  flag: string,
  given: readonly string[] | undefined,
  groups: readonly string[],
  read: (text: string) => T,
  noun = "node group",
): Map<string, T> {
  const found = new Map<string, T>();
  together((given ?? []).map((each) => () => add(each)));
  return found;

  function add(each: string): void {
    const [, group = "", text = ""] = /^([^=]+)=(.+)$/.exec(each) ?? [];
    if (!group)
      throw new UsageError(
        `${flag} ${each}: write ${flag} <${noun === "node group" ? "group" : groups.join("|")}>=<value>`,
      );
    if (!groups.includes(group)) {
      const hint = didYouMean(group, groups) ?? `there are ${groups.join(", ") || "none"}`;
      throw new UsageError(`${flag} ${each}: there is no ${noun} ${JSON.stringify(group)}; ${hint}`);
    }
    if (found.has(group)) throw new UsageError(`${flag} is given twice for ${group}`);
    try {
      found.set(group, read(text));
    } catch (error) {
      if (error instanceof UsageError) throw new UsageError(`${flag} ${each}: ${error.message}`);
      throw error;
    }
  }
}

/** Numbers of nodes, by group. */
export const nodesByGroup = (given: readonly string[] | undefined, groups: readonly string[]): Map<string, number> =>
  byGroup("--nodes", given, groups, numberOf);

function numberOf(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new UsageError(`${JSON.stringify(text)} is no number of nodes`);
}
