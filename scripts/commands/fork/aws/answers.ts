import type { CapacityAnswer } from "./capacity-answer";

/** What a person said of the fork; what is left out follows the original, or is chosen. */
export interface Answers {
  readonly name: string;
  readonly account?: string | undefined;
  readonly region?: string | undefined;
  readonly zones?: readonly string[] | undefined;
  readonly cidr?: string | undefined;
  /** By node group. */
  readonly capacity: ReadonlyMap<string, CapacityAnswer>;
  /** Zones of node groups, by name. */
  readonly groupZones: ReadonlyMap<string, string>;
  readonly lustreZone?: string | undefined;
  /** Numbers of nodes, by node group. */
  readonly nodes: ReadonlyMap<string, number>;
}
