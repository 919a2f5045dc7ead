import { TAGS, jobs, type CatalogRows } from "../catalog-type";

export const CAPACITY_RESERVATION: CatalogRows = {
  aws_ec2_capacity_reservation: {
    noun: "capacity reservation",
    loss: jobs("capacity that is given back may not be had again"),
    replacedBy: null,
    orphan: TAGS,
  },
  aws_ec2_capacity_block_reservation: {
    noun: null,
    loss: jobs("capacity that is paid for is no longer known here"),
    replacedBy: null,
    orphan: TAGS,
  },
};
