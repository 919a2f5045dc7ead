import { SETTING, TAGS, type CatalogRows } from "../catalog-type";

export const LAUNCH_TEMPLATE: CatalogRows = {
  aws_launch_template: {
    noun: "launch template",
    loss: SETTING,
    read: /./,
    replacedBy: ["name", "name_prefix"],
    orphan: TAGS,
  },
};
