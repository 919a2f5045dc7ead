import fc from "fast-check";
import { changedLines, cut, cutBoth, shownText } from "../../../../scripts/review/render/values";
import { oneLine, visible } from "../../../../scripts/lib/terminal/visible";
import { attribute } from "../../../helpers/review";

test("what nobody could see is written out, and lines and tabs stay", () => {
  expect(visible("a\u202eb\u0000c\u200bd\ne\tf")).toBe("a\\u{202e}b\\u{0}c\\u{200b}d\ne\tf");
  expect(visible("half \ud83d of a pair, \u{1f6d1} whole")).toBe("half \\u{d83d} of a pair, \u{1f6d1} whole");
});

test("a text on one line says where its lines ended", () => expect(oneLine("a\r\nb\nc\rd")).toBe("a ↵ b ↵ c\\u{d}d"));

test("a long text is cut, says how much is missing, and keeps whole characters", () => {
  expect(cut("abcdef", 6)).toBe("abcdef");
  expect(cut("abcdef", 4)).toBe("abcd… (2 more characters)");
  expect(cut("ab\u{1f6d1}c", 3)).toBe("ab… (3 more characters)");
});

test("two texts that differ behind the cut are shown from where they differ", () => {
  const same = "a".repeat(100);
  expect(cutBoth(`${same}1`, `${same}2`, 20)).toEqual([
    "(88 characters alike) …aaaaaaaaaaaa1",
    "(88 characters alike) …aaaaaaaaaaaa2",
  ]);
  expect(cutBoth(`x${same}`, `y${same}`, 20)).toEqual([cut(`x${same}`, 20), cut(`y${same}`, 20)]);
  expect(cutBoth("a", "b", 20)).toEqual(["a", "b"]);
});

test("two texts that differ are shown with a difference, however long they are", () =>
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.integer({ min: 20, max: 40 }),
      (beginning, one, other, most) => {
        fc.pre(one !== other);
        const [before, after] = cutBoth(beginning + one, beginning + other, most);
        const without = (text: string) => text.replace(/… \(\d+ more characters\)$/, "");
        expect(without(before)).not.toBe(without(after));
      },
    ),
  ));

test.each([
  [{ kind: "value", value: "1" }, '"1"'],
  [{ kind: "value", value: 1 }, "1"],
  [{ kind: "value", value: null }, "null"],
  [{ kind: "value", value: undefined }, "null"],
  [{ kind: "value", value: { a: ["\u202e"] } }, '{"a":["\\u{202e}"]}'],
  [{ kind: "unknown" }, "known after apply"],
  [{ kind: "secret" }, "secret, not shown"],
  [{ kind: "absent" }, "not set"],
] as const)("%j is shown as %s", (shown, text) => expect(shownText(shown)).toBe(text));

test("changed lines stay lines of their kind, even where one has several", () => {
  const lines = ["- old", "+ new\n```\n\u202e"];
  expect(changedLines({ ...attribute("a", 1, 2), lines })).toEqual(["- old", "+ new", "+```", "+\\u{202e}"]);
  expect(changedLines(attribute("a", 1, 2))).toEqual([]);
});

test("no text on one line has a line end, and none that is cut is longer than it may be", () =>
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.integer({ min: 0, max: 40 }), (text, most) => {
      expect(oneLine(text)).not.toMatch(/[\n\r\u2028\u2029]/);
      expect(cut(text, most).replace(/… \(\d+ more characters\)$/, "").length).toBeLessThanOrEqual(
        Math.max(most, text.length <= most ? text.length : 0),
      );
    }),
  ));
