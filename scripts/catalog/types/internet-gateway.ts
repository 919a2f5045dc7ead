import { TAGS, way, type CatalogRows } from "../catalog-type";

export const INTERNET_GATEWAY: CatalogRows = {
  aws_internet_gateway: {
    noun: null,
    loss: way("there is no way to the internet any more"),
    // with its network, which is told
    read: /^vpc_id\b/,
    replacedBy: [],
    orphan: TAGS,
  },
};
