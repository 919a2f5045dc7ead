import fc from "fast-check";
import {
  badge,
  badgeWidth,
  fitted,
  focusable,
  lineOf,
  markWord,
  mergedText,
  partClasses,
  textLine,
  widthOf,
} from "../../../../scripts/review/render/drawing-svg";
import type { Part } from "../../../../scripts/review/render/picture";

const part = (before: string | null, after: string | null, mark: Part<string>["mark"]): Part<string> => ({
  name: "a",
  before,
  after,
  mark,
});

test("a text is cut where its room ends, and never within a character", () => {
  expect(fitted("h100", 100, "text")).toBe("h100");
  expect(fitted("abcdefghij", 36, "text")).toBe("abcd…");
  expect(fitted("\u{1f6d1}\u{1f6d1}\u{1f6d1}", 15, "text")).toBe("\u{1f6d1}…");
  expect(fitted("a\u202eb", 100, "text")).toBe("a\\u{202e}b");
  expect(fitted("abc", 0, "text")).toBe("…");
});

test("no text is wider than its room", () =>
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 10, max: 400 }), (text, room) => {
      expect(widthOf(fitted(text, room, "small"), "small")).toBeLessThanOrEqual(room);
    }),
  ));

test("words that differ are told with both values, the others once", () => {
  expect(mergedText({ before: ["4", " × ", "p5"], after: ["6", " × ", "p5"] })).toBe("4 → 6 × p5");
  expect(mergedText({ before: ["a"], after: ["a"] })).toBe("a");
  expect(mergedText({ before: null, after: ["a", "b"] })).toBe("ab");
  expect(mergedText({ before: ["a", "b"], after: null })).toBe("ab");
  expect(mergedText({ before: ["a"], after: ["b", "c"] })).toBe("a → bc");
  expect(mergedText({ before: ["ab"], after: ["a", "b"] })).toBe("ab");
  expect(mergedText({ before: null, after: null })).toBe("");
});

test("a line is written once where it stays, and for each view where it differs", () => {
  const at = { x: 1, y: 2 };
  expect(
    textLine(
      lineOf(part("a", "a", null), (v) => [v]),
      at,
      100,
      "text",
    ).text,
  ).toBe(`<text class="text" x="1" y="2">a</text>`);
  expect(
    textLine(
      lineOf(part("a", "<b>", null), (v) => [v]),
      at,
      100,
      "text",
      "muted",
    ).text,
  ).toBe(
    `<text class="text muted vb" x="1" y="2">a</text><text class="text muted va" x="1" y="2">&lt;b&gt;</text><text class="text muted vc differs" x="1" y="2">a → &lt;b&gt;</text>`,
  );
  expect(
    textLine(
      lineOf(part(null, "b", null), (v) => [v]),
      at,
      100,
      "text",
    ).text,
  ).toBe(`<text class="text" x="1" y="2">b</text>`);
});

test("classes say in which views a part is there, and what happens to it", () => {
  expect(partClasses(part(null, "b", "added"))).toBe("nb added");
  expect(partClasses(part("a", null, "replaced"))).toBe("na replaced");
  expect(partClasses(part("a", "b", null))).toBe("");
});

test("a badge says it in a sign and a word, and which of two it is", () => {
  expect(badge(part("a", "b", null), { x: 0, y: 0 })).toBeNull();
  expect(badgeWidth(part("a", "b", null))).toBe(0);
  expect(badge(part("a", "b", "changed"), { x: 0, y: 0 })?.text).toContain("~ changed");
  expect(badge(part("a", null, "removed"), { x: 0, y: 0 })?.text).toContain("− removed");
  expect(markWord(part("a", "b", "replaced"))).toBe("replaced");
  expect(markWord(part("a", null, "replaced"))).toBe("replaced: the old one");
  expect(markWord(part(null, "b", "replaced"))).toBe("replaced: the new one");
});

test("what changes is a link to its findings, what stays can be reached too", () => {
  const link = focusable(part("a", "b", "changed"), `about "it"`, "h100", "group", "x").text;
  expect(link).toMatch(
    /^<a class="part group changed" href="#findings" data-search="h100" aria-label="changed\. about &quot;it&quot;">/,
  );
  const still = focusable(part("a", "a", null), "about", "h100", "group", "x").text;
  expect(still).toMatch(/^<g class="part group " tabindex="0" role="img" aria-label="about"><title>about<\/title>/);
});
