import { checkovPlan } from "../../../../scripts/commands/policy/checkov-plan";
import { PLANTED, PLANTED_FAILURES, PLANTED_PASSES } from "../../../../scripts/commands/policy/planted";

test("everything that must come out is about a resource that is planted", () => {
  const addresses = checkovPlan(PLANTED).planned_values.root_module.resources.map(({ address }) => address);
  for (const name of [...PLANTED_FAILURES, ...PLANTED_PASSES]) expect(addresses).toContain(name.split(" ")[1]);
});

test("what must pass fails elsewhere: the check can tell the two apart", () => {
  const checks = PLANTED_FAILURES.map((name) => name.split(" ")[0]);
  for (const name of PLANTED_PASSES) expect(checks).toContain(name.split(" ")[0]);
});
