import { unless, type Component } from "./component";

/** What tells where nodes stand. */
export const PLACEMENT = {
  topograph: {
    stack: "platform",
    when: ({ topograph }) => unless(topograph !== null, "cluster.topograph is not written"),
    review: {
      gone: "labels of nodes say no longer where they stand when cables or nodes change: new jobs are placed by what was last known",
      changed: "its pods restart; jobs stay where they are, and labels that are right are not written",
    },
  },
} as const satisfies Readonly<Record<string, Component>>;
