import type { MergedInput } from "./extends";
import type { Issue } from "./issues";
import { orList } from "./nearest";

/** Keys whose entries have names that people choose. */
const NAMED = ["nodeGroups", "teams"] as const;

/**
 * An environment that follows another one says little of a node group: where its original has given the group another name, nearly
 * all of it is missing. That is said once, in place of what each missing key may be.
 * @param issues of one environment
 */
export function renamedUpstream(issues: readonly Issue[], name: string, { input, origins }: MergedInput): Issue[] {
  const reported = new Set<string>();
  return issues.flatMap((issue) => {
    const [record, entry] = issue.path;
    const named = NAMED.find((one) => one === record);
    if (named === undefined || typeof entry !== "string" || !issue.message.startsWith("is missing")) return [issue];
    const inherited = Object.keys(entriesOf(input, named)).filter((each) => isInherited(origins, named, each));
    const originals = new Set([...origins.values()]);
    if (inherited.length === 0 || inherited.includes(entry)) return [issue];
    if (reported.has(entry)) return [];
    reported.add(entry);
    const followed = orList([...originals].slice(0, 3));
    return [
      {
        path: [named, entry],
        message: `is no entry of ${followed}, which ${name} follows, and says too little to stand alone`,
        hint: `${followed} has ${inherited.join(", ")}: give this one the name that it has there now, or take it out; npx railyard upstream ${name} tells what has changed`,
      },
    ];
  });
}

const entriesOf = (input: unknown, record: string): object => {
  const found = (input as Record<string, unknown> | undefined)?.[record];
  return typeof found === "object" && found !== null ? found : {};
};

/** Something in the entry comes from an original. */
function isInherited(origins: ReadonlyMap<string, string>, record: string, entry: string): boolean {
  const within = JSON.stringify([record, entry]).slice(0, -1);
  return [...origins.keys()].some((path) => path === `${within}]` || path.startsWith(`${within},`));
}
