import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ACROSS_RULES } from "../../config/across/rules";
import { RULES } from "../../config/rules";
import { SHARING_KINDS } from "../../config/sharing/kinds";
import { ROOT } from "../helpers/process";

const text = readFileSync(join(ROOT, "docs/sharing.md"), "utf8");
const named = [...text.matchAll(/`([a-z]+(?:-[a-z]+)*\/[a-z]+(?:-[a-z]+)*)`/g)].map(([, id]) => id!);
const known = new Set([...RULES, ...ACROSS_RULES].map(({ id }) => id));
// repositories and manifests are written the same way
const OTHERS = ["suse-edge/charts"];

test("every rule that the page names is there", () => {
  expect(named.filter((id) => !known.has(id) && !OTHERS.includes(id))).toEqual([]);
});

test("every rule of what cannot be together is on the page", () => {
  const pairs = SHARING_KINDS.flatMap(({ rules }) => rules).filter(({ id }) =>
    /^gpu\/(?:vm|vgpu|mig-on|passthrough-dev)/.test(id),
  );
  expect(pairs.length).toBeGreaterThan(6);
  expect(pairs.map(({ id }) => id).filter((id) => !named.includes(id))).toEqual([]);
});

test("every kind has its row", () => {
  const rows = [...text.matchAll(/^\| `\{ kind: "([a-z-]+)"/gm)].map(([, kind]) => kind);
  expect(rows).toEqual(SHARING_KINDS.map(({ kind }) => kind));
});
