import { CHECKPOINTS_UNHEARD_RULES } from "../../../config/checkpoints/unheard-rules";
import { violations, type Change } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const OFF = { monitoring: { enabled: false } };
const RELEASE = { release: { afterDays: 30 } };
const COPIES = {
  bucket: "copies",
  region: "us-west-2",
  kmsKeyArn: "arn:aws:kms:us-west-2:111122223333:key/11111111-2222-3333-4444-555555555555",
};
const CLOSED = { nat: "none", endpoints: "all" };
const AGENT = { archive: { every: 5000 }, agent: { image: `registry.example.com/tiers@sha256:${"0".repeat(64)}` } };
const all: Change = { ...AGENT, warm: { tasks: RELEASE }, replicateTo: COPIES, requestMetrics: true };
const of = (checkpoints: Change, ...keys: string[]) => ({
  change: { checkpoints, ...OFF },
  at: ["checkpoints", ...keys],
  message: ["monitoring is off"],
  fix: ["monitoring: { enabled: true }"],
});

ruleCases(CHECKPOINTS_UNHEARD_RULES, {
  "checkpoints/unheard": {
    severity: "warning",
    trips: [
      of({ warm: { tasks: RELEASE } }, "warm", "tasks"),
      of(AGENT, "agent"),
      of({ replicateTo: COPIES }, "replicateTo"),
      of({ requestMetrics: true }, "requestMetrics"),
    ],
    passes: [
      { when: "Prometheus", change: { checkpoints: all } },
      { when: "nothing that an alert is about", change: OFF },
      {
        when: "a task that people make themselves",
        change: { ...OFF, checkpoints: { warm: { tasks: { release: { afterDays: 30, days: [] } } } } },
      },
    ],
  },
  "checkpoints/replica-without-way": {
    severity: "warning",
    trips: [
      {
        when: "endpoints of the own Region alone",
        change: { checkpoints: { replicateTo: COPIES }, network: CLOSED },
        at: ["checkpoints", "replicateTo", "region"],
        message: ["no endpoint leads to CloudWatch in us-west-2"],
        fix: ['nat: "single"'],
      },
    ],
    passes: [
      { when: "a NAT gateway", change: { checkpoints: { replicateTo: COPIES } } },
      {
        when: "a proxy",
        change: {
          checkpoints: { replicateTo: COPIES },
          network: CLOSED,
          outbound: { proxy: { url: "http://proxy.example.com:3128" } },
        },
      },
      {
        when: "copies in the own Region",
        change: {
          checkpoints: {
            replicateTo: {
              ...COPIES,
              region: "us-east-1",
              kmsKeyArn: COPIES.kmsKeyArn.replace("us-west-2", "us-east-1"),
            },
          },
          network: CLOSED,
        },
      },
      { when: "no Prometheus", change: { checkpoints: { replicateTo: COPIES }, network: CLOSED, ...OFF } },
    ],
  },
});

test("each of them is told", () => {
  const [rule] = CHECKPOINTS_UNHEARD_RULES;
  expect(violations(rule!, { checkpoints: all, ...OFF })).toHaveLength(4);
});
