import type { Refusal } from "../cloud/resource-kind";
import { knownKinds } from "../known-kinds";
import type { Attributes } from "../value";
import { isOn, textOf } from "../attribute-values";
import { nameAndPrefix } from "./ec2/ec2-ids";

const CREATE = "https://docs.aws.amazon.com/sns/latest/api/API_CreateTopic.html";

export const SNS_TOPIC_KINDS = knownKinds({
  aws_sns_topic: {
    source: ["https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/sns/topic.go", CREATE],
    defaults: { content_based_deduplication: false, fifo_topic: false },
    json: ["archive_policy", "delivery_policy", "policy"],
    refuse: refuseName,
    create: (object, api) => {
      const given = nameAndPrefix({ name: textOf(object, "name"), prefix: textOf(object, "name_prefix") }, api);
      const isWhole = textOf(object, "name") !== null || !isOn(object, "fifo_topic");
      const name = isWhole ? given.name : `${given.name}.fifo`;
      const arn = api.arn("sns", name);
      return { ...given, name, id: arn, arn, owner: api.account, signature_version: 0, tracing_config: "" };
    },
  },
});

function refuseName(object: Attributes): Refusal[] {
  const name = textOf(object, "name");
  if (name === null) return [];
  const isFifo = isOn(object, "fifo_topic");
  if (name.length <= 256 && (isFifo ? /^[\w-]+\.fifo$/ : /^[\w-]+$/).test(name)) return [];
  const allowed = `up to 256 letters, digits, hyphens and underscores${isFifo ? ", with .fifo at the end" : ""}`;
  return [{ code: "InvalidParameter", message: `topic name "${name}"; it has ${allowed}`, source: CREATE }];
}
