import { SETTING, TAGS, data, partOf, type CatalogRows } from "../catalog-type";

export const MONITORING: CatalogRows = {
  aws_cloudwatch_event_rule: {
    noun: null,
    loss: SETTING,
    read: /^(?:description|event_pattern)\b/,
    replacedBy: ["event_bus_name", "name", "name_prefix"],
    orphan: TAGS,
  },
  aws_cloudwatch_event_target: {
    noun: null,
    loss: SETTING,
    replacedBy: ["event_bus_name", "rule", "target_id"],
    orphan: partOf("aws_cloudwatch_event_rule"),
  },
  aws_cloudwatch_metric_alarm: {
    noun: null,
    loss: SETTING,
    replacedBy: null,
    orphan: TAGS,
  },
  aws_grafana_workspace: {
    noun: null,
    loss: data("its dashboards are deleted"),
    replacedBy: null,
    orphan: TAGS,
  },
  aws_prometheus_workspace: {
    noun: null,
    loss: data("its metrics are deleted"),
    replacedBy: null,
    orphan: TAGS,
  },
};
