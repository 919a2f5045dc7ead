import { TAGS, partOf, way, type CatalogRows } from "../catalog-type";

export const VPC_ENDPOINT: CatalogRows = {
  aws_vpc_endpoint: {
    noun: "VPC endpoint",
    loss: way("connections to the service through it break"),
    read: /^policy\b/,
    mayGrow: /^(?:subnet_ids|route_table_ids|security_group_ids)\b/,
    replacedBy: [
      "resource_configuration_arn",
      "service_name",
      "service_network_arn",
      "service_region",
      "vpc_endpoint_type",
      "vpc_id",
    ],
    orphan: TAGS,
  },
  aws_vpc_endpoint_route_table_association: {
    noun: null,
    loss: way("connections to the service from its subnets break, or take another way that costs"),
    replacedBy: null,
    orphan: partOf("aws_vpc_endpoint"),
  },
};
