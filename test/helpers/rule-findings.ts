import type { ConfigPath } from "../../config/issues";
import type { Rule } from "../../config/rules/rule";
import { NOW, ruleOf, violations, type Change } from "./environment";

/** An environment that a rule finds fault with, once. */
export interface Trip {
  readonly rule: string;
  /** Ends the sentence "finds …". */
  readonly finds: string;
  readonly change: Change;
  readonly now?: Date;
  readonly at: ConfigPath;
  /** What the message must say. */
  readonly says: readonly string[];
  /** What the fix must say. */
  readonly fix: readonly string[];
}

/** An environment close to one that trips the rule, with which the rule finds no fault. */
export interface Pass {
  readonly rule: string;
  /** Ends the sentence "allows …". */
  readonly allows: string;
  readonly change: Change;
  readonly now?: Date;
}

/** Tests of a list of rules, of which each must have a case that trips it and one that does not. */
export function ruleFindings(rules: readonly Rule[], trips: readonly Trip[], passes: readonly Pass[]): void {
  test.each(trips.map((c) => [`${c.rule} finds ${c.finds}`, c] as const))("%s", (_, c) => {
    const found = violations(ruleOf(rules, c.rule), c.change, c.now ?? NOW);
    expect(found.map((v) => v.path)).toEqual([c.at]);
    for (const words of c.says) expect(found[0]?.message).toContain(words);
    for (const words of c.fix) expect(found[0]?.fix).toContain(words);
  });

  test.each(passes.map((c) => [`${c.rule} allows ${c.allows}`, c] as const))("%s", (_, c) => {
    expect(violations(ruleOf(rules, c.rule), c.change, c.now ?? NOW)).toEqual([]);
  });

  test.each(rules.map((r) => [r.id, r] as const))("%s finds nothing in the sample", (_, rule) => {
    expect(violations(rule)).toEqual([]);
  });

  test("every rule has a case that trips it and one that does not", () => {
    const ids = rules.map((r) => r.id).sort();
    expect([...new Set(trips.map((c) => c.rule))].sort()).toEqual(ids);
    expect([...new Set(passes.map((c) => c.rule))].sort()).toEqual(ids);
  });
}

/** A change of one node group of the sample. */
export const group = (name: string, change: Change): Change => ({ nodeGroups: { [name]: change } });
