import { data, swept, type CatalogRows } from "../catalog-type";

export const LOG_GROUP: CatalogRows = {
  aws_cloudwatch_log_group: {
    noun: "log group",
    loss: data("its log events are deleted"),
    first: "First: export what must be kept (aws logs create-export-task).",
    isFilled: true,
    standsAlone: true,
    read: /^(?:retention_in_days|kms_key_id|skip_destroy)\b/,
    replacedBy: ["log_group_class", "name", "name_prefix"],
    orphan: swept("log groups", /:logs:.*:log-group:/),
  },
};
