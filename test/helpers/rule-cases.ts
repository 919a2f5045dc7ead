import type { ConfigPath } from "../../config/issues";
import type { Rule } from "../../config/rules/rule";
import { ruleOf, violations, type Change } from "./environment";

/** A change of the sample that a rule tells of: where, and what message and fix must hold between them. */
export interface Trip {
  readonly id: string;
  readonly when: string;
  readonly change: Change;
  readonly path: ConfigPath;
  readonly words: readonly string[];
}

/** A change of the sample, near to one that trips, of which the rule says nothing. */
export interface Pass {
  readonly id: string;
  readonly when: string;
  readonly change: Change;
}

/** Tests of rules as a table. Every rule of the list must trip at least once and pass at least once. */
export function ruleCases(rules: readonly Rule[], trips: readonly Trip[], passes: readonly Pass[]): void {
  test.each(trips.map((t) => [`${t.id}: ${t.when}`, t] as const))("tells %s", (_, { id, change, path, words }) => {
    const found = violations(ruleOf(rules, id), change);
    expect(found.map((v) => v.path)).toEqual([path]);
    const text = `${found[0]?.message}\n${found[0]?.fix}`;
    for (const word of words) expect(text).toContain(word);
  });

  test.each(passes.map((p) => [`${p.id}: ${p.when}`, p] as const))("is silent on %s", (_, { id, change }) => {
    expect(violations(ruleOf(rules, id), change)).toEqual([]);
  });

  test("every rule has a case that trips it and one that does not", () => {
    const ids = rules.map((r) => r.id).sort();
    expect([...new Set(trips.map((t) => t.id))].sort()).toEqual(ids);
    expect([...new Set(passes.map((p) => p.id))].sort()).toEqual(ids);
  });
}
