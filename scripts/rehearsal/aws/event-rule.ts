import type { Refusal } from "../cloud/resource-kind";
import { knownKinds } from "../known-kinds";
import type { Attributes } from "../value";
import { textOf } from "../attribute-values";
import { nameAndPrefix } from "./ec2/ec2-ids";

const PUT_RULE = "https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutRule.html";
const PUT_TARGETS = "https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutTargets.html";
const PROVIDER = "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/events";

const DEFAULT_BUS = "default";
const MOST_NAME = 64;

export const EVENT_RULE_KINDS = knownKinds({
  aws_cloudwatch_event_rule: {
    source: [`${PROVIDER}/rule.go`, PUT_RULE],
    defaults: { event_bus_name: DEFAULT_BUS, force_destroy: false, is_enabled: true, state: "ENABLED" },
    json: ["event_pattern"],
    refuse: refuseRule,
    create: (object, api) => {
      const { name, ...given } = nameAndPrefix(
        { name: textOf(object, "name"), prefix: textOf(object, "name_prefix") },
        api,
      );
      return { ...given, name, id: name, arn: api.arn("events", `rule/${name}`) };
    },
  },
  aws_cloudwatch_event_target: {
    source: [`${PROVIDER}/target.go`, PUT_TARGETS],
    defaults: { event_bus_name: DEFAULT_BUS, force_destroy: false },
    references: [
      { path: "rule", to: ["aws_cloudwatch_event_rule"], by: "name", missing: "ResourceNotFoundException" },
      { path: "arn", to: ["aws_sqs_queue"], by: "arn", missing: "ValidationException" },
    ],
    refuse: refuseTarget,
    create: (object) => {
      const target = textOf(object, "target_id") ?? "";
      return { target_id: target, id: `${textOf(object, "rule") ?? ""}-${target}` };
    },
  },
});

function refuseRule(rule: Attributes): Refusal[] {
  const found: string[] = [];
  const name = textOf(rule, "name");
  if (name !== null && !(name.length <= MOST_NAME && /^[.\-\w]+$/.test(name)))
    found.push(`rule name "${name}"; it has up to ${MOST_NAME} letters, digits, dots, hyphens and underscores`);
  const pattern = textOf(rule, "event_pattern");
  if (pattern === null && textOf(rule, "schedule_expression") === null)
    found.push("a rule has an event pattern, a schedule expression, or both");
  return found.map((message) => ({ code: "ValidationException", message, source: PUT_RULE }));
}

function refuseTarget(target: Attributes): Refusal[] {
  const id = textOf(target, "target_id") ?? "";
  if (id.length <= MOST_NAME && /^[.\-\w]*$/.test(id)) return [];
  const message = `target id "${id}"; it has up to ${MOST_NAME} letters, digits, dots, hyphens and underscores`;
  return [{ code: "ValidationException", message, source: PUT_TARGETS }];
}
