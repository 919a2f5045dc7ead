import { UNKNOWN, swept, type CatalogRows } from "../catalog-type";

export const LOAD_BALANCER: CatalogRows = {
  aws_lb: {
    noun: null,
    loss: UNKNOWN,
    replacedBy: null,
    orphan: swept("load balancers", /:elasticloadbalancing:.*:loadbalancer\//),
  },
};
