import { SETTING, TAGS, type CatalogRows } from "../catalog-type";

export const LAUNCH_TEMPLATE: CatalogRows = {
  aws_launch_template: {
    noun: "launch template",
    // what runs keeps the template that it was started with
    loss: SETTING,
    // what a template is used for rolls, which is told with every value of it; what is not is told with the template
    read: /./,
    replacedBy: ["name", "name_prefix"],
    orphan: TAGS,
  },
};
