import { TAGS, jobs, type CatalogRows } from "../catalog-type";

export const INSTANCE: CatalogRows = {
  aws_instance: {
    noun: "instance",
    loss: jobs("it is terminated, with what runs on it"),
    replacedBy: null,
    orphan: TAGS,
  },
};
