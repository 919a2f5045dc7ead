import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(__dirname, "..", "..", "..");

/** Files of a folder that are read by people and by git, by their paths. */
function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|json|md|sh|yaml)$/.test(file))
    .map((file) => join(folder, file));
}

test("no source is a copy that a reader cannot open", () => {
  const files = ["config", "constructs", "stacks", "scripts", "docs", "policy"].flatMap(filesUnder);
  expect(files.length).toBeGreaterThan(500);
  const citing = files.filter((file) =>
    /stored\s+(file|copy|page)s?\s+\d/i.test(readFileSync(join(ROOT, file), "utf8")),
  );
  expect(citing).toEqual([]);
});

test("a price that no page of AWS was read for says that it is unverified", () => {
  const { rows } = JSON.parse(readFileSync(join(ROOT, "config", "facts", "prices.json"), "utf8")) as {
    rows: { item: string; price: number | null; source: string }[];
  };
  const loose = rows.filter(({ price, source }) => price !== null && !/https:\/\/|unverified/.test(source));
  expect(loose.map(({ item, source }) => `${item}: ${source}`)).toEqual([]);
});
