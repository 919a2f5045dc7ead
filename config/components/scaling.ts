import { SYSTEM_PODS } from "../facts/system-pods";
import type { ResolvedPool } from "../pools/pool";
import { DEFINITIONS, podRow, unless, type Component, type Deciding } from "./component";

const NO_POOL = "no node group is scaled by karpenter";

/** Whether Karpenter starts the nodes of a pool. */
const isKarpenters = ({ machines }: ResolvedPool): boolean => machines.kind === "aws" && machines.karpenter !== null;

const withPools = ({ nodeGroups }: Deciding): true | string => unless(nodeGroups.some(isKarpenters), NO_POOL);

/** What starts nodes and ends them. */
export const SCALING = {
  "karpenter-crd": {
    stack: "crds",
    when: withPools,
    review: {
      ...DEFINITIONS,
      data: "every NodePool is deleted, and with each all of its nodes and the jobs on them",
    },
  },
  karpenter: {
    stack: "platform",
    when: withPools,
    pods: () => [podRow("karpenter", 2, SYSTEM_PODS.karpenter)],
    crdsElsewhere: true,
    review: {
      gone: "nobody starts, ends or replaces nodes of its pools any more: those that run go on, and are paid",
      changed: "it restarts; no node starts or ends for a minute, and a new version may replace idle nodes",
    },
  },
} as const satisfies Readonly<Record<string, Component>>;
