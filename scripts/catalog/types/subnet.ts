import { TAGS, ground, type CatalogRows } from "../catalog-type";

export const SUBNET: CatalogRows = {
  aws_subnet: {
    noun: "subnet",
    loss: ground("all that has an address in it must be deleted first"),
    read: /^map_public_ip_on_launch\b/,
    mayGrow: /^tags\b/,
    replacedBy: ["availability_zone", "availability_zone_id", "cidr_block", "ipv6_native", "outpost_arn", "vpc_id"],
    orphan: TAGS,
  },
};
