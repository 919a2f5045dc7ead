import type { Issue } from "../kernel/issues";
import { didYouMean, nearest, orList } from "../kernel/nearest";
import { AWS_EKS } from "./aws-eks/site";
import { KUBERNETES } from "./kubernetes/site";
import type { Site } from "./site";

/** Every site that environments can stand on. What names none stands on the first. */
export const SITES: readonly [Site, ...Site[]] = [AWS_EKS, KUBERNETES];

/** The site that an environment means by `cluster.kind`. */
export interface Meant {
  readonly site: Site;
  /** What is wrong with the word; null: a site has it, or there is none and the first is meant. */
  readonly issue: Issue | null;
  /** Whether the rest of the environment tells something in the words of the site. */
  readonly isSure: boolean;
}

/** The site that `cluster.kind` names; for another word the nearest one, or the first, and what is wrong with the word. */
export function siteOf(input: unknown): Meant {
  const kind = (input as { cluster?: { kind?: unknown } | null } | null | undefined)?.cluster?.kind;
  const found = SITES.find(({ clusterKind }) => clusterKind === kind);
  const words = SITES.map(({ clusterKind }) => clusterKind);
  // with one site, its own schema says what is wrong
  if (found || typeof kind !== "string" || words.length === 1)
    return { site: found ?? SITES[0], issue: null, isSure: true };
  const [near] = nearest(kind, words);
  return {
    site: SITES.find(({ clusterKind }) => clusterKind === near) ?? SITES[0],
    issue: {
      path: ["cluster", "kind"],
      message: `unknown value ${JSON.stringify(kind)}`,
      hint: didYouMean(kind, words) ?? `it must be ${orList(words.map((word) => JSON.stringify(word)))}`,
    },
    isSure: near !== undefined,
  };
}

/** The site of an environment that was resolved. */
export function siteNamed(kind: string): Site {
  const found = SITES.find((site) => site.kind === kind);
  if (!found) throw new Error(`${kind} is no site: add its row to config/sites/kinds.ts`);
  return found;
}
