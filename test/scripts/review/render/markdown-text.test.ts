import fc from "fast-check";
import { code, fence, row, text } from "../../../../scripts/review/render/markdown-text";

test.each([
  ["**bold** _it_ ~~gone~~", "&#42;&#42;bold&#42;&#42; &#95;it&#95; &#126;&#126;gone&#126;&#126;"],
  ["a_b__c", "a_b&#95;&#95;c"],
  ["aws_fsx_lustre", "aws_fsx_lustre"],
  ["`code`", "&#96;code&#96;"],
  ["a | b \\| c", "a &#124; b &#92;&#124; c"],
  ["<img src=x> &amp;", "&#60;img src=x&#62; &#38;amp;"],
  ["[x](y)", "&#91;x&#93;&#40;y&#41;"],
  ["two\nlines", "two ↵ lines"],
  ["$x^2$", "&#36;x^2&#36;"],
  ["- a list", "&#45; a list"],
  ["+", "&#43;"],
  ["12. a list", "&#49;2. a list"],
  ["9.6 GB/s", "9.6 GB/s"],
])("%j is text and nothing else", (given, expected) => expect(text(given)).toBe(expected));

test.each(["@octocat", "#12", "https://example.com", "www.example.com", "WWW.example.com", "a@b.example"])(
  "%s becomes no mention, no issue and no link",
  (given) => {
    expect(text(given)).not.toContain(given);
    expect(text(given)).toMatch(/&#(?:64|35|58|46);&#8203;/);
  },
);

test("a long text is cut before it is escaped", () =>
  expect(text("<<<<", 2)).toBe("&#60;&#60;… &#40;2 more characters&#41;"));

test("code is text too", () => expect(code("a`b")).toBe("<code>a&#96;b</code>"));

test("a block of code is longer fenced than anything in it", () => {
  expect(fence("yaml", ["a: 1"])).toBe("```yaml\na: 1\n```\n");
  expect(fence("", ["````", "x"])).toBe("`````\n````\nx\n`````\n");
  expect(fence("", ["a\n```\nb"])).toBe("````\na ↵ ``` ↵ b\n````\n");
});

test("a row is one line", () => expect(row(["a", "b"])).toBe("| a | b |\n"));

test("whatever comes in, nothing in it can begin markup", () =>
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (given) => {
      const escaped = text(given);
      expect(escaped).not.toMatch(/[<>"'`*~[\]()|\\@!$\n\r]|#(?!\d+;)|:\/\/|^[-+=]|&(?!#\d+;)/);
    }),
  ));
