import fc from "fast-check";
import {
  assertLadder,
  needsRestore,
  type StorageClass,
  type Transition,
} from "../../../constructs/storage/transition-ladder";

const CLASSES: StorageClass[] = [
  "STANDARD_IA",
  "INTELLIGENT_TIERING",
  "ONEZONE_IA",
  "GLACIER_IR",
  "GLACIER",
  "DEEP_ARCHIVE",
];
const MINIMUM_STAY: Record<StorageClass, number> = {
  STANDARD_IA: 30,
  INTELLIGENT_TIERING: 0,
  ONEZONE_IA: 30,
  GLACIER_IR: 90,
  GLACIER: 90,
  DEEP_ARCHIVE: 180,
};

/** The rules of S3, written apart from the source. */
function legal(steps: readonly Transition[]): boolean {
  return steps.every(({ afterDays, storageClass }, index) => {
    if (storageClass.endsWith("_IA") && afterDays < 30) return false;
    const before = steps[index - 1];
    if (before === undefined) return true;
    const down = CLASSES.indexOf(storageClass) > CLASSES.indexOf(before.storageClass);
    const missingStep = before.storageClass === "ONEZONE_IA" && storageClass === "GLACIER_IR";
    const wait = afterDays - before.afterDays;
    return down && !missingStep && wait > 0 && wait >= MINIMUM_STAY[before.storageClass];
  });
}

const step = fc.record({ afterDays: fc.integer({ min: 0, max: 400 }), storageClass: fc.constantFrom(...CLASSES) });

/** Legal ladders: classes downwards, each as early as S3 takes it and then some days. */
const ladders: fc.Arbitrary<Transition[]> = fc
  .tuple(fc.subarray(CLASSES, { minLength: 1 }), fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 6 }))
  .map(([classes, extra]) => {
    const chosen = classes.includes("ONEZONE_IA") ? classes.filter((name) => name !== "GLACIER_IR") : classes;
    const steps: Transition[] = [];
    for (const [index, storageClass] of chosen.entries()) {
      const before = steps.at(-1);
      const earliest = before ? before.afterDays + Math.max(1, MINIMUM_STAY[before.storageClass]) : 0;
      const afterDays = Math.max(earliest, storageClass.endsWith("_IA") ? 30 : 0) + extra[index]!;
      steps.push({ afterDays, storageClass });
    }
    return steps;
  });

const accepts = (steps: readonly Transition[]): boolean => {
  try {
    assertLadder("rule", steps);
    return true;
  } catch {
    return false;
  }
};

describe("assertLadder", () => {
  test("takes every ladder that S3 takes", () => {
    fc.assert(
      fc.property(ladders, (steps) => accepts(steps)),
      { numRuns: 500 },
    );
  });

  test("agrees with the rules of S3 on any steps", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 4 }), (steps) => accepts(steps) === legal(steps)),
      { numRuns: 3000 },
    );
  });

  test("fails on a legal ladder whose last step comes too early for the one before", () => {
    fc.assert(
      fc.property(ladders, (steps) => {
        fc.pre(steps.length > 1);
        const [before, last] = steps.slice(-2) as [Transition, Transition];
        const tooEarly = before.afterDays + Math.max(MINIMUM_STAY[before.storageClass], 1) - 1;
        return !accepts([...steps.slice(0, -1), { ...last, afterDays: tooEarly }]);
      }),
    );
  });

  test("fails on every ladder of several steps in reverse", () => {
    fc.assert(
      fc.property(ladders, (steps) => {
        fc.pre(steps.length > 1);
        const classes = steps.map(({ storageClass }) => storageClass).reverse();
        return !accepts(steps.map(({ afterDays }, i) => ({ afterDays, storageClass: classes[i]! })));
      }),
    );
  });

  test("takes the documented example from the day it names", () => {
    const ladder = (days: number): Transition[] => [
      { afterDays: 4, storageClass: "GLACIER_IR" },
      { afterDays: days, storageClass: "DEEP_ARCHIVE" },
    ];
    expect(() => assertLadder("rule", ladder(94))).not.toThrow();
    expect(() => assertLadder('rule "r"', ladder(93))).toThrow(
      'rule "r": DEEP_ARCHIVE after 93 days, but GLACIER_IR begins after 4 and lasts at least 90. Say 94 days or more.',
    );
  });

  test.each(["STANDARD_IA", "ONEZONE_IA"] as const)("fails on %s before 30 days", (storageClass) => {
    expect(() => assertLadder("rule", [{ afterDays: 29, storageClass }])).toThrow(
      `rule: ${storageClass} after 29 days; S3 moves objects there after a whole number of days, at least 30.`,
    );
    expect(() => assertLadder("rule", [{ afterDays: 30, storageClass }])).not.toThrow();
  });

  test.each(["INTELLIGENT_TIERING", "GLACIER_IR", "GLACIER", "DEEP_ARCHIVE"] as const)(
    "takes %s from the first day",
    (storageClass) => expect(() => assertLadder("rule", [{ afterDays: 0, storageClass }])).not.toThrow(),
  );

  test("fails from ONEZONE_IA to GLACIER_IR, the one step down that S3 lacks", () => {
    const steps: Transition[] = [
      { afterDays: 30, storageClass: "ONEZONE_IA" },
      { afterDays: 365, storageClass: "GLACIER_IR" },
    ];
    expect(() => assertLadder("rule", steps)).toThrow(
      "S3 does not move objects from ONEZONE_IA to GLACIER_IR; from there it goes to GLACIER, DEEP_ARCHIVE.",
    );
  });

  test("fails after DEEP_ARCHIVE, from where nothing goes on", () => {
    const steps: Transition[] = [
      { afterDays: 0, storageClass: "DEEP_ARCHIVE" },
      { afterDays: 999, storageClass: "GLACIER" },
    ];
    expect(() => assertLadder("rule", steps)).toThrow(/from there it goes to nowhere/);
  });

  test.each([-1, 1.5, NaN])("fails on %p days", (afterDays) => {
    expect(() => assertLadder("rule", [{ afterDays, storageClass: "GLACIER" }])).toThrow(
      `GLACIER after ${afterDays} days`,
    );
  });

  test("takes no steps at all", () => expect(() => assertLadder("rule", [])).not.toThrow());
});

test("only GLACIER and DEEP_ARCHIVE need a restore before reading", () => {
  expect(CLASSES.filter(needsRestore)).toEqual(["GLACIER", "DEEP_ARCHIVE"]);
});
