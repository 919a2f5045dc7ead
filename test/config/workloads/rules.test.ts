import { WORKLOAD_RULES } from "../../../config/workloads/rules";
import { isSurelySecretUnder } from "../../../config/kernel/secret-names";
import { SECRETS_RULES } from "../../../config/kernel/secret-rules";
import { ruleOf, violations, type Change } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const training = (more: Change = {}, beside: Change = {}): Change => ({
  workloads: { pretrain: { params: "8B", tokens: "1T", ...more } },
  ...beside,
});

ruleCases(WORKLOAD_RULES, {
  "workloads/pool-has-gpus": {
    severity: "error",
    trips: [
      {
        when: "a name that is nearly one",
        change: training({ pool: "h10" }),
        at: ["workloads", "pretrain", "pool"],
        message: ['"h10" is no node group with GPUs'],
        fix: ["did you mean h100"],
      },
    ],
    passes: [
      { when: "no name: the largest is taken", change: training() },
      { when: "a name", change: training({ pool: "h100" }) },
    ],
  },
  "workloads/nodes": {
    severity: "error",
    trips: [
      {
        when: "more than there are",
        change: training({ nodes: 4000 }),
        at: ["workloads", "pretrain", "nodes"],
        message: ["4000 nodes, and h100 has"],
      },
    ],
    passes: [{ when: "one of them", change: training({ nodes: 1 }) }],
  },
});

const SECRETS = ruleOf(SECRETS_RULES, "secrets/none-in-config");

test.each(["2T", "15T", "1.5e12", "300B"])("%s tokens of a training are no secret", (tokens) => {
  expect(violations(SECRETS, training({ tokens }))).toEqual([]);
});

test("a token in its place is one", () => {
  expect(isSurelySecretUnder("tokens", "9f8e7d6c5b4a39281706f5e4d3c2b1a0")).toBe(true);
  expect(isSurelySecretUnder("token", "2T9")).toBe(true);
});
