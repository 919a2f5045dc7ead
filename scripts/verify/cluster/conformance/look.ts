import { isPlain, record } from "../../../../config/kernel/plain";
import type { SiteEnvironment } from "../../../../config/sites/environment";
import type { ClusterApi, ClusterObject } from "../../../lib/kubernetes/cluster-api";

/**
 * What became of a requirement:
 * - `met`: the cluster shows it.
 * - `failed`: config asks for it, and it is not there or does not work.
 * - `open`: nobody has shown it: config does not ask for it, or only a run would tell.
 */
export interface Seen {
  readonly state: "met" | "failed" | "open";
  /** A sentence without its full stop. */
  readonly why: string;
}

export interface LookProps {
  readonly api: ClusterApi;
  readonly environment: SiteEnvironment;
}

/** Asks about one requirement. @throws ClusterCallError where there is no answer */
export type Look = (props: LookProps) => Promise<Seen> | Seen;

export const met = (why: string): Seen => ({ state: "met", why });
export const failed = (why: string): Seen => ({ state: "failed", why });
export const open = (why: string): Seen => ({ state: "open", why });

export const items = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isPlain).map(record) : [];

/** Whether a condition of an object is true. */
export const hasCondition = ({ status }: ClusterObject, wanted: string): boolean =>
  items(record(status)["conditions"]).some(({ type, status: value }) => type === wanted && value === "True");

/** Whether the cluster serves a version of an API. */
export const serves = async (api: ClusterApi, path: string): Promise<boolean> => (await api.find(path)) !== null;

/** `a, b and 3 more` */
export const names = (objects: readonly ClusterObject[], shown = 3): string => {
  const all = objects.map(({ metadata }) => metadata.name).toSorted();
  return all.length > shown ? `${all.slice(0, shown).join(", ")} and ${all.length - shown} more` : all.join(", ");
};

/** Nodes of pools with GPUs. */
export async function gpuNodes({ api, environment }: LookProps): Promise<readonly ClusterObject[]> {
  const pools = environment.nodeGroups.filter(({ gpus }) => gpus !== null);
  const has = (node: ClusterObject, selector: Readonly<Record<string, string>>) =>
    Object.entries(selector).every(([key, value]) => node.metadata.labels?.[key] === value);
  return (await api.list("/api/v1/nodes")).filter((node) => pools.some(({ nodeSelector }) => has(node, nodeSelector)));
}
