import { TAGS, UNKNOWN, type CatalogRows } from "../catalog-type";

export const IAM_OPENID_CONNECT_PROVIDER: CatalogRows = {
  aws_iam_openid_connect_provider: {
    noun: null,
    loss: UNKNOWN,
    read: /^thumbprint_list\b/,
    mayGrow: /^thumbprint_list\b/,
    replacedBy: ["url"],
    orphan: TAGS,
  },
};
