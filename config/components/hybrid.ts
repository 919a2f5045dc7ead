import { isNodeGroup } from "../pools/pool";
import { unless, type Component } from "./component";

/** What hybrid nodes need that nodes in AWS do not. */
export const HYBRID = {
  cilium: {
    stack: "platform",
    when: ({ nodeGroups }) =>
      unless(
        nodeGroups.some((pool) => "hybrid" in pool),
        "no node group is of kind hybrid",
      ),
    review: {
      gone: "pods on hybrid nodes lose their network, and the nodes become NotReady",
      changed: "its agents restart on hybrid nodes; pods keep their connections, and new ones wait for a minute",
    },
  },
  "eks-hybrid-nodes-gateway": {
    stack: "platform",
    when: ({ nodeGroups }) =>
      unless(
        nodeGroups.some((pool) => isNodeGroup(pool) && pool.machines.boot.forwards === true),
        "cluster.hybrid.podRoutes is not the gateway",
      ),
    review: {
      gone: "pods in AWS and on premises no longer reach each other; AWS leaves its routes to podCidrs in the private route tables: delete them before another way gets them",
      changed:
        "its two pods restart one after the other: packets between the VPC and pods on premises are lost for seconds",
    },
  },
} as const satisfies Readonly<Record<string, Component>>;
