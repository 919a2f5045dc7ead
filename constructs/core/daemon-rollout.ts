import type { HelmValues } from "./helm-values";

/** Share of the nodes that lose a daemon at one time while it is updated, percent; at least one node. */
const AT_A_TIME_PERCENT = 10;

/** The image is pulled, the old pod ends, the new one becomes ready. */
const SECONDS_PER_ROUND = 120;

/** What is not a daemon becomes ready meanwhile. */
const BASE_SECONDS = 900;

/**
 * After this time without a word of it, EKS replaces a node where its group has repair; until then its daemons are never
 * ready. Without repair the apply ends in an error after the limit, and what is new stays where it could be rolled out.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/node-repair.html
 */
const NODE_REPAIR_SECONDS = 30 * 60;

/** For a DaemonSet whose pods may be away for a moment: Kubernetes' own default, one node after another, takes hours. */
export const DAEMON_UPDATE_STRATEGY: HelmValues = {
  type: "RollingUpdate",
  rollingUpdate: { maxUnavailable: `${AT_A_TIME_PERCENT}%` },
};

/**
 * Time limit of a release with daemons: Helm waits until each node has the new pod. It is long enough for one node that
 * dies meanwhile.
 * @param nodes how many nodes the cluster has at most
 */
export function daemonTimeoutSeconds(nodes: number): number {
  const atATime = Math.max(1, Math.ceil((nodes * AT_A_TIME_PERCENT) / 100));
  return BASE_SECONDS + NODE_REPAIR_SECONDS + SECONDS_PER_ROUND * Math.ceil(nodes / atATime);
}
