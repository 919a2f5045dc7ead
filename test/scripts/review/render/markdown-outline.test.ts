import fc from "fast-check";
import { fit, rankOf, type Piece } from "../../../../scripts/review/render/markdown-outline";

const piece = (rank: number, open: string, more: Partial<Piece> = {}): Piece => ({
  rank,
  open,
  kind: "finding",
  ...more,
});

test("all of it is there when there is room", () =>
  expect(fit([piece(0, "a"), piece(1, "b", { inside: [piece(1, "c")], close: "d" })], 4)).toEqual({
    text: "abcd",
    left: new Map(),
  }));

test("the least important goes first, and order stays that of reading", () => {
  const pieces = [piece(2, "low "), piece(0, "high "), piece(1, "middle")];
  expect(fit(pieces, 11)).toEqual({ text: "high middle", left: new Map([["finding", 1]]) });
});

test("a small thing never takes the place of a more important one", () =>
  expect(fit([piece(0, "a"), piece(1, "too long"), piece(2, "b")], 5).text).toBe("a"));

test("what is inside goes with what is around it, and is no more important", () => {
  const fitted = fit([piece(5, "[", { inside: [piece(0, "x", { kind: "row" })], close: "]" }), piece(3, "y")], 1);
  expect(fitted).toEqual({
    text: "y",
    left: new Map([
      ["finding", 1],
      ["row", 1],
    ]),
  });
});

test("a heading without anything below it is not written", () => {
  const heading = piece(0, "head", { needsInside: true, inside: [piece(9, "body")] });
  expect(fit([heading], 6)).toEqual({ text: "", left: new Map([["finding", 1]]) });
});

test("size is that in bytes, with both ends of a piece", () => {
  expect(fit([piece(0, "ä", { close: "ö" })], 3).text).toBe("");
  expect(fit([piece(0, "ä", { close: "ö" })], 4).text).toBe("äö");
});

test("the rank of what is around is the least of what is inside", () => {
  expect(rankOf([piece(4, ""), piece(2, "")])).toBe(2);
  expect(rankOf([])).toBe(Infinity);
});

const leaf = {
  rank: fc.integer({ min: 0, max: 5 }),
  open: fc.string({ maxLength: 12 }),
  kind: fc.constant("finding" as const),
};
const around = (inner: fc.Arbitrary<Piece>): fc.Arbitrary<Piece> =>
  fc.record({ ...leaf, close: fc.string({ maxLength: 4 }), inside: fc.array(inner, { maxLength: 3 }) });
const pieces = around(around(fc.record(leaf)));

const count = (all: readonly Piece[]): number => all.reduce((sum, { inside = [] }) => sum + 1 + count(inside), 0);

test("nothing is ever longer than its limit, and everything is either there or counted", () =>
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 6 }), fc.integer({ min: 0, max: 120 }), (all, bytes) => {
      const { text, left } = fit(all, bytes);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytes);
      expect(left.get("finding") ?? 0).toBeLessThanOrEqual(count(all));
      if (left.size === 0) expect(text.length).toBe(lengthOf(all));
    }),
  ));

const lengthOf = (all: readonly Piece[]): number =>
  all.reduce((sum, { open, close = "", inside = [] }) => sum + open.length + close.length + lengthOf(inside), 0);
