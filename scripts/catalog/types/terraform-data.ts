import { TAGS, UNKNOWN, type CatalogRows } from "../catalog-type";

export const TERRAFORM_DATA: CatalogRows = {
  terraform_data: {
    noun: null,
    loss: UNKNOWN,
    read: /./,
    replacedBy: null,
    orphan: TAGS,
  },
};
