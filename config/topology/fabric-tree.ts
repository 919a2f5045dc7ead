import type { FabricHca } from "./ibnetdiscover";

/** Something of the cables or names that is not as it should be. The tree is that of what is there. */
export interface FabricFault {
  readonly kind:
    | "unnamed-hca"
    | "missing-hca"
    | "extra-hca"
    | "missing-node"
    | "other-rail"
    | "other-unit"
    | "same-name"
    | "not-wired"
    | "slow-link"
    | "half-cable"
    | "no-common-root"
    | "switch-name";
  /** What is the matter, and with what. */
  readonly message: string;
  readonly fix: string;
}

/** Switches that reach the same servers: the leaves of all rails of a unit, or the spines above them. */
export interface TopologyUnit {
  readonly name: string;
  /** Guids. */
  readonly switches: readonly string[];
  /** Servers below, where these are leaves; else empty. */
  readonly nodes: readonly string[];
  /** Names of the units below; empty for leaves. */
  readonly children: readonly string[];
}

/** Servers and switches as a tree: what Slurm and Kueue place jobs by. */
export interface FabricTree {
  /** From the top to the leaves. Several units at the top have no way to each other. */
  readonly layers: readonly (readonly TopologyUnit[])[];
  /** Names of units from the top to the leaf, by server. */
  readonly places: ReadonlyMap<string, readonly string[]>;
  /** Network cards of servers, in the order of their servers. */
  readonly hcas: readonly FabricHca[];
  readonly faults: readonly FabricFault[];
}

/** What the fabric should be. */
export interface ExpectedFabric {
  /** Network cards of a server. @default - as many as most of the servers have */
  readonly hcas?: number | undefined;
  /** Servers. @default - those that are there */
  readonly nodes?: number | undefined;
}
