import * as fc from "fast-check";
import { prune, type Entry } from "../../helpers/pruner-sandbox";

const OLD = 90;

const YOUNG = 30;

describe("for any runs", () => {
  interface Made {
    readonly stem: string;
    readonly digits: string;
    readonly age: number;
    readonly kind: "folder" | "file" | "link";
    readonly keep: boolean;
  }
  const made: fc.Arbitrary<Made> = fc.record({
    stem: fc.constantFrom("step-", "", "-rf ", "*", "$(x)'\"", ".hidden", "new\nline", "é", "a]b["),
    digits: fc.oneof(
      { weight: 8, arbitrary: fc.nat(24).map(String) },
      fc.nat(24).map((n) => `00${n}`),
      fc.constantFrom("", "999999999999999999", "1000000000000000000", "007x"),
    ),
    age: fc.constantFrom(OLD, OLD, OLD, 900, YOUNG, -YOUNG),
    kind: fc.constantFrom("folder", "folder", "folder", "folder", "file", "link"),
    keep: fc.constantFrom(false, false, false, false, true),
  });
  const run = fc.record({
    keep: fc.constantFrom(false, false, false, true),
    made: fc.uniqueArray(made, { maxLength: 12, selector: ({ stem, digits }) => stem + digits }),
  });

  /** What the pruner must leave, said once more. */
  function expected(runOf: { keep: boolean; made: readonly Made[] }, keepLast: number, keepEvery: number | undefined) {
    const checkpoints = runOf.made.filter(
      (m) => m.kind === "folder" && m.stem !== ".hidden" && m.stem + m.digits !== "" && /^\d{1,18}$/.test(m.digits),
    );
    const young = new Set(checkpoints.filter((m) => m.age < 60).map((m) => BigInt(m.digits)));
    const numbers = [...new Set(checkpoints.map((m) => BigInt(m.digits)))].filter((n) => !young.has(n));
    const newest = numbers.sort((a, b) => (a < b ? 1 : a > b ? -1 : 0)).slice(0, keepLast);
    const gone = checkpoints.filter((m) => {
      const number = BigInt(m.digits);
      const above = newest.length < keepLast || number >= (newest.at(-1) ?? 0n);
      const periodic = keepEvery !== undefined && number % BigInt(keepEvery) === 0n;
      return !runOf.keep && !m.keep && m.age >= 60 && !above && !periodic;
    });
    return runOf.made.filter((m) => !gone.includes(m)).map(({ stem, digits }) => stem + digits);
  }

  test("leaves what the rules say, and touches nothing outside the tier", () => {
    fc.assert(
      fc.property(
        fc.array(run, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 4 }),
        fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined }),
        (runs, keepLast, keepEvery) => {
          const files: Record<string, Entry> = {
            "outside/run/step-1/weights": { age: OLD },
            "tier/file-1": { age: OLD },
          };
          runs.forEach(({ keep, made }, i) => {
            if (keep) files[`tier/run ${i}/.railyard-keep`] = { age: OLD };
            for (const { stem, digits, age, kind, keep } of made) {
              if (stem + digits === "") continue;
              const path = `tier/run ${i}/${stem}${digits}`;
              if (kind === "file") files[path] = { age };
              else if (kind === "link") files[path] = { age: OLD, link: "../../outside/run" };
              else files[`${path}/a/${keep ? "" : "b/"}weights`] = { age };
              if (kind === "folder" && keep) files[`${path}/.railyard-keep`] = { age };
            }
          });
          const { left, status, output } = prune(
            { keepLast, ...(keepEvery !== undefined && { keepEvery }) },
            { files },
          );
          expect(output).not.toContain("FAILED");
          expect(status).toBe(0);
          runs.forEach((one, i) => {
            const there = left.flatMap((path) => {
              const [, name] = path.match(new RegExp(`^tier/run ${i}/([^/]+)/?$`)) ?? [];
              return name === undefined || name === ".railyard-keep" ? [] : [name];
            });
            expect(there.sort()).toEqual(expected(one, keepLast, keepEvery).filter(Boolean).sort());
          });
          expect(left).toEqual(expect.arrayContaining(["outside/run/step-1/weights", "tier/file-1"]));
        },
      ),
      { numRuns: 60 },
    );
  });
});
