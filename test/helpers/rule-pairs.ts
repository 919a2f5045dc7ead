import type { ConfigPath } from "../../config/issues";
import type { Rule, Severity } from "../../config/rules/rule";
import { NOW, ruleOf, violations, type Change } from "./environment";

/** A change to the sample environment that breaks a rule in one place, and one beside it that does not. */
export interface RulePair {
  readonly id: string;
  readonly severity: Severity;
  readonly trips: Change;
  readonly path: ConfigPath;
  /** What message and fix must say together. */
  readonly says: readonly string[];
  readonly passes: Change;
  /** When it trips. @default - NOW */
  readonly now?: string;
  /** When it passes. @default - when it trips */
  readonly passesNow?: string;
}

/** Tests every pair, and that no rule of the list is left without one. */
export function describeRules(rules: readonly Rule[], pairs: readonly RulePair[]): void {
  test("every rule has a pair", () => {
    expect([...new Set(pairs.map((c) => c.id))].sort()).toEqual(rules.map((r) => r.id).sort());
  });

  test.each(pairs.map((c) => [`${c.id} tells of ${c.path.join(".")}: ${c.says[0]}`, c] as const))("%s", (_, c) => {
    const rule = ruleOf(rules, c.id);
    const found = violations(rule, c.trips, c.now ? new Date(c.now) : NOW);
    expect(rule.severity).toBe(c.severity);
    expect(found.map((v) => v.path)).toEqual([c.path]);
    const text = found.map((v) => `${v.message} | ${v.fix}`).join();
    for (const words of c.says) expect(text).toContain(words);
  });

  test.each(pairs.map((c) => [`${c.id} lets ${JSON.stringify(c.passes).slice(0, 100)} pass`, c] as const))(
    "%s",
    (_, c) => {
      const now = c.passesNow ?? c.now;
      expect(violations(ruleOf(rules, c.id), c.passes, now ? new Date(now) : NOW)).toEqual([]);
    },
  );
}
