import { data, swept, type CatalogRows } from "../catalog-type";

export const EBS_VOLUME: CatalogRows = {
  aws_ebs_volume: {
    noun: "EBS volume",
    loss: data("its blocks are deleted"),
    first: "First: take a snapshot.",
    isFilled: true,
    replacedBy: null,
    orphan: swept("volumes", /:ec2:[^:]*:[^:]*:volume\//),
  },
  aws_ebs_snapshot: {
    noun: null,
    loss: data("a copy of a volume is deleted"),
    replacedBy: null,
    orphan: swept("snapshots", /:ec2:[^:]*:[^:]*:snapshot\//),
  },
};
