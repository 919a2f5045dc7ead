import { SETTING, TAGS, type CatalogRows } from "../catalog-type";

export const COST_ANOMALY: CatalogRows = {
  aws_ce_anomaly_monitor: {
    noun: null,
    loss: SETTING,
    read: /^name\b/,
    replacedBy: ["monitor_dimension", "monitor_specification", "monitor_type"],
    orphan: TAGS,
  },
  aws_ce_anomaly_subscription: {
    noun: null,
    loss: SETTING,
    read: /^(?:frequency|monitor_arn_list|subscriber|threshold_expression)\b/,
    replacedBy: ["name"],
    orphan: TAGS,
  },
};
