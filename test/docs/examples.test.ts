import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { mergeExtends } from "../../config/kernel/extends";
import { awsEksSchema } from "../../config/sites/aws-eks/schema";
import { kubernetesSchema } from "../../config/sites/kubernetes/schema";
import { LEGAL_CLUSTER } from "../helpers/cluster";
import { LEGAL } from "../helpers/environment";
import { ROOT } from "../helpers/process";

const pages = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
const blocks = pages.flatMap((page) =>
  [...readFileSync(join(ROOT, "docs", page), "utf8").matchAll(/^```ts\n([^]*?)^```/gm)].map(([, text], at) => ({
    name: `${page}, example ${at + 1}`,
    text: text!,
  })),
);

const SITES = [
  { schema: awsEksSchema, base: LEGAL },
  { schema: kubernetesSchema, base: LEGAL_CLUSTER },
];
const KNOWN = new Set(SITES.flatMap(({ schema }) => Object.keys(schema.shape)));

/** Keys of an environment, as they stand in its file; null: the example is something else, of a key within, or leaves something out. */
function keysOf(text: string): object | null {
  if (/^(?:import|export|const) |…|\.\.\.|\bserver\b|^[\w.]+\(/m.test(text)) return null;
  // of another context, whose objects the schema takes for none
  const found = JSON.parse(JSON.stringify(runInNewContext(`({${text}})`))) as object;
  return Object.keys(found).every((key) => KNOWN.has(key)) ? found : null;
}

/** Of the site that takes it best. */
function problemsOf(keys: object): string[] {
  const all = SITES.map(({ schema, base }) =>
    (schema.safeParse(mergeExtends({ ...keys, extends: base }).input).error?.issues ?? []).map(
      ({ path, message }) => `${path.join(".")}: ${message}`,
    ),
  );
  return all.toSorted((a, b) => a.length - b.length)[0]!;
}

test.each(blocks)("$name has keys that are there, with values that they take", ({ text }) => {
  const keys = keysOf(text);
  if (keys !== null) expect(problemsOf(keys)).toEqual([]);
});

test("an example without what it needs is seen, and most examples are looked at", () => {
  expect(problemsOf(keysOf("  kueue: {},\n")!)).toEqual([expect.stringContaining("kueue.nodeGroups")]);
  expect(blocks.filter(({ text }) => keysOf(text) !== null).length).toBeGreaterThan(25);
});
