import { SETTING, TAGS, partOf, type CatalogRows } from "../catalog-type";

export const SNS_TOPIC: CatalogRows = {
  aws_sns_topic: {
    noun: null,
    loss: SETTING,
    read: /^(?:policy|kms_master_key_id|display_name)\b/,
    replacedBy: ["fifo_topic", "name", "name_prefix"],
    orphan: TAGS,
  },
  aws_sns_topic_policy: {
    noun: null,
    loss: SETTING,
    replacedBy: null,
    orphan: partOf("aws_sns_topic"),
  },
  aws_sns_topic_subscription: {
    noun: null,
    loss: SETTING,
    replacedBy: ["endpoint", "protocol", "topic_arn"],
    orphan: partOf("aws_sns_topic"),
  },
};
