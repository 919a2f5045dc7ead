import { SETTING, TAGS, type CatalogRows } from "../catalog-type";

export const BUDGET: CatalogRows = {
  aws_budgets_budget: {
    noun: null,
    loss: SETTING,
    read: /^(?:cost_filter|cost_types|limit_\w+|notification|time_\w+)\b/,
    replacedBy: ["account_id", "name", "name_prefix"],
    orphan: TAGS,
  },
};
