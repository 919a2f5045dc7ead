import { key } from "../keep-by";
import { TAGS, ground, type CatalogRows } from "../catalog-type";

export const VPC: CatalogRows = {
  aws_vpc: {
    noun: "VPC",
    loss: ground("all that stands in it must be deleted first"),
    replacedBy: ["cidr_block", "ipv4_ipam_pool_id", "ipv4_netmask_length"],
    orphan: TAGS,
    adopted: { keepBy: { cidr_block: key("network.cidr") } },
  },
};
