import { TAGS, data, type CatalogRows } from "../catalog-type";

export const EBS_VOLUME: CatalogRows = {
  aws_ebs_volume: {
    noun: "EBS volume",
    loss: data("its blocks are deleted"),
    first: "First: take a snapshot.",
    isFilled: true,
    replacedBy: null,
    orphan: TAGS,
  },
  aws_ebs_snapshot: {
    noun: null,
    loss: data("a copy of a volume is deleted"),
    replacedBy: null,
    orphan: TAGS,
  },
};
