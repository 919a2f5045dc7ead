import fc from "fast-check";
import { escapeHtml, Html, jsonData, markup } from "../../../../scripts/review/render/html";

test("what is put in is escaped, unless it is HTML already", () => {
  const inner = markup`<b>${"<i>"}</b>`;
  expect(markup`<p title="${`"'&`}">${inner}${["x", inner]}${7}${null}${undefined}${false}</p>`.text).toBe(
    `<p title="&quot;&#39;&amp;"><b>&lt;i&gt;</b>x<b>&lt;i&gt;</b>7</p>`,
  );
  expect(markup`${new Html("<hr>")}`.text).toBe("<hr>");
});

test("what turns text around or ends a line in secret is written out", () =>
  expect(escapeHtml("a\u202eb\u2028c")).toBe("a\\u{202e}b\\u{2028}c"));

test("JSON in a script cannot end it, and stays the same", () => {
  const value = { a: "</script><!--<script>", b: ["\u2028"] };
  expect(jsonData(value).text).not.toContain("<");
  expect(JSON.parse(jsonData(value).text)).toEqual(value);
});

test("no text gets a tag, an entity of its own or the end of an attribute through", () =>
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(escapeHtml(text)).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/);
    }),
  ));
