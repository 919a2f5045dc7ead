import { ofService } from "./type-actions";

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsqs.html */
const QUEUE_ACTIONS = ofService("sqs", {
  aws_sqs_queue: {
    reads: ["GetQueueAttributes", "GetQueueUrl", "ListQueueTags"],
    changes: ["CreateQueue", "DeleteQueue", "SetQueueAttributes", "TagQueue", "UntagQueue"],
  },
});

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoneventbridge.html */
const EVENT_ACTIONS = ofService("events", {
  aws_cloudwatch_event_rule: {
    reads: ["DescribeRule", "ListTagsForResource"],
    changes: ["PutRule", "DeleteRule", "EnableRule", "DisableRule", "TagResource", "UntagResource"],
  },
  aws_cloudwatch_event_target: {
    reads: ["ListTargetsByRule"],
    changes: ["PutTargets", "RemoveTargets"],
  },
});

/** Queues, and rules of EventBridge that fill them. */
export const EVENTS_ACTIONS = { ...QUEUE_ACTIONS, ...EVENT_ACTIONS };
