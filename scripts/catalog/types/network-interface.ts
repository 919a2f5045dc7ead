import { TAGS, UNKNOWN, type CatalogRows } from "../catalog-type";

export const NETWORK_INTERFACE: CatalogRows = {
  aws_network_interface: {
    noun: null,
    loss: UNKNOWN,
    replacedBy: null,
    orphan: TAGS,
  },
};
