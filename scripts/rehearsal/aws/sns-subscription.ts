import type { Refusal } from "../cloud/resource-kind";
import { knownKinds } from "../known-kinds";
import { textOf } from "../attribute-values";
import type { Attributes } from "../value";
import { uuid } from "./api-ids";

const SUBSCRIBE = "https://docs.aws.amazon.com/sns/latest/api/API_Subscribe.html";
const PROTOCOLS = ["application", "email", "email-json", "firehose", "http", "https", "lambda", "sms", "sqs"];

export const SNS_SUBSCRIPTION_KINDS = knownKinds({
  aws_sns_topic_subscription: {
    source: [
      "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/sns/topic_subscription.go",
      SUBSCRIBE,
    ],
    defaults: { confirmation_timeout_in_minutes: 1, endpoint_auto_confirms: false, raw_message_delivery: false },
    json: ["delivery_policy", "filter_policy", "redrive_policy", "replay_policy"],
    references: [{ path: "topic_arn", to: ["aws_sns_topic"], by: "arn", missing: "NotFound" }],
    refuse: refuseProtocol,
    create: (object, api) => {
      const arn = `${textOf(object, "topic_arn") ?? ""}:${uuid(api)}`;
      // whoever gets a mail or a request must confirm it; others are confirmed at once
      const isPending = /^(?:email|https?)/.test(textOf(object, "protocol") ?? "");
      return {
        id: arn,
        arn,
        owner_id: api.account,
        pending_confirmation: isPending,
        confirmation_was_authenticated: !isPending,
        filter_policy_scope: "",
      };
    },
  },
});

function refuseProtocol(subscription: Attributes): Refusal[] {
  const protocol = textOf(subscription, "protocol") ?? "";
  if (!PROTOCOLS.includes(protocol))
    return [invalid(`protocol is "${protocol}"; it is one of ${PROTOCOLS.join(", ")}`)];
  const endpoint = textOf(subscription, "endpoint") ?? "";
  return protocol.startsWith("email") && !/^[^@\s]+@[^@\s]+$/.test(endpoint)
    ? [invalid(`endpoint is "${endpoint}", which is no e-mail address`)]
    : [];
}

const invalid = (message: string): Refusal => ({ code: "InvalidParameter", message, source: SUBSCRIBE });
