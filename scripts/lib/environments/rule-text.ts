import type { Rule } from "../../../config/kernel/rule";

/** What there is to know of a rule. */
export interface RuleExplanation extends Pick<Rule, "id" | "title" | "severity" | "why" | "source"> {
  readonly kind: "rule";
}

export const explainRule = ({ id, title, severity, why, source }: Rule): RuleExplanation => ({
  kind: "rule",
  id,
  title,
  severity,
  why,
  source,
});

/** All of a rule for people: what it holds, why, and where that is written. */
export function ruleText({ id, title, severity, why, source }: Omit<RuleExplanation, "kind">): string {
  return [id, `  ${title}`, `  severity  ${severity}`, `  why       ${why}`, `  source    ${source}`].join("\n");
}
