import { TAGS, data, partOf, type CatalogRows } from "../catalog-type";

export const SECRETS: CatalogRows = {
  aws_secretsmanager_secret: {
    noun: null,
    loss: data("its versions are deleted"),
    replacedBy: ["name", "name_prefix"],
    orphan: TAGS,
  },
  aws_secretsmanager_secret_version: {
    noun: null,
    loss: data("the value of a secret is deleted"),
    replacedBy: null,
    orphan: partOf("aws_secretsmanager_secret"),
  },
  aws_ssm_parameter: {
    noun: null,
    loss: data("its value is deleted"),
    replacedBy: null,
    orphan: TAGS,
  },
};
