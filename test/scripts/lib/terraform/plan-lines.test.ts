import { planLines, planText } from "../../../../scripts/lib/terraform/plan-lines";
import type { PlanJson } from "../../../../scripts/lib/terraform/plan-json";
import { planJson } from "../../../helpers/deploying";

const plan = (changes: Parameters<typeof planJson>[0]) => planJson(changes) as unknown as PlanJson;

test("what goes comes first, and what stays is left out", () => {
  const all = plan({
    "aws_vpc.a": { actions: ["create"] },
    "aws_vpc.b": { actions: ["no-op"] },
    "aws_vpc.c": { actions: ["update"] },
    "aws_vpc.d": { actions: ["delete"] },
    "aws_vpc.e": { actions: ["delete", "create"] },
  });
  expect(planLines(all)).toEqual(["  - aws_vpc.d", "-/+ aws_vpc.e", "  ~ aws_vpc.c", "  + aws_vpc.a"]);
  expect(planText(all)).toBe("1 to create, 1 to update, 1 to replace, 1 to delete");
});

test("after thirty the rest is counted", () => {
  const names = Array.from({ length: 33 }, (_, index) => [`aws_eip.a${index}`, { actions: ["create"] }] as const);
  const lines = planLines(plan(Object.fromEntries(names)));
  expect(lines).toHaveLength(31);
  expect(lines.at(-1)).toBe("    and 3 more");
});

test("a plan of outputs says so", () => {
  expect(planText({})).toBe("outputs only");
  expect(planLines({})).toEqual([]);
});
