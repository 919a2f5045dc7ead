import { z } from "zod";
import { isPlain, record } from "../../../config/kernel/plain";
import { quantity } from "../../../config/kernel/quantity";
import type { ResolvedPool } from "../../../config/pools/pool";
import type { ClusterApi, ClusterObject } from "../../lib/kubernetes/cluster-api";
import { ClusterCallError } from "../../lib/kubernetes/cluster-failure";
import { expectedNodes } from "../expected-nodes";

export const seenPool = z.strictObject({
  name: z.string(),
  /** Nodes that run whoever asks for jobs. */
  expected: z.number(),
  ready: z.number(),
  /** Those with something that is missing. */
  nodes: z.array(z.strictObject({ node: z.string(), wrong: z.array(z.string()) })),
  unknown: z.array(z.string()),
});

/** A pool as a cluster shows it. */
export type SeenPool = z.output<typeof seenPool>;

/** Nodes of each pool, and what they do not offer. @throws ClusterCallError where nodes may not be listed */
export async function seenPools(api: ClusterApi, pools: readonly ResolvedPool[]): Promise<SeenPool[]> {
  const all = await api.list("/api/v1/nodes");
  return Promise.all(pools.map((pool) => seenIn(api, pool, all)));
}

async function seenIn(api: ClusterApi, pool: ResolvedPool, all: readonly ClusterObject[]): Promise<SeenPool> {
  const own = all.filter(({ metadata }) => hasAll(metadata.labels ?? {}, pool.nodeSelector));
  const ready = own.filter(isReady);
  const { claimed, unknown } = await claimedDevices(api, pool);
  return {
    name: pool.name,
    expected: expectedNodes(pool),
    ready: ready.length,
    nodes: own.flatMap((node) => {
      const wrong = isReady(node) ? [...lacking(node, pool), ...claimed(node.metadata.name)] : ["is not ready"];
      return wrong.length > 0 ? [{ node: node.metadata.name, wrong }] : [];
    }),
    unknown,
  };
}

const hasAll = (labels: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>): boolean =>
  Object.entries(wanted).every(([key, value]) => labels[key] === value);

const items = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isPlain) : []);

const isReady = ({ status }: ClusterObject): boolean =>
  items(record(status)["conditions"]).some(({ type, status: value }) => type === "Ready" && value === "True");

/** Resources of which a pod of a whole node would get too little. */
function lacking({ status }: ClusterObject, { podResources }: ResolvedPool): string[] {
  const offered = record(record(status)["allocatable"]);
  return Object.entries(podResources).flatMap(([resource, wanted]) => {
    const there = offered[resource];
    if (typeof there === "string" && (quantity(there) ?? 0) >= (quantity(wanted) ?? 0)) return [];
    return [`offers ${typeof there === "string" ? there : "no"} ${resource}, and a whole node has ${wanted}`];
  });
}

/** What is missing of devices that pods claim: the class, and what drivers publish of each node. */
async function claimedDevices(
  api: ClusterApi,
  { deviceClaims }: ResolvedPool,
): Promise<{ readonly claimed: (node: string) => string[]; readonly unknown: string[] }> {
  const classes = deviceClaims.flatMap(({ deviceClass }) => (deviceClass === null ? [] : [deviceClass]));
  if (classes.length === 0) return { claimed: () => [], unknown: [] };
  try {
    const [found, slices] = await Promise.all([
      api.list("/apis/resource.k8s.io/v1/deviceclasses"),
      api.list("/apis/resource.k8s.io/v1/resourceslices"),
    ]);
    const known = new Set(found.map(({ metadata }) => metadata.name));
    const published = new Set(slices.map(({ spec }) => record(spec)["nodeName"]));
    const missing = classes.filter((one) => !known.has(one)).map((one) => `claims ${one}, a class that is not there`);
    return {
      claimed: (node) => [
        ...missing,
        ...(published.has(node) ? [] : ["has no devices that drivers publish (ResourceSlice)"]),
      ],
      unknown: [],
    };
  } catch (error) {
    if (!(error instanceof ClusterCallError)) throw error;
    return { claimed: () => [], unknown: [`devices that pods claim: ${error.failure.text}`] };
  }
}
