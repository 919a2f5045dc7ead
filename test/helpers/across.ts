import { loadEnvironments } from "../../config";
import { ConfigError } from "../../config/kernel/issues";
import { LEGAL_CLUSTER } from "./cluster";
import { LEGAL, NOW, type Change } from "./environment";

const BUSY = LEGAL.nodeGroups.h100;
/** Node groups of the legal environment with capacity for two of it. */
export const COUNTED = { ...LEGAL.nodeGroups, h100: { ...BUSY, capacity: { ...BUSY.capacity, count: 8 } } };
/** With the addresses of the environment `a` below. */
export const SAME_BLOCK = { network: { ...LEGAL.network, cidr: "10.20.0.0/16" } };
export const bucket = (kind: string, more: Change = {}) => ({
  checkpoints: { bucket: { kind, name: "ours" }, ...more },
});
export const states = (name: string) => ({ state: { kind: "s3", bucket: name } });
/** Deployed by a pipeline of GitHub. */
export const github = { ci: { kind: "github", repository: "example/railyard" } };
export const at = (prefix: string) => bucket("existing", { prefix });

export const through = (access: Change, more: Change = {}): Change => ({
  ...more,
  cluster: { ...LEGAL_CLUSTER.cluster, access },
});
export const context = (more: Change = {}) => through({ kind: "kubeconfig", context: "iron", ...more });

/** The legal environment of a site, by what changes it. */
export function legal(change: Change, name: string, cidr: string): Change {
  const isThere = (change["cluster"] as Change | undefined)?.["kind"] === "existing";
  const base = isThere ? LEGAL_CLUSTER : { ...LEGAL, nodeGroups: COUNTED, network: { ...LEGAL.network, cidr } };
  return { ...base, name, ...change };
}

/** Issues and warnings of the environment `a`, beside one in the row `other`, as `rule path`. */
export function found(a: Change, b: Change, other = "b", more: Change = {}): string[] {
  const table = {
    a: () => ({ ...legal(a, "a", "10.20.0.0/16"), ...more }),
    [other]: () => legal(b, other, "10.21.0.0/16"),
  };
  const ofAcross = (all: readonly { rule?: string; path: readonly unknown[] }[]) =>
    all.filter(({ rule }) => rule?.startsWith("environments/")).map(({ rule, path }) => `${rule} ${path.join(".")}`);
  try {
    return ofAcross(loadEnvironments(table, ["a"], NOW)[0]!.findings.active);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return ofAcross(error.environments.flatMap(({ issues }) => issues));
  }
}
