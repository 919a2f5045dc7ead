import { SETTING, TAGS, type CatalogRows } from "../catalog-type";

export const IAM_POLICY: CatalogRows = {
  aws_iam_policy: {
    noun: "IAM policy",
    loss: SETTING,
    read: /^policy\b/,
    replacedBy: ["description", "name", "name_prefix", "path"],
    orphan: TAGS,
  },
};
