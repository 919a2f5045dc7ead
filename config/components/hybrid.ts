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
} as const satisfies Readonly<Record<string, Component>>;
