import type { Refusal } from "../cloud/resource-kind";
import { knownKinds } from "../known-kinds";
import type { Attributes } from "../value";
import { domainOf } from "./api-ids";
import { isOn, textOf } from "../attribute-values";
import { nameAndPrefix } from "./ec2/ec2-ids";

const CREATE = "https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html";

export const SQS_QUEUE_KINDS = knownKinds({
  aws_sqs_queue: {
    source: ["https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/sqs/queue.go", CREATE],
    defaults: {
      content_based_deduplication: false,
      delay_seconds: 0,
      fifo_queue: false,
      max_message_size: 262_144,
      message_retention_seconds: 345_600,
      receive_wait_time_seconds: 0,
      visibility_timeout_seconds: 30,
    },
    json: ["policy", "redrive_allow_policy", "redrive_policy"],
    refuse: refuseName,
    create: (object, api) => {
      const given = nameAndPrefix({ name: textOf(object, "name"), prefix: textOf(object, "name_prefix") }, api);
      const isWhole = textOf(object, "name") !== null || !isOn(object, "fifo_queue");
      const name = isWhole ? given.name : `${given.name}.fifo`;
      const url = `https://sqs.${api.region}.${domainOf(api.partition)}/${api.account}/${name}`;
      return {
        ...given,
        name,
        id: url,
        url,
        arn: api.arn("sqs", name),
        deduplication_scope: isOn(object, "fifo_queue") ? "queue" : "",
        fifo_throughput_limit: isOn(object, "fifo_queue") ? "perQueue" : "",
        kms_data_key_reuse_period_seconds: 300,
        policy: "",
        redrive_allow_policy: "",
        redrive_policy: "",
        sqs_managed_sse_enabled: textOf(object, "kms_master_key_id") === null,
      };
    },
  },
});

function refuseName(object: Attributes): Refusal[] {
  const name = textOf(object, "name");
  if (name === null) return [];
  const isFifo = isOn(object, "fifo_queue");
  if (name.length <= 80 && (isFifo ? /^[\w-]+\.fifo$/ : /^[\w-]+$/).test(name)) return [];
  const allowed = `up to 80 letters, digits, hyphens and underscores${isFifo ? ", with .fifo at the end" : ""}`;
  return [{ code: "InvalidParameterValue", message: `queue name "${name}"; it has ${allowed}`, source: CREATE }];
}
