import type { SeenNode } from "./pool-nodes";
import type { RolloutState, RolloutWay } from "./rollout-state";

/** By it the drains of a rollout are known. */
export const ROLLOUT_REASON = "railyard rollout: the node is made anew";

/** What checks say of a node. `unknown`: they did not answer, and are asked again. */
export type Verdict =
  | { readonly kind: "sound" }
  | { readonly kind: "finding"; readonly reason: string }
  | { readonly kind: "unknown"; readonly why: string };

/** The cluster, as a rollout sees it and acts on it. Each of them may fail with an `ExpectedError`. */
export interface RolloutWorld {
  /** Seconds since 1970, and the nodes of all pools of the partitions. */
  readonly see: () => Promise<{ readonly now: number; readonly nodes: readonly SeenNode[] }>;
  readonly drain: (names: readonly string[], reason: string) => Promise<void>;
  readonly undrain: (names: readonly string[]) => Promise<void>;
  /** Of these nodes those that have no job. */
  readonly withoutJobs: (names: readonly string[]) => Promise<readonly string[]>;
  readonly remake: (node: SeenNode, way: RolloutWay) => Promise<void>;
  readonly accept: (node: SeenNode) => Promise<Verdict>;
  /** Called at each look, with the nodes on which jobs still run, and since when they are drained: those may be sent away. */
  readonly sendAway: (nodes: Readonly<Record<string, number>>) => Promise<void>;
  /** Writes down what is remembered. @throws where somebody else has written meanwhile */
  readonly save: (state: RolloutState) => Promise<void>;
  readonly tell: (text: string) => void;
}
