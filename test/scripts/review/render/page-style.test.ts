import { STYLE } from "../../../../scripts/review/render/page-style";
import { DRAWING_STYLE } from "../../../../scripts/review/render/page-style-drawing";
import { SECTION_STYLE } from "../../../../scripts/review/render/page-style-sections";

/** Colours by name: in light, in dark. */
const colours = new Map(
  [...STYLE.matchAll(/--([\w-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\)/g)].map(([, name, light, dark]) => [
    name ?? "",
    { light: light ?? "", dark: dark ?? "" },
  ]),
);

/** Relative luminance of WCAG 2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const texts = ["ink", "muted", "accent", "added", "changed", "replaced", "removed"];
const grounds = ["paper", "panel", "raised"];
const pairs = texts.flatMap((text) =>
  grounds.flatMap((ground) => (["light", "dark"] as const).map((theme) => [text, ground, theme] as const)),
);

test.each(pairs)("%s on %s can be read in %s", (text, ground, theme) => {
  expect(contrast(colours.get(text)?.[theme] ?? "", colours.get(ground)?.[theme] ?? "")).toBeGreaterThanOrEqual(4.5);
});

test("every colour that is used has a value in both themes", () => {
  const all = [STYLE, DRAWING_STYLE, SECTION_STYLE].join("\n");
  const used = new Set([...all.matchAll(/var\(--([\w-]+)/g)].map(([, name]) => name));
  const given = new Set([...all.matchAll(/--([\w-]+):/g)].map(([, name]) => name));
  expect([...used].filter((name) => !given.has(name))).toEqual([]);
});

test("nothing is loaded by style", () =>
  expect([STYLE, DRAWING_STYLE, SECTION_STYLE].join("\n")).not.toMatch(/url\(|@import|@font-face|<\//));
