import { SETTING, TAGS, type CatalogRows } from "../catalog-type";

export const FLOW_LOG: CatalogRows = {
  aws_flow_log: {
    noun: null,
    loss: SETTING,
    replacedBy: [
      "deliver_cross_account_role",
      "destination_options",
      "iam_role_arn",
      "log_destination",
      "log_destination_type",
      "log_format",
      "max_aggregation_interval",
      "traffic_type",
      "eni_id",
      "regional_nat_gateway_id",
      "subnet_id",
      "transit_gateway_attachment_id",
      "transit_gateway_id",
      "vpc_id",
    ],
    orphan: TAGS,
  },
};
