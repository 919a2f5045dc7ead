import { BUDGET_KINDS } from "../../../../scripts/rehearsal/aws/budget";
import { fakeCloud } from "./fake-cloud";

const kind = BUDGET_KINDS["aws_budgets_budget"]!;

test("a budget is made anew for another name, and has its name alone", () => {
  expect(kind.forcesNew).toEqual(["account_id", "name", "name_prefix"]);
  expect(kind.unique).toMatchObject([{ by: ["name"], code: "DuplicateRecordException" }]);
});

test("a budget counts all costs, as they are billed", () => {
  const { time_period_end: end, ...costs } = kind.defaults!;
  expect(end).toBe("2087-06-15_00:00");
  expect(Object.keys(costs)).toHaveLength(11);
  for (const [name, value] of Object.entries(costs)) expect(value).toBe(name.startsWith("cost_types.include_"));
});

test("a budget is known by account and name", () => {
  expect(kind.create({ name: "month" }, fakeCloud())).toMatchObject({
    id: "123456789012:month",
    account_id: "123456789012",
    arn: "arn:aws:budgets::123456789012:budget/month",
    time_period_start: "2026-01-01_00:00",
  });
  expect(kind.create({ name: "month", account_id: "210987654321" }, fakeCloud())["id"]).toBe("210987654321:month");
});
