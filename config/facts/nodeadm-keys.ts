import table from "./nodeadm-keys.json";

/** What a key holds: a kind of value, the values that are allowed, or further keys. A map has names of its user's choice. */
export type NodeadmKey = "string" | "number" | "boolean" | "list" | "map" | readonly string[] | NodeadmKeys;

export interface NodeadmKeys {
  readonly [key: string]: NodeadmKey;
}

/** Keys of the spec of nodeadm's NodeConfig, and of the kubelet's configuration in it, at all depths. */
export const NODEADM_KEYS = table.spec as NodeadmKeys;

/** Where the keys were read, and when. */
export const NODEADM_SOURCES = table.sources;
