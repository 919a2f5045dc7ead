import { SETTING, TAGS, type CatalogRows } from "../catalog-type";

export const PLACEMENT_GROUP: CatalogRows = {
  aws_placement_group: {
    noun: null,
    // what runs keeps the placement that it was started with
    loss: SETTING,
    replacedBy: ["name", "partition_count", "spread_level", "strategy"],
    orphan: TAGS,
  },
};
