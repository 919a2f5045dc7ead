import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import type { ReviewInput, Finding, Review } from "../../scripts/review/model";
import { review } from "../../scripts/review/review";
import { NOW, sample, type Change } from "./environment";
import { planOf, type Planned } from "./plan";

/** What a test changes, and what the plans say to it. */
export interface Reviewed extends Partial<Omit<ReviewInput, "before" | "after" | "stacks">> {
  /** Merged over the sample environment; null: there is none. @default - the sample environment */
  readonly before?: Change | null;
  /** @default - as before */
  readonly after?: Change | null;
  /** Resources that change by the role of their stack: `nodes`. */
  readonly plans?: Readonly<Record<string, readonly Planned[]>>;
}

const known = new Map<string, AwsEnvironment>();

/** Resolving takes longer than a review. */
function resolved(change: Change, now: Date): AwsEnvironment {
  const key = `${now.toISOString()} ${JSON.stringify(change)}`;
  const env = known.get(key) ?? sample(change, now).env;
  known.set(key, env);
  return env;
}

/** The review of a change of the sample environment. */
export function reviewed({ before = {}, after = before, plans = {}, ...more }: Reviewed): Review {
  const now = more.now ?? NOW;
  return review({
    environment: "sample",
    before: before && resolved(before, now),
    after: after && resolved(after, now),
    config: [],
    stacks: Object.entries(plans).map(([role, resources]) => planOf(`sample-${role}`, ...resources)),
    asked: "rehearsal",
    acknowledgements: [],
    now,
    ...more,
  });
}

/** Findings of one section. */
export function findingsOf(section: Finding["section"], given: Reviewed): readonly Finding[] {
  return reviewed(given).findings.filter((finding) => finding.section === section);
}

/** The only finding of a section; its lines are one text. */
export function only(section: Finding["section"], given: Reviewed): Finding & { readonly text: string } {
  const findings = findingsOf(section, given);
  if (findings.length !== 1) throw new Error(`${findings.length} findings:\n${JSON.stringify(findings, null, 1)}`);
  const [one] = findings as [Finding];
  return {
    ...one,
    text: [one.title, ...one.details, ...(one.safer ?? []).flatMap(({ text, command = "" }) => [text, command])].join(
      "\n",
    ),
  };
}
