import { TAGS, way, type CatalogRows } from "../catalog-type";

export const NAT_GATEWAY: CatalogRows = {
  aws_nat_gateway: {
    noun: "NAT gateway",
    loss: way("connections to the outside through it break: images, packages and AWS are not reached meanwhile"),
    replacedBy: ["allocation_id", "availability_mode", "connectivity_type", "private_ip", "subnet_id", "vpc_id"],
    orphan: TAGS,
  },
  aws_eip: {
    noun: null,
    loss: way("an address by which others know this network is given back"),
    replacedBy: ["address", "domain", "ipam_pool_id", "network_border_group", "public_ipv4_pool"],
    orphan: TAGS,
  },
};
