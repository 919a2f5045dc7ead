import type { ConfigPath } from "../../config/kernel/issues";
import type { Rule, Severity, Violation } from "../../config/kernel/rule";
import { appliedFix } from "./applied-fix";
import { hasShape, NOW, ruleOf, violations, type Change } from "./environment";

/** The sample in which the cases of a site are changes. */
export interface RuleSample {
  violations(rule: Rule, change?: Change, now?: Date): Violation[];
  hasShape(change: Change): boolean;
}

/** An environment close to one that trips a rule, with which the rule finds no fault. */
export interface Pass {
  /** Ends the sentence "allows …". @default - the change */
  readonly when?: string;
  readonly change: Change;
  /** Moment at which the rule looks, as ISO 8601. @default - NOW */
  readonly now?: string;
}

/** An environment with which a rule finds fault, in one place. */
export interface Trip extends Pass {
  /** Ends the sentence "finds …". @default - the first words that it says */
  readonly when?: string;
  readonly at: ConfigPath;
  /** What the message must say. */
  readonly message?: readonly string[];
  /** What the fix must say. */
  readonly fix?: readonly string[];
}

/** What one rule must find and what it must let pass: at least one of each. */
export interface RuleCases {
  readonly severity: Severity;
  /** The rule finds something in the sample itself. @default - it must be silent there */
  readonly tripsSample?: true;
  readonly trips: readonly Trip[];
  readonly passes: readonly Pass[];
}

/** Tests of a list of rules, by their ids. None may be left out. @param site its sample. @default that of AWS */
export function ruleCases(
  rules: readonly Rule[],
  cases: Readonly<Record<string, RuleCases>>,
  site: RuleSample = { violations, hasShape },
): void {
  test("every rule has a case that trips it and one that does not", () => {
    const whole = Object.entries(cases).filter(([, { trips, passes }]) => trips.length > 0 && passes.length > 0);
    expect(whole.map(([id]) => id).sort()).toEqual(rules.map((r) => r.id).sort());
  });

  describe.each(Object.entries(cases))("%s", (id, { severity, tripsSample = false, trips, passes }) => {
    test.each(trips.map((t) => [tripTitle(t), t] as const))(
      "finds %s",
      (_, { change, now, at, message = [], fix = [] }) => {
        const rule = ruleOf(rules, id);
        const found = site.violations(rule, change, momentOf(now));
        expect(rule.severity).toBe(severity);
        expect(found.map((v) => v.path)).toEqual([at]);
        expect(message.length + fix.length).toBeGreaterThan(0);
        for (const words of message) expect(found[0]?.message).toContain(words);
        for (const words of fix) expect(found[0]?.fix).toContain(words);
        const fixed = found[0] && appliedFix(change, found[0]);
        if (fixed && site.hasShape(fixed))
          expect(site.violations(rule, fixed, momentOf(now)).map((v) => v.path)).not.toContainEqual(at);
      },
    );

    test.each(passes.map((p) => [passTitle(p), p] as const))("allows %s", (_, { change, now }) => {
      expect(site.violations(ruleOf(rules, id), change, momentOf(now))).toEqual([]);
    });

    test(tripsSample ? "finds something in the sample" : "finds nothing in the sample", () => {
      expect(site.violations(ruleOf(rules, id)).length > 0).toBe(tripsSample);
    });
  });
}

/** A change of one node group of the sample. */
export const group = (name: string, change: Change): Change => ({ nodeGroups: { [name]: change } });

/** A Capacity Block of a week that began the day before NOW. */
export const CAPACITY_BLOCK = {
  kind: "capacity-block",
  id: "cr-00000000000000009",
  zone: "us-east-1a",
  count: 4,
  start: "2026-11-20T11:30:00Z",
  end: "2026-11-27T11:30:00Z",
} as const;

/** Path of a key of a node group. */
export const groupAt = (name: string, ...keys: string[]): ConfigPath => ["nodeGroups", name, ...keys];

const momentOf = (now: string | undefined): Date => (now === undefined ? NOW : new Date(now));
const tripTitle = ({ when, message = [], fix = [] }: Trip): string => when ?? `"${[...message, ...fix][0]}"`;
const passTitle = ({ when, change }: Pass): string => when ?? JSON.stringify(change).slice(0, 100);
