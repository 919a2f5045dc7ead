import { EVENT_RULE_KINDS } from "../../../../scripts/rehearsal/aws/event-rule";
import { fakeCloud } from "./fake-cloud";
import { codes } from "./refusal-codes";

const rule = EVENT_RULE_KINDS["aws_cloudwatch_event_rule"]!;
const target = EVENT_RULE_KINDS["aws_cloudwatch_event_target"]!;
const event_pattern = `{"source":["aws.ec2"]}`;

test("rules and targets are made anew for other names", () => {
  expect(rule.forcesNew).toEqual(["event_bus_name", "name", "name_prefix"]);
  expect(target.forcesNew).toEqual(["event_bus_name", "rule", "target_id"]);
});

test("a rule is known by its name, a target by that of its rule and its own", () => {
  expect(rule.create({ name: "spot" }, fakeCloud())).toMatchObject({
    id: "spot",
    arn: "arn:aws:events:us-west-2:123456789012:rule/spot",
  });
  expect(target.create({ rule: "spot", target_id: "queue" }, fakeCloud())["id"]).toBe("spot-queue");
});

test.each([
  [{ name: "x".repeat(64), event_pattern }, []],
  [{ name: "x".repeat(65), event_pattern }, ["ValidationException"]],
  [{ name: "a b", event_pattern }, ["ValidationException"]],
  [{ name: "nightly", schedule_expression: "rate(1 day)" }, []],
  [{ name: "never" }, ["ValidationException"]],
])("the rule %j is refused with %j", (object, expected) => {
  expect(codes(rule, object)).toEqual(expected);
});

test.each([
  ["queue", []],
  ["a b", ["ValidationException"]],
])("the target %j is refused with %j", (target_id, expected) => {
  expect(codes(target, { rule: "spot", target_id })).toEqual(expected);
});
