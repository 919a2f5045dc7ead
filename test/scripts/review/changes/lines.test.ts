import fc from "fast-check";
import { changedItems, changedLines } from "../../../../scripts/review/changes/lines";

test("tells lines that go and come, in order, and no others", () => {
  expect(changedLines("a\nb\nc\nd", "a\nx\nc\ny\nd")).toEqual(["- b", "+ x", "+ y"]);
});

test("equal texts have no lines", () => {
  expect(changedLines("a\nb", "a\nb")).toEqual([]);
  expect(changedItems([], [])).toEqual([]);
});

test("an empty side goes or comes as a whole", () => {
  expect(changedItems([], ["a", "b"])).toEqual(["+ a", "+ b"]);
  expect(changedItems(["a", "b"], [])).toEqual(["- a", "- b"]);
});

test("a line that moves goes and comes", () => {
  expect(changedItems(["a", "b", "c"], ["b", "c", "a"])).toEqual(["- a", "+ a"]);
});

const texts = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });

test("what goes and comes makes one text of the other, and is as little as can be", () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const lines = changedItems(before, after);
      const count = (sign: string, value: string) => lines.filter((line) => line === `${sign} ${value}`).length;
      for (const value of ["a", "b", "c", "d"]) {
        const had = before.filter((line) => line === value).length;
        const has = after.filter((line) => line === value).length;
        expect(had - count("-", value) + count("+", value)).toBe(has);
      }
      // never more than all of both
      expect(lines.length).toBeLessThanOrEqual(before.length + after.length);
      expect(lines.length === 0).toBe(before.join() === after.join());
    }),
  );
});

test("texts of very many lines are counted, not aligned", () => {
  const before = Array.from({ length: 30_000 }, (_, index) => `line ${index}`);
  const after = ["first", ...before.slice(0, 14_999), "changed", ...before.slice(15_000), "last"];
  const lines = changedItems(before, after);
  expect(lines).toEqual(["- line 14999", "+ first", "+ changed", "+ last"]);
});

test("a new order of very many lines is not told as nothing", () => {
  const before = Array.from({ length: 5_000 }, (_, index) => `line ${index}`);
  expect(changedItems(before, [...before].reverse())).toEqual(["  the same lines in another order"]);
});

test("many lines and long lines are cut, and it is said how many there are", () => {
  const lines = changedItems(
    [],
    Array.from({ length: 1_000 }, () => "x".repeat(10_000)),
  );
  expect(lines).toHaveLength(401);
  expect(lines[0]).toHaveLength(401);
  expect(lines[0]?.endsWith("…")).toBe(true);
  expect(lines.at(-1)).toBe("  … and 600 more lines");
});
