import { UNKNOWN, swept, type CatalogRows } from "../catalog-type";

export const NETWORK_INTERFACE: CatalogRows = {
  aws_network_interface: {
    noun: null,
    loss: UNKNOWN,
    replacedBy: null,
    orphan: swept("network interfaces", /:ec2:[^:]*:[^:]*:network-interface\//),
  },
};
