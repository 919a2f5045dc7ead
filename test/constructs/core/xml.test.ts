import { element, xmlText } from "../../../constructs/core/xml";

test("elements are lines, and what has a meaning in XML is escaped", () =>
  expect(xmlText(element("a", { b: `<"&">` }, element("c"), element("d", {}, "1 < 2")), "x -- y")).toBe(
    `<!-- x - - y -->\n<a b="&lt;&quot;&amp;&quot;&gt;">\n  <c/>\n  <d>1 &lt; 2</d>\n</a>\n`,
  ));
