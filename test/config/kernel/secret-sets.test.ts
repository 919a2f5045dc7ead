import { maskText } from "../../../config/kernel/secret-text";
import { maskValue } from "../../../scripts/review/changes/mask-value";
import { harmlessTexts } from "../../fixtures/harmless";
import { provedSecrets } from "../../fixtures/secrets-proof";
import { tunedSecrets } from "../../fixtures/secrets-tuned";
import { drawer, type Planted } from "../../helpers/drawn";

const SEEDS = [7, 11, 2026];

const planted = (set: typeof tunedSecrets): (readonly [string, Planted])[] =>
  SEEDS.flatMap((seed) => set(drawer(seed)).map((one) => [`${one.name}, seed ${seed}`, one] as const));

describe.each([
  ["the set that it was made with", tunedSecrets],
  ["a set that it was not made with", provedSecrets],
])("%s", (_, set) => {
  test("has more than sixty forms, each with its secret in it", () => {
    const all = set(drawer(1));
    expect(all.length).toBeGreaterThan(60);
    for (const { text, secret } of all) expect(text).toContain(secret);
  });

  test.each(planted(set))("%s", (_name, { text, secret }) => {
    // in a script, in Helm values as JSON and as YAML, as a value of a resource
    const places = [
      text,
      `set -e\n${text}\necho done\n`,
      JSON.stringify({ a: [{ b: text }] }),
      `a:\n  b: ${JSON.stringify(text)}\n`,
    ];
    for (const place of places) expect(maskText(place)).not.toContain(secret);
    for (const place of places) expect(JSON.stringify(maskValue({ values: [place] }))).not.toContain(secret);
  });
});

test.each(SEEDS.flatMap((seed) => harmlessTexts(drawer(seed)).map((text) => [text])))("%s is told", (text) => {
  expect(maskText(text)).toBe(text);
  expect(maskValue({ values: [text] })).toEqual({ values: [text] });
});
