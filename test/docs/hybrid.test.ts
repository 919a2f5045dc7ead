import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HYBRID_NETWORK_RULES } from "../../config/sites/aws-eks/hybrid/network-rules";
import { HYBRID_POOL_RULES } from "../../config/sites/aws-eks/hybrid/pool-rules";
import { RULES } from "../../config/rules";
import { ROOT } from "../helpers/process";

const text = readFileSync(join(ROOT, "docs/hybrid.md"), "utf8");
const named = [...text.matchAll(/`([a-z-]+\/[a-z-]+)`/g)].map(([, id]) => id!);

test("every rule that the page names is there, and every rule of hybrid nodes is on the page", () => {
  const known = new Set(RULES.map(({ id }) => id));
  expect(named.filter((id) => !known.has(id))).toEqual([]);
  const own = [...HYBRID_NETWORK_RULES, ...HYBRID_POOL_RULES]
    .map(({ id }) => id)
    .filter((id) => id.startsWith("hybrid/"));
  expect(own.filter((id) => !named.includes(id))).toEqual([]);
});
