import { joined } from "../import-id";
import { TAGS, partOf, way, type CatalogRows } from "../catalog-type";

export const ROUTING: CatalogRows = {
  aws_route_table: {
    noun: null,
    loss: way("what its routes lead to is not reached any more"),
    replacedBy: ["vpc_id"],
    orphan: TAGS,
  },
  aws_route: {
    noun: null,
    loss: way("what it leads to is not reached any more"),
    // to the outside as before, by another address
    read: /^nat_gateway_id\b/,
    replacedBy: [
      "route_table_id",
      "destination_cidr_block",
      "destination_ipv6_cidr_block",
      "destination_prefix_list_id",
    ],
    orphan: partOf("aws_route_table"),
    adopted: {
      id: ({ route_table_id: table, destination_cidr_block: block }) => joined("_", table, block),
      attributesOfId: (id) => ({ route_table_id: id.split("_")[0] ?? "" }),
    },
  },
  aws_route_table_association: {
    noun: null,
    loss: way("its subnet gets the routes of the VPC, which lead nowhere outside"),
    replacedBy: ["gateway_id", "subnet_id"],
    orphan: partOf("aws_route_table"),
    adopted: {
      id: ({ subnet_id: subnet, route_table_id: table }) => joined("/", subnet, table),
      attributesOfId: (id) => {
        const [subnet = "", table = ""] = id.split("/");
        return { subnet_id: subnet, route_table_id: table };
      },
    },
  },
  aws_ec2_transit_gateway_vpc_attachment: {
    noun: "attachment to a transit gateway",
    loss: way("what is behind the gateway is not reached any more: hybrid nodes lose their control plane"),
    about: ["cluster.hybrid.connection"],
    replacedBy: ["transit_gateway_id", "vpc_id"],
    orphan: TAGS,
  },
  aws_vpc_peering_connection: {
    noun: null,
    loss: way("the other network is not reached any more"),
    replacedBy: null,
    orphan: TAGS,
  },
};
