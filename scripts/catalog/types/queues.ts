import { TAGS, data, type CatalogRows } from "../catalog-type";

export const QUEUES: CatalogRows = {
  aws_kinesis_stream: {
    noun: null,
    loss: data("its records are deleted"),
    replacedBy: null,
    orphan: TAGS,
  },
  aws_sqs_queue: {
    noun: null,
    loss: data("its messages are deleted"),
    replacedBy: ["fifo_queue", "name", "name_prefix"],
    orphan: TAGS,
  },
};
