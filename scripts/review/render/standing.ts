import { SECTIONS, type Finding, type Review, type Verdict } from "../model";
import { andList } from "../sections/words";

const GRAVITY: readonly Verdict[] = ["safe", "acknowledged", "needs-acknowledgement", "broken"];

/** The gravest verdict of some reviews; without any, nothing is unsafe. */
export function worst(reviews: readonly Pick<Review, "verdict">[]): Verdict {
  const gravest = Math.max(0, ...reviews.map(({ verdict }) => GRAVITY.indexOf(verdict)));
  return GRAVITY[gravest] ?? "safe";
}

/** Whether a finding stands in the way. */
export const blocks = ({ severity, acknowledged }: Finding): boolean => severity === "danger" && !acknowledged;

/** Dangers that nobody has acknowledged. */
export const blocking = (review: Pick<Review, "findings">): Finding[] => review.findings.filter(blocks);

/** What takes longest to get back comes first; a type that stands nowhere is in the middle. */
const DANGERS: readonly (readonly [RegExp, number])[] = [
  [/file_system$|bucket$|volume$|_db_|_cluster$|table$|snapshot$|vault$|backup$|domain$/, 0],
  [/^aws_kms_/, 1],
  [/node_group$|autoscaling_group$|capacity|^aws_instance$/, 2],
  [/log_group$|topic|alarm|budget/, 5],
];
const MIDDLE = 4;

/** Place of a danger among dangers. */
function rankOf({ address = "", severity }: Finding): number {
  if (severity !== "danger") return 0;
  const type = address.split(".").find((part) => /^(?:aws|helm|kubernetes)_/.test(part)) ?? "";
  return DANGERS.find(([types]) => types.test(type))?.[1] ?? MIDDLE;
}

const ORDER = { danger: 0, warning: 1, info: 3 } as const;
const orderOf = (finding: Finding): number => (finding.acknowledged ? 2 : ORDER[finding.severity]);

/**
 * What stands in the way first, then warnings, what is acknowledged, and what is only told. Dangers come in the order
 * of sections, and in each of them data before a log group.
 */
export const byGravity = (findings: readonly Finding[]): Finding[] =>
  [...findings].sort(
    (a, b) =>
      orderOf(a) - orderOf(b) || SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section) || rankOf(a) - rankOf(b),
  );

/** Stack of `<stack>.<address>`. */
export const stackOf = (address: string): string => address.split(".", 1)[0] ?? "";

/** Who says that the dangers are meant, each once. */
export const acknowledgers = ({ findings }: Pick<Review, "findings">): string[] => [
  ...new Set(findings.flatMap(({ acknowledged }) => (acknowledged ? [acknowledged.by] : []))),
];

/** Why a verdict is what it is, in one sentence. */
export function reason(review: Pick<Review, "verdict" | "findings" | "problems">): string {
  const open = blocking(review).length;
  const dangers = `${open} ${open === 1 ? "danger is" : "dangers are"} not acknowledged`;
  switch (review.verdict) {
    case "safe":
      return "no danger found";
    case "acknowledged": {
      const known = review.findings.filter(({ severity }) => severity === "danger").length;
      return `${known} ${known === 1 ? "danger" : "dangers"} by ${andList(acknowledgers(review))}`;
    }
    case "needs-acknowledgement":
      return dangers;
    case "broken": {
      const problems = `${review.problems.length} ${review.problems.length === 1 ? "problem" : "problems"}`;
      return open ? `${problems}, and ${dangers}` : problems;
    }
  }
}
