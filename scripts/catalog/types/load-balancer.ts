import { TAGS, UNKNOWN, type CatalogRows } from "../catalog-type";

export const LOAD_BALANCER: CatalogRows = {
  aws_lb: {
    noun: null,
    loss: UNKNOWN,
    replacedBy: null,
    orphan: TAGS,
  },
};
