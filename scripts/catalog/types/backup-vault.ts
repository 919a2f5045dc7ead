import { TAGS, data, type CatalogRows } from "../catalog-type";

export const BACKUP_VAULT: CatalogRows = {
  aws_backup_vault: {
    noun: null,
    loss: data("its recovery points are deleted"),
    replacedBy: null,
    orphan: TAGS,
  },
};
