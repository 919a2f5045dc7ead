import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ACROSS_RULES } from "../../config/across/rules";
import { RULES } from "../../config/rules";
import { INFINIBAND_RULES } from "../../config/fabrics/infiniband/rules";
import { OPERATOR_RULES } from "../../config/fabrics/rdma/operator-rules";
import { RDMA_RULES } from "../../config/fabrics/rdma/rules";
import { ROCE_RULES } from "../../config/fabrics/roce/rules";
import { CLUSTER_CHECKS } from "../../scripts/preflight/cluster/registry";
import { ROOT } from "../helpers/process";

const text = readFileSync(join(ROOT, "docs/fabrics.md"), "utf8");
// a name of a rule, and no path, address or label
const named = [...text.matchAll(/`([a-z]+(?:-[a-z]+)*\/[a-z]+(?:-[a-z]+)*)`/g)].map(([, id]) => id!);

test("every rule and check that the page names is there", () => {
  const known = new Set([...RULES, ...ACROSS_RULES, ...CLUSTER_CHECKS].map(({ id }) => id));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((id) => !known.has(id))).toEqual([]);
});

test("every rule of fabrics that could not work is on the page", () => {
  const own = [...RDMA_RULES, ...INFINIBAND_RULES, ...ROCE_RULES, ...OPERATOR_RULES].map(({ id }) => id);
  expect(own.filter((id) => !named.includes(id))).toEqual([]);
});
